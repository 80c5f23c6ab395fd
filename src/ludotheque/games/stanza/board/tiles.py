"""The faces of the twenty bonus tiles: sign, kind, and a small picture of the effect."""

from __future__ import annotations

import functools

from ludotheque.contract.drawing import path, text, use

from .. import box

KINDS = {  # P permanent, I immediate, E at the end of the game; some are both of the last two
    "TD1": "P", "TD2": "P", "TD3": "I", "TD4": "I", "TD5": "E",
    "TL1": "P", "TL2": "I", "TL3": "E", "TL4": "I", "TL5": "P",
    "TR1": "P", "TR2": "I", "TR3": "IE", "TR4": "P", "TR5": "IE",
    "TA1": "P", "TA2": "E", "TA3": "IE", "TA4": "I", "TA5": "I",
}  # fmt: skip
STRENGTHENS = {"TD1": "D", "TD2": "P", "TL1": "L", "TR1": "R", "TA1": "A"}


def back_symbol(letter: str) -> str:
    """What all tiles of a discipline have: colour, pattern, sign, and paper for the effect."""
    box = 'x=".5" y=".5" width="53" height="42" rx="4"'
    return (
        f'<g id="bonus-{letter}"><rect x="1.5" y="2.5" width="53" height="42" rx="4" opacity=".22"/>'
        f'<rect {box} fill="var(--stanza-{letter})" stroke="var(--stanza-{letter}-edge)"/>'
        f'<rect {box} fill="url(#pattern-{letter})" opacity=".5"/>'
        f'<use href="#sign-{letter}" x="2" y="3" width="12.5" height="12.5" fill="var(--stanza-{letter}-ink)"/>'
        f'<rect x="16" y="3" width="35.5" height="37" rx="2.5" fill="#FBF5E8" stroke="#8D7754" '
        'stroke-opacity=".5"/></g>'
    )


@functools.cache
def symbols() -> str:
    return "".join(back_symbol(letter) for letter in box.LETTERS[: box.TILE_DISCIPLINES])


@functools.cache
def bonus_tile(code: str) -> str:
    """A bonus tile of 54 x 43."""
    letter, kinds = code[1], KINDS[code]
    first = 26 if len(kinds) == 1 else 17
    marks = [use(f"kind-{kind}", 3, first + 12.5 * i, 11, 11, f"kind-on-{letter}") for i, kind in enumerate(kinds)]
    return f'<use href="#bonus-{letter}"/>{"".join(marks)}{effect(code)}'


def effect(code: str) -> str:
    """What the tile does, in the space from 16, 3 to 51, 40."""
    if code in STRENGTHENS:
        letter = STRENGTHENS[code]
        return text(25, 27, "+1", "effect") + use(f"sign-{letter}", 33, 13, 17, 17, f"dark-{letter}")
    return EFFECTS[code]


def _coin(x: float, y: float, size: float, number: int) -> str:
    return use("coin", x, y, size, size) + text(x + size / 2, y + size / 2 + 4.5, number, "effect-small")


def _arrow(d: str) -> str:
    return path(d, "effect-arrow")


EFFECTS = {
    "TD3": _coin(22, 9.5, 24, box.TD3_FLORINS),
    "TD4": use("person", 18, 7, 19, 19, "grey") + _arrow("M24 34H44M39 29.5 44.5 34 39 38")
    + text(44, 21, "?", "effect"),
    "TD5": use("ship-any", 23, 3, 22, 22) + text(34, 37, f"{box.TD5_ALONE} / {box.TD5_TIED}", "effect-small"),
    "TL2": use("ship-any", 22, 3, 23, 23) + text(33.5, 37, f"+{box.TL2_STEPS}", "effect-small"),
    "TL3": text(26, 18, "PP", "effect-small") + text(41, 18, "=", "effect-small")
    + use("person", 19, 22, 15, 15, "grey") + use("coin", 35, 22, 15, 15),
    "TL4": use("ship-any", 17, 5, 18, 18) + _arrow("M24 31H44M39 26.5 44.5 31 39 35.5")
    + use("ship-any", 33, 5, 18, 18),
    "TL5": use("book-any", 18, 9, 14, 22.8) + _coin(33, 12, 17, box.TL5_FLORINS),
    "TR2": text(23, 19, f"{box.TR2_DISCS}×", "effect-small") + use("disc-any", 31, 5, 17, 18.4)
    + use("sign-R", 26, 24, 14, 14, "dark-R"),
    "TR3": text(23, 19, f"{box.TR3_BOOKS}×", "effect-small") + use("book-any", 32, 4, 12, 19.5)
    + text(45.5, 35, f"+{box.TR3_MAJORITY}", "effect-small") + use("disc-any", 20, 24, 14, 15.2),
    "TR4": _coin(17, 12, 17, box.TR4_FLORINS) + text(42, 27, "+1", "effect-small"),
    "TR5": use("book-R", 18, 4, 12, 19.5) + text(41, 19, "+1", "effect-small")
    + text(34, 37, f"{box.TR5_ALONE} / {box.TR5_TIED}", "effect-small"),
    "TA2": use("art-2", 17, 7, 20, 24.4) + text(44.5, 27, box.TA2_VALUE, "effect"),
    "TA3": text(23, 19, f"{box.TA3_DISCS}×", "effect-small") + use("disc-any", 31, 5, 17, 18.4)
    + use("star", 19, 25, 12, 12) + text(36, 36, box.TA3_POINTS, "effect-small")
    + use("person", 40, 25, 11, 11, "grey"),
    "TA4": use("book-A", 18, 4, 12, 19.5) + text(41, 19, "+1", "effect-small") + use("person", 36, 24, 13, 13, "grey")
    + _arrow("M34 31H20M24 27 19.5 31 24 35"),
    "TA5": text(24, 27, f"{box.TA5_HELPERS}×", "effect-small") + use("helper-P", 31, 8, 19, 25.3),
}  # fmt: skip
