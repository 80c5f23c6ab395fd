"""One's own tracks: recruits, workers with what their slots cost, strengths and the purse."""

from __future__ import annotations

from ludotheque.scene import Panel

from ..actions import DISMISS_0, HIRE, ORDER, PHASES, RECEIVE_MONEY, RECRUIT_0, SLOT, STARTER_D, WSLOT_0
from ..box import COST, LETTERS, RECRUITS, TOP_UP, WORKERS
from ..rules.activation import base_strength, hire
from . import faces
from .drawing import Frame, chosen, circle, fill, group, part, path, rect, shrunk, text, use
from .pieces import seat_shape
from .table import Table

WIDTH, HEIGHT = 444, 246
PITCH = 70.0  # of the slots
RECRUIT_PITCH = min(PITCH, 220 / max(RECRUITS - 1, 1))  # closer if a corrected box has more of them


def tracks(table: Table, at: tuple[float, float]) -> Panel:
    ordering = table.view["phase"] == PHASES[ORDER]
    drawn = [
        wood(WIDTH, HEIGHT),
        text(16, 22, table.heading("terms.recruitment_track"), "label"),
        strengths(table),
        group(starters(table) if ordering else recruits(table), names="family"),
        owner(table, 370) if ordering else owner(table, 302) + purse(table),
        text(16, 130, table.heading("terms.worker_track"), "label"),
        group("".join(worker(table, slot) for slot in range(WORKERS)), names="family"),
    ]
    label = table.say("board.tracks", player=table.name(table.big))
    return Panel("tracks", label, WIDTH, HEIGHT, "".join(drawn), (*at, WIDTH))


def wood(width: float, height: float) -> str:
    """The walnut that one's own board is made of."""
    return fill(0, 0, width, height, "walnut", 6) + rect(4.5, 4.5, width - 9, height - 9, "wood-line", 4)


def strengths(table: Table) -> str:
    """The base strength in every discipline."""
    drawn = text(196, 22, table.heading("terms.strength"), "label right")
    for d, letter in enumerate(LETTERS):
        x = 206 + 46 * d
        now = base_strength(table.state, table.big, d)
        body = use(f"sign-{letter}", x, 9, 15, 15, f"bright-{letter}") + text(x + 26, 22, now, "number-on-wood")
        names = "activated" if table.active == letter else ""
        drawn += part(table, f"strength-{letter}", body, Frame(x - 4, 6, 40, 21, 5), names=names)
    return drawn


def owner(table: Table, x: float) -> str:
    """Whose board this is."""
    sign = seat_shape(table.big, x, 34, 18)
    return sign + shrunk(x + 26, 50, table.name(table.big), "owner", 20, WIDTH - x - 38, least=0.7)


def purse(table: Table) -> str:
    """What is in the purse, and what the ship's space would fill it up to."""
    own = table.seat(table.big)
    top_up = TOP_UP[own["ship"]]
    frame = Frame(300, 62, 130, 48, 6)
    body = rect(*frame[:4], "place", 6) + "".join(use("coin", x, y, 20, 20) for x, y in ((305, 74), (312, 79)))
    body += text(349, 95, own["money"], "purse") + path("M370 70V102", "wood-line")
    body += use(f"ship-{table.big}", 373, 76, 21, 21) + use("coin", 394, 80, 12, 12)
    body += text(418, 91, top_up, "number-on-wood")
    about = table.say("board.purse", count=own["money"], top_up=top_up)
    return part(table, "money", body, frame, about=about, action=RECEIVE_MONEY)


def recruits(table: Table) -> str:
    return "".join(recruit(table, slot, 16 + RECRUIT_PITCH * slot, 28) for slot in range(RECRUITS))


def recruit(table: Table, slot: int, x: float, y: float) -> str:
    """A place of the recruitment track; the recruit who is being hired is ticked."""
    tile = table.seat(table.big)["recruits"][slot]
    if tile:
        name = faces.face_of_recruit(table, tile, table.big, slot)
        body, about = faces.tile(table, name, x, y), faces.about(table, name)
    else:
        body, about = rect(x, y, 64, 84, "place", 5), ""
    frame = Frame(x, y, 64, 84, 5)
    if table.view["phase"] == PHASES[SLOT] and table.view["to_act"] == table.big and table.pending["recruit"] == slot:
        body += chosen(frame)
    return part(table, f"recruit-{slot}", body, frame, about=about, action=RECRUIT_0 + slot)


def starters(table: Table) -> str:
    """The starting characters that are still to be placed. (L5)"""
    waiting = [letter for letter in LETTERS if f"s{letter}" not in table.seat(table.big)["workers"]]
    drawn = ""
    for i, letter in enumerate(waiting):
        x = 16 + PITCH * i
        body, about = faces.tile(table, f"s{letter}", x, 28), faces.about(table, f"s{letter}")
        action = STARTER_D + LETTERS.index(letter)
        drawn += part(table, f"starter-{letter}", body, Frame(x, 28, 64, 84, 5), about=about, action=action)
    return drawn


def worker(table: Table, slot: int) -> str:
    """A slot of the worker track: its cost, who works there, and what a hire would make of it."""
    x, y = 16 + PITCH * slot, 150
    tile = table.seat(table.big)["workers"][slot]
    body, about = rect(x, y, 64, 84, "place", 5), ""
    if tile == "Pt":
        body, about = faces.patron(table, table.big, x, y), table.heading("terms.patron")
    elif tile:
        name = faces.face_of_worker(tile, table.big, slot)
        body, about = faces.tile(table, name, x, y), faces.about(table, name)
    frame = Frame(x, y, 64, 84, 5)
    if table.view["to_act"] == table.big and slot in table.pending.get("filled", ()):
        lock = circle(0, 0, 10, "lock") + use("lock", -6, -6.5, 12, 12, "lock-sign")
        body += frame.rect(0, "just-filled") + group(lock, x + 60, y + 4)
    action = (DISMISS_0 if dismissing(table) else WSLOT_0) + slot
    body += would_be(table, slot, x, y)
    coin = f'<circle cx="{x + 32}" cy="{y}" r="13" fill="url(#gold)" class="cost-coin"/>'
    return (
        part(table, f"worker-{slot}", body, frame, about=about, action=action)
        + coin
        + text(x + 32, y + 5, COST[slot], "cost")
    )


def dismissing(table: Table) -> bool:
    """With the expert variant a worker is dismissed instead of hiring. (L110)"""
    return bool(table.view["phase"] == PHASES[HIRE] and table.view["options"]["expert"] and not table.pending["filled"])


def would_be(table: Table, slot: int, x: float, y: float) -> str:
    """The strength that hiring into this slot would give."""
    if table.active is None or not table.offers(range(WSLOT_0 + slot, WSLOT_0 + slot + 1)):
        return ""
    after = table.state.copy()
    hire(after, table.big, slot)
    strength = base_strength(after, table.big, LETTERS.index(table.active))
    tag = rect(10, 44, 44, 20, "tag", 4) + use(f"sign-{table.active}", 15, 47, 14, 14, f"bright-{table.active}")
    return group(tag + text(42, 59, strength, "number-on-wood"), x, y)
