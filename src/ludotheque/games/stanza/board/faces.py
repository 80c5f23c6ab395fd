"""Portraits: how the forty characters and the starting characters are drawn."""

from __future__ import annotations

import functools
from typing import NamedTuple

from ludotheque.contract.drawing import NARROWEST, group, rect, say, text, text_width, use
from ludotheque.contract.scene import ALONE, Voice, piece

from ..actions import ORDER, PHASES
from ..box import FLIPPED_LOSES, LETTERS, PATRON
from ..characters import discarded, face, rows
from ..state import EMPTY
from .table import StanzaScene

SOFT_HYPHEN = "\N{SOFT HYPHEN}"
LARGEST_NAME = 14.4  # the size of a name on a phone; elsewhere it is a little smaller


class Face(NamedTuple):
    """A portrait: parts of the symbols with their one or two colours."""

    skin: int
    body: str
    hair: str = ""
    beard: str = ""
    hat: str = ""
    looks_left: bool = False


SKINS = ("#E9C29B #C9946C", "#F0D0AE #D3A47C", "#D9A77B #B37F56", "#C58F63 #9C6A44")

FACES = {
    # Discoveries: da Gama, Vespucci, Columbus, Magellan, Dias, Cabral, Cabot, Cartier
    "D1": Face(2, "chain #6D2F2A #3A6791", "short #8D8474", "long #A79D8C", "brim #3A2A22 #A5483A"),
    "D2": Face(0, "doublet #2F4E3E #C8983A", "short #8A8072", "full #9A9082", "bonnet #7A2E26 #4E1B16"),
    "D3": Face(1, "gown #443A52 #7A6A4A", "long #B9AA90", "", "bonnet #26242A #18161B"),
    "D4": Face(2, "chain #3B3A38 #52795A", "short #2D211A", "long #2D211A", "beret #2B2F38 #1B1E24"),
    "D5": Face(3, "doublet #6B4A2A #A5483A", "short #3D2A1C", "full #3D2A1C", "morion #B9BDC0 #8E9498"),
    "D6": Face(2, "ruff #7A2E26 #E3BE63", "short #2D211A", "long #33261D", "brim #2F3440 #EFE3C8", True),
    "D7": Face(0, "gown #35506B #B08A4A", "long #6B4A2E", "point #6B4A2E", "cap #5A2E24 #D9C08A"),
    "D8": Face(1, "gown #5B4636 #8A6B47", "short #7A4F2A", "point #7A4F2A", "beret #5A2A3A #3A1824", True),
    # Literature: Paracelsus, Erasmus, More, Shakespeare, Cervantes, Camões, Machiavelli, Montaigne
    "L1": Face(1, "gown #4B3B30 #86633A", "bald #A08A6C", "", "bonnet #83362B #551E18"),
    "L2": Face(1, "gown #2E2A2A #6B4A2A", "short #A39A8C", "", "scholar #1F1D20 #3A363D", True),
    "L3": Face(0, "chain #3C2C26 #A5483A", "short #4D3826", "", "scholar #25222A #3D3945"),
    "L4": Face(1, "doublet #2A2A30 #6B2E2A", "bald #5B3D26", "point #5B3D26"),
    "L5": Face(2, "ruff #2D2A2E #8A8072", "short #6D4C30", "point #7D5836"),
    "L6": Face(2, "ruff #50433A #A5483A", "short #8A4B22", "full #8A4B22", "laurel #5E7F45"),
    "L7": Face(0, "gown #6A2B26 #2B2426", "short #2A211C", "", "skull #2B2426", True),
    "L8": Face(0, "ruff #3D3548 #C8983A", "bald #5A4330", "full #6A4E36", "", True),
    # Religion: Calvin, Luther, Loyola, Savonarola, Zwingli, Melanchthon, Teresa, Leo X
    "R1": Face(0, "gown #2A2829 #4A4038", "short #3D2D22", "long #4A3629", "scholar #1D1B1C #39363A"),
    "R2": Face(1, "habit #2C2A2B #3C393A", "tonsure #5A3B22"),
    "R3": Face(2, "habit #1F1E20 #343235", "bald #3A2A1E", "point #3A2A1E", "", True),
    "R4": Face(2, "habit #EDE2CC #26221F", "", "", "cowl #26221F"),
    "R5": Face(0, "gown #242224 #3D3330", "short #6B3F22", "", "beret #1C1B1D #333036"),
    "R6": Face(1, "gown #3A342E #7A6A52", "curls #8A5A30", "full #9A6A3A", "", True),
    "R7": Face(1, "habit #6B4A2A #EDE2CC", "", "", "veil #26221F"),
    "R8": Face(1, "ermine #8F2F2A #E3BE63", "", "", "camauro #9A2B26"),
    # Arts: Leonardo, Michelangelo, Raphael, Botticelli, Titian, Dürer, Donatello, Bosch
    "A1": Face(0, "smock #7A3E46 #52795A", "long #C9BDA8", "long #D4C9B5", "beret #4A2F38 #2F1D24", True),
    "A2": Face(2, "smock #4D5648 #E3BE63", "short #3F3128", "full #4C3C31", "scarf #C9BC9E #8D8062"),
    "A3": Face(1, "smock #3D3A3C #A5483A", "long #4B3220", "", "beret #1F1D20 #36333A"),
    "A4": Face(1, "smock #8A5A2A #3A6791", "curls #9A5E2C"),
    "A5": Face(0, "smock #5B3A2A #3A6791", "short #CFC6B6", "long #D8D0C0", "skull #27242A"),
    "A6": Face(1, "ermine #5A3A22 #C8983A", "long #8A5426", "full #8A5426", "", True),
    "A7": Face(2, "smock #7A4A34 #C8983A", "short #5B4632", "full #665039", "mazzo #7F3A2E #5D2821"),
    "A8": Face(1, "smock #3E4A3C #A5483A", "short #7A6C58", "", "scholar #5A4A3A #3E3328"),
    # Politics: Charles V, Lorenzo, Henry VIII, Francis I, Elizabeth I, Isabella, Manuel I, Suleiman
    "P1": Face(0, "chain #2A282C #C8983A", "short #8A5A30", "full #8A5A30", "crown #DDB654 #A5483A"),
    "P2": Face(2, "chain #7F3429 #3A6791", "long #2C2019"),
    "P3": Face(1, "ermine #7A2E26 #E3BE63", "short #A5622C", "full #A5622C", "feather #232126 #F3EBD9"),
    "P4": Face(0, "ermine #3F4F63 #E3BE63", "short #4B3220", "full #4B3220", "feather #27242A #EFE3C8", True),
    "P5": Face(1, "ruff #7A2E26 #F3EBD9", "bun #B5562B", "", "pearls #DDB654", True),
    "P6": Face(1, "ermine #3A5A46 #E3BE63", "", "", "veil #EDE2CC"),
    "P7": Face(2, "chain #3F3A5C #E3BE63", "curls #3A2A1E", "", "crown #DDB654 #3A6791", True),
    "P8": Face(2, "ermine #2F5248 #E3BE63", "short #2A1E16", "full #2A1E16", "turban #F5EFE0 #A5483A"),
    # The starting characters: plain clothes and bare heads
    "sD": Face(0, "doublet #7D6A55 #94806A", "short #6A5138", "mous #6A5138"),
    "sL": Face(1, "gown #7D6A55 #94806A", "short #6A5138"),
    "sR": Face(0, "habit #857458 #9C8A6C", "tonsure #4A3624"),
    "sA": Face(2, "smock #8A7658 #A5483A", "short #4A3624"),
    "sP": Face(1, "gown #8A7358 #6B5540", "bun #5A3B22", "", "", True),
}


def face_or_none(tile: int) -> str:
    """The face of a tile; "" where there is none, and for the patron."""
    return "" if tile in (EMPTY, PATRON) else face(tile)


def about(voice: Voice, name: str) -> str:
    """The full name of a character and its discipline."""
    discipline = voice.term(f"disciplines.{letter_of(name)}")
    return say(voice, "who", name=voice.term(f"characters.{name}"), discipline=discipline)


def letter_of(name: str) -> str:
    return name.strip("s12345678")


# --- Tiles ----------------------------------------------------------------------------------------


def tile(voice: Voice, name: str, x: float, y: float) -> str:
    """A character tile of 64 x 84 with the character's name."""
    written = name_plate(79, voice.term(f"portraits.{name}"), "name start" if name[0] == "s" else "name", 59)
    return group(f'<use href="#tile-{name}"/>{written}', x, y)


def patron(voice: Voice, seat: int, flipped: bool, x: float, y: float) -> str:
    """The patron tile; its other side says what it costs."""
    written = name_plate(78, say(voice, "patron"), "name patron", 57)
    loss = text(32, 62, f"−{FLIPPED_LOSES}", "loss") if flipped else ""
    return group(f'<use href="#patron-{seat}"/>{loss and LOSS_PLATE}{loss}{written}', x, y)


def name_plate(y: float, name: str, css: str, room: float) -> str:
    """A name at the foot of a tile; one that is too long has two lines, divided at its soft hyphen."""
    first, _, rest = name.partition(SOFT_HYPHEN)
    if not rest or text_width(first + rest, LARGEST_NAME, serif=True) * NARROWEST <= room:
        return text(32, y, first + rest, f"serif {css}", LARGEST_NAME, room=room)
    plate = rect(4, y - 25, 56, 14, "name-plate" + " dark" * ("patron" in css), 3)
    lines = ((y - 13, f"{first}-"), (y - 1, rest))
    return plate + "".join([text(32, at, line, f"serif {css}", LARGEST_NAME) for at, line in lines])


LOSS_PLATE = '<rect x="16" y="48" width="32" height="18" rx="4" class="loss-plate"/>'


def mini(name: str, x: float, y: float) -> str:
    """A character tile of 32 x 43: the face, and the sign instead of the name."""
    return use(f"mini-{name}", x, y, 32, 43)


def faces_in(scene: StanzaScene) -> tuple[str, ...]:
    """The faces that a picture needs; one on a page needs all, since the log shows people who are out of sight."""
    if ALONE not in scene.settings:
        return tuple(FACES)
    seen = {face_or_none(tile) for row in rows(scene.state) for tile in row} - {""}
    seen.update(face for d in range(len(LETTERS)) for face in discarded(scene.state, d))
    if scene.view["phase"] == PHASES[ORDER]:
        seen.update(f"s{letter}" for letter in LETTERS)
    return tuple(sorted(seen))


@functools.lru_cache(64)
def symbols(players: int, names: tuple[str, ...]) -> str:
    """The cards of the disciplines, these faces, and the patrons."""
    cards = card_symbols("paper") + card_symbols("paper-start") + "".join(niche_symbols(letter) for letter in LETTERS)
    faces = "".join(face_symbols(name) for name in names)
    return cards + faces + "".join(patron_symbols(seat) for seat in range(players))


@piece
def card_symbols(paper: str) -> str:
    """The tiles themselves, large and small."""
    edge = f'fill="url(#{paper})" stroke="#8D7754" stroke-opacity=".7"'
    return (
        f'<rect id="card-{paper}" x=".5" y=".5" width="63" height="83" rx="4.5" {edge}/>'
        f'<rect id="small-card-{paper}" x=".5" y=".5" width="31" height="42" rx="3" {edge}/>'
    )


@piece
def niche_symbols(letter: str) -> str:
    """What lies behind the portraits of a discipline, and what lies before them."""
    own, edge, ink = f"var(--stanza-{letter})", f"var(--stanza-{letter}-edge)", f"var(--stanza-{letter}-ink)"
    return (
        f'<g id="niche-{letter}"><rect width="64" height="68" fill="url(#sky-{letter})"/>'
        f'<rect width="64" height="68" fill="url(#pattern-{letter})" opacity=".55"/></g>'
        f'<g id="plate-{letter}"><path d="M4 67V30C4 13 16 4 32 4S60 13 60 30V67" fill="none" stroke="{edge}" '
        f'stroke-width="2"/><path d="M1 66.5H63" stroke="{edge}" stroke-width="1.2"/>'
        f'<circle cx="11" cy="11" r="9.6" fill="{own}" stroke="#FBF5E8" stroke-width="1.5"/>'
        f'<use href="#sign-{letter}" x="4.5" y="4.5" width="13" height="13" fill="{ink}"/></g>'
        f'<g id="foot-{letter}"><path d="M1 29.5H31V39.5a2.5 2.5 0 0 1-2.5 2.5H3.5A2.5 2.5 0 0 1 1 39.5Z" '
        f'fill="{own}"/><use href="#sign-{letter}" x="10.5" y="30.3" width="11" height="11" fill="{ink}"/></g>'
    )


@piece
def face_symbols(name: str) -> str:
    """The bust of a character, its tile without the name, and its small tile, which can have any size."""
    letter, paper = letter_of(name), "paper-start" if name[0] == "s" else "paper"
    return (
        f'<g id="bust-{name}" clip-path="url(#arch)"><use href="#niche-{letter}"/>{bust(FACES[name])}</g>'
        f'<g id="tile-{name}"><use href="#card-{paper}"/><use href="#bust-{name}"/><use href="#plate-{letter}"/></g>'
        f'<symbol id="mini-{name}" viewBox="0 0 32 43"><use href="#small-card-{paper}"/><use href="#bust-{name}" '
        f'transform="translate(1) scale(.469)"/><use href="#foot-{letter}"/></symbol>'
    )


@piece
def patron_symbols(seat: int) -> str:
    """The patron of a player, large and small."""
    own, edge = f"var(--stanza-seat-{seat})", f"var(--stanza-seat-{seat}-edge)"
    dressed = bust(Face(0, f"chain {own} {edge}", "short #4A3624", "", f"mazzo {edge} {own}"))
    return (
        f'<g id="patron-bust-{seat}" clip-path="url(#arch)"><rect width="64" height="68" fill="#F1E3C2"/>'
        f'<rect width="64" height="68" fill="url(#pattern-A)"/>{dressed}</g>'
        f'<g id="patron-{seat}"><rect x=".5" y=".5" width="63" height="83" rx="4.5" fill="{own}" stroke="{edge}"/>'
        f'<rect x="3" y="3" width="58" height="78" rx="3" fill="none" stroke="#F3E3B9" stroke-opacity=".75"/>'
        f'<use href="#patron-bust-{seat}"/></g>'
        f'<g id="mini-patron-{seat}"><rect x=".5" y=".5" width="31" height="42" rx="3" fill="{own}" stroke="{edge}"/>'
        f'<use href="#patron-bust-{seat}" transform="translate(1) scale(.469)"/>'
        f'<use href="#shape-{seat}" x="11" y="31" width="10" height="10" fill="#FBF4E4"/></g>'
    )


def bust(shown: Face) -> str:
    """A portrait from its parts; a long beard lies over the clothes, a collar over the chin."""
    head, body = layer(f"head {SKINS[shown.skin]}"), layer(f"body-{shown.body}")
    looks = (("hair", shown.hair), ("beard", shown.beard), ("hat", shown.hat))
    above = "".join(layer(f"{kind}-{look}") for kind, look in looks if look)
    if shown.beard.startswith("long"):
        drawn = body + head + above
    elif shown.beard.startswith("full") or shown.hat.startswith(("cowl", "veil")):
        drawn = head + body + above
    else:
        drawn = head + above + body
    turned = " translate(100 0) scale(-1 1)" if shown.looks_left else ""
    return f'<g class="stanza-bust" transform="translate(2.5 3.5) scale(.6){turned}">{drawn}</g>'


def layer(look: str) -> str:
    """A part of a portrait in its colours: "hat-crown #DDB654 #A5483A"."""
    name, first, second = [*look.split(), ""][:3]
    extra = f' color="{second}"' if second else ""
    return f'<use href="#{name}" fill="{first}"{extra}/>'
