"""One's own tracks: recruits, workers with what their slots cost, strengths and the purse."""

from __future__ import annotations

import functools
from collections.abc import Hashable
from typing import NamedTuple

from ludotheque.contract.drawing import capital, circle, group, part, path, rect, say, text, use
from ludotheque.contract.scene import Panel, Pen, drawn_while, piece

from ..actions import DISMISS_0, HIRE, ORDER, PHASES, RECEIVE_MONEY, RECRUIT_0, SLOT, STARTER_D, WSLOT_0
from ..box import COST, LETTERS, PATRON, RECRUITS, TOP_UP, WORKERS
from ..rules.activation import base_strength, hire
from . import faces
from .marks import Frame, choosable, chosen, shrunk
from .pieces import shape
from .table import StanzaScene, belongings

WIDTH, HEIGHT = 444, 246
PITCH = 70.0  # the distance between slots
RECRUIT_PITCH = min(PITCH, 220 / max(RECRUITS - 1, 1))  # closer if a corrected box has more of them


def on_own_board(scene: StanzaScene, at: tuple[float, float]) -> Hashable:
    """All that the own board shows of what its player has."""
    seat, ordering = scene.big, scene.view["phase"] == PHASES[ORDER]
    deciding = scene.view["to_act"] == seat and (scene.view["phase"], repr(scene.pending))
    return belongings(scene, seat), scene.active, ordering, deciding


@drawn_while(on_own_board)
def tracks(scene: StanzaScene, at: tuple[float, float]) -> Panel:
    ordering, own = scene.view["phase"] == PHASES[ORDER], scene.player(scene.big)
    who = scene.big, scene.names[scene.big]
    strength = tuple(base_strength(scene.state, scene.big, d) for d in range(len(LETTERS)))
    money = purse(scene.pen({RECEIVE_MONEY: "money"}), scene.big, own["money"], own["ship"])
    pieces = (
        wood(WIDTH, HEIGHT),
        text(16, 22, capital(scene.term("terms.recruitment_track")), "label"),
        strengths(scene.pen(), strength, scene.active),
        group(starters(scene) if ordering else recruits(scene), css="family"),
        owner(*who, 370) if ordering else owner(*who, 302) + money,
        text(16, 130, capital(scene.term("terms.worker_track")), "label"),
        group("".join(worker_of(scene, slot) for slot in range(WORKERS)), css="family"),
    )
    label = say(scene, "tracks", player=scene.names[scene.big])
    return Panel("tracks", label, WIDTH, HEIGHT, pieces, (*at, WIDTH))


@functools.cache
def wood(width: float, height: float) -> str:
    """The walnut that one's own board is made of."""
    board = rect(0, 0, width, height, radius=6, fill="url(#walnut)")
    return board + rect(4.5, 4.5, width - 9, height - 9, "wood-line", 4)


@piece
def strengths(pen: Pen, strength: tuple[int, ...], active: str | None) -> str:
    """The base strength in every discipline."""
    drawn = text(196, 22, capital(pen.term("terms.strength")), "label right")
    for d, letter in enumerate(LETTERS):
        x = 206 + 46 * d
        sign = use(f"sign-{letter}", x, 9, 15, 15, f"bright-{letter}")
        body = sign + text(x + 26, 22, strength[d], "number-on-wood")
        names = "activated" if active == letter else ""
        drawn += part(f"strength-{letter}", body, css=names)
    return drawn


@piece
def owner(seat: int, name: str, x: float) -> str:
    """Whose board this is."""
    return shape(seat, x, 34, 18) + shrunk(x + 26, 50, name, "owner", 20, WIDTH - x - 38, least=0.7)


@piece
def purse(pen: Pen, seat: int, money: int, ship: int) -> str:
    """What is in the purse, and what the ship's space would fill it up to."""
    top_up = TOP_UP[ship]
    frame = Frame(300, 62, 130, 48, 6)
    body = rect(*frame[:4], "place", 6) + "".join(use("coin", x, y, 20, 20) for x, y in ((305, 74), (312, 79)))
    body += text(349, 95, money, "purse") + path("M370 70V102", "wood-line")
    body += use(f"ship-{seat}", 373, 76, 21, 21) + use("coin", 394, 80, 12, 12)
    body += text(418, 91, top_up, "number-on-wood")
    about = say(pen, "purse", count=money, top_up=top_up)
    return choosable(pen, "money", body, frame, RECEIVE_MONEY, about=about)


def recruits(scene: StanzaScene) -> str:
    """The recruitment track; the recruit who is being hired is ticked."""
    hiring = None
    if scene.view["phase"] == PHASES[SLOT] and scene.view["to_act"] == scene.big:
        hiring = scene.pending["recruit"]
    drawn = ""
    for slot, tile in enumerate(scene.state.recruits[scene.big]):
        drawn += recruit(
            scene.pen({RECRUIT_0 + slot: f"recruit-{slot}"}), slot, faces.face_or_none(tile), slot == hiring
        )
    return drawn


@piece
def recruit(pen: Pen, slot: int, face: str, ticked: bool) -> str:
    """A place of the recruitment track."""
    x, y = 16 + RECRUIT_PITCH * slot, 28
    if face:
        body, about = faces.tile(pen, face, x, y), faces.about(pen, face)
    else:
        body, about = rect(x, y, 64, 84, "place", 5), ""
    frame = Frame(x, y, 64, 84, 5)
    body += chosen(frame) if ticked else ""
    return choosable(pen, f"recruit-{slot}", body, frame, RECRUIT_0 + slot, about=about)


def starters(scene: StanzaScene) -> str:
    """The starting characters that are still to be placed. (L5)"""
    waiting = [letter for letter in LETTERS if f"s{letter}" not in scene.player(scene.big)["workers"]]
    drawn = ""
    for i, letter in enumerate(waiting):
        pen = scene.pen({STARTER_D + LETTERS.index(letter): f"starter-{letter}"})
        drawn += starter(pen, letter, 16 + PITCH * i)
    return drawn


@piece
def starter(pen: Pen, letter: str, x: float) -> str:
    """A starting character."""
    body, about = faces.tile(pen, f"s{letter}", x, 28), faces.about(pen, f"s{letter}")
    action = STARTER_D + LETTERS.index(letter)
    return choosable(pen, f"starter-{letter}", body, Frame(x, 28, 64, 84, 5), action, about=about)


class Slot(NamedTuple):
    """A slot of the worker track."""

    number: int
    patron: bool
    face: str  # "" if nobody works there
    flipped: bool  # the patron
    filled: bool  # it was filled in this activation
    gives: tuple[str, int] | None  # the discipline that is activated, and its strength with a hire into this slot


def worker_of(scene: StanzaScene, number: int) -> str:
    """A slot of the worker track, as it is now."""
    own = scene.player(scene.big)
    filled = scene.view["to_act"] == scene.big and number in scene.pending.get("filled", ())
    tile = scene.state.workers[scene.big][number]
    face, flipped = faces.face_or_none(tile), own["patron_flipped"]
    slot = Slot(number, tile == PATRON, face, flipped, filled, would_be(scene, number))
    action = (DISMISS_0 if dismissing(scene) else WSLOT_0) + number
    return worker(scene.pen({action: f"worker-{number}"}), scene.big, slot, action)


@piece
def worker(pen: Pen, seat: int, slot: Slot, action: int) -> str:
    """A slot of the worker track: its cost, the worker in it, and the strength after a hire."""
    x, y = 16 + PITCH * slot.number, 150
    body, about = rect(x, y, 64, 84, "place", 5), ""
    if slot.patron:
        body, about = faces.patron(pen, seat, slot.flipped, x, y), capital(pen.term("terms.patron"))
    elif slot.face:
        body, about = faces.tile(pen, slot.face, x, y), faces.about(pen, slot.face)
    frame = Frame(x, y, 64, 84, 5)
    if slot.filled:
        lock = circle(0, 0, 10, "lock") + use("lock", -6, -6.5, 12, 12, "lock-sign")
        body += frame.rect(0, "just-filled") + group(lock, x + 60, y + 4)
    if slot.gives is not None:
        body += group(strength_tag(*slot.gives), x, y)
    coin = f'<circle cx="{x + 32}" cy="{y}" r="13" fill="url(#gold)" class="cost-coin"/>'
    return (
        choosable(pen, f"worker-{slot.number}", body, frame, action, about=about)
        + coin
        + text(x + 32, y + 5, COST[slot.number], "cost")
    )


def dismissing(scene: StanzaScene) -> bool:
    """With the expert variant a worker is dismissed instead of hiring. (L110)"""
    return bool(scene.view["phase"] == PHASES[HIRE] and scene.view["options"]["expert"] and not scene.pending["filled"])


def would_be(scene: StanzaScene, slot: int) -> tuple[str, int] | None:
    """The strength that hiring into this slot would give in the activated discipline."""
    if scene.active is None or not scene.offers(WSLOT_0 + slot):
        return None
    after = scene.state.copy()
    hire(after, scene.big, slot)
    return scene.active, base_strength(after, scene.big, LETTERS.index(scene.active))


def strength_tag(letter: str, strength: int) -> str:
    tag = rect(10, 44, 44, 20, "tag", 4) + use(f"sign-{letter}", 15, 47, 14, 14, f"bright-{letter}")
    return tag + text(42, 59, strength, "number-on-wood")
