"""One's own tracks: recruits, workers with what their slots cost, strengths and the purse."""

from __future__ import annotations

import functools
from typing import NamedTuple

from ludotheque.contract.scene import Panel, Pen, piece

from ..actions import DISMISS_0, HIRE, ORDER, PHASES, RECEIVE_MONEY, RECRUIT_0, SLOT, STARTER_D, WSLOT_0
from ..box import COST, LETTERS, RECRUITS, TOP_UP, WORKERS
from ..rules.activation import base_strength, hire
from . import faces
from .drawing import Frame, chosen, circle, fill, group, heading, part, path, rect, say, shrunk, text, use
from .pieces import seat_shape
from .table import Table

WIDTH, HEIGHT = 444, 246
PITCH = 70.0  # of the slots
RECRUIT_PITCH = min(PITCH, 220 / max(RECRUITS - 1, 1))  # closer if a corrected box has more of them


def tracks(table: Table, at: tuple[float, float]) -> Panel:
    ordering, own = table.view["phase"] == PHASES[ORDER], table.seat(table.big)
    who = table.big, table.name(table.big)
    strength = tuple(base_strength(table.state, table.big, d) for d in range(len(LETTERS)))
    money = purse(table.scene.pen((RECEIVE_MONEY,)), table.big, own["money"], own["ship"])
    pieces = (
        wood(WIDTH, HEIGHT),
        text(16, 22, heading(table.scene, "terms.recruitment_track"), "label"),
        strengths(table.scene.pen(), strength, table.active),
        group(starters(table) if ordering else recruits(table), names="family"),
        owner(*who, 370) if ordering else owner(*who, 302) + money,
        text(16, 130, heading(table.scene, "terms.worker_track"), "label"),
        group("".join(worker_of(table, slot) for slot in range(WORKERS)), names="family"),
    )
    label = table.say("board.tracks", player=table.name(table.big))
    return Panel("tracks", label, WIDTH, HEIGHT, pieces, (*at, WIDTH))


@functools.cache
def wood(width: float, height: float) -> str:
    """The walnut that one's own board is made of."""
    return fill(0, 0, width, height, "walnut", 6) + rect(4.5, 4.5, width - 9, height - 9, "wood-line", 4)


@piece
def strengths(pen: Pen, strength: tuple[int, ...], active: str | None) -> str:
    """The base strength in every discipline."""
    drawn = text(196, 22, heading(pen, "terms.strength"), "label right")
    for d, letter in enumerate(LETTERS):
        x = 206 + 46 * d
        sign = use(f"sign-{letter}", x, 9, 15, 15, f"bright-{letter}")
        body = sign + text(x + 26, 22, strength[d], "number-on-wood")
        names = "activated" if active == letter else ""
        drawn += part(pen, f"strength-{letter}", body, Frame(x - 4, 6, 40, 21, 5), names=names)
    return drawn


@piece
def owner(seat: int, name: str, x: float) -> str:
    """Whose board this is."""
    return seat_shape(seat, x, 34, 18) + shrunk(x + 26, 50, name, "owner", 20, WIDTH - x - 38, least=0.7)


@piece
def purse(pen: Pen, seat: int, money: int, ship: int) -> str:
    """What is in the purse, and what the ship's space would fill it up to."""
    top_up = TOP_UP[ship]
    frame = Frame(300, 62, 130, 48, 6)
    body = rect(*frame[:4], "place", 6) + "".join(use("coin", x, y, 20, 20) for x, y in ((305, 74), (312, 79)))
    body += text(349, 95, money, "purse") + path("M370 70V102", "wood-line")
    body += use(f"ship-{seat}", 373, 76, 21, 21) + use("coin", 394, 80, 12, 12)
    body += text(418, 91, top_up, "number-on-wood")
    about = say(pen, "board.purse", count=money, top_up=top_up)
    return part(pen, "money", body, frame, about=about, action=RECEIVE_MONEY)


def recruits(table: Table) -> str:
    """The recruitment track; the recruit who is being hired is ticked."""
    own, hiring = table.seat(table.big), None
    if table.view["phase"] == PHASES[SLOT] and table.view["to_act"] == table.big:
        hiring = table.pending["recruit"]
    drawn = ""
    for slot, tile in enumerate(own["recruits"]):
        face = faces.face_of_recruit(tile, table.big, slot, own["figure"]) if tile else ""
        drawn += recruit(table.scene.pen((RECRUIT_0 + slot,)), slot, face, slot == hiring)
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
    return part(pen, f"recruit-{slot}", body, frame, about=about, action=RECRUIT_0 + slot)


def starters(table: Table) -> str:
    """The starting characters that are still to be placed. (L5)"""
    waiting = [letter for letter in LETTERS if f"s{letter}" not in table.seat(table.big)["workers"]]
    drawn = ""
    for i, letter in enumerate(waiting):
        pen = table.scene.pen((STARTER_D + LETTERS.index(letter),))
        drawn += starter(pen, letter, 16 + PITCH * i)
    return drawn


@piece
def starter(pen: Pen, letter: str, x: float) -> str:
    """A starting character."""
    body, about = faces.tile(pen, f"s{letter}", x, 28), faces.about(pen, f"s{letter}")
    action = STARTER_D + LETTERS.index(letter)
    return part(pen, f"starter-{letter}", body, Frame(x, 28, 64, 84, 5), about=about, action=action)


class Slot(NamedTuple):
    """A slot of the worker track."""

    number: int
    tile: str | None
    flipped: bool  # the patron
    filled: bool  # in this activation
    gives: tuple[str, int] | None  # the discipline that is activated, and its strength with a hire into this slot


def worker_of(table: Table, number: int) -> str:
    """A slot of the worker track, as it is now."""
    own = table.seat(table.big)
    filled = table.view["to_act"] == table.big and number in table.pending.get("filled", ())
    slot = Slot(number, own["workers"][number], own["patron_flipped"], filled, would_be(table, number))
    action = (DISMISS_0 if dismissing(table) else WSLOT_0) + number
    return worker(table.scene.pen((action,)), table.big, slot, action)


@piece
def worker(pen: Pen, seat: int, slot: Slot, action: int) -> str:
    """A slot of the worker track: its cost, who works there, and what a hire would make of it."""
    x, y = 16 + PITCH * slot.number, 150
    body, about = rect(x, y, 64, 84, "place", 5), ""
    if slot.tile == "Pt":
        body, about = faces.patron(pen, seat, slot.flipped, x, y), heading(pen, "terms.patron")
    elif slot.tile:
        name = faces.face_of_worker(slot.tile, seat, slot.number)
        body, about = faces.tile(pen, name, x, y), faces.about(pen, name)
    frame = Frame(x, y, 64, 84, 5)
    if slot.filled:
        lock = circle(0, 0, 10, "lock") + use("lock", -6, -6.5, 12, 12, "lock-sign")
        body += frame.rect(0, "just-filled") + group(lock, x + 60, y + 4)
    if slot.gives is not None:
        body += group(strength_tag(*slot.gives), x, y)
    coin = f'<circle cx="{x + 32}" cy="{y}" r="13" fill="url(#gold)" class="cost-coin"/>'
    return (
        part(pen, f"worker-{slot.number}", body, frame, about=about, action=action)
        + coin
        + text(x + 32, y + 5, COST[slot.number], "cost")
    )


def dismissing(table: Table) -> bool:
    """With the expert variant a worker is dismissed instead of hiring. (L110)"""
    return bool(table.view["phase"] == PHASES[HIRE] and table.view["options"]["expert"] and not table.pending["filled"])


def would_be(table: Table, slot: int) -> tuple[str, int] | None:
    """The strength that hiring into this slot would give in the activated discipline."""
    if table.active is None or not table.offers(range(WSLOT_0 + slot, WSLOT_0 + slot + 1)):
        return None
    after = table.state.copy()
    hire(after, table.big, slot)
    return table.active, base_strength(after, table.big, LETTERS.index(table.active))


def strength_tag(letter: str, strength: int) -> str:
    tag = rect(10, 44, 44, 20, "tag", 4) + use(f"sign-{letter}", 15, 47, 14, 14, f"bright-{letter}")
    return tag + text(42, 59, strength, "number-on-wood")
