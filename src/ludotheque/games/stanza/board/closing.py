"""The frieze behind the verdict at the end of the game: a town in the evening, and the winners' patrons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ludotheque.contract.drawing import banner_art

from .faces import patron
from .table import StanzaScene

WIDTH, HEIGHT = 1408, 132
FESTOON = 94  # the distance between two knobs
FAR_HILLS = (0, 147, 296, 451, 565, 720, 890, 1003, 1150, 1258, 1416)
NEAR_HILLS = (0, 95, 235, 403, 513, 604, 702, 796, 916, 1009, 1158, 1304, 1419)
CYPRESSES = (820, 838, 852, 1010, 1030)
TOWN = "M890 124V92H902V76C902 52 950 52 950 76V92H962V124ZM922 56V40H930V56ZM970 124V48L980 32 990 48V124Z"


def frieze(scene: StanzaScene, winners: Sequence[int]) -> str:
    """A painted wall between two mouldings, with the winners' patrons at its left end."""
    drawn = (
        f'<rect width="{WIDTH}" height="{HEIGHT}" class="frieze-wall"/>'
        f'<g fill="#4D1A12">{hills(FAR_HILLS, 104, 0.35)}{hills(NEAR_HILLS, 116, 0.45)}{cypresses()}'
        f'<path d="{TOWN}" opacity=".38"/></g>{festoons()}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" filter="url(#plaster)" opacity=".16"/>'
        f'<path d="M0 {HEIGHT - 3}H{WIDTH}M0 2H{WIDTH}" stroke="#E3C98F" stroke-width="4"/>'
    )
    art = banner_art(WIDTH, HEIGHT, drawn)
    tiles = "".join(
        patron(scene, seat, scene.player(seat)["patron_flipped"], 74 * i, 0) for i, seat in enumerate(winners)
    )
    wide = 74 * len(winners) - 10
    box = f'viewBox="0 0 {wide} 84" width="{wide}" height="84"'
    return f'{art}<svg class="banner-winners" {box} aria-hidden="true"><g class="board-stanza">{tiles}</g></svg>'


def hills(crests: Sequence[int], height: int, opacity: float) -> str:
    """A range of hills between these points."""
    line = "".join(f"Q{(a + b) / 2:g} {height - (b - a) * 0.17:.0f} {b} {height}" for a, b in pairwise(crests))
    return f'<path d="M0 {HEIGHT}V{height}{line}V{HEIGHT}Z" opacity="{opacity:g}"/>'


def cypresses() -> str:
    """Trees left and right of the town."""
    trees = "".join(f"M{x} 118c-11-20-6-52 0-68 6 16 11 48 0 68Z" for x in CYPRESSES)
    return f'<path d="{trees}" opacity=".4"/>'


def festoons() -> str:
    """Garlands that hang from golden knobs along the upper moulding."""
    starts = range(-10, WIDTH, FESTOON)
    garlands = "".join(f"M{x} 4c20 38 74 38 {FESTOON} 0" for x in starts)
    knobs = "".join(f'<circle cx="{x}" cy="6" r="7"/>' for x in starts)
    return (
        f'<path d="{garlands}" fill="none" stroke="#F3E6C8" stroke-opacity=".28" stroke-width="5"/>'
        f'<g fill="#E3BE63" opacity=".75">{knobs}</g>'
    )
