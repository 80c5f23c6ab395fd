"""The bonus room: the bonus space, the grid of bonus tiles, passing places, piles and the round track."""

from __future__ import annotations

import functools
from collections.abc import Hashable

from ludotheque.contract.drawing import capital, circle, group, part, path, rect, say, text, use
from ludotheque.contract.scene import Panel, Pen, Voice, drawn_while, piece

from .. import box
from ..actions import PASS_OUT, TILE_TD1
from ..characters import discarded
from ..state import State
from . import faces
from .marks import Frame, choosable, chosen, shrunk
from .palace import STOCK_TOP, WALK_TOP, reached_by, room
from .pieces import figures, medallion, standing_on
from .table import StanzaScene, of_moment
from .tiles import bonus_tile

Discards = tuple[tuple[str, ...], ...]
PER_ROW = 6  # tiles of the grid


def in_bonus_room(scene: StanzaScene) -> Hashable:
    """All that the room shows."""
    view = scene.view
    seats = [
        (own["passing_place"], tuple(own["bonus_tiles"]), own["figure"] == box.BONUS_SPACE) for own in view["seats"]
    ]
    grid = tuple(view["grid"]), scene.pending.get("tile")
    return tuple(seats), sum(view["pile"].values()), discards(scene.state), grid, view["refills"], view["last_turn"]


@of_moment
def discards(s: State) -> Discards:
    """The faces on the discard pile, by discipline."""
    return tuple([tuple(discarded(s, d)) for d in range(box.DISCIPLINES)])


@drawn_while(in_bonus_room)
def bonus_room(scene: StanzaScene) -> Panel:
    y = WALK_TOP[False]
    view, players = scene.view, scene.players
    taken = tuple(sorted((own["passing_place"], p) for p, own in enumerate(view["seats"]) if own["passing_place"]))
    free = min({*range(1, players + 1)} - {place for place, _ in taken}, default=0)
    pen = scene.pen({PASS_OUT: f"passing-{free}"})
    inside = [
        group(passing_places(pen, players, taken, free), 12, y),
        bonus_space(scene, 182, y + 42),
        group(piles(scene.pen(), sum(view["pile"].values()), discards(scene.state)), 248, y),
        group(grid_of(scene), 12, STOCK_TOP[False] + 3, "family"),
    ]
    name = say(scene, "bonus_room")
    band = (
        part("title-B", shrunk(12, 34, name, "room-title on-B", 21, 93 if players == 4 else 101))
        + group(prizes(scene.pen(), players), 112 if players == 4 else 122, 12)
        + round_track(scene.pen(), players, view["refills"], view["last_turn"])
    )
    return room(scene, "B", inside, band, capital(scene.term("rooms.bonus")))


@piece
def passing_places(pen: Pen, players: int, figures: tuple[tuple[int, int], ...], free: int) -> str:
    """Where figures go that pass out; the next of them takes the first that is free."""
    drawn = rect(0, 0, 104, 84, "plaque", 4) + text(52, 17, say(pen, "passing_places"), "caption")
    taken = dict(figures)
    width = (100 - 4 * players) / players
    for place in range(1, players + 1):
        points = box.PASSING_POINTS[players][place - 1]
        arch = f"M0 54V14C0 4 {width / 4:g} 0 {width / 2:g} 0S{width:g} 4 {width:g} 14V54Z"
        body = path(arch, "passing-place")
        if place in taken:
            body += use(f"figure-{taken[place]}", width / 2 - 14, 10, 28, 42)
        else:
            body += use("star", width / 2 - 6, 8, 12, 12) + text(width / 2, 40, points, "points")
        about = say(pen, "passing_place", place=place, points=points)
        action = PASS_OUT if place == free else None
        frame = Frame(0, 0, width, 54, 12)
        passing = choosable(pen, f"passing-{place}", body, frame, action, about=about)
        drawn += group(passing, 4 + (place - 1) * (width + 4), 24)
    return drawn


def bonus_space(scene: StanzaScene, x: float, y: float) -> str:
    """The bonus space, and the figures that stand there."""
    action, badge = reached_by(scene, box.BONUS_SPACE)
    standing = standing_on(scene, box.BONUS_SPACE)
    drawn = group(rose_space(scene.pen({} if action is None else {action: "space-0"}), action, badge), x, y)
    return drawn + figures(standing, box.BONUS_SPACE, x, y + 26)


@piece
def rose_space(pen: Pen, action: int | None, badge: str) -> str:
    """Space 0, a rose in the floor: any number of figures may stop here."""
    rose = circle(0, 0, 45, "rose-edge") + circle(0, 0, 39, "rose")
    for angle in range(0, 360, 45):
        names = "rose-red" if angle % 90 == 0 else "rose-green"
        rose += f'<path d="M0-37 7-12 0 0-7-12Z" transform="rotate({angle})" class="{names}"/>'
    rose += circle(0, 0, 11, "rose") + circle(0, 0, 7, "rose-green")
    about, frame = capital(pen.term("terms.bonus_space")), Frame(-45, -45, 90, 90, 45)
    return choosable(pen, "space-0", rose, frame, action, about=about, badge=badge)


@piece
def piles(pen: Pen, pile: int, discard: Discards) -> str:
    """How many characters are left to draw, and the discarded ones of each discipline."""
    drawn = rect(0, 0, 104, 84, "plaque", 4) + use("pile", 5, 4, 19, 22)
    labels = [say(pen, "pile", count=pile), say(pen, "discard", count=sum(map(len, discard)))]
    for x, y, label in zip((30, 7), (20, 39), labels, strict=True):
        drawn += text(x, y, label, "small left")
    for i, (letter, there) in enumerate(zip(box.LETTERS, discard, strict=True)):
        sign = use(f"mini-{there[-1]}", -8, -20, 16, 21.5) if there else medallion(letter, 0, -6, 8)
        drawn += group(sign + text(0, 14, len(there), "number"), 12 + 20 * i, 66)
    names = ", ".join(faces.about(pen, face) for there in discard for face in there)
    return part("piles", drawn, f"{'. '.join(labels)}{': ' if names else ''}{names}")


def grid_of(scene: StanzaScene) -> str:
    """The grid, with the owners of the tiles that are taken."""
    owners = {tile: seat for seat in range(scene.players) for tile in scene.player(seat)["bonus_tiles"]}
    codes = tuple(code for code in box.TILE_CODES if code in owners or code in scene.view["grid"])
    pen = scene.pen({TILE_TD1 + box.TILE_CODES.index(code): f"tile-{code}" for code in codes if code not in owners})
    takers = tuple((code, seat, scene.names[seat]) for code, seat in owners.items())
    return grid(pen, codes, takers, scene.pending.get("tile"))


@piece
def grid(pen: Pen, codes: tuple[str, ...], takers: tuple[tuple[str, int, str], ...], ticked: str | None) -> str:
    """Three tiles of each discipline but Politics; a taken one leaves the disc of its owner."""
    owners = {code: (seat, name) for code, seat, name in takers}
    drawn = ""
    for d in range(box.TILE_DISCIPLINES):
        here = [code for code in codes if code[1] == box.LETTERS[d]]
        for i in range(box.TILES_IN_PLAY):
            place = d * box.TILES_IN_PLAY + i
            if i >= len(here):
                cell = empty_place(box.LETTERS[d])
            elif here[i] in owners:
                cell = taken_tile(pen, here[i], *owners[here[i]])
            else:
                cell = free_tile(pen, here[i], here[i] == ticked)
            drawn += group(cell, 57.2 * (place % PER_ROW), 46 * (place // PER_ROW))
    return drawn


@functools.cache
def empty_place(letter: str) -> str:
    return rect(0.5, 0.5, 53, 42, "recess", 4) + use(f"sign-{letter}", 19, 5, 16, 16, "faint")


def free_tile(pen: Pen, code: str, ticked: bool) -> str:
    """A tile that can be taken; one is chosen, and still to be paid for."""
    frame = Frame(0, 0, 54, 43, 4)
    body = bonus_tile(code) + (chosen(frame) if ticked else "")
    action = TILE_TD1 + box.TILE_CODES.index(code)
    return choosable(pen, f"tile-{code}", body, frame, action, about=about_tile(pen, code))


def taken_tile(pen: Pen, code: str, owner: int, name: str) -> str:
    """The place of a tile that a player has taken."""
    body = empty_place(code[1]) + use(f"disc-{owner}", 14, 10, 26, 28.2)
    return part(f"tile-{code}", body, f"{about_tile(pen, code)} ({name})")


def about_tile(voice: Voice, code: str) -> str:
    return say(voice, "tile", name=voice.term(f"tiles.{code}"), text=voice.term(f"tile_texts.{code}"))


@piece
def prizes(pen: Pen, players: int) -> str:
    """The shields of the bonus-tile majority, as many as there are players."""
    pitch = 25 if players < 4 else 22
    drawn = ""
    for i in range(players):
        shield = path("M1 0H21V20C21 27 11 31 11 31S1 27 1 20Z", "shield") + text(
            11, 19, box.BONUS_PRIZES[players][i], "number dark"
        )
        drawn += group(shield, pitch * i, 0)
    return part("bonus-majority", drawn, pen.term("ledger.L102"))


def progress(scene: StanzaScene) -> str:
    """How far the game has come, in words."""
    if scene.view["last_turn"]:
        return say(scene, "last_turn", name=scene.view["last_turn"])
    rounds = box.ROUNDS[scene.players]
    return say(scene, "round", round=min(scene.view["refills"], rounds - 1) + 1, rounds=rounds)


@piece
def round_track(pen: Pen, players: int, refills: int, last_turn: str | None) -> str:
    """The rounds and the last turns, with the round marker."""
    rounds = box.ROUNDS[players]
    names = [*(str(number + 1) for number in range(rounds)), "A", "B", "C"]
    now = names.index(last_turn) if last_turn else min(refills, rounds)
    pitch = min(21.5, 142 / len(names))
    left = 358 - pitch * len(names)
    drawn = ""
    for i, name in enumerate(names):
        state = "round-now" if i == now else "round-past" if i < now else "round"
        space = rect(0, 0, pitch - 2.5, 32, state, 3) + text((pitch - 2.5) / 2, 21, name, f"round-name {state}-name")
        marker = path("M0 0l-5-6h10Z", "round-marker") if i == now else ""
        drawn += group(space + group(marker, (pitch - 2.5) / 2, -1), left + pitch * i, 10)
    return part("round-track", drawn, capital(pen.term("terms.round_track")))
