"""Phases and action ids.

| ids    | action                                 | ids    | action                                    |
|--------|----------------------------------------|--------|-------------------------------------------|
| 0-3    | MOVE_1..4: walk to the k-th stop       | 38-41  | LEVEL_0..3: the reward                    |
| 4      | PASS_OUT: end one's game               | 42-45  | M5, M8, M12, M17: create a masterpiece    |
| 5      | ACT_HERE: activate the room            | 46-49  | BOOK_ D, R, A, P: write a book            |
| 6-9    | ACT_COLOUR_ D, L, R, A: by a helper    | 50-54  | SLOT_ D, L, R, A, P: of the Religion room |
| 10-14  | ACT_WHITE_ D, L, R, A, P: by a joker   | 55-58  | TAKE_ blue, red, green, yellow            |
| 15, 16 | RECEIVE_MONEY, PASS                    | 59-63  | RETURN_ blue, red, green, yellow, white   |
| 17-22  | RECRUIT_0..5: of the recruitment track | 64-83  | TILE_ TD1-5, TL1-5, TR1-5, TA1-5          |
| 23-28  | WSLOT_0..5: of the worker track        | 84, 85 | PAY_COLOUR, PAY_WHITE                     |
| 29     | STOP: hire nobody else                 | 86-100 | SPACE_1..15                               |
| 30-35  | DISMISS_0..5: a worker                 | 101-105| STARTER_ D, L, R, A, P                    |
| 36, 37 | SPEND_DISC, PAY3: more strength        |        |                                           |
"""

from __future__ import annotations

from ...kernel.rule import table
from . import box

STOPS = 4  # the longest walk
LEVELS = 3

MOVE_1 = 0
PASS_OUT = MOVE_1 + STOPS
ACT_HERE = PASS_OUT + 1
ACT_COLOUR_D = ACT_HERE + 1
ACT_WHITE_D = ACT_COLOUR_D + box.TILE_DISCIPLINES
RECEIVE_MONEY = ACT_WHITE_D + box.DISCIPLINES
PASS = RECEIVE_MONEY + 1
RECRUIT_0 = PASS + 1
WSLOT_0 = RECRUIT_0 + box.MOST_RECRUITS
STOP = WSLOT_0 + box.WORKERS
DISMISS_0 = STOP + 1
SPEND_DISC = DISMISS_0 + box.WORKERS
PAY3 = SPEND_DISC + 1
LEVEL_0 = PAY3 + 1
M5 = LEVEL_0 + 1 + LEVELS
BOOK_D = M5 + box.MASTERPIECE_SPACES
SLOT_D = BOOK_D + box.BOOK_COLOURS
TAKE_BLUE = SLOT_D + box.DISCIPLINES
RETURN_BLUE = TAKE_BLUE + box.WHITE
TILE_TD1 = RETURN_BLUE + box.DISCIPLINES
PAY_COLOUR = TILE_TD1 + box.TILES
PAY_WHITE = PAY_COLOUR + 1
SPACE_1 = PAY_WHITE + 1
STARTER_D = SPACE_1 + box.SPACES - 1
ACTIONS = STARTER_D + box.DISCIPLINES

PHASES = (
    "SETUP", "ORDER", "TURN", "ACTION", "HIRE", "SLOT", "RESULT", "BOOK", "DISC", "HELPER", "LIMIT",
    "TILE", "PAY", "DISC_SOURCE", "TD4_SPACE", "TD4_SLOT", "REFILL", "OVER",
)  # fmt: skip
(
    SETUP, ORDER, TURN, ACTION, HIRE, SLOT, RESULT, BOOK, DISC, HELPER, LIMIT,
    TILE, PAY, DISC_SOURCE, TD4_SPACE, TD4_SLOT, REFILL, FINISHED,
) = range(len(PHASES))  # fmt: skip
END_OF_TURN = len(PHASES)  # nothing is left to decide; nobody ever sees this phase

# By phase: the span of its actions, and the rule that says what is to be decided.
_ASKED = (
    (0, -1, 4),  # SETUP
    (STARTER_D, ACTIONS - 1, 5),  # ORDER
    (MOVE_1, PASS_OUT, 14),  # TURN
    (ACT_HERE, PASS, 14),  # ACTION
    (RECRUIT_0, SPEND_DISC - 1, 34),  # HIRE
    (WSLOT_0, STOP - 1, 33),  # SLOT
    (SPEND_DISC, BOOK_D - 1, 40),  # RESULT
    (BOOK_D, SLOT_D - 1, 45),  # BOOK
    (SLOT_D, TAKE_BLUE - 1, 47),  # DISC
    (TAKE_BLUE, RETURN_BLUE - 1, 50),  # HELPER
    (RETURN_BLUE, TILE_TD1 - 1, 51),  # LIMIT
    (TILE_TD1, PAY_COLOUR - 1, 62),  # TILE
    (PAY_COLOUR, PAY_WHITE, 65),  # PAY
    (SLOT_D, TAKE_BLUE - 1, 66),  # DISC_SOURCE
    (SPACE_1, STARTER_D - 1, 68),  # TD4_SPACE
    (RECRUIT_0, WSLOT_0 - 1, 68),  # TD4_SLOT
    (0, -1, 24),  # REFILL
    (0, -1, 93),  # OVER
    (0, -1, 13),  # END_OF_TURN
)
FIRST_ACTION: list[int] = table([first for first, _, _ in _ASKED])
LAST_ACTION: list[int] = table([last for _, last, _ in _ASKED])
ASKED_BY: list[int] = table([number for _, _, number in _ASKED])

MOST_LEGAL = box.TILES  # no phase asks for more
MOST_OUTCOMES = box.TILES
