"""Reading what is pending inside a turn of La Stanza: only what a turn could have led to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.contract.reading import JsonReader

from .actions import BOOK, DISC, DISC_SOURCE, HELPER, HIRE, LEVELS, LIMIT, PAY, PHASES, REFILL, RESULT, SLOT, TD4_SLOT
from .box import (
    BOOK_BONUS,
    BOOK_COLOURS,
    BOOK_DISC,
    BOOK_HELPER,
    BOOKS,
    COLOURS,
    DISCIPLINES,
    DISCS,
    LETTERS,
    PATRON,
    RECRUITS,
    RELIGION,
    SPACES,
    TA3_DISCS,
    TILE_CODES,
    TR3_BOOKS,
    TR4,
    WHITE,
    WORKERS,
)
from .rules.conditions import forbids_tile
from .rules.tracks import is_of
from .state import EMPTY, ON_GRID, PENDING, State

EFFECTS = (BOOK, DISC, HELPER)
CHOICES = {BOOK: [LETTERS[d] for d in BOOKS], DISC: list(LETTERS), HELPER: list(COLOURS[:WHITE])}  # of an effect
MOST = {BOOK: max(LEVELS, TR3_BOOKS), DISC: max(LEVELS, TA3_DISCS), HELPER: LEVELS}  # in an effect (L45, L47, L50, L69)
ACTIVATION_KEYS = {
    HIRE: ("discipline", "filled"),
    SLOT: ("discipline", "filled", "recruit"),
    RESULT: ("discipline", "added", "paid3"),
}


def read_pending(s: State, top: JsonReader) -> None:
    """What was chosen so far in the turn, as `position.written_pending` wrote it."""
    if s.phase == REFILL:
        read_refill(s, top.object("pending"))
    elif s.phase in (HIRE, SLOT, RESULT):
        read_activation(s, top.object("pending"))
    elif s.phase in (PAY, DISC_SOURCE):
        pending = top.object("pending")
        pending.only("tile")
        s.tile = pending.choice("tile", TILE_CODES)
        pending.unless(s.owner[s.tile] == ON_GRID, "tile", "it does not lie on the grid.")
        if s.phase == PAY:
            pending.unless(forbids_tile(s, s.turn, s.tile) == 0, "tile", "this seat may not take it (L63).")
        else:
            pending.unless(s.supply[s.turn] == 0, "tile", "its disc comes from the supply (L66).")
    elif s.phase == TD4_SLOT:
        pending = top.object("pending")
        pending.only("space")
        s.space = pending.number("space", 1, SPACES - 1)
        pending.unless(s.board[s.space] != EMPTY, "space", "there is no tile.")
    elif s.phase in (*EFFECTS, LIMIT):
        read_effects(s, top.object("pending"))
    else:
        top.unless(not top.has("pending"), "pending", "nothing can be pending in this phase.")


def read_mask(reader: JsonReader, key: str, names: Sequence[Any]) -> int:
    """A list of different names, as a bit for each."""
    items = reader.items(key, most=len(names))
    bits = 0
    for i in range(len(items.value)):
        bit = 1 << items.choice(str(i), names)
        items.unless(not bits & bit, str(i), "it is named twice.")
        bits |= bit
    return bits


def read_refill(s: State, pending: JsonReader) -> None:
    """The seat whose turn it is, and the starting tiles set apart. (L23, L25)"""
    pending.only("seat", "apart")
    s.turn = pending.number("seat", 0, s.players - 1)
    s.apart = read_mask(pending, "apart", LETTERS)
    for d in range(DISCIPLINES):
        pending.unless(not s.apart >> d & 1 or s.removed[d] > 0, "apart", "these tiles are not removed (L25).")
    piles = sum(s.pile) + sum(s.discard)
    pending.unless(not (s.apart and piles), "apart", "starting tiles come after all others (L25).")


def read_activation(s: State, pending: JsonReader) -> None:
    """The discipline being activated, and how far. (L34, L35, L38)"""
    p = s.turn
    pending.only(*ACTIVATION_KEYS[s.phase])
    s.discipline = pending.choice("discipline", tuple(LETTERS))
    if s.phase == RESULT:
        s.added = pending.number("added", 0, DISCS + 1)
        s.paid3 = int(pending.flag("paid3"))
        pending.unless(not s.paid3 or (s.added > 0 and s.owner[TR4] == p), "paid3", "only the owner of TR4 pays (L38).")
        return
    s.filled = read_mask(pending, "filled", range(WORKERS))
    for slot in range(WORKERS):
        holds_character = s.workers[p][slot] not in (EMPTY, PATRON)
        pending.unless(not s.filled >> slot & 1 or holds_character, "filled", f"no character is on w{slot}.")
    if s.phase == SLOT:
        s.recruit = pending.number("recruit", 0, RECRUITS - 1)
        tile = s.recruits[p][s.recruit]
        pending.unless(tile != EMPTY, "recruit", "there is no tile.")
        pending.unless(bool(s.filled) or is_of(tile, s.discipline), "recruit", "the first must match (L34).")


def read_effects(s: State, pending: JsonReader) -> None:
    """The stack of effects, innermost last: books, and above them what a book gave. (L46)"""
    pending.only("effects")
    items = pending.items("effects", most=PENDING)
    s.depth = len(items.value)
    for level in range(s.depth):
        read_effect(s, level, items.object(str(level)))
    asked = s.effect[s.depth - 1] if s.depth else LIMIT
    pending.unless(s.phase in (asked, LIMIT), "effects", f"the last one must be {PHASES[s.phase]}.")
    if s.phase == LIMIT and s.depth:
        after_a_book = asked == BOOK and s.used[s.depth - 1] != 0
        pending.unless(after_a_book, "effects", "the limit comes between books or after everything (L51).")


def read_effect(s: State, level: int, entry: JsonReader) -> None:
    """One effect of the stack: how many are left and which choices it has had, which can still be seen."""
    p, is_topmost = s.turn, level == s.depth - 1
    entry.only("effect", "left", "used")
    effect = s.effect[level] = EFFECTS[entry.choice("effect", tuple(PHASES[effect] for effect in EFFECTS))]
    s.left[level] = entry.number("left", 1 if is_topmost else 0, MOST[effect])
    s.used[level] = used = read_mask(entry, "used", CHOICES[effect])
    done = {BOOK: s.books, DISC: s.discs, HELPER: s.helpers}[effect][p]
    entry.unless(all(done[i] for i in range(len(done)) if used >> i & 1), "used", f"seat {p} has none of one of these.")
    entry.unless(effect != DISC or not used >> RELIGION & 1, "used", "no effect places discs in the R slot (L48).")
    enough = s.left[level] + used.bit_count() <= MOST[effect]
    entry.unless(enough, "left", f"with those used there are at most {MOST[effect]}.")
    entry.unless(is_topmost or effect == BOOK, "effect", "only books have further effects (L46).")
    if level > 0:
        entry.unless(gives(s, effect), "effect", "no book written just now gives it (L46).")
        entry.unless(s.left[level] == 1 and not used, "left", "a book gives one, of which none is used yet (L46).")


def gives(s: State, effect: int) -> bool:
    """Whether the last of some colour written in the lowest effect has this effect as its bonus. (L46)"""
    bonus = {DISC: BOOK_DISC, HELPER: BOOK_HELPER}.get(effect)
    written = (c for c in range(BOOK_COLOURS) if s.used[0] >> c & 1)
    return any(BOOK_BONUS[c][s.books[s.turn][c] - 1] == bonus for c in written)
