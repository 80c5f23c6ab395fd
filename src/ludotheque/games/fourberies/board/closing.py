"""The last curtain: the stage behind the verdict at the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.contract.drawing import banner_art, use
from ludotheque.contract.scene import Scene

WIDTH, HEIGHT, FLOOR = 1440, 168, 146
CURTAIN, FOLDS = 210, 5
SWAGS, SWAG = 22, 34
LIGHTS = 13


def banner(scene: Scene, winners: Sequence[int]) -> str:
    """A stage in the sun between two curtains: heron and rabbit take their bow with the winners' Managers."""
    drawn = f'<path d="M0 0h{WIDTH}v{HEIGHT}H0z" fill="url(#fb-sky)"/>{rays()}{boards()}'
    drawn += use("fb-portrait-T4", 258, 26, 182, 126) + use("fb-portrait-C5", 1000, 26, 182, 126)
    drawn += "".join(use(f"fb-manager-{seat}", 212 - 44 * i, 92, 54, 66) for i, seat in enumerate(winners[:2]))
    drawn += "".join(use(f"fb-manager-{seat}", 1174 + 44 * i, 92, 54, 66) for i, seat in enumerate(winners[:2]))
    drawn += curtain(0, -1) + curtain(WIDTH - CURTAIN, 1) + valance() + footlights()
    return banner_art(WIDTH, HEIGHT, drawn)


def rays() -> str:
    """The sun, from behind the stage."""
    beams = "".join(f"M{WIDTH / 2:g} 190L{x} -20h60z" for x in range(120, 1320, 170))
    return f'<path d="{beams}" fill="#fff" opacity=".18"/>'


def boards() -> str:
    """The floor of the stage."""
    middle = WIDTH / 2
    joints = "".join(f"M{middle + (x - middle) * 0.94:.0f} {FLOOR}L{x} {HEIGHT}" for x in range(20, WIDTH, 50))
    floor = f'<path d="M0 {FLOOR}h{WIDTH}v{HEIGHT - FLOOR}H0z" fill="url(#fb-floor)"/>'
    return f'{floor}<path d="{joints}" stroke="#5b3a1e" opacity=".6"/>'


def curtain(x: float, side: int) -> str:
    """Folds of velvet, drawn back to the wing: the hem swings outwards."""
    fold, drawn = CURTAIN / FOLDS, ""
    for i in range(FOLDS):
        left, right = x + i * fold, x + (i + 1) * fold + 1
        swing = side * 6 * (i if side < 0 else FOLDS - 1 - i)
        drawn += (
            f"M{left:g} 0H{right:g}C{right:g} 80 {right + swing:g} 108 {right + swing:g} {HEIGHT}"
            f"H{left + swing:g}C{left + swing:g} 108 {left:g} 80 {left:g} 0z "
        )
    return "".join(f'<path d="{one}z" fill="url(#fb-velvet)"/>' for one in drawn.split("z ") if one)


def valance() -> str:
    """Swags along the top, with a golden fringe."""
    wide, drawn = WIDTH / SWAGS, ""
    for i in range(SWAGS):
        x, dip = i * wide, f"c{wide * 0.2:.1f} 12 {wide * 0.8:.1f} 12 {wide:.1f} 0"
        drawn += (
            f'<path d="M{x:.1f} {SWAG - 14}{dip}V-4H{x:.1f}z" fill="url(#fb-velvet)" stroke="#3C0A12" '
            f'stroke-width=".8"/><path d="M{x:.1f} {SWAG - 14}{dip}" fill="none" stroke="#D9B25F" '
            'stroke-width="2.6" stroke-dasharray="1.6 1.4"/>'
        )
    return drawn


def footlights() -> str:
    """Shells along the edge of the stage."""
    shells = "".join(f"M{45 + i * 110} {HEIGHT + 1}c0-14 30-14 30 0z" for i in range(LIGHTS))
    return f'<path d="{shells}" fill="#E9C46A" stroke="#7c5618"/>'
