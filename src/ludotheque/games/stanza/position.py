"""The position format of La Stanza: one table of fields, written and read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.contract import position_fields as kind
from ludotheque.contract.position_fields import FLAG, SEAT, Fields, Kind, PositionField
from ludotheque.contract.reading import JsonReader, refuse_unless

from ...kernel.state import CHANCE, OVER
from . import actions, box
from .about import VERSION
from .actions import BOOK, DISC, FINISHED, HELPER, ORDER, PHASES, REFILL, SETUP
from .box import ARTWORKS, CHARACTERS, COLOURS, DISCS, LETTERS, PER_COLOUR, PER_DISCIPLINE, SPACES, TILE_CODES
from .position_checks import MOST_EFFECTS, check
from .state import CLOSED, FREE, NONE, ON_GRID, OUT, PENDING, State

LAST_TURNS = (None, "A", "B", "C")
MOST_FLORINS = 10_000  # far beyond any game; keeps numbers within the state's fields


# --- what is left: it may be left out, since it follows from the rest -------------------------


def tiles(s: State) -> list[int]:
    """All tiles on the board and on the tracks of the seats."""
    return s.board + [tile for p in range(s.players) for tile in s.workers[p] + s.recruits[p]]


def pile(s: State) -> list[int]:
    laid = tiles(s)
    return [PER_DISCIPLINE - laid.count(d) - s.discard[d] for d in range(len(LETTERS))]


def removed(s: State) -> list[int]:
    laid = tiles(s)
    return [0 if s.phase in (SETUP, ORDER) else s.players - laid.count(box.STARTING + d) for d in range(len(LETTERS))]


def art_stock(s: State) -> list[int]:
    return [s.players - sum(of_kind) for of_kind in zip(*s.artworks, strict=True)]


def helper_stock(s: State) -> list[int]:
    return [PER_COLOUR - sum(of_colour) for of_colour in zip(*s.helpers, strict=True)]


def read_discs(s: State, p: int, found: JsonReader) -> None:
    """Discs in the supply and in the Religion room; the others lie on the grid."""
    found.only(("supply", *LETTERS))
    s.discs[p] = [found[letter].number(0, DISCS) for letter in LETTERS]
    s.supply[p] = DISCS - s.owner.count(p) - sum(s.discs[p])
    supply = found["supply"]
    refuse_unless(s.supply[p] >= 0, supply.path, f"the slots and the grid hold more than {DISCS} discs.")
    if not supply.absent:
        supply.choice([s.supply[p]])


def track(length: int, patrons: int, sentence: str) -> Kind:
    """The tiles on a track or on the board, with this number of patrons among them."""
    places = kind.items(kind.or_null(kind.choice(CHARACTERS)), length)
    return kind.checked(places, lambda found: found.count(box.PATRON) == patrons, sentence)


# --- effects ----------------------------------------------------------------------------------

EFFECTS = (BOOK, DISC, HELPER)
USED = {  # the choices made in an effect
    BOOK: kind.subset([LETTERS[d] for d in box.BOOKS]),
    DISC: kind.subset(LETTERS),
    HELPER: kind.subset(COLOURS[: box.WHITE]),
}


def write_effects(s: State, p: None, viewer: int | None) -> list[dict[str, Any]]:
    """The effects that are not finished, innermost last."""
    return [
        {"effect": PHASES[effect], "left": left, "used": USED[effect].encode(s, used)}
        for effect, left, used in zip(s.effect[: s.depth], s.left, s.used, strict=False)
    ]


def read_effects(s: State, p: None, found: JsonReader) -> None:
    entries = found.items(0, PENDING)
    s.depth = len(entries)
    for level, entry in enumerate(entries):
        entry.only(("effect", "left", "used"))
        effect = EFFECTS[entry["effect"].choice([PHASES[effect] for effect in EFFECTS])]
        s.effect[level], s.left[level] = effect, entry["left"].number(0, MOST_EFFECTS[effect])
        s.used[level] = USED[effect].decode(s, entry["used"])


# --- the table --------------------------------------------------------------------------------

ROOM = kind.named(box.MASTERPIECES, kind.seat_or({None: FREE, "closed": CLOSED}))
DISCIPLINE = kind.choice(LETTERS)
FILLED = kind.subset(range(box.WORKERS))
PAID = {"tile": kind.choice(TILE_CODES)}
EFFECT = {"effects": PositionField(write_effects, read_effects)}

POSITION = Fields({
    **kind.head("stanza", VERSION, {"experienced": FLAG, "expert": FLAG}),
    "to_act": kind.to_act({SETUP: CHANCE, REFILL: CHANCE, FINISHED: OVER}),
    "phase": kind.choice(PHASES),
    "refills": kind.number(0, lambda s: box.ROUNDS[s.players]),
    "last_turn": kind.choice(LAST_TURNS),
    "board": kind.of("board", track(SPACES - 1, 0, "a patron cannot be there."), start=1),
    "pile": kind.derived(kind.counts(LETTERS, PER_DISCIPLINE), pile, "disciplines"),
    "discard": kind.counts(LETTERS, PER_DISCIPLINE),
    "removed": kind.derived(kind.counts(LETTERS, kind.players), removed, "disciplines"),
    "grid": kind.where("owner", TILE_CODES, ON_GRID, OUT, "tiles"),
    "masterpieces": kind.of("masterpiece", kind.named(LETTERS, ROOM)),
    "art_stock": kind.derived(kind.counts(ARTWORKS, kind.players), art_stock, "terms"),
    "helper_stock": kind.derived(kind.counts(COLOURS, PER_COLOUR), helper_stock, "terms"),
    "seats": kind.each_seat({
        "money": kind.number(0, MOST_FLORINS),
        "figure": kind.or_null(kind.number(0, SPACES - 1)),
        "ship": kind.number(0, box.LAST_SPACE),
        "helpers": kind.counts(COLOURS, PER_COLOUR),
        "discs": PositionField(
            lambda s, p, viewer: {"supply": s.supply[p]} | dict(zip(LETTERS, s.discs[p], strict=True)),
            read_discs, late=True,
        ),
        "workers": track(box.WORKERS, 1, "there must be one patron."),
        "patron_flipped": kind.of("flipped", FLAG),
        "recruits": track(box.RECRUITS, 0, "the patron belongs on the worker track."),
        "books": kind.counts([LETTERS[d] for d in box.BOOKS], box.SHELF),
        "artworks": kind.counts(ARTWORKS, kind.players),
        "bonus_tiles": kind.where("owner", TILE_CODES, 0, OUT, "tiles"),
        "passing_place": kind.of("place", kind.or_null(kind.number(1, kind.players), none=0)),
    }),
    "pending": kind.by_phase({
        REFILL: {"seat": kind.of("turn", SEAT), "apart": kind.subset(LETTERS)},
        actions.HIRE: {"discipline": DISCIPLINE, "filled": FILLED},
        actions.SLOT: {"discipline": DISCIPLINE, "filled": FILLED, "recruit": kind.number(0, box.RECRUITS - 1)},
        actions.RESULT: {"discipline": DISCIPLINE, "added": kind.number(0, DISCS + 1), "paid3": FLAG},
        actions.PAY: PAID,
        actions.DISC_SOURCE: PAID,
        actions.TD4_SLOT: {"space": kind.number(1, SPACES - 1)},
        BOOK: EFFECT,
        DISC: EFFECT,
        HELPER: EFFECT,
        actions.LIMIT: EFFECT,
    }),
})  # fmt: skip

write, view = POSITION.write, POSITION.view


def read(s: State, d: Mapping[str, Any]) -> None:
    """Puts the position into a state for which `begin` was called; raises BadPosition."""
    s.owner = [OUT] * len(TILE_CODES)
    POSITION.read(s, JsonReader(d))
    if s.phase not in (SETUP, REFILL):
        s.turn = NONE if s.phase == FINISHED else s.to_act
    check(s)
