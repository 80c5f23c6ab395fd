"""Positions of Sintra from few words, and the action ids by their meaning.

A seat is two lines of eight words, slot 1 first:

    slots    "K6.f" an empty strip, "K6.f=B...B" with panes on it, "-" a strip that is removed
    windows  "-" empty, "B" a pane in the upper cell, "BO" panes in both

Panes that are not named lie in the bag, so that there are always 20 of each colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import ludotheque
from ludotheque import Position
from tests.samples import Json

GAME = ludotheque.load("sintra")

COLOURS = "BWYOP"
PANES = Counter(dict.fromkeys(COLOURS, 20))
FACTORIES = {2: 5, 3: 7, 4: 9}
STRIPS = "K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f"
ALL_REMOVED = "- - - - - - - -"
INDICATOR = "BBWYOP"
CENTRE = 10
RESET = 50
REST = "the rest"


# --- action ids (part 4.3) ------------------------------------------------------------------


def take(source: int, colour: str) -> int:
    """TAKE a colour from factory 1..9 or from the CENTRE."""
    return 5 * (source - 1) + COLOURS.index(colour)


def strip(slot: int) -> int:
    """STRIP of slot 1..8."""
    return 50 + slot


def joker(panes: int) -> int:
    """JOKER: this many panes on joker spaces."""
    return 59 + panes


def pane(colour: str) -> int:
    """PANE of a colour into the window."""
    return 62 + COLOURS.index(colour)


# --- positions --------------------------------------------------------------------------------


def seat(
    slots: str = STRIPS,
    windows: str | None = None,
    glazier: int = 1,
    score: int = 0,
    broken: int = 0,
    lost: int = 0,
) -> Json:
    """One seat; without `windows` they hold what the strips above them demand."""
    words = slots.split()
    if windows is None:
        windows = " ".join("BW" if word == "-" else "B" if word.startswith("K8.b") else "-" for word in words)
    return {
        "slots": [_slot(word) for word in words],
        "windows": [word.replace("-", "") for word in windows.split()],
        "glazier": glazier,
        "score": score,
        "broken": broken,
        "lost": lost,
    }


def _slot(word: str) -> Json | None:
    if word == "-":
        return None
    code, _, panes = word.partition("=")
    return {"strip": code, "panes": panes or "....."}


def table(
    *seats: Json,
    players: int = 2,
    to_act: int | None = 0,
    phase: str = "TURN",
    indicator: str = INDICATOR,
    tile_seat: int = 0,
    tile_in_centre: bool = False,
    factories: Sequence[str] = (),
    centre: str = "",
    bag: str = REST,
    tower: str = "",
    hand: str = "",
    **options: str | int | bool | None,
) -> Json:
    """A position as JSON; seats and factories left out are as at the start, or empty."""
    d: Json = {
        "game": "sintra",
        "version": 1,
        "players": players,
        "options": {"side": "A", "first_seat": None, "score_floor_zero": False} | options,
        "to_act": to_act,
        "phase": phase,
        "round": 7 - len(indicator) if indicator else 6,
        "indicator": indicator,
        "tile_seat": tile_seat,
        "tile_in_centre": tile_in_centre,
        "factories": [*factories, *[""] * (FACTORIES[players] - len(factories))],
        "centre": centre,
        "seats": [*seats, *(seat() for _ in range(players - len(seats)))],
        "pending": {"hand": hand} if hand else None,
    }
    rest = PANES - Counter(_panes_of(d))
    d["bag"] = counts(rest - Counter(tower) if bag == REST else Counter(bag))
    d["tower"] = counts(rest - Counter(bag) if tower == REST else Counter(tower))
    return d


def at(*seats: Json, **rest: Any) -> Position:
    """The position of such a table."""
    return GAME.position(table(*seats, **rest))


def counts(panes: Counter[str]) -> dict[str, int]:
    """How many panes of each colour, zeros included."""
    return {colour: panes[colour] for colour in COLOURS}


def _panes_of(d: Json) -> str:
    """All panes that lie neither in the bag nor in the tower."""
    places: list[str] = [d["indicator"], d["centre"], *d["factories"]]
    for entry in d["seats"]:
        places += [*entry["windows"], *(slot["panes"] for slot in entry["slots"] if slot)]
    if d["pending"]:
        places.append(d["pending"]["hand"])
    return "".join(places).replace(".", "")


# --- what a position shows ----------------------------------------------------------------------


def shown(p: Position, seat: int = 0) -> Json:
    """A seat of the position as JSON."""
    found: Json = p.to_dict()["seats"][seat]
    return found


def panes_on(p: Position, slot: int, seat: int = 0) -> str:
    """The panes on the strip of a slot."""
    found: str = shown(p, seat)["slots"][slot - 1]["panes"]
    return found


def pile(p: Position, name: str) -> str:
    """The panes in the bag or in the tower, in colour order."""
    return "".join(colour * n for colour, n in p.to_dict()[name].items())


def turn(p: Position) -> tuple[str, int | None]:
    """The phase and who is to act."""
    return p.phase, p.to_act


# --- playing ------------------------------------------------------------------------------------


def play(p: Position, *choices: int) -> Position:
    """The position after these actions or outcomes."""
    for choice in choices:
        p = p.play(choice)
    return p


def draw(p: Position, panes: str) -> Position:
    """The position after these panes are drawn, one by one."""
    return play(p, *map(COLOURS.index, panes))


def last_turn(examined: Json, **options: str | bool) -> Position:
    """The end of the game after seat 0 has broken the last pane; `examined` sits on seat 1."""
    idle = seat(glazier=8)  # K8.f has no blue space, so a blue pane breaks
    return at(idle, examined, indicator="P", factories=["B"], **options).play(take(1, "B"))
