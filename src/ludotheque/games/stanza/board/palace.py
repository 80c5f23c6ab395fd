"""The rooms of the palace: walls, frieze, masterpieces, the reward ladder and the three spaces.

The top row has its friezes up, the bottom row down, so that the spaces form one ring.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable

from ludotheque.contract.drawing import circle, group, path, rect, say, text, use
from ludotheque.contract.phrases import Phrase
from ludotheque.contract.scene import Panel, Pen, Voice, drawn_while, piece

from .. import box
from ..actions import ACT_COLOUR_D, ACT_HERE, ACT_WHITE_D, LEVEL_0, LEVELS, M5, MOVE_1, SPACE_1
from ..rules.masterpieces import partner
from . import faces
from .marks import Frame, choosable, chosen, shrunk
from .pieces import FiguresHere, figures, medallion, standing_on
from .stocks import IN_STOCK, STOCKS
from .table import TOP_ROOMS, StanzaScene

WIDTH, HEIGHT = 364, 248
SHOWN_WIDTH = 1108 / 3  # the width of a room in the composed picture
PALACE_HEIGHT = 2 * HEIGHT * SHOWN_WIDTH / WIDTH
FRIEZE = 52
LEAST_TITLE = 0.61  # share of its size; what is longer is cut, since smaller letters cannot be read
WALK_TOP = {True: 154, False: 9}  # where the walk begins, by whether the frieze is up
STOCK_TOP = {True: 57, False: 98}

# Doors between the rooms: x, y, width, height, where the walk goes on, and the form of the palace that alone has it.
DOORS = {
    "L": ((29, 240, 34, 8, -90), (356, 182, 8, 32, 0)),
    "R": ((0, 182, 8, 32, 0), (356, 182, 8, 32, 0, "wide-only"), (301, 240, 34, 8, 90, "upright-only")),
    "A": ((0, 182, 8, 32, 0, "wide-only"), (301, 240, 34, 8, 90)),
    "D": ((29, 0, 34, 8, -90), (356, 36, 8, 32, 180, "wide-only")),
    "B": ((0, 36, 8, 32, 180, "wide-only"), (29, 0, 34, 8, -90, "upright-only"), (356, 36, 8, 32, 180)),
    "P": ((301, 0, 34, 8, 90), (0, 36, 8, 32, 180)),
}
# From left to right: the spaces of a room, and its ladder.
SPACES_AT = {"L": (14, 84, 154), "R": (14, 84, 154), "D": (154, 84, 14), "A": (146, 216, 286), "P": (286, 216, 146)}
LADDER_AT = {"D": 230, "L": 230, "R": 230, "A": 12, "P": 12}


def in_room(scene: StanzaScene, letter: str) -> Hashable:
    """All that a room shows."""
    s, d = scene.state, box.LETTERS.index(letter)
    first, after = box.SPACES_PER_ROOM * d + 1, box.SPACES_PER_ROOM * (d + 1) + 1
    return (
        scene.active == letter,
        tuple(s.masterpiece[d]),
        tuple(map(id, s.board[first:after])),  # tiles carry people
        tuple([figure if first <= figure < after else None for figure in s.figure[: s.players]]),
        scene.pending.get("space"),
        IN_STOCK[letter](s),
    )


@drawn_while(in_room)
def discipline_room(scene: StanzaScene, letter: str) -> Panel:
    """One of the five rooms of the disciplines."""
    top = letter in TOP_ROOMS
    first = box.SPACES_PER_ROOM * box.LETTERS.index(letter) + 1
    inside = [STOCKS[letter](scene, STOCK_TOP[top]), ladder_of(scene, letter)]
    inside += [space_of(scene, first + i, x, WALK_TOP[top]) for i, x in enumerate(SPACES_AT[letter])]
    band = title_of(scene, letter) + niches_of(scene, letter)
    return room(scene, letter, inside, band, scene.term(f"rooms.{letter}"))


def room(scene: StanzaScene, letter: str, inside: list[str], band: str, label: str) -> Panel:
    """Walls, floor, walk and frieze around what is in a room."""
    top = letter in TOP_ROOMS
    frieze = 0 if top else HEIGHT - FRIEZE
    active = rect(2, 2, WIDTH - 4, HEIGHT - 4, "active-room", 2) if scene.active == letter else ""
    pieces = (walls(letter), group(fresco(letter, top), 0, frieze), group(band, 0, frieze), *inside, active)
    across = (TOP_ROOMS if top else "DBP").index(letter)
    place = (across * SHOWN_WIDTH, 0 if top else PALACE_HEIGHT / 2, SHOWN_WIDTH)
    return Panel(f"room-{letter}", label, WIDTH, HEIGHT, pieces, place)


@functools.cache
def walls(letter: str) -> str:
    """Walls, floor, walk and doors of a room."""
    floor, walk = (52, 178) if letter in TOP_ROOMS else (6, 32)
    drawn = [
        rect(0, 0, WIDTH, HEIGHT, "wall"),
        rect(6, floor, 352, 190, f"floor-{letter}"),
        rect(6, floor, 352, 190, fill=f"url(#floor-{letter})"),
        rect(6, walk, 352, 40, "walk"),
        rect(6, walk, 352, 40, fill="url(#walk)"),
        *(door(*measures) for measures in DOORS[letter]),
        path(f"M6 {floor}H358V{floor + 6}H12V{floor + 190}H6Z", "shade"),
        rect(6.5, floor + 0.5, 351, 189, "wall-edge"),
    ]
    return "".join(drawn)


def door(x: float, y: float, width: float, height: float, angle: float, form: str = "") -> str:
    right, bottom = x + width, y + height
    jambs = f"M{x} {y}H{right}M{x} {bottom}H{right}" if width < height else f"M{x} {y}V{bottom}M{right} {y}V{bottom}"
    turn = f'transform="translate({x + width / 2:g} {y + height / 2:g}) rotate({angle:g})"'
    drawn = (
        rect(x, y, width, height, "walk") + path(jambs, "jamb") + f"<g {turn}>{path('M-3-5 2 0-3 5', 'chevron')}</g>"
    )
    return f'<g class="{form}">{drawn}</g>' if form else drawn


@functools.cache
def fresco(letter: str, top: bool) -> str:
    """The painted wall above a room, in plaster."""
    line, inner = (50.5, 47) if top else (1.5, 5)
    plaster = f'<rect width="{WIDTH}" height="{FRIEZE}" class="plaster" filter="url(#plaster)"/>'
    mouldings = path(f"M0 {line}H{WIDTH}", "moulding") + path(f"M0 {inner}H{WIDTH}", "moulding-line")
    wall = rect(0, 0, WIDTH, FRIEZE, fill=f"url(#frieze-{letter})") + use(f"fresco-{letter}", 0, 0, WIDTH, FRIEZE)
    return wall + plaster + mouldings


# --- The frieze: activating the room, and its masterpieces -----------------------------------------


def title_of(scene: StanzaScene, letter: str) -> str:
    """The title of a room, with what it means now."""
    d = box.LETTERS.index(letter)
    action, white = activation(scene, d), ACT_WHITE_D + d
    joker = scene.player(scene.big)["helpers"]["white"] > 0 and action != ACT_HERE
    actions = ({} if action is None else {action: f"title-{letter}"}) | ({white: f"joker-{letter}"} if joker else {})
    return sign_and_title(scene.pen(actions), letter, action)


@piece
def sign_and_title(pen: Pen, letter: str, action: int | None) -> str:
    """The name of the room. It activates the room one is in; in others a helper of its colour does, or a white one."""
    y = 0 if letter in TOP_ROOMS else 2
    white = ACT_WHITE_D + box.LETTERS.index(letter)
    joker = pen.asked(white) is not None
    pawn = action is not None and action != ACT_HERE and pen.asked(action) is not None
    room_left = 124 - (30 if joker else 0) - (8 if pawn else 0)
    body = medallion(letter, 25, y + 25, 13)
    body += use(f"helper-{letter}", 30, y + 21, 17, 22.7) if pawn else ""
    name, at = pen.term(f"disciplines.{letter}"), (52 if pawn else 44, y + 32)
    body += shrunk(*at, name, f"room-title on-{letter}", 22, room_left, LEAST_TITLE)
    frame = Frame(7, y + 5, 130 if joker else 158, 41, 20)
    drawn = choosable(pen, f"title-{letter}", rect(*frame[:4], "hit", 20) + body, frame, action)
    if joker:
        frame = Frame(140, y + 5, 26, 41, 8)
        pawn_body = rect(*frame[:4], "joker", 8) + use("helper-P", 142, y + 11, 22, 29.3)
        drawn += choosable(pen, f"joker-{letter}", pawn_body, frame, white)
    return drawn


def activation(scene: StanzaScene, d: int) -> int | None:
    """What the title of a room means: activate it here, or by a helper of its colour; Politics has no such helper."""
    figure = scene.player(scene.big)["figure"]
    if figure and (figure - 1) // box.SPACES_PER_ROOM == d:
        return ACT_HERE
    return ACT_COLOUR_D + d if d < box.TILE_DISCIPLINES else None


def niches_of(scene: StanzaScene, letter: str) -> str:
    """The masterpieces of a room; they can be chosen while it is activated."""
    parts = {M5 + m: f"masterpiece-{letter}-{m}" for m in range(len(box.MASTERPIECES)) if scene.active == letter}
    return niches(
        scene.pen(parts),
        letter,
        tuple(scene.view["masterpieces"][letter][name] for name in box.MASTERPIECES),
        scene.names,
    )


@piece
def niches(pen: Pen, letter: str, states: tuple[int | str | None, ...], names: tuple[str, ...]) -> str:
    """The masterpieces of a room, by how they stand."""
    owners = [names[state] if isinstance(state, int) else None for state in states]
    return "".join(niche(pen, letter, m, state, owners[m]) for m, state in enumerate(states))


def niche(pen: Pen, letter: str, m: int, state: int | str | None, owner: str | None) -> str:
    """A masterpiece space: points, strength needed, and the pillar or the boards that close it."""
    arch = "M0 45V15C0 5 9 0 22 0S44 5 44 15V45"
    body = path(f"{arch}Z", f"niche niche-{letter}") + path("M2 45V15.5C2 7 10 2 22 2S42 7 42 15.5V45Z", "niche-shade")
    body += path(arch, "niche-edge")
    needed = box.LETTERS[partner(box.LETTERS.index(letter))] if m == box.PARTNERED else None
    if state == "closed":
        body += use("boards", 0, 0, 44, 45) + text(22, 24, box.MASTERPIECE_POINTS[m], "points on-wood")
    else:
        body += text(14, 24, box.MASTERPIECE_POINTS[m], "points on-wood")
        body += use("person", 4.5, 30, 10.5, 10.5, "cream") + text(
            16, 40, box.STRENGTH_NEEDED[m], "number left on-wood"
        )
        if needed:
            body += text(26.3, 39.5, "+", "number on-wood") + use(f"sign-{needed}", 30.5, 30, 11, 11, "cream")
        if state is None:
            column = (
                "M30 25V11H38V25M28 11H40V8H28Z" if needed else "M28 40H40V37.5H28ZM30 37.5V14H38V37.5M28 14H40V11H28Z"
            )
            body += path(column, "no-pillar")
        else:
            body += use(f"pillar-{state}", 24, 6, 20, 36)
    about, frame = about_niche(pen, m, needed, state == "closed", owner), Frame(0, 0, 44, 45, 14)
    drawn = choosable(pen, f"masterpiece-{letter}-{m}", body, frame, M5 + m, about=about)
    return group(drawn, 168 + 48 * m, 2 if letter in TOP_ROOMS else 5)


def about_niche(voice: Voice, m: int, needed: str | None, closed: bool, owner: str | None) -> str:
    gaps = {"points": box.MASTERPIECE_POINTS[m], "strength": box.STRENGTH_NEEDED[m]}
    if needed:
        gaps |= {"more": box.PARTNER_STRENGTH}
        said = say(voice, "niche_with_partner", partner=voice.term(f"disciplines.{needed}"), **gaps)
    else:
        said = say(voice, "niche", **gaps)
    if closed:
        return f"{said} ({voice.term('terms.covered')})"
    return said if owner is None else f"{said} ({owner})"


# --- The ladder and the spaces --------------------------------------------------------------------


def ladder_of(scene: StanzaScene, letter: str) -> str:
    """The ladder of a room; its levels can be chosen while the room is activated."""
    parts = {LEVEL_0 + level: f"level-{letter}-{level}" for level in range(1, LEVELS + 1) if scene.active == letter}
    return ladder(scene.pen(parts), letter)


@piece
def ladder(pen: Pen, letter: str) -> str:
    """The rewards of levels 1, 2 and 3, as printed in the room."""
    rows = rect(0, 0, 122, 84, "plaque", 4)
    for level in range(1, LEVELS + 1):
        top = 2 + 27 * (level - 1)
        line = path(f"M6 {top}H116", "hair") if level > 1 else ""
        body = rect(2, top + 1, 118, 25, "rung", 3) + text(14, top + 19, level, "level")
        body += group(reward(pen, letter, level), 0, top)
        frame = Frame(2, top + 1, 118, 25, 3)
        rows += line + choosable(pen, f"level-{letter}-{level}", body, frame, LEVEL_0 + level)
    return group(rows, LADDER_AT[letter], WALK_TOP[letter in TOP_ROOMS], "family")


def reward(voice: Voice, letter: str, level: int) -> str:
    """The pieces that a level brings; ≠ says that they must differ."""
    if letter == "D":
        steps = "".join(path(f"M{30 + 15 * i} 8l6 6-6 6", "arrow") for i in range(level))
        return steps + use("ship-any", 30 + 15 * level, 2, 22, 22)
    if letter == "A":
        value = say(voice, "value", value=box.ART_VALUE[level - 1])
        return use(f"art-{level - 1}", 30, 1, 20, 24.4) + text(60, 18, value, "small left")
    symbol, step, (width, height) = {
        "L": ("book-any", 17, (13, 21)),
        "R": ("disc-any", 22, (18, 19.5)),
        "P": ("helper-any", 20, (17, 22.7)),
    }[letter]
    pieces = "".join(use(symbol, 30 + step * i, 13.5 - height / 2, width, height) for i in range(level))
    return pieces + (text(38 + step * level, 18, "≠", "small") if level > 1 else "")


def space_of(scene: StanzaScene, number: int, x: float, y: float) -> str:
    """A space of the movement track, as it is now."""
    standing = standing_on(scene, number)
    action, badge = reached_by(scene, number)
    pen = scene.pen({} if action is None else {action: f"space-{number}"})
    ticked = scene.pending.get("space") == number
    face = faces.face_or_none(scene.state.board[number])
    return space(pen, number, (x, y), face, standing, ticked, action, badge)


@piece
def space(
    pen: Pen,
    number: int,
    at: tuple[float, float],
    face: str,
    standing: FiguresHere,
    ticked: bool,
    action: int | None,
    badge: str,
) -> str:
    """A space of the movement track: its tile, and the figures that stand there."""
    x, y = at
    where = pen.say(Phrase("actions.space_bare", {"space": number}))
    if face:
        body = rect(x + 1.5, y + 3, 64, 84, "shadow", 5) + faces.tile(pen, face, x, y)
        about = say(pen, "tile", name=where, text=faces.about(pen, face))
    else:
        star = circle(0, 0, 20, "rosette") + path("M0-20 5-5 20 0 5 5 0 20-5 5-20 0-5-5Z", "rosette")
        body, about = rect(x, y, 64, 84, "recess", 5) + group(star, x + 32, y + 42), where
    about += "".join(f" ({name})" for _, name in standing)
    frame = Frame(x, y, 64, 84, 5)
    body += chosen(frame) if ticked else ""
    drawn = choosable(pen, f"space-{number}", body, frame, action, about=about, badge=badge)
    return drawn + figures(standing, number, x + (48 if face else 32), y + (88 if face else 68))


def reached_by(scene: StanzaScene, space: int) -> tuple[int | None, str]:
    """The action that means a space, and the number of the stop that it is."""
    if SPACE_1 in scene.choices and space != box.BONUS_SPACE:
        return SPACE_1 + space - 1, ""
    if MOVE_1 in scene.choices and space in scene.stops:
        number = scene.stops[space]
        return MOVE_1 + number - 1, str(number)
    return None, ""
