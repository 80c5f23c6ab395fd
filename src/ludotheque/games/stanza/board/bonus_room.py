"""The bonus room: the bonus space, the grid of bonus tiles, passing places, piles and the round track."""

from __future__ import annotations

from ludotheque.phrases import Code
from ludotheque.scene import Panel

from ..actions import PASS_OUT, TILE_TD1
from ..box import (
    BONUS_PRIZES,
    BONUS_SPACE,
    LETTERS,
    PASSING_POINTS,
    ROUNDS,
    TILE_CODES,
    TILE_DISCIPLINES,
    TILES_IN_PLAY,
)
from .drawing import Frame, chosen, circle, group, part, path, rect, shrunk, text, title, use
from .palace import STOCK_TOP, WALK_TOP, reached_by, room
from .pieces import figures, medallion
from .table import Table
from .tiles import bonus_tile

PER_ROW = 6  # tiles of the grid


def bonus_room(table: Table) -> Panel:
    y = WALK_TOP[False]
    inside = group(passing_places(table), 12, y) + bonus_space(table, 182, y + 42) + group(piles(table), 248, y)
    inside += group(grid(table), 12, STOCK_TOP[False] + 3, "family")
    name = table.say("board.bonus_room")
    band = (
        shrunk(12, 34, name, "room-title on-B", 21, 96 if table.players == 4 else 104)
        + group(prizes(table), 112 if table.players == 4 else 122, 12)
        + round_track(table)
    )
    return room(table, "B", inside, band, table.heading("rooms.bonus"))


def passing_places(table: Table) -> str:
    """Where figures go that pass out; the next of them takes the first that is free."""
    drawn = rect(0, 0, 104, 84, "slip", 4) + text(52, 17, table.say("board.passing_places"), "caption")
    taken = {table.seat(seat)["passing_place"]: seat for seat in range(table.players)}
    width = (100 - 4 * table.players) / table.players
    free = [place for place in range(1, table.players + 1) if place not in taken]
    for place in range(1, table.players + 1):
        points = PASSING_POINTS[place - 1]
        arch = f"M0 54V14C0 4 {width / 4:g} 0 {width / 2:g} 0S{width:g} 4 {width:g} 14V54Z"
        body = path(arch, "passing-place")
        if place in taken:
            body += use(f"figure-{taken[place]}", width / 2 - 14, 10, 28, 42)
        else:
            body += use("star", width / 2 - 6, 8, 12, 12) + text(width / 2, 40, points, "points")
        about = table.say("board.passing_place", place=place, points=points)
        action = PASS_OUT if free and place == free[0] else None
        frame = Frame(0, 0, width, 54, 12)
        passing = part(table, f"passing-{place}", body, frame, about=about, action=action)
        drawn += group(passing, 4 + (place - 1) * (width + 4), 24)
    return drawn


def bonus_space(table: Table, x: float, y: float) -> str:
    """Space 0, a rose in the floor: any number of figures may stop here."""
    rose = circle(0, 0, 45, "rose-edge") + circle(0, 0, 39, "rose")
    for angle in range(0, 360, 45):
        names = "rose-red" if angle % 90 == 0 else "rose-green"
        rose += f'<path d="M0-37 7-12 0 0-7-12Z" transform="rotate({angle})" class="{names}"/>'
    rose += circle(0, 0, 11, "rose") + circle(0, 0, 7, "rose-green")
    action, badge = reached_by(table, BONUS_SPACE)
    frame = Frame(-45, -45, 90, 90, 45)
    about = table.heading("terms.bonus_space")
    drawn = group(part(table, "space-0", rose, frame, about=about, action=action, badge=badge), x, y)
    return drawn + figures(table, BONUS_SPACE, x, y + 26)


def piles(table: Table) -> str:
    """How many characters are left to draw, and who was discarded."""
    drawn = rect(0, 0, 104, 84, "slip", 4) + use("pile", 5, 6, 32, 37)
    for y, key in ((21, "pile"), (39, "discard")):
        label = table.say(f"board.{key}", count=sum(table.view[key].values()))
        drawn += group(shrunk(42, y, label, "small left", 16, 55))
    for i, letter in enumerate(LETTERS):
        counts = medallion(letter, 0, -6, 8) + text(0, 14, table.view["discard"][letter])
        drawn += group(counts, 12 + 20 * i, 66)
    return part(table, "piles", drawn, Frame(0, 0, 104, 84, 4))


def grid(table: Table) -> str:
    """Three tiles of each discipline but Politics; a taken one leaves the disc of its owner."""
    owners = {tile: seat for seat in range(table.players) for tile in table.seat(seat)["bonus_tiles"]}
    drawn = ""
    for d in range(TILE_DISCIPLINES):
        letter = LETTERS[d]
        here = [code for code in TILE_CODES if code[1] == letter and (code in owners or code in table.view["grid"])]
        for i in range(TILES_IN_PLAY):
            place = d * TILES_IN_PLAY + i
            code = here[i] if i < len(here) else None
            cell = grid_place(table, letter, code, owners.get(code) if code else None)
            drawn += group(cell, 57.2 * (place % PER_ROW), 46 * (place // PER_ROW))
    return drawn


def grid_place(table: Table, letter: str, code: str | None, owner: int | None) -> str:
    empty = rect(0.5, 0.5, 53, 42, "recess", 4) + use(f"sign-{letter}", 19, 5, 16, 16, "faint")
    if code is None:
        return empty
    frame = Frame(0, 0, 54, 43, 4)
    about = about_tile(table, code)
    if owner is None:
        action = TILE_TD1 + TILE_CODES.index(code)
        body = bonus_tile(code) + (chosen(frame) if table.pending.get("tile") == code else "")
        return part(table, f"tile-{code}", body, frame, about=about, action=action)
    body = empty + use(f"disc-{owner}", 14, 10, 26, 28.2)
    return part(table, f"tile-{code}", body, frame, about=f"{about} ({table.name(owner)})")


def about_tile(table: Table, code: str) -> str:
    return table.say("board.tile", name=f"tiles.{code}", text=f"tile_texts.{code}")


def prizes(table: Table) -> str:
    """The shields of the bonus-tile majority, as many as there are players."""
    pitch = 25 if table.players < 4 else 22
    drawn = title(table.say("ledger.L102"))
    for i in range(table.players):
        shield = path("M1 0H21V20C21 27 11 31 11 31S1 27 1 20Z", "shield") + text(
            11, 19, BONUS_PRIZES[i], "number dark"
        )
        drawn += group(shield, pitch * i, 0)
    return f"<g>{drawn}</g>"


def progress(table: Table) -> str:
    """How far the game has come, in words."""
    if table.view["last_turn"]:
        return table.say("board.last_turn", name=Code(table.view["last_turn"]))
    rounds = ROUNDS[table.players]
    return table.say("board.round", round=min(table.view["refills"], rounds - 1) + 1, rounds=rounds)


def round_track(table: Table) -> str:
    """The rounds and the last turns, with the round marker."""
    rounds = ROUNDS[table.players]
    names = [*(str(number + 1) for number in range(rounds)), "A", "B", "C"]
    now = min(table.view["refills"], rounds)
    if table.view["last_turn"]:
        now = names.index(table.view["last_turn"])
    pitch = min(21.5, 142 / len(names))
    left = 358 - pitch * len(names)
    drawn = title(table.heading("terms.round_track"))
    for i, name in enumerate(names):
        state = "round-now" if i == now else "round-past" if i < now else "round"
        box = rect(0, 0, pitch - 2.5, 32, state, 3) + text((pitch - 2.5) / 2, 21, name, f"round-name {state}-name")
        marker = path("M0 0l-5-6h10Z", "round-marker") if i == now else ""
        drawn += group(box + group(marker, (pitch - 2.5) / 2, -1), left + pitch * i, 10)
    return f"<g>{drawn}</g>"
