"""The windows of one player, for the end of the game."""

from __future__ import annotations

from ludotheque.contract.drawing import group, part, rect, say, use
from ludotheque.contract.scene import Panel, Pen, Scene, piece

from ..box import ORNAMENT_WINDOWS, SIDES, SLOTS
from .forecasts import ornament_cells, values
from .glass import LOWER, UPPER, WINDOW, ornament
from .naming import window_name

COLUMN, GROUND = 75, 20
HEIGHT = UPPER + LOWER + 2 * GROUND


def at_the_end(scene: Scene, seat: int) -> Panel:
    """All windows of a palace side by side, and on side A the ornaments between them."""
    wall = rect(0, 0, SLOTS * COLUMN, HEIGHT, "small-wall", 4)
    cells, points = scene.view["seats"][seat]["windows"], values(scene.view)
    windows = "".join(window(scene.pen(), seat, slot, points[slot], cells[slot]) for slot in range(SLOTS))
    pieces, label = (wall, windows, rosettes(scene, seat)), say(scene, "windows_label", name=scene.names[seat])
    return Panel(f"closing-{seat}", label, SLOTS * COLUMN, HEIGHT, pieces, (0, 0, SLOTS * COLUMN), "sintra")


@piece
def window(pen: Pen, seat: int, slot: int, value: int, cells: str) -> str:
    """A window with its panes, or dark."""
    x = slot * COLUMN + (COLUMN - WINDOW) / 2
    drawn = use(f"sintra-upper-{cells[:1] or 'dark'}", x, GROUND, WINDOW, UPPER)
    drawn += use(f"sintra-lower-{cells[1:] or 'dark'}", x, GROUND + UPPER + 3, WINDOW, LOWER)
    label = window_name(pen, slot, value, cells)
    return part(f"closing-window-{seat}-{slot + 1}", drawn, label)


def rosettes(scene: Scene, seat: int) -> str:
    """On side A: the ornaments, each with the cells around it. (S53)"""
    if scene.view["options"]["side"] != SIDES[0]:
        return ""
    windows = scene.view["seats"][seat]["windows"]
    return "".join(
        group(ornament(15, ornament_cells(windows, k)), (sum(pair) / 2 + 0.5) * COLUMN, GROUND + UPPER + 1.5)
        for k, pair in enumerate(ORNAMENT_WINDOWS)
    )
