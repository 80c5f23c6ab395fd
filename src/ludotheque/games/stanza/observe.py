"""What a seat may know of La Stanza as a row of numbers, and what the action ids mean."""

from __future__ import annotations

from ...kernel.observation import (
    MOST,
    Actions,
    Change,
    Field,
    Row,
    clockwise,
    flags,
    length,
    make_observe,
    put,
    put_bits,
    put_choice,
    put_cut,
    put_numbers,
)
from ...kernel.rule import rule
from .actions import (
    ACT_COLOUR_D,
    ACT_HERE,
    ACT_WHITE_D,
    ACTIONS,
    BOOK,
    BOOK_D,
    DISMISS_0,
    LEVEL_0,
    M5,
    MOVE_1,
    PASS,
    PASS_OUT,
    PAY3,
    PAY_COLOUR,
    PAY_WHITE,
    PHASES,
    RECEIVE_MONEY,
    RECRUIT_0,
    RETURN_BLUE,
    SLOT_D,
    SPACE_1,
    SPEND_DISC,
    STARTER_D,
    STOP,
    TAKE_BLUE,
    TILE_TD1,
    WSLOT_0,
)
from .box import (
    BOOK_COLOURS,
    DISCIPLINES,
    DISCS,
    HELPER_LIMIT,
    KINDS,
    LAST_SPACE,
    MASTERPIECE_SPACES,
    PATRON,
    PER_COLOUR,
    PER_DISCIPLINE,
    PLAYERS,
    RECRUITS,
    SHELF,
    SPACES,
    TILE_CODES,
    TILES,
    WORKERS,
)
from .rules.scoring import score
from .state import CLOSED, FREE, ON_GRID, OUT, PENDING, State

HISTORY = (Change(1, "0.2.0", "First version."),)
PHASE_COUNT = len(PHASES)
LAST_TURNS = 3
EFFECTS = 3  # BOOK, DISC and HELPER are pending, in this order of phases
PILE = PER_DISCIPLINE + PLAYERS  # tiles of a discipline at most, starting ones included
CHARACTERS = PATRON  # tiles without the patron
MANY = DISCS + WORKERS + TILES  # strength that can be added at most, and more

COMMON = (
    flags("phase", f"What is asked: {', '.join(PHASES)}.", PHASE_COUNT),
    flags("to_act", "The seat that decides; none at chance and when the game is over.", PLAYERS),
    flags("turn", "The seat whose turn it is, also while chance decides.", PLAYERS),
    flags("experienced", "1 with the option of L5."),
    flags("expert", "1 with the option of L110."),
    Field("refills", (1,), 0, 20, "Refills of the palace so far (L26)."),
    flags("last_turn", "The last turn A, B or C; none before (L82).", LAST_TURNS),
    flags("discipline", "The discipline being activated: D L R A P.", DISCIPLINES),
    flags("filled", "Worker slots filled in this activation.", WORKERS),
    flags("recruit", "The place of the character to be hired.", RECRUITS),
    Field("added", (1,), 0, MANY, "Strength added by discs and TR4."),
    flags("paid3", "1 once TR4 is used in this activation."),
    flags("tile", f"The bonus tile to be paid: {', '.join(TILE_CODES)}.", TILES),
    flags("space", "The space of the character to be taken by TD4, 0-15.", SPACES),
    flags("effect", "Effects not yet finished, innermost last: books, discs or helpers.", PENDING, EFFECTS),
    Field("left", (PENDING,), 0, SHELF + TILES, "How many of each effect are still to come."),
    flags("used", "Choices already made in each effect.", PENDING, DISCIPLINES),
    flags("board", "The tile on each space 0-15: characters D L R A P, then starting characters.", SPACES, CHARACTERS),
    Field("pile", (DISCIPLINES,), 0, PILE, "Characters of each discipline in the draw pile."),
    Field("discard", (DISCIPLINES,), 0, PILE, "Characters of each discipline in the discard pile."),
    Field("removed", (DISCIPLINES,), 0, PLAYERS, "Starting characters of each discipline that left the game."),
    flags("owner", "Each bonus tile: owned by seat 0-3, on the grid, or out of the game.", TILES, PLAYERS + 2),
    flags("masterpiece", "Each space M5, M8, M12, M17 of every discipline: made by seat 0-3, free, or covered.",
          DISCIPLINES, MASTERPIECE_SPACES, PLAYERS + 2),
    Field("art_stock", (KINDS,), 0, PLAYERS, "Sculptures, manuscripts and paintings left."),
    Field("helper_stock", (DISCIPLINES,), 0, PER_COLOUR, "Helpers left: blue, red, green, yellow, white."),
)  # fmt: skip
EACH_SEAT = (
    flags("present", "1 if the game has this seat; if not, its other fields are 0."),
    Field("score", (1,), -MOST, MOST, "Points on the table as it stands (L100)."),
    Field("money", (1,), 0, MOST, "Florins."),
    Field("ship", (1,), 0, LAST_SPACE, "The ship's space on the money track."),
    flags("figure", "The figure's space 0-15; none after passing out.", SPACES),
    Field("helpers", (DISCIPLINES,), 0, 2 * HELPER_LIMIT, "Helpers: blue, red, green, yellow, white."),
    Field("supply", (1,), 0, DISCS, "Discs in the supply."),
    Field("discs", (DISCIPLINES,), 0, DISCS, "Discs in the slots D L R A P of the Religion room."),
    flags("workers", "The tile on each worker slot: as on the board, then the patron.", WORKERS, CHARACTERS + 1),
    flags("recruits", "The tile on each place of the recruitment track.", RECRUITS, CHARACTERS),
    flags("flipped", "1 if the patron shows -5 PP (L59)."),
    Field("books", (BOOK_COLOURS,), 0, SHELF, "Books D R A P on the shelf."),
    Field("artworks", (KINDS,), 0, PLAYERS, "Sculptures, manuscripts and paintings."),
    Field("place", (1,), 0, PLAYERS, "Passing place 1, 2, ..; 0 before passing out (L91)."),
)
SCORE = "score"  # the field that holds a seat's points
SEAT_LENGTH = length(EACH_SEAT, (), 0)
OBSERVATION = length(COMMON, EACH_SEAT, PLAYERS)

ACTION_TABLE = (
    Actions(MOVE_1, PASS_OUT - MOVE_1, "Walk to the 1st-4th stop (L15)."),
    Actions(PASS_OUT, 1, "Pass out: end the seat's game (L91)."),
    Actions(ACT_HERE, 1, "Activate the discipline of the room (L29)."),
    Actions(ACT_COLOUR_D, ACT_WHITE_D - ACT_COLOUR_D, "Activate D, L, R or A by a helper of its colour (L29)."),
    Actions(ACT_WHITE_D, RECEIVE_MONEY - ACT_WHITE_D, "Activate D, L, R, A or P by a white helper (L30)."),
    Actions(RECEIVE_MONEY, 1, "Receive money (L57)."),
    Actions(PASS, 1, "Do nothing in this turn (L14)."),
    Actions(RECRUIT_0, WSLOT_0 - RECRUIT_0, "The character on place 0-5 of the recruitment track (L34, L68)."),
    Actions(WSLOT_0, STOP - WSLOT_0, "The worker slot 0-5 (L33)."),
    Actions(STOP, 1, "Hire nobody else (L34)."),
    Actions(DISMISS_0, SPEND_DISC - DISMISS_0, "Dismiss the worker on slot 0-5 (L110)."),
    Actions(SPEND_DISC, 1, "Take a disc back for 1 strength (L38)."),
    Actions(PAY3, 1, "Pay 3 florins for 1 strength, by TR4 (L38)."),
    Actions(LEVEL_0, M5 - LEVEL_0, "Nothing, or the reward of level 1-3 (L40, L41)."),
    Actions(M5, MASTERPIECE_SPACES, "Create the masterpiece M5, M8, M12 or M17 (L54)."),
    Actions(BOOK_D, BOOK_COLOURS, "Write a book D, R, A or P (L45)."),
    Actions(SLOT_D, DISCIPLINES, "The slot D, L, R, A or P of the Religion room, for a disc or from there (L47, L66)."),
    Actions(TAKE_BLUE, RETURN_BLUE - TAKE_BLUE, "Take a blue, red, green or yellow helper (L50)."),
    Actions(RETURN_BLUE, TILE_TD1 - RETURN_BLUE, "Return a blue, red, green, yellow or white helper (L51)."),
    Actions(TILE_TD1, TILES, "Take the bonus tile TD1-5, TL1-5, TR1-5 or TA1-5 (L62)."),
    Actions(PAY_COLOUR, 1, "Pay it with a helper of its colour (L65)."),
    Actions(PAY_WHITE, 1, "Pay it with a white helper (L65)."),
    Actions(SPACE_1, STARTER_D - SPACE_1, "The character on space 1-15, by TD4 (L68)."),
    Actions(STARTER_D, ACTIONS - STARTER_D, "The next starting character: D, L, R, A or P (L5)."),
)


@rule
def observe_table(s: State, seat: int, row: Row) -> int:
    """The fields of COMMON; returns where the first seat begins."""
    at = observe_turn(s, max(seat, 0), row)
    return observe_palace(s, max(seat, 0), row, at)


@rule
def observe_turn(s: State, seat: int, row: Row) -> int:
    """The fields of COMMON up to the board; returns where it begins."""
    at = put_choice(row, 0, s.phase, PHASE_COUNT)
    at = put_choice(row, at, clockwise(s.to_act, seat, s.players), PLAYERS)
    at = put_choice(row, at, clockwise(s.turn, seat, s.players), PLAYERS)
    at = put(row, at, s.experienced)
    at = put(row, at, s.expert)
    at = put(row, at, s.refills)
    at = put_choice(row, at, s.last_turn - 1, LAST_TURNS)
    at = put_choice(row, at, s.discipline, DISCIPLINES)
    at = put_bits(row, at, s.filled, WORKERS)
    at = put_choice(row, at, s.recruit, RECRUITS)
    at = put(row, at, s.added)
    at = put(row, at, s.paid3)
    at = put_choice(row, at, s.tile, TILES)
    at = put_choice(row, at, s.space, SPACES)
    for i in range(PENDING):
        at = put_choice(row, at, s.effect[i] - BOOK, EFFECTS)
    at = put_numbers(row, at, s.left, PENDING)
    for i in range(PENDING):
        at = put_bits(row, at, s.used[i], DISCIPLINES)
    return at


@rule
def observe_palace(s: State, seat: int, row: Row, at: int) -> int:
    """The fields of COMMON from the board on; returns where the first seat begins."""
    for space in range(SPACES):
        at = put_choice(row, at, s.board[space], CHARACTERS)
    at = put_numbers(row, at, s.pile, DISCIPLINES)
    at = put_numbers(row, at, s.discard, DISCIPLINES)
    at = put_numbers(row, at, s.removed, DISCIPLINES)
    for tile in range(TILES):
        at = put_owner(s, seat, s.owner[tile], ON_GRID, OUT, row, at)
    for d in range(DISCIPLINES):
        for m in range(MASTERPIECE_SPACES):
            at = put_owner(s, seat, s.masterpiece[d][m], FREE, CLOSED, row, at)
    at = put_numbers(row, at, s.art_stock, KINDS)
    return put_numbers(row, at, s.helper_stock, DISCIPLINES)


@rule
def put_owner(s: State, seat: int, owner: int, nobody: int, closed: int, row: Row, at: int) -> int:
    """Whose something is: a seat's, nobody's yet, or nobody's ever."""
    whose = clockwise(owner, seat, s.players)
    if owner == nobody:
        whose = PLAYERS
    elif owner == closed:
        whose = PLAYERS + 1
    return put_choice(row, at, whose, PLAYERS + 2)


@rule
def observe_seat(s: State, p: int, row: Row, at: int) -> int:
    """The fields of EACH_SEAT for one player; returns where the next one begins."""
    at = put(row, at, 1)
    at = put_cut(row, at, score(s, p))
    at = put_cut(row, at, s.money[p])
    at = put(row, at, s.ship[p])
    at = put_choice(row, at, s.figure[p], SPACES)
    at = put_numbers(row, at, s.helpers[p], DISCIPLINES)
    at = put(row, at, s.supply[p])
    at = put_numbers(row, at, s.discs[p], DISCIPLINES)
    for slot in range(WORKERS):
        at = put_choice(row, at, s.workers[p][slot], CHARACTERS + 1)
    for slot in range(RECRUITS):
        at = put_choice(row, at, s.recruits[p][slot], CHARACTERS)
    at = put(row, at, s.flipped[p])
    at = put_numbers(row, at, s.books[p], BOOK_COLOURS)
    at = put_numbers(row, at, s.artworks[p], KINDS)
    return put(row, at, s.place[p])


observe = make_observe(observe_table, observe_seat, PLAYERS, SEAT_LENGTH)
