"""The board of La Stanza: a palace of six rooms, and below it one's own board.

room-L   room-R   room-A
room-D   room-B   room-P
tracks     goods    notes
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from ludotheque.contract.drawing import drawings
from ludotheque.contract.phrases import Phrase
from ludotheque.contract.scene import Panel, Pen, Scene

from ..actions import (
    ACTION,
    BOOK,
    DISC,
    DISC_SOURCE,
    HELPER,
    HIRE,
    LEVELS,
    LIMIT,
    M5,
    ORDER,
    PAY,
    PHASES,
    RESULT,
    SLOT,
    TD4_SLOT,
    TD4_SPACE,
    TILE,
    TILE_TD1,
    TURN,
)
from ..box import (
    ARTWORKS,
    BOOKS,
    COLOURS,
    LETTERS,
    MASTERPIECE_SPACES,
    PLAYERS,
    RECRUITS,
    SPACES,
    SPACES_PER_ROOM,
    TILE_CODES,
    WORKERS,
)
from ..refusals import refuse, unreachable
from ..rules import forbids
from ..state import EMPTY, State
from . import bonus_room, faces, pieces, tiles
from .changes import changes as changes
from .closing import frieze
from .goods import goods
from .notes import notes
from .palace import PALACE_HEIGHT, SHOWN_WIDTH, discipline_room
from .summary import compact_board, final_board
from .table import ROOMS, StanzaScene, on_scene
from .tracks import tracks

THUMBNAIL = (tuple(f"room-{name}" for name in ROOMS), (0, 0, 3 * SHOWN_WIDTH, PALACE_HEIGHT))  # lists of tables show it
EMBLEMS = {f"{section}.{letter}": f"sign-{letter}" for section in ("disciplines", "rooms") for letter in LETTERS}
EMBLEMS |= {f"terms.{colour}": f"helper-{letter}" for colour, letter in zip(COLOURS, LETTERS, strict=True)}
EMBLEMS |= {f"characters.{face}": f"mini-{face}" for face in faces.FACES}
EMBLEMS |= (
    {f"a_book.{letter}": f"book-{letter}" for letter in LETTERS}
    | {
        "actions.move": "figure-{seat}",
        "actions.move_bonus": "figure-{seat}",
        "actions.act_white": "helper-P",
        "actions.pay_white": "helper-P",
        "actions.money": "coin",
        "actions.pay3": "coin",
        "actions.worker_slot": "coin",
        "actions.worker_slot_bare": "coin",
        "actions.spend_disc": "disc-{seat}",
        "actions.disc_to": "disc-{seat}",
        "actions.disc_from": "disc-{seat}",
        "actions.masterpiece": "pillar-{seat}",
        "actions.pass_out": "star",
        "actions.pass": "figure-{seat}",
        "actions.stop": "figure-{seat}",
        "actions.level_0": "figure-{seat}",
    }
    | {f"actions.level_{letter}": f"sign-{letter}" for letter in LETTERS}
)
# What a piece is for that is no choice now, and its rule, by its id.
USES = {
    piece: (Phrase(f"refusals.use_{key}"), rule)
    for key, rule, starts, ends in (
        ("book", "L45", ("shelf", "stock-book"), (LETTERS[d] for d in BOOKS)),
        ("artwork", "L49", ("art-of-mine", "stock-art"), range(len(ARTWORKS))),
        ("disc", "L47", ("discs-of",), ("mine",)),
        ("slot", "L38", ("slot",), LETTERS),
        ("pillar", "L54", ("pillars-of",), ("mine",)),
        ("helper", "L50", ("stock-helper",), LETTERS),
        ("ship", "L43", ("ship-of",), range(PLAYERS)),
        ("reward", "L40", [f"level-{letter}" for letter in LETTERS], range(1, LEVELS + 1)),
        ("pillar", "L54", [f"masterpiece-{letter}" for letter in LETTERS], range(MASTERPIECE_SPACES)),
        ("tile", "L62", ("tile",), TILE_CODES),
        ("mine", "L67", ("mine",), TILE_CODES),
        ("track", "L61", ("money",), ("track",)),
        ("space", "L14", ("space",), range(SPACES)),
        ("recruit", "L32", ("recruit",), range(RECRUITS)),
        ("worker", "L33", ("worker",), range(WORKERS)),
        ("send", "L29", ("helper-of-mine",), LETTERS),
    )
    for piece in (f"{start}-{end}" for end in ends for start in starts)
} | {"money": (Phrase("refusals.use_money"), "L57")}
TRACKS, GOODS = "T", "G"
# Where each phase asks something: in rooms, and on these two panels of the own board.
ASKED_IN = {
    ORDER: TRACKS, ACTION: "".join(LETTERS) + TRACKS, HIRE: TRACKS, SLOT: TRACKS,
    BOOK: GOODS, DISC: "R", HELPER: "P", LIMIT: GOODS, TILE: "B", PAY: GOODS,
    DISC_SOURCE: "R", TD4_SPACE: "".join(ROOMS), TD4_SLOT: TRACKS,
}  # fmt: skip
HERE = Path(__file__).parent
GAP = 9  # the gap between the palace and a player's own board


@on_scene
def panels(shown: StanzaScene) -> list[Panel]:
    """All panels, in the order in which somebody with a small screen wants them.

    One's own board comes first, unless something in the palace can be chosen; the rooms
    go round clockwise.
    """
    top = PALACE_HEIGHT + GAP
    palace = rooms(shown)
    asked, calm = asked_in(shown), shown.calm
    own = [
        tracks(shown if TRACKS in asked else calm, (0, top)),
        notes(shown, (784, top)),
        goods(shown if GOODS in asked else calm, (444, top)),
    ]
    return palace + own if any(offers(shown, room) for room in palace) else own + palace


def offers(scene: Scene, room: Panel) -> bool:
    """Whether something can be chosen in a room."""
    return any(action in scene.choices.legal for action, _ in room.actions)


def rooms(shown: StanzaScene) -> list[Panel]:
    """The rooms clockwise: first one where something can be chosen, else where the player's figure stands."""
    figure = shown.player(shown.big)["figure"]
    here = (figure - 1) // SPACES_PER_ROOM if figure else len(ROOMS) - 1
    names = ROOMS[here:] + ROOMS[:here]
    asked = asked_in(shown)
    drawn = [room(shown, name) if name in asked else room(shown.public, name) for name in names]
    first = next((i for i, room in enumerate(drawn) if offers(shown, room)), 0)
    return drawn[first:] + drawn[:first]


def room(shown: StanzaScene, name: str) -> Panel:
    """A room of the palace."""
    return bonus_room.bonus_room(shown) if name == "B" else discipline_room(shown, name)


def asked_in(shown: StanzaScene) -> str:
    """Where something may be asked of the viewer."""
    if not shown.choices:
        return ""
    if shown.view["phase"] == PHASES[RESULT]:
        return f"R{shown.active}{GOODS}"
    if shown.view["phase"] == PHASES[TURN]:  # a figure stops in few rooms, or passes out
        return "".join({"B", *(ROOMS[(space - 1) // SPACES_PER_ROOM] for space in shown.stops)})
    return ASKED_IN[PHASES.index(shown.view["phase"])]


@on_scene
def refusals(shown: StanzaScene) -> dict[str, tuple[Phrase, str]]:
    """Why the viewer could not walk to a space, take a tile or create a masterpiece, and what other pieces are for."""
    if not shown.choices or shown.view["phase"] == PHASES[ORDER]:
        return {}
    if shown.view["phase"] not in (PHASES[TURN], PHASES[ACTION]):
        return USES
    found: dict[str, tuple[Phrase, str] | None] = {**USES}
    if shown.view["phase"] == PHASES[TURN]:
        found |= {f"space-{space}": unreachable(shown.state, space) for space in range(SPACES)}
        for place, tile in enumerate(shown.state.recruits[shown.state.to_act]):
            key, rule = ("empty_place", "L33") if tile == EMPTY else ("hire_later", "L32")
            found[f"recruit-{place}"] = Phrase(f"refusals.{key}"), rule
        found |= {f"worker-{slot}": (Phrase("refusals.slot_later"), "L33") for slot in range(WORKERS)}
        found |= {f"helper-of-mine-{letter}": (Phrase("refusals.send_later"), "L29") for letter in LETTERS}
    found |= {f"tile-{code}": would_refuse(shown.state, TILE, TILE_TD1 + i) for i, code in enumerate(TILE_CODES)}
    for d, letter in enumerate(LETTERS):
        there = shown.state.copy()
        there.discipline = d
        found |= {f"masterpiece-{letter}-{m}": would_refuse(there, RESULT, M5 + m) for m in range(MASTERPIECE_SPACES)}
    return {part: why for part, why in found.items() if why}


def would_refuse(s: State, phase: int, action: int) -> tuple[Phrase, str] | None:
    """Why an action of a phase would be forbidden now, and the rule."""
    rule = forbids(s, phase, action)
    why = refuse(s, action, rule) if rule else None
    return (why, f"L{rule}") if why else None


@on_scene
def defs(shown: StanzaScene) -> str:
    """The symbols that the panels use: the drawings, the pieces of these players, and the faces in sight."""
    return _defs(shown.players, faces.faces_in(shown))


@lru_cache(64)
def _defs(players: int, portraits: tuple[str, ...]) -> str:
    return by_hand() + pieces.symbols(players) + tiles.symbols() + faces.symbols(players, portraits)


@cache
def by_hand() -> str:
    return drawings(HERE / "symbols.svg")


progress = on_scene(bonus_room.progress)
summary, at_the_end = on_scene(compact_board), on_scene(final_board)
banner = on_scene(frieze)


def portrait(pen: Pen, code: str) -> str:
    """A bonus tile of 54 x 43, or a character of 64 x 84."""
    return tiles.bonus_tile(code) if code[0] == "T" else faces.tile(pen, code, 0, 0)


def card() -> str:
    """The picture on the box."""
    return (HERE / "card.svg").read_text(encoding="utf-8")
