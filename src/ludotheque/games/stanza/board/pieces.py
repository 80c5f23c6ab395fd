"""The pieces of the box: of a player by their seat, of a discipline by its letter."""

from __future__ import annotations

from ludotheque.contract.drawing import circle, group, part, seat_shape, text, use
from ludotheque.contract.scene import piece

from ..box import LETTERS
from .table import StanzaScene

FiguresHere = tuple[tuple[int, str], ...]  # the seats, with names, whose figures stand somewhere

# Symbol of a piece: its own size, and where the sign of the player lies on it.
SEAT_PIECES = {
    "disc": ((24, 26), (6.5, 6.5, 11), "cream"),
    "ship": ((32, 32), (17.6, 10, 7.5), "own"),
    "pillar": ((24, 40), (8, 16.5, 8), "own"),
    "figure": ((32, 48), (11.2, 26.2, 9.6), "own"),
}


def seat_symbols(seat: int) -> str:
    """The pieces of a player with the player's sign on them: colour is never the only one."""
    made = []
    for name, ((width, height), (x, y, size), sign) in SEAT_PIECES.items():
        colour = "#FBF4E4" if sign == "cream" else f"var(--stanza-seat-{seat})"
        made.append(
            f'<symbol id="{name}-{seat}" viewBox="0 0 {width} {height}"><use href="#piece-{name}" '
            f'fill="var(--stanza-seat-{seat})" color="var(--stanza-seat-{seat}-edge)"/>'
            f'<use href="#shape-{seat}" x="{x}" y="{y}" width="{size}" height="{size}" fill="{colour}"/></symbol>'
        )
    return "".join(made)


def discipline_symbols(letter: str) -> str:
    """Helper and book of a discipline, with its sign and pattern."""
    colours = f'fill="var(--stanza-{letter})" color="var(--stanza-{letter}-edge)"'
    sign = f'<use href="#sign-{letter}" fill="var(--stanza-{letter}-ink)"'
    return (
        f'<symbol id="helper-{letter}" viewBox="0 0 24 32"><use href="#piece-helper" {colours}/>'
        f'{sign} x="7" y="18.5" width="10" height="10"/></symbol>'
        f'<symbol id="book-{letter}" viewBox="0 0 16 26"><use href="#piece-book" {colours}/>'
        f'<rect x=".6" y=".6" width="14.8" height="24.8" rx="1.8" fill="url(#pattern-{letter})" opacity=".5"/>'
        f'{sign} x="3" y="8" width="10.5" height="10.5"/></symbol>'
    )


@piece
def symbols(players: int) -> str:
    seats = "".join(seat_symbols(seat) for seat in range(players))
    return seats + "".join(discipline_symbols(letter) for letter in LETTERS)


def medallion(letter: str, x: float, y: float, radius: float) -> str:
    """The sign of a discipline on its colour."""
    size = 1.3 * radius
    sign = use(f"sign-{letter}", x - size / 2, y - size / 2, size, size, f"ink-{letter}")
    return circle(x, y, radius, f"medallion of-{letter}") + sign


def pile(seat: int, count: int, x: float, y: float, width: float, most: float) -> str:
    """Discs of one player on top of each other, in no more height than `most`."""
    step = min(width * 0.29, most / max(count - 1, 1))
    height = width * 26 / 24
    return "".join(use(f"disc-{seat}", x, y - i * step, width, height) for i in range(count))


def figures(standing: FiguresHere, space: int, x: float, y: float) -> str:
    """The figures that stand on a space, from its middle foot; several share the bonus space."""
    drawn = ""
    for i, (seat, name) in enumerate(standing):
        left = x - 18 + (i - (len(standing) - 1) / 2) * 22
        # The space is written down because in two rooms a figure can stand at the same x and y.
        body = f'<g data-space="{space}">{use(f"figure-{seat}", left, y - 54, 36, 54)}</g>'
        drawn += part(f"figure-of-{seat}", body, name, "figure")
    return drawn


def standing_on(scene: StanzaScene, space: int) -> FiguresHere:
    """Whose figures stand on a space."""
    return tuple((p, scene.names[p]) for p, seat in enumerate(scene.view["seats"]) if seat["figure"] == space)


def shape(seat: int | None, x: float, y: float, size: float) -> str:
    """The sign of a player in running text; None is the neutral player of the museum."""
    if seat is None:
        return use("shape-none", x, y, size, css="neutral")
    return seat_shape("shape", seat, x, y, size)


def counted(symbol: str, count: int, x: float, y: float, size: tuple[float, float], css: str = "number") -> str:
    """A piece and how many of it there are below it; pale if there is none."""
    width, height = size
    body = use(symbol, 0, 0, width, height) + text(width / 2, height + 15, count, css)
    return group(body, x, y, "" if count else "none-left")
