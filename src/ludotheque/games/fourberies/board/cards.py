"""Encounter cards as symbols: whole cards, tokens for small places, and seals for lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.contract.drawing import capital, group, say, text, use
from ludotheque.contract.phrases import Phrase
from ludotheque.contract.scene import Pen, Voice, piece

from ..box import CHAMELEON, CODES
from ..rules.acrobats import window_of

WIDTH, HEIGHT, STRIP = 112, 120, 27  # the size of a card, and of the strip that stays visible in a stack
WORDS = 13.5  # the size of its words: 12 px on the screen where the table is smallest
TOKEN_WIDTH, TOKEN_HEIGHT = 48, 60
SEAL_WIDTH, SEAL_HEIGHT = 26, 28


class Look(NamedTuple):
    """How a nature of cards looks; patterns and shapes say the same as colours."""

    strip: str  # colour of the strip
    pattern: str
    ink: str  # colour of texts on the strip
    scenery: str  # the picture behind the portrait
    edge: str
    shape: str  # shape of the seal
    light: tuple[str, str, str]  # the seal on a strip: fill, edge, number
    dark: tuple[str, str, str]  # the seal on its own


LOOKS = {
    "T": Look("#8E2F35", "hatching", "#FFF3E6", "#D9C6C2", "#8E2F35", "drop",
              ("#FBF3E4", "#4C0F14", "#7E2430"), ("#8E2F35", "#4C0F14", "#FFF3E6")),
    "C": Look("#E0B03C", "dots", "#35250A", "#F2E3B6", "#B98A2F", "sun",
              ("#FFF6DA", "#6B4A0C", "#5A3D05"), ("#E8BE50", "#6B4A0C", "#3B2A06")),
    "B": Look("#C9B692", "stripes", "#35291A", "#EADFC6", "#8A6233", "disc",
              ("#B4713A", "#5C3312", "#FFF3E0"), ("#B4713A", "#5C3312", "#FFF3E0")),
    "A": Look("#3E6472", "lozenges", "#F4F1E6", "#CFDCDC", "#3E6472", "lozenge",
              ("#F2E9D4", "#1D363F", "#24424D"), ("#3E6472", "#1D363F", "#F4F1E6")),
}  # fmt: skip


@piece
def symbols(pen: Pen) -> str:
    """All cards, tokens and seals; the words on the cards are in the viewer's language."""
    drawn = [f'<g id="fb-frame-{nature}">{frame(look)}</g>' for nature, look in LOOKS.items()]
    drawn += [f'<g id="fb-tile-{nature}">{tile(look)}</g>' for nature, look in LOOKS.items()]
    for code in CODES:
        drawn += [
            f'<symbol id="fb-card-{code}" viewBox="0 0 {WIDTH} {HEIGHT}">{card(pen, code)}</symbol>',
            f'<symbol id="fb-token-{code}" viewBox="0 0 {TOKEN_WIDTH} {TOKEN_HEIGHT}">{token(code)}</symbol>',
            f'<symbol id="fb-seal-{code}" viewBox="-13 -14 {SEAL_WIDTH} {SEAL_HEIGHT}">{seal(code)}</symbol>',
        ]
    return "".join(drawn)


def frame(look: Look) -> str:
    """What cards of one nature have in common: paper, scenery and a strip."""
    edge = f'<rect x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" rx="7"'
    scenery = f'<path d="M1 {STRIP}h{WIDTH - 2}v73H1z"'
    strip = f'<path d="M.75 {STRIP}V8A7.25 7.25 0 0 1 8 .75H{WIDTH - 8}A7.25 7.25 0 0 1 {WIDTH - 0.75} 8V{STRIP}z"'
    return (
        f'{edge} fill="#FBF6EA"/>{scenery} fill="{look.scenery}"/>{scenery} fill="url(#fb-glow)"/>'
        f'{strip} fill="{look.strip}"/>{strip} fill="url(#fb-{look.pattern})"/>'
        f'<path d="M1 {STRIP}h{WIDTH - 2}M1 100h{WIDTH - 2}" stroke="#2A2520" stroke-opacity=".4"/>'
        f'{edge} fill="none" stroke="#5C4F3A"/>'
    )


def card(voice: Voice, code: str) -> str:
    """A whole card: a strip with seal, name and effect, the portrait, and a line below it."""
    ink = LOOKS[code[0]].ink
    actor = code[0] in "TC"
    effect = f'<g color="{ink}">{use(f"fb-effect-{code[1]}", 91.5, 5, 17)}</g>' if actor else ""
    return (
        f'<use href="#fb-frame-{code[0]}"/>{use(f"fb-portrait-{code}", 4, STRIP + 1, 104, 72)}'
        f"{group(seal(code, on_strip=True), 16, 13.7)}"
        f'<g fill="{ink}">{text(30, 18.5, title(voice, code), "", WORDS, room=60 if actor else 79)}</g>{effect}'
        f'<g fill="#3D352B">{text(WIDTH / 2, 114, footing(voice, code), "", WORDS, "middle", WIDTH - 8)}</g>'
    )


def tile(look: Look) -> str:
    """What tokens of one nature have in common."""
    edge = f'<rect x=".7" y=".7" width="{TOKEN_WIDTH - 1.4}" height="{TOKEN_HEIGHT - 1.4}" rx="5"'
    return (
        f'{edge} fill="{look.scenery}"/>{edge} fill="url(#fb-glow)"/>'
        f'{edge} fill="none" stroke="{look.edge}" stroke-width="1.4"/>'
    )


def token(code: str) -> str:
    """A small card without words."""
    ink = "#6B4A0C" if code[0] == "C" else LOOKS[code[0]].edge
    effect = f'<g color="{ink}">{use(f"fb-effect-{code[1]}", 29, 3, 16)}</g>' if code[0] in "TC" else ""
    view = "4 0 88 72" if code[0] == "T" else "8 0 88 72"
    return (
        f'<use href="#fb-tile-{code[0]}"/>'
        f'<svg x="1" y="20" width="46" height="39" viewBox="{view}" preserveAspectRatio="xMidYMax slice">'
        f"{use(f'fb-portrait-{code}', 0, 0, 104, 72)}</svg>"
        f"{mini(code, 1, 0, SEAL_WIDTH)}{effect}"
    )


def seal(code: str, on_strip: bool = False) -> str:
    """The seal of a card around 0, 0: its shape says the nature, its number the rest."""
    look = LOOKS[code[0]]
    fill, edge, ink = look.light if on_strip else look.dark
    size, y = (17, 6) if code[0] == "A" else (18, 4.4) if code[0] == "T" else (18, 5.8)
    number = text(0, y, code[1:], "strong" if code[0] == "A" else "serif strong", size, "middle")
    shape = f'<use href="#fb-{look.shape}" fill="{fill}" stroke="{edge}" stroke-width="1.2"/>'
    halo = f' stroke="{fill}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"' if len(code) > 2 else ""
    return f'{shape}<g fill="{ink}"{halo}>{number}</g>'  # two digits are wider than the shape


def title(voice: Voice, code: str) -> str:
    """The short name on a card's strip."""
    if code[0] == "A":
        return say(voice, f"acrobat_{code[1:]}")
    return capital(voice.term("terms.bonus")) if code[0] == "B" else say(voice, TITLES[code[0]])


TITLES = {"T": "tragedian", "C": "comedian"}


def footing(voice: Voice, code: str) -> str:
    """The line at the foot of a card: its effect, its Ecus, or when it is used."""
    number = int(code[1:])
    if code[0] == "B":
        return "+" + voice.say(Phrase("terms.ecu_count", {"count": number}))
    if code[0] == "A":
        return moment(voice, number - 1)
    return say(voice, f"effect_{number}")


def moment(voice: Voice, acrobat: int) -> str:
    """When an Acrobat is used: its window, or the scoring."""
    if acrobat == CHAMELEON:
        return say(voice, "scoring")
    return capital(voice.term(f"terms.{WINDOWS[window_of(acrobat)]}"))


WINDOWS = ("departure", "revelation", "curtain")  # the windows in the order of the phases


def whole(code: str, x: float, y: float, look: str = "") -> str:
    """A card."""
    return use(f"fb-card-{code}", x, y, WIDTH, HEIGHT, look)


def small(code: str, x: float, y: float, width: float, look: str = "") -> str:
    """A token of this width."""
    return use(f"fb-token-{code}", x, y, width, width * TOKEN_HEIGHT / TOKEN_WIDTH, look)


def mini(code: str, x: float, y: float, width: float = 22) -> str:
    """A seal of this width."""
    return use(f"fb-seal-{code}", x, y, width, width * SEAL_HEIGHT / SEAL_WIDTH)


def name(voice: Voice, code: str) -> str:
    """The name of a card."""
    return capital(voice.term(f"cards.{code}"))


def names(voice: Voice, codes: Sequence[str]) -> str:
    """The names of cards, in their order."""
    return ", ".join(voice.term(f"cards.{code}") for code in codes)
