"""The notes beside one's own board: what an activation can bring, else how the majorities stand."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from ludotheque.contract.drawing import capital, group, part, path, rect, say, text, title, use
from ludotheque.contract.scene import Panel, Pen, Voice, drawn_while, piece

from .. import box
from ..actions import LEVELS
from ..rules.activation import base_strength, forbids_payment, strength
from ..rules.conditions import merit, tiles_owned
from ..rules.masterpieces import has_masterpiece, partner
from ..rules.scoring import GRID, MUSEUM, competitors, majority, standing
from ..state import State
from .marks import shrunk
from .pieces import shape
from .table import StanzaScene, of_moment

WIDTH, HEIGHT = 324, 246


def notes(scene: StanzaScene, at: tuple[float, float]) -> Panel:
    acting = scene.view["to_act"]
    if scene.active is not None and acting is not None and acting >= 0:
        return activation(scene.public, acting, scene.active, at)
    return on_paper(say(scene, "majorities"), standings(scene), at)


def on_paper(label: str, drawn: str, at: tuple[float, float]) -> Panel:
    paper = rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, "notes-paper", 6)
    return Panel("notes", label, WIDTH, HEIGHT, (paper, drawn), (*at, WIDTH))


# --- An activation --------------------------------------------------------------------------------


class Power(NamedTuple):
    """What a player can do with the discipline that is activated."""

    now: int  # the strength
    most: int  # the strength with discs and TR4
    built: bool  # a masterpiece stands already
    helped: bool  # by the partner discipline (L54, L55)


@of_moment
def power(s: State, seat: int, d: int) -> Power:
    now = strength(s, seat)
    most = now + s.discs[seat][d]
    most += 1 if s.owner[box.TR4] == seat and forbids_payment(s, seat) == 0 else 0
    helped = base_strength(s, seat, partner(d)) >= box.PARTNER_STRENGTH
    return Power(now, most, has_masterpiece(s, seat, d), helped)


def in_activation(scene: StanzaScene, seat: int, letter: str, at: tuple[float, float]) -> Hashable:
    """All that the stair of results shows."""
    s, d = scene.state, box.LETTERS.index(letter)
    return power(s, seat, d), s.ship[seat], tuple(s.art_stock), tuple(s.masterpiece[d])


@drawn_while(in_activation)
def activation(scene: StanzaScene, seat: int, letter: str, at: tuple[float, float]) -> Panel:
    """The stair of results: reached, within reach with discs and TR4, or out of reach."""
    now, most, built, helped = power(scene.state, seat, box.LETTERS.index(letter))
    label = say(scene, "activation", discipline=scene.term(f"disciplines.{letter}"), strength=now)
    drawn = shape(seat, 14, 13, 16) + shrunk(38, 27, label, "notes-title", 18, 270)
    rows = [(level, reward_row(scene, seat, letter, level)) for level in range(1, LEVELS + 1)]
    for i, (level, (body, possible)) in enumerate(rows):
        drawn += group(stair(level, now, most, body, possible), 12, 38 + 29 * i)
    for m, name in enumerate(box.MASTERPIECES):
        state = scene.view["masterpieces"][letter][name]
        body = masterpiece_row(scene, letter, m, state)
        possible = state is None and not built and (m != box.PARTNERED or helped)
        drawn += group(stair(box.STRENGTH_NEEDED[m], now, most, body, possible), 12, 125 + 29 * m)
    return on_paper(label, drawn, at)


def stair(needed: int, now: int, most: int, body: str, possible: bool) -> str:
    """One result with the strength that it needs."""
    state = "gone" if not possible else "have" if needed <= now else "reach" if needed <= most else "far"
    step = rect(0, 0, 300, 26, f"stair stair-{state}", 5) + rect(0, 0, 26, 26, f"step step-{state}", 5)
    return step + text(13, 19, needed, f"level step-number-{state}") + group(body, css=f"row-{state}")


def reward_row(scene: StanzaScene, seat: int, letter: str, level: int) -> tuple[str, bool]:
    """What a level brings, in words, and whether it is to be had."""
    if letter == "D":
        space = min(scene.player(seat)["ship"] + level, box.LAST_SPACE)
        return use(f"ship-{seat}", 33, 1, 24, 24) + text(64, 18, f"→ {money_label(scene, space)}", "row left"), True
    if letter == "A":
        kind = box.ARTWORKS[level - 1]
        left = scene.view["art_stock"][kind]
        words = f"{scene.term(f'terms.{kind}')}, {say(scene, 'value', value=box.ART_VALUE[level - 1])}"
        return use(f"art-{level - 1}", 35, 2, 18, 22) + shrunk(64, 18, words, "row left", 16, 228), left > 0
    key = {"L": "books", "R": "discs", "P": "helpers"}[letter]
    symbol = {"L": "book-any", "R": "disc-any", "P": "helper-any"}[letter]
    words = say(scene, f"some_{key}", count=level)
    return use(symbol, 36, 3, 16, 20) + shrunk(64, 18, words, "row left", 16, 228), True


def masterpiece_row(scene: StanzaScene, letter: str, m: int, state: object) -> str:
    """A masterpiece: its points, and its owner or that it is closed."""
    words = say(scene, "masterpiece", points=box.MASTERPIECE_POINTS[m])
    drawn = use("star", 36, 4, 17, 17) + shrunk(64, 18, words, "row left", 16, 180)
    if m == box.PARTNERED:
        drawn += text(262, 18, "+", "row") + use(
            f"sign-{box.LETTERS[partner(box.LETTERS.index(letter))]}", 272, 5, 16, 16, "row-sign"
        )
    if state == "closed":
        drawn += use("boards", 236, 2, 23, 23)
    elif isinstance(state, int):
        drawn += use(f"pillar-{state}", 241, 1, 14, 24)
    return drawn


# --- Otherwise: majorities and conditions ---------------------------------------------------------


def standings(scene: StanzaScene) -> str:
    """The ranking in the two majorities, and the way to the next bonus tiles."""
    museum, tiles = entries(scene.state, MUSEUM), entries(scene.state, GRID)
    return majorities(scene.pen(), scene.big, scene.names, museum, tiles, merits(scene.state, scene.big))


Rank = tuple[int, int, int | None]  # value, points, seat; no seat is the neutral player
Merit = tuple[int, int] | None  # what the player has in a discipline, and what its next bonus tile asks for


@piece
def majorities(
    pen: Pen,
    seat: int,
    names: tuple[str, ...],
    museum: tuple[Rank, ...],
    tiles: tuple[Rank, ...],
    merits: tuple[Merit, ...],
) -> str:
    """The rankings of both majorities, and under them the conditions of the bonus tiles."""
    of_museum = text(14, 26, capital(pen.term("terms.museum")), "notes-title left")
    of_tiles = text(172, 26, say(pen, "bonus_tiles"), "notes-title left")
    next_tiles = text(14, 194, say(pen, "next_tile"), "caption left") + group(conditions(pen, merits), 14, 204)
    return (
        part("standing-museum", of_museum + group(ranking(pen, seat, names, museum), 14, 36))
        + part("standing-tiles", of_tiles + group(ranking(pen, seat, names, tiles), 172, 36))
        + path("M12 174H312", "hair")
        + part("next-tiles", next_tiles)
    )


@of_moment
def entries(s: State, which: int) -> tuple[Rank, ...]:
    """Returns all competitors in a majority, the best first. (L102, L103)"""
    found: list[Rank] = [
        (standing(s, which, p), majority(s, which, p), p if p < s.players else None)
        for p in range(competitors(s, which))
    ]
    return tuple(sorted(found, key=lambda entry: -entry[0]))


def ranking(voice: Voice, near: int, names: tuple[str, ...], entries: tuple[Rank, ...]) -> str:
    """Signs of the players with their values, and the points they would get."""
    drawn = ""
    for i, (value, points, seat) in enumerate(entries):
        who = voice.term("terms.neutral") if seat is None else names[seat]
        mine = rect(-6, 0, 142, 24, "mine", 4) if seat == near else ""
        row = title(who) + mine + shape(seat, 2, 5, 14) + text(40, 18, value, "row")
        row += use("star", 66, 6, 12, 12) + text(98, 18, points, "row strong") if points else ""
        drawn += group(row, 0, 26 * i, "lost" if seat is None else "")
    return drawn


def merits(s: State, seat: int) -> tuple[Merit, ...]:
    """How far the player is from the next bonus tile of each discipline; None if there is none. (L63)"""
    owned = [tiles_owned(s, seat, d) for d in range(box.TILE_DISCIPLINES)]
    return tuple(
        (merit(s, seat, d), box.CONDITION[d][n]) if n < box.TILES_IN_PLAY else None for d, n in enumerate(owned)
    )


def conditions(voice: Voice, merits: tuple[Merit, ...]) -> str:
    """For each discipline what the player has, and what the next bonus tile asks for. (L63)"""
    drawn = ""
    for d, known in enumerate(merits):
        letter, words, names = box.LETTERS[d], "–", "row left"
        if known is not None:
            have, wanted = known
            words = money_label(voice, wanted) if d == box.DISCOVERIES else f"{have}/{wanted}"
            if have >= wanted:
                words, names = f"{words} ✓", "row left strong met"
        body = title(voice.term(f"disciplines.{letter}")) + use(f"sign-{letter}", 0, 3, 18, 18, f"sign-{letter}")
        drawn += group(body + text(24, 18, words, names), 76 * d, 0)
    return drawn


def money_label(voice: Voice, m: int) -> str:
    """A space of the money track as it is printed there."""
    points = box.TRACK_POINTS[m]
    return say(voice, "points", number=points) if points else say(voice, "florins", number=box.TOP_UP[m])
