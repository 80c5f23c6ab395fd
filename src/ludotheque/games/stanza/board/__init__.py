"""The board of La Stanza: a palace of six rooms, and below it one's own board.

room-L   room-R   room-A
room-D   room-B   room-P
tracks     goods    notes
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ludotheque.contract.drawing import drawings
from ludotheque.contract.phrases import Phrase
from ludotheque.contract.scene import Panel, Scene

from ..actions import PHASES, TURN
from ..box import COLOURS, LETTERS, SPACES, SPACES_PER_ROOM
from ..refusals import unreachable
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
EMBLEMS |= {f"a_book.{letter}": f"book-{letter}" for letter in LETTERS} | {
    "actions.move": "figure-{seat}",
    "actions.move_bonus": "figure-{seat}",
    "actions.act_white": "helper-P",
    "actions.pay_white": "helper-P",
    "actions.money": "coin",
    "actions.pay3": "coin",
    "actions.worker_slot": "coin",
    "actions.spend_disc": "disc-{seat}",
    "actions.disc_to": "disc-{seat}",
    "actions.disc_from": "disc-{seat}",
    "actions.masterpiece": "pillar-{seat}",
    "actions.pass_out": "star",
}
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
    own = [tracks(shown, (0, top)), notes(shown, (784, top)), goods(shown, (444, top))]
    return palace + own if any(offers(shown, room) for room in palace) else own + palace


def offers(scene: Scene, room: Panel) -> bool:
    """Whether something can be chosen in a room."""
    return any(action in scene.choices.legal for action in room.actions)


def rooms(shown: StanzaScene) -> list[Panel]:
    """The rooms clockwise: first one where something can be chosen, else where the player's figure stands."""
    figure = shown.player(shown.big)["figure"]
    here = (figure - 1) // SPACES_PER_ROOM if figure else len(ROOMS) - 1
    names = ROOMS[here:] + ROOMS[:here]
    drawn = [bonus_room.bonus_room(shown) if name == "B" else discipline_room(shown, name) for name in names]
    first = next((i for i, room in enumerate(drawn) if offers(shown, room)), 0)
    return drawn[first:] + drawn[:first]


@on_scene
def refusals(shown: StanzaScene) -> dict[str, tuple[Phrase, str]]:
    """Why the viewer cannot walk to the other spaces, by the ids of their parts."""
    if shown.view["phase"] != PHASES[TURN] or not shown.choices:
        return {}
    found = {f"space-{space}": unreachable(shown.state, space) for space in range(SPACES)}
    return {part: why for part, why in found.items() if why}


@on_scene
def defs(shown: StanzaScene) -> str:
    """The symbols that the panels use: the drawings, the pieces of these players, and the faces in sight."""
    portraits = faces.symbols(shown.players, faces.faces_in(shown))
    return by_hand() + pieces.symbols(shown.players) + tiles.symbols() + portraits


@cache
def by_hand() -> str:
    return drawings(HERE / "symbols.svg")


progress = on_scene(bonus_room.progress)
summary, at_the_end = on_scene(compact_board), on_scene(final_board)
banner = on_scene(frieze)


def card() -> str:
    """The picture on the box."""
    return (HERE / "card.svg").read_text(encoding="utf-8")
