"""What a position of La Stanza must fulfil beyond the count of its pieces: it can be, and can go on."""

from __future__ import annotations

from ludotheque.contract.reading import name_of, refuse_unless, stop_if_wrong

from . import actions, box
from .box import BONUS_SPACE, DISCIPLINES, LETTERS, MASTERPIECES, PATRON, PLAYERS, TILES, TILES_EACH, TILES_IN_PLAY
from .rules import forbids, setup
from .rules.conditions import forbids_tile
from .rules.effects import helper_count
from .rules.last_turns import has_turn, next_turn
from .rules.refill import next_space
from .rules.setup import STARTERS, is_unplaced, set_up_weight
from .rules.tracks import is_of
from .state import AWAY, CLOSED, EMPTY, NONE, ON_GRID, OUT, State

IN_BONUS_ROOM = (actions.TILE, actions.PAY, actions.DISC_SOURCE, actions.TD4_SPACE, actions.TD4_SLOT)
IN_DISCIPLINE_ROOM = (actions.ACTION, actions.HIRE, actions.SLOT, actions.RESULT)

# The most of each in one effect. (L45, L47, L50, L69)
MOST_EFFECTS = {
    actions.BOOK: max(actions.LEVELS, box.TR3_BOOKS),
    actions.DISC: max(actions.LEVELS, box.TA3_DISCS),
    actions.HELPER: actions.LEVELS,
}

# How positions call the fields of a state, where the names differ.
WRITTEN = {
    "owner": "grid",
    "masterpiece": "masterpieces",
    "turn": "to_act",
    "supply": "discs",
    "flipped": "patron_flipped",
    "place": "passing_place",
}


def check(s: State) -> None:
    """Raises BadPosition for what the rules never let happen; passes over a turn by L20."""
    check_last_turn(s)
    check_masterpieces(s)
    check_pending(s)
    if s.phase in (actions.SETUP, actions.ORDER):
        check_set_up(s)
        return
    s.laid = setup.last_event(s)
    check_bonus_tiles(s)
    check_figures(s)
    check_passing(s)
    check_helpers(s)
    if s.phase == actions.REFILL:
        refuse_unless(s.refills < box.ROUNDS[s.players], "refills", "it was the last refill (L28).")
        refuse_unless(next_space(s) < box.SPACES, "board", "there is no space to be refilled (L24).")
        refuse_unless(s.apart != 0 or sum(s.pile) > 0, "pile", "a tile must be there to be drawn (L24).")
    elif s.phase == actions.TURN:
        fits = s.refills == box.ROUNDS[s.players] or any(tile != EMPTY for tile in s.board)
        refuse_unless(fits, "board", "it is never empty before the last refill.")
    stop_if_wrong()
    if s.phase == actions.TURN:
        if not has_turn(s, s.turn):
            next_turn(s)
    elif s.phase not in (actions.REFILL, actions.FINISHED):
        asked = actions.PHASE_TABLE[s.phase]
        legal = sum(forbids(s, s.phase, action) == 0 for action in range(asked.first, asked.last + 1))
        refuse_unless(legal > 1, "phase", "there is nothing to choose, so this phase cannot occur here.")


# --- the table --------------------------------------------------------------------------------


def check_last_turn(s: State) -> None:
    """Checks that the last turns follow the last refill, and that the game ends with turn C. (L80, L82)"""
    rounds = box.ROUNDS[s.players]
    refuse_unless(not s.last_turn or s.refills == rounds, "last_turn", f"it begins after refill {rounds} (L80).")
    refuse_unless(s.phase != actions.FINISHED or s.last_turn == 3, "last_turn", "it must be C when the game is over.")


def check_masterpieces(s: State) -> None:
    """Checks pillars and cover tiles. (L11, L53)"""
    needed = 0 if s.players == PLAYERS else 1
    for letter, room in zip(LETTERS, s.masterpiece, strict=True):
        at = f"masterpieces.{letter}"
        for p in range(s.players):
            refuse_unless(room.count(p) <= 1, at, "a seat has more than one pillar there (L53).")
        fits = room.count(CLOSED) in (needed, 0 if s.phase == actions.SETUP else needed)
        refuse_unless(fits, at, f"{needed} of its spaces must be closed (L11).")
        refuse_unless(room[-1] != CLOSED, f"{at}.{MASTERPIECES[-1]}", "it is never closed (L11).")
    for m, most in enumerate(box.COVER_TILES):
        fits, space = sum(room[m] == CLOSED for room in s.masterpiece) <= most, name_of("study", MASTERPIECES[m])
        refuse_unless(fits, f"masterpieces.{LETTERS[-1]}", f"{space}: at most {most} may be closed (L11).")


def check_bonus_tiles(s: State) -> None:
    """Checks that three tiles of each discipline are in play. (L10)"""
    for d in range(box.TILE_DISCIPLINES):
        n = sum(owner != OUT for owner in s.owner[TILES_EACH * d : TILES_EACH * (d + 1)])
        name = name_of("disciplines", LETTERS[d])
        refuse_unless(n == TILES_IN_PLAY, "grid", f"there must be {TILES_IN_PLAY} tiles of {name}, not {n} (L10).")
    if s.phase in (actions.TD4_SPACE, actions.TD4_SLOT):
        fits = s.owner[box.TD4] == s.turn
        refuse_unless(
            fits, f"seats[{s.turn}].bonus_tiles", f"it must hold {name_of('tiles', 'TD4')} in this phase (L68)."
        )


def check_passing(s: State) -> None:
    """Checks that passing places are taken one after the other, in the last turns only. (L91)"""
    places = sorted(place for place in s.place if place > 0)
    for p in range(s.players):
        at = f"seats[{p}].passing_place"
        refuse_unless(s.last_turn > 0 or s.place[p] == 0, at, "nobody passes out before the last turns (L91).")
        refuse_unless(s.place[p] == 0 or p != s.turn, at, "a player who has passed out has no more turns (L91).")
        fits = places == list(range(1, len(places) + 1))
        refuse_unless(fits, at, "places are taken in order, one each (L91).")


def check_figures(s: State) -> None:
    """Checks that figures share the bonus space only, and that the figure of the turn is where its phase is. (L19)"""
    for p in range(s.players):
        at, here = f"seats[{p}].figure", s.figure[p] == BONUS_SPACE
        refuse_unless(
            (s.figure[p] == AWAY) == (s.place[p] > 0),
            at,
            "a figure leaves the board when its player passes out, and only then.",
        )
        alone = here or s.figure[p] == AWAY or s.figure.index(s.figure[p]) == p
        refuse_unless(alone, at, "another figure is on this space already (L19).")
        if p == s.turn:
            refuse_unless(here or s.phase not in IN_BONUS_ROOM, at, "in this phase it is in the bonus room.")
            fits = not here or s.phase not in IN_DISCIPLINE_ROOM
            refuse_unless(fits, at, "in this phase it is in a discipline room.")


def check_helpers(s: State) -> None:
    """Checks that nobody keeps more than seven helpers, except while they are taken and returned. (L51)"""
    for p in range(s.players):
        kept = helper_count(s, p)
        if p == s.turn and s.phase == actions.HELPER:
            kept -= s.used[s.depth - 1].bit_count()
        fits = kept <= box.HELPER_LIMIT or (p == s.turn and s.phase == actions.LIMIT)
        refuse_unless(fits, f"seats[{p}].helpers", f"at most {box.HELPER_LIMIT} may be kept (L51).")


# --- the set-up -------------------------------------------------------------------------------


def check_set_up(s: State) -> None:
    """Checks that a position of the set-up is what its events lead to, one after the other."""
    made = State()
    setup.begin(made, s.players, [s.experienced, s.expert])
    while made.phase in (actions.SETUP, actions.ORDER):
        choice = shown_choice(made, s)
        if made.phase == actions.ORDER and 0 <= choice < STARTERS and is_unplaced(made, made.to_act, choice):
            setup.order_starter(made, made.to_act, choice)
        elif (
            made.phase == actions.SETUP
            and 0 <= choice < setup.set_up_outcomes(made)
            and set_up_weight(made, choice) > 0
        ):
            setup.set_up(made, choice)
        else:
            break
    s.laid = made.laid
    for name, field in State.fields.items():
        ours, theirs = getattr(made, name), getattr(s, name)
        if ours != theirs:
            seats = [p for p in range(PLAYERS) if field.seats and ours[p] != theirs[p]]
            at = f"seats[{seats[0]}]." if seats else ""
            sentence = "this is impossible during the set-up, which has a fixed order (part 8)."
            refuse_unless(False, at + WRITTEN.get(name, name), sentence)
            return  # the other differences follow from this one


def shown_choice(made: State, s: State) -> int:
    """The outcome or starting tile that a position of the set-up shows next; no id if it shows none."""
    laid = made.laid
    if made.phase == actions.ORDER or laid < setup.first_character(made):
        p = made.to_act if made.phase == actions.ORDER else laid // STARTERS
        return s.workers[p][made.workers[p].index(EMPTY)] - box.STARTING
    if laid < setup.first_bonus_tile(made):
        return s.board[1 + laid - setup.first_character(made)]
    if laid < setup.first_cover(made):
        return next((t for t in range(TILES) if s.owner[t] == ON_GRID and set_up_weight(made, t) > 0), NONE)
    spaces = s.masterpiece[laid - setup.first_cover(made)]
    return spaces.index(CLOSED) if CLOSED in spaces else NONE


# --- inside a turn ----------------------------------------------------------------------------


def check_pending(s: State) -> None:
    """Checks that what was chosen so far in a turn is there."""
    p = s.turn
    if s.phase == actions.REFILL:
        fits = all(s.removed[d] > 0 for d in range(DISCIPLINES) if s.apart >> d & 1)
        refuse_unless(fits, "pending.apart", "these tiles are not removed (L25).")
        fits = not s.apart or sum(s.pile) + sum(s.discard) == 0
        refuse_unless(fits, "pending.apart", "starting tiles come after all others (L25).")
    for slot, tile in enumerate(s.workers[p]):
        fits = not s.filled >> slot & 1 or tile not in (EMPTY, PATRON)
        refuse_unless(fits, "pending.filled", f"no character is on worker slot {slot + 1}.")
    fits = not s.paid3 or (s.added > 0 and s.owner[box.TR4] == p)
    refuse_unless(fits, "pending.paid3", f"only the owner of {name_of('tiles', 'TR4')} pays (L38).")
    if s.phase == actions.SLOT:
        tile = s.recruits[p][s.recruit]
        refuse_unless(tile != EMPTY, "pending.recruit", "there is no tile.")
        refuse_unless(
            bool(s.filled) or is_of(tile, s.discipline),
            "pending.recruit",
            "the first character hired must be of the discipline (L34).",
        )
    if s.phase in (actions.PAY, actions.DISC_SOURCE):
        refuse_unless(s.owner[s.tile] == ON_GRID, "pending.tile", "it does not lie on the grid.")
        fits = s.phase != actions.PAY or forbids_tile(s, p, s.tile) == 0
        refuse_unless(fits, "pending.tile", "this seat may not take it (L63).")
        fits = s.phase != actions.DISC_SOURCE or s.supply[p] == 0
        refuse_unless(fits, "pending.tile", "its disc comes from the supply (L66).")
    if s.phase == actions.TD4_SLOT:
        refuse_unless(s.board[s.space] != EMPTY, "pending.space", "there is no tile.")
    if s.phase in (*MOST_EFFECTS, actions.LIMIT):
        check_effects(s)


def check_effects(s: State) -> None:
    """Checks the stack of effects, innermost last: books, and above them what a book gave. (L46)"""
    for level in range(s.depth):
        check_effect(s, level)
    asked = s.effect[s.depth - 1] if s.depth else actions.LIMIT
    fits = s.phase in (asked, actions.LIMIT)
    refuse_unless(fits, "pending.effects", "the last one must be what this phase asks for.")
    if s.phase == actions.LIMIT and s.depth:
        fits = asked == actions.BOOK and s.used[s.depth - 1] != 0
        refuse_unless(
            fits, "pending.effects", "the limit of helpers comes between books or after everything else (L51)."
        )


def check_effect(s: State, level: int) -> None:
    """Checks how many of one effect are left, and its choices, which can still be seen."""
    p, effect, left, used = s.turn, s.effect[level], s.left[level], s.used[level]
    at, is_topmost, most = f"pending.effects[{level}]", level == s.depth - 1, MOST_EFFECTS[effect]
    done = {actions.BOOK: s.books, actions.DISC: s.discs, actions.HELPER: s.helpers}[effect][p]
    fits = all(done[i] for i in range(len(done)) if used >> i & 1)
    refuse_unless(fits, f"{at}.used", "the seat lacks one of these.")
    fits = effect != actions.DISC or not used >> box.RELIGION & 1
    refuse_unless(fits, f"{at}.used", "no effect places discs in the slot of Religion (L48).")
    refuse_unless(left > 0 or not is_topmost, f"{at}.left", "at least one is still to come.")
    refuse_unless(left + used.bit_count() <= most, f"{at}.left", f"together with those used, there are at most {most}.")
    refuse_unless(is_topmost or effect == actions.BOOK, f"{at}.effect", "only books have further effects (L46).")
    if level > 0:
        refuse_unless(gives(s, effect), f"{at}.effect", "no book written just now gives it (L46).")
        refuse_unless(
            left == 1 and not used, f"{at}.left", "a book gives one effect, and none has been used yet (L46)."
        )


def gives(s: State, effect: int) -> bool:
    """Whether the last book of some colour written in the lowest effect has this effect as its bonus. (L46)"""
    bonus = {actions.DISC: box.BOOK_DISC, actions.HELPER: box.BOOK_HELPER}.get(effect)
    written = (c for c in range(box.BOOK_COLOURS) if s.used[0] >> c & 1)
    return any(box.BOOK_BONUS[c][s.books[s.turn][c] - 1] == bonus for c in written)
