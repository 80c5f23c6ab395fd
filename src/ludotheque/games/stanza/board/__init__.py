"""The board of La Stanza: a palace of six rooms, and below it one's own board.

room-L   room-R   room-A
room-D   room-B   room-P
tracks     goods    notes
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ludotheque.contract.drawing import drawings
from ludotheque.contract.scene import Panel, Scene

from ..box import SPACES_PER_ROOM
from . import faces, pieces, tiles
from .bonus_room import bonus_room
from .bonus_room import progress as round_now
from .changes import changes as changes
from .closing import frieze
from .goods import goods
from .notes import notes
from .palace import PALACE_HEIGHT, SHOWN_WIDTH, discipline_room
from .summary import compact_board, final_board
from .table import ROOMS, StanzaScene, stanza
from .tracks import tracks

THUMBNAIL = (tuple(f"room-{name}" for name in ROOMS), (0, 0, 3 * SHOWN_WIDTH, PALACE_HEIGHT))  # in lists of tables
HERE = Path(__file__).parent
GAP = 9  # between the palace and one's own board


def panels(scene: Scene) -> list[Panel]:
    """All panels, in the order in which somebody with a small screen wants them.

    One's own board comes first, unless something in the palace can be chosen; the rooms
    go round clockwise.
    """
    shown = stanza(scene)
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
    drawn = [bonus_room(shown) if name == "B" else discipline_room(shown, name) for name in names]
    first = next((i for i, room in enumerate(drawn) if offers(shown, room)), 0)
    return drawn[first:] + drawn[:first]


def defs(scene: Scene) -> str:
    """The symbols that the panels use: the drawings, the pieces of these players, and the faces in sight."""
    shown = stanza(scene)
    return by_hand() + pieces.symbols(shown.players) + tiles.symbols() + faces.symbols(shown)


@cache
def by_hand() -> str:
    return drawings(HERE / "symbols.svg")


def progress(scene: Scene) -> str:
    """How far the game has come, in words."""
    return round_now(stanza(scene))


def at_the_end(scene: Scene, seat: int) -> Panel:
    """What one player has when the game is over."""
    return final_board(stanza(scene), seat)


def banner(scene: Scene, winners: Sequence[int]) -> str:
    """The picture behind the verdict at the end of the game."""
    return frieze(stanza(scene), winners)


def summary(scene: Scene, seat: int) -> Panel:
    """The compact board of one player."""
    return compact_board(stanza(scene), seat)


def card() -> str:
    """The picture on the box."""
    return (HERE / "card.svg").read_text(encoding="utf-8")
