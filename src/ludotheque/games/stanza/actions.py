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

from ...contract.phases import Phase
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

# Only the phase that opens a turn is asked even if it leaves no choice.
PHASE_TABLE = (
    Phase("SETUP", 4),
    Phase("ORDER", 5, STARTER_D, ACTIONS - 1),
    Phase("TURN", 14, MOVE_1, PASS_OUT, always=True),
    Phase("ACTION", 14, ACT_HERE, PASS),
    Phase("HIRE", 34, RECRUIT_0, SPEND_DISC - 1),
    Phase("SLOT", 33, WSLOT_0, STOP - 1),
    Phase("RESULT", 40, SPEND_DISC, BOOK_D - 1),
    Phase("BOOK", 45, BOOK_D, SLOT_D - 1),
    Phase("DISC", 47, SLOT_D, TAKE_BLUE - 1),
    Phase("HELPER", 50, TAKE_BLUE, RETURN_BLUE - 1),
    Phase("LIMIT", 51, RETURN_BLUE, TILE_TD1 - 1),
    Phase("TILE", 62, TILE_TD1, PAY_COLOUR - 1),
    Phase("PAY", 65, PAY_COLOUR, PAY_WHITE),
    Phase("DISC_SOURCE", 66, SLOT_D, TAKE_BLUE - 1),
    Phase("TD4_SPACE", 68, SPACE_1, STARTER_D - 1),
    Phase("TD4_SLOT", 68, RECRUIT_0, WSLOT_0 - 1),
    Phase("REFILL", 24),
    Phase("OVER", 93),
    Phase("END_OF_TURN", 13),
)
PHASES = tuple(phase.name for phase in PHASE_TABLE[:-1])
(
    SETUP, ORDER, TURN, ACTION, HIRE, SLOT, RESULT, BOOK, DISC, HELPER, LIMIT,
    TILE, PAY, DISC_SOURCE, TD4_SPACE, TD4_SLOT, REFILL, FINISHED,
) = range(len(PHASES))  # fmt: skip
END_OF_TURN = len(PHASES)  # nothing is left to decide; nobody ever sees this phase

MOST_OUTCOMES = box.TILES
