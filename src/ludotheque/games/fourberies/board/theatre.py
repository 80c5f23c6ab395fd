"""The Theatre: the needle dial, the backdrop of the King's mood, and the Managers on the stage."""

from __future__ import annotations

import functools
from typing import NamedTuple

from ludotheque.contract.drawing import capital, choice, circle, group, image, part, path, polar, say, tag, text, use
from ludotheque.contract.scene import Panel, Pen, Scene, Voice, panel, piece

from ..actions import CHAMELEONS, NEEDLE
from ..box import SIDE, SPACE_CODES, SPACES
from ..rules.acrobats import needle_move
from . import cards
from .forecasts import CityVisit, cards_in, counted, guest_of, mood_of, pending, space_after_court, visit
from .seats import near, sealed_city

WIDTH, HEIGHT = 544, 254
DRAWN_WIDTH, TOP = 548, 17  # the width of the drawing, and the room above it for seals beside the dial
SCALE = HEIGHT / (250 + TOP)

CENTRE_X, CENTRE_Y = DRAWN_WIDTH / 2, 99
INNER, OUTER = 47, 80  # radii of the ring of spaces
ANGLE = 180 / SPACES
REDS = ("#6A1E25", "#75232A", "#802930", "#8E2F35", "#A03E42", "#B25151")
YELLOWS = ("#F0D387", "#EBC76C", "#E6BC54", "#E0B03C", "#D5A22C", "#C8941F")

Reached = tuple[tuple[int, tuple[str, ...]], ...]  # spaces of the dial, each with the Actors who lead the needle there


@panel
def theatre_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The Theatre."""
    journey, needle = sealed_visit(scene), scene.view["needle"]
    managers = tuple(owner["stage"] for owner in scene.view["seats"])
    staged = Staged(scene.names, managers, near(scene), coming(sum(managers), journey))
    pen = scene.pen(dict.fromkeys(needle_targets(needle).values(), ""))
    body = theatre(pen, mood_of(scene.state), needle, staged, reached(scene, journey))
    return Panel("stage", capital(scene.term("terms.theatre")), WIDTH, HEIGHT, (body,), place)


@piece
def theatre(pen: Pen, mood: str | None, needle: str | None, staged: Staged, ghosts: Reached) -> str:
    """The Theatre with its dial."""
    plain = pen.plain
    dialled = image(mood_words(plain, mood, needle), group(dial(pen, needle, ghosts), css="dial"), "group")
    drawn = house(plain, mood, staged) + moods(plain, mood) + dialled
    scaled = group(drawn, (WIDTH - DRAWN_WIDTH * SCALE) / 2, TOP * SCALE, scale=SCALE)
    return group(scaled, css="board-fourberies theatre")


@piece
def house(pen: Pen, mood: str | None, staged: Staged) -> str:
    """The stage in its frame, with the Managers on it."""
    backdrop = use(f"fb-backdrop-{mood}", 118, 116, DRAWN_WIDTH - 236, 92) if mood else ""
    return (
        '<use href="#fb-proscenium"/>'
        + part("backdrop", backdrop)
        + ('<use href="#fb-boards"/>' if mood else '<use href="#fb-closed"/>')
        + '<use href="#fb-valance"/>'
        + part("stage", managers(staged), stage_words(pen, staged))
        + '<use href="#fb-footlights"/>'
    )


@piece
def mood_words(pen: Pen, mood: str | None, space: str | None) -> str:
    """The King's mood, for those who cannot see the dial."""
    if mood is None or space is None:
        return say(pen, "no_mood")
    colour = pen.term("terms.red" if space[0] == "r" else "terms.yellow")
    named = pen.term("terms.tragedy" if mood == "T" else "terms.comedy")
    return say(pen, "mood_is", mood=named, space=f"{colour} {space[1:]}")


@piece
def moods(pen: Pen, mood: str | None) -> str:
    """The two moods left and right of the dial; the King's own shines."""
    drawn = ""
    for side, x, inwards, name, anchor in (("T", 66, 20, "tragedy", ""), ("C", DRAWN_WIDTH - 66, -20, "comedy", "end")):
        words = text(x + inwards, 93, capital(pen.term(f"terms.{name}")), "serif strong mood-name", 16, anchor)
        halo = circle(x, 78, 19, "halo") if side == mood else ""
        mask = use(f"fb-mask-{side}", x - 13, 63, 26, 28)
        drawn += group(halo + mask + words, css="mood now" if side == mood else "mood")
    return drawn


# --- the stage --------------------------------------------------------------------------------


class Staged(NamedTuple):
    """Whose Managers are on the stage, and whose would come."""

    names: tuple[str, ...]
    managers: tuple[int, ...]  # by seat
    near: int  # the seat whose Managers
    coming: int  # would come


def stage_words(voice: Voice, staged: Staged) -> str:
    """Whose Managers are on the stage, for those who cannot see them."""
    there = [f"{name} {many}" for name, many in zip(staged.names, staged.managers, strict=True) if many]
    return say(voice, "on_stage", managers=", ".join(there)) if there else say(voice, "stage_empty")


def managers(staged: Staged) -> str:
    """The Managers side by side, closer the more they are; a ghost is the one that would follow."""
    owners = [p for p, managers in enumerate(staged.managers) for _ in range(managers)]
    many = len(owners) + staged.coming
    step = min(52.0, 262 / max(many, 1))
    x = CENTRE_X - step * many / 2 + (step - 50) / 2
    drawn = "".join(
        use(f"fb-manager-{p}", x + i * step, 168 + i % 2 * 4, 50, 62, f"manager-of-{p}") for i, p in enumerate(owners)
    )
    for i in range(len(owners), many):
        drawn += tag("ellipse", css="ghost-ring", cx=x + i * step + 25, cy=222, rx=20, ry=8)
        drawn += use(f"fb-manager-{staged.near}", x + i * step, 166, 50, 62, "ghost")
    return drawn


def coming(there: int, journey: CityVisit | None) -> int:
    """How many Managers the viewer's sealed journey would add to those there, if nobody else comes."""
    meetings = journey.meetings if journey else ()
    return max((met.managers - there for met in meetings if met.phrase == "meet_3"), default=0)


def sealed_visit(scene: Scene) -> CityVisit | None:
    """What waits where the viewer has sealed to go; None before that and after the reveal."""
    city = sealed_city(scene)
    return None if city is None else visit(guest_of(scene.state, near(scene)), cards_in(scene.state, city - 1))


# --- the dial ---------------------------------------------------------------------------------


def point(radius: float, degrees: float) -> str:
    """A point around the dial's centre; -90 degrees is its left end."""
    x, y = polar(CENTRE_X, CENTRE_Y, radius, degrees)
    return f"{x:g} {y:g}"


def middle(space: int) -> float:
    """The direction of a space's middle, in degrees."""
    return ANGLE * (space + 0.5) - 90


@functools.cache
def ring_piece(space: int, outer: float = OUTER) -> str:
    """The outline of a space."""
    start, end = ANGLE * space - 90, ANGLE * (space + 1) - 90
    there = f"M{point(outer, start)}A{outer:g} {outer:g} 0 0 1 {point(outer, end)}"
    return f"{there}L{point(INNER, end)}A{INNER} {INNER} 0 0 0 {point(INNER, start)}z"


def dial(pen: Pen, needle: str | None, reached: Reached) -> str:
    """The dial with its spaces, the needle, and where Actors would move it."""
    drawn = spaces(pen, needle if pen.choices else None) + ghosts(reached)
    if needle is not None:
        drawn += needle_drawing(SPACE_CODES.index(needle))
    return drawn + (
        f'<circle cx="{CENTRE_X:g}" cy="{CENTRE_Y}" r="21" fill="url(#fb-wood)" stroke="#D9B25F" stroke-width="1.8"/>'
        f'<path d="M{CENTRE_X - 10:g} {CENTRE_Y - 4}l-2-8 6 4.5 6-7 6 7 6-4.5-2 8z" fill="#D9B25F" stroke="#5C3F12" '
        'stroke-width=".8"/>'
    )


@piece
def spaces(pen: Pen, needle: str | None) -> str:
    """The spaces of the dial, to be chosen where the needle can be moved to them."""
    edge = OUTER + 9
    drawn = (
        f'<path d="M{CENTRE_X - edge:g} {CENTRE_Y}A{edge} {edge} 0 0 1 {CENTRE_X + edge:g} {CENTRE_Y}z" '
        'fill="url(#fb-wood)" stroke="#3A2413" stroke-width="1.5"/>'
        f'<path d="M{CENTRE_X - edge + 5:g} {CENTRE_Y}A{edge - 5} {edge - 5} 0 0 1 {CENTRE_X + edge - 5:g} {CENTRE_Y}" '
        'fill="none" stroke="#D9B25F" stroke-width="1.6"/>'
    )
    targets = needle_targets(needle)
    # What can be chosen comes last, so that no neighbour covers its outline.
    for space in sorted(range(SPACES), key=lambda space: pen.asked(targets.get(space, -1)) is not None):
        drawn += choice(pen, targets.get(space, -1), space_drawing(space), mark=path(ring_piece(space), "mark"))
    return drawn


def needle_targets(needle: str | None) -> dict[int, int]:
    """The spaces that the Flatterer can reach, and the actions that move the needle there. (A5)"""
    if needle is None:
        return {}
    start = SPACE_CODES.index(needle)
    reached = {start + needle_move(action): action for action in range(NEEDLE, CHAMELEONS)}
    return {space: action for space, action in reached.items() if 0 <= space < SPACES}


@functools.cache
def space_drawing(space: int) -> str:
    """One space: its colour, pattern and number."""
    red = space < SIDE
    shades = REDS if red else YELLOWS
    shade = shades[(space if red else space - SIDE) * len(shades) // SIDE]
    x, y = polar(CENTRE_X, CENTRE_Y, (INNER + OUTER) / 2, middle(space))
    size = min(15.0, ANGLE)
    pattern, ink = ("hatching", "#FFF3E6") if red else ("dots", "#3B2A06")
    return (
        f'<g id="space-{SPACE_CODES[space]}"><path d="{ring_piece(space)}" fill="{shade}"/>'
        f'<path d="{ring_piece(space)}" fill="url(#fb-{pattern})" stroke="#2B1A10"/>'
        f'<g fill="{ink}">{text(x, y + size / 3, SPACE_CODES[space][1:], "serif strong", size, "middle")}</g></g>'
    )


@functools.cache
def needle_drawing(space: int) -> str:
    """The needle, and a bright edge around its space."""
    ring = ring_piece(space, OUTER + 3)
    arrow = f"M-14-4L{INNER - 12}-2.6V-7.5L{INNER + 3} 0 {INNER - 12} 7.5V2.6L-14 4z"
    body = (
        f'<path d="{ring}" fill="none" stroke="#FFF6DC" stroke-width="4" stroke-linejoin="round"/>'
        f'<path d="{ring}" fill="none" stroke="#1D1712" stroke-width="1.6"/>'
        f'<g transform="translate({CENTRE_X:g} {CENTRE_Y}) rotate({middle(space) - 90:g})">'
        f'<path class="needle" d="{arrow}"/></g>'
    )
    return part("needle", body, css="pointer")


def reached(scene: Scene, journey: CityVisit | None) -> Reached:
    """Where the needle would go with each Actor who may be sent to Court. (F39)"""
    needle = scene.view["needle"]
    held = pending(scene.view, "held") if scene.view["phase"] == "court" else journey.held if journey else ()
    if needle is None:
        return ()
    found: dict[int, list[str]] = {}
    for code, _ in counted(held):
        found.setdefault(SPACE_CODES.index(space_after_court(needle, code)), []).append(code)
    return tuple((space, tuple(codes)) for space, codes in found.items())


@piece
def ghosts(reached: Reached) -> str:
    """Those Actors beside the spaces that the needle would go to."""
    drawn = ""
    for space, codes in reached:
        drawn += path(ring_piece(space), "ghost-space")
        drawn += path(f"M{CENTRE_X:g} {CENTRE_Y}L{point(INNER, middle(space))}", "ghost-needle")
        for i, code in enumerate(codes):
            beside = middle(space) - (i - (len(codes) - 1) / 2) * 17
            x, y = polar(CENTRE_X, CENTRE_Y, OUTER + 15, beside)
            drawn += circle(x, y, 14, "ghost-seal") + cards.mini(code, x - 11, y - 12)
    return group(drawn, css="ghosts") if drawn else ""
