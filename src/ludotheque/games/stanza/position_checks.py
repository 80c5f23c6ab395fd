"""What a position of La Stanza must fulfil beyond the count of its pieces: it can be, and can go on."""

from __future__ import annotations

from ludotheque.contract.reading import JsonReader

from .actions import (
    ACTION,
    DISC_SOURCE,
    FINISHED,
    HELPER,
    HIRE,
    LIMIT,
    ORDER,
    PAY,
    PHASES,
    REFILL,
    RESULT,
    SETUP,
    SLOT,
    TD4_SLOT,
    TD4_SPACE,
    TILE,
    TURN,
)
from .box import (
    BONUS_SPACE,
    HELPER_LIMIT,
    LETTERS,
    PLAYERS,
    ROUNDS,
    SPACES,
    STARTING,
    TD4,
    TILE_DISCIPLINES,
    TILES,
    TILES_EACH,
    TILES_IN_PLAY,
)
from .rules import first_action, forbids, last_action
from .rules.effects import helper_count
from .rules.last_turns import has_turn, next_turn
from .rules.refill import next_space
from .rules.setup import (
    STARTERS,
    begin,
    first_bonus_tile,
    first_character,
    first_cover,
    is_unplaced,
    last_event,
    order_starter,
    set_up,
    set_up_weight,
)
from .state import AWAY, CLOSED, EMPTY, ON_GRID, OUT, State

IN_BONUS_ROOM = (TILE, PAY, DISC_SOURCE, TD4_SPACE, TD4_SLOT)
IN_DISCIPLINE_ROOM = (ACTION, HIRE, SLOT, RESULT)

# How positions call the fields of a state, where the names differ.
WRITTEN = {
    "owner": "grid",
    "masterpiece": "masterpieces",
    "turn": "to_act",
    "supply": "discs",
    "flipped": "patron_flipped",
    "place": "passing_place",
}


def check(s: State, top: JsonReader) -> None:
    """Raises BadPosition for what the rules never let happen; passes over a turn by L20."""
    if s.phase in (SETUP, ORDER):
        check_set_up(s, top)
    else:
        s.laid = last_event(s)
        check_bonus_tiles(s, top)
        check_passing(s, top)
        check_figures(s, top)
        check_helpers(s, top)
    if s.phase == REFILL:
        check_refill(s, top)
    elif s.phase == TURN:
        check_turn(s, top)
    elif s.phase not in (SETUP, FINISHED):
        check_choice(s, top)


# --- Set-up ---------------------------------------------------------------------------------------


def check_set_up(s: State, top: JsonReader) -> None:
    """Refuses a position of the set-up that its events, one after the other, do not lead to."""
    made = State()
    begin(made, s.players, [s.experienced, s.expert])
    while (choice := next_choice(made, s)) is not None:
        if made.phase == SETUP:
            set_up(made, choice)
        else:
            order_starter(made, made.to_act, choice)
    s.laid = made.laid
    for name, found in State.fields.items():
        ours, theirs = getattr(made, name), getattr(s, name)
        if ours != theirs:
            key = WRITTEN.get(name, name)
            if found.shape[:1] == (PLAYERS,) and name != "masterpiece":
                seat = next(p for p in range(PLAYERS) if ours[p] != theirs[p])
                key = f"seats[{seat}].{key}"
            top.refuse(key, "this cannot be in the set-up, which goes on in a fixed order (part 8).")


def next_choice(made: State, s: State) -> int | None:
    """The outcome or starting tile that a position of the set-up shows next, if it can be."""
    if made.phase == ORDER:
        choice = shown_starter(made, s, made.to_act)
        return choice if choice is not None and is_unplaced(made, made.to_act, choice) else None
    if made.phase != SETUP:
        return None
    choice = shown_outcome(made, s)
    return choice if choice is not None and set_up_weight(made, choice) > 0 else None


def shown_starter(made: State, s: State, p: int) -> int | None:
    tile = s.workers[p][made.workers[p].index(EMPTY)]
    return tile - STARTING if STARTING <= tile < STARTING + STARTERS else None


def shown_outcome(made: State, s: State) -> int | None:
    laid = made.laid
    if laid < first_character(made):
        return shown_starter(made, s, laid // STARTERS)
    if laid < first_bonus_tile(made):
        tile = s.board[1 + laid - first_character(made)]
        return tile if EMPTY < tile < STARTING else None
    if laid < first_cover(made):
        d = (laid - first_bonus_tile(made)) // TILES_IN_PLAY
        new = (t for t in range(TILES) if t // TILES_EACH == d and s.owner[t] == ON_GRID and made.owner[t] == OUT)
        return next(new, None)
    spaces = s.masterpiece[laid - first_cover(made)]
    return spaces.index(CLOSED) if CLOSED in spaces else None


# --- The table ------------------------------------------------------------------------------------


def check_bonus_tiles(s: State, top: JsonReader) -> None:
    """Three tiles of each discipline are in play. (L10)"""
    for d in range(TILE_DISCIPLINES):
        n = sum(s.owner[TILES_EACH * d + i] != OUT for i in range(TILES_EACH))
        top.unless(n == TILES_IN_PLAY, "grid", f"there must be {TILES_IN_PLAY} tiles of {LETTERS[d]}, not {n} (L10).")
    if s.phase in (TD4_SPACE, TD4_SLOT):
        top.unless(s.owner[TD4] == s.turn, f"seats[{s.turn}].bonus_tiles", "it must hold TD4 in this phase.")


def check_passing(s: State, top: JsonReader) -> None:
    """Passing places are taken one after the other, in the last turns only. (L91)"""
    places = sorted(place for place in s.place if place > 0)
    for p in range(s.players):
        key = f"seats[{p}].passing_place"
        top.unless(s.last_turn > 0 or s.place[p] == 0, key, "nobody passes out before the last turns (L91).")
        top.unless(s.place[p] == 0 or p != s.turn, key, "who has passed out has no more turns (L91).")
        top.unless(places == list(range(1, len(places) + 1)), key, "places are taken in order, one each (L91).")


def check_figures(s: State, top: JsonReader) -> None:
    """One figure on a space, but for the bonus space; the figure of the turn is where its phase is. (L14, L19)"""
    for p in range(s.players):
        key = f"seats[{p}].figure"
        alone = s.figure[p] in (BONUS_SPACE, AWAY) or s.figure.index(s.figure[p]) == p
        top.unless(alone, key, "another figure is on this space already (L19).")
        if p == s.turn:
            here = s.figure[p] == BONUS_SPACE
            top.unless(here or s.phase not in IN_BONUS_ROOM, key, "in this phase it is in the bonus room.")
            top.unless(not here or s.phase not in IN_DISCIPLINE_ROOM, key, "in this phase it is in a discipline room.")


def check_helpers(s: State, top: JsonReader) -> None:
    """Seven helpers at most, but while they are being taken and returned. (L51)"""
    for p in range(s.players):
        if p == s.turn and s.phase == LIMIT:
            continue
        kept = helper_count(s, p)
        if p == s.turn and s.phase == HELPER:
            kept -= s.used[s.depth - 1].bit_count()
        top.unless(kept <= HELPER_LIMIT, f"seats[{p}].helpers", f"at most {HELPER_LIMIT} may be kept (L51).")


# --- Going on -------------------------------------------------------------------------------------


def check_refill(s: State, top: JsonReader) -> None:
    """A space is to be filled, and a tile there to be drawn. (L24, L25)"""
    top.unless(next_space(s) < SPACES, "board", "there is no space to be refilled (L24).")
    top.unless(s.apart != 0 or sum(s.pile) > 0, "pile", "a tile must be there to be drawn (L24).")


def check_turn(s: State, top: JsonReader) -> None:
    """Somebody can walk; a seat that cannot is passed over. (L20)"""
    if s.refills < ROUNDS[s.players]:
        top.unless(any(tile != EMPTY for tile in s.board), "board", "it is never empty before the last refill.")
    if not has_turn(s, s.turn):
        next_turn(s)


def check_choice(s: State, top: JsonReader) -> None:
    """A decision without a choice is never asked."""
    legal = sum(forbids(s, s.phase, action) == 0 for action in range(first_action(s), last_action(s) + 1))
    top.unless(legal > 1, "phase", f"there is nothing to choose in {PHASES[s.phase]}: it is never asked so.")
