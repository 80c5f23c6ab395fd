"""Observations from the fields of the state, and the meaning of action ids from the phases."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..contract import observation
from ..contract.observation import MOST, PRESENT, ObservationField, ObservationVersion
from ..contract.phases import PhaseTable
from ..kernel.edition import Edition
from ..kernel.observation import make_observe
from ..kernel.state import NEEDED_FIELDS, StateField

SCORE = "score"


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """Every field of the state that is not a memory: those of the table, then those of the seats."""
    actions, about = edition.module("actions"), edition.module("about")
    seats = max(about.SEATS)
    fields = {name: f for name, f in edition.state.fields.items() if not f.memory and name not in NEEDED_FIELDS}
    common = (
        observation.choice("phase", f"What is asked: {', '.join(actions.PHASES)}.", len(actions.PHASES)),
        observation.seat("to_act", "The seat that decides; none at chance and when the game is over.", seats),
        *(observed(name, f, f.shape) for name, f in fields.items() if not f.seats),
    )
    each_seat = (PRESENT, *(observed(name, f, f.shape[1:]) for name, f in fields.items() if f.seats))
    if SCORE not in fields:
        each_seat += (observation.cut(SCORE, "Points so far.", value=edition.rules.score),)
    common, each_seat = getattr(own, "COMMON", common), getattr(own, "EACH_SEAT", each_seat)
    return {
        "COMMON": common,
        "EACH_SEAT": each_seat,
        "SCORE": SCORE,
        "OBSERVATION": observation.length(common, each_seat, seats),
        **make_observe(edition.state, common, each_seat, seats),
        "ACTION_TABLE": meanings(getattr(actions, "PHASE_TABLE", ()), actions.ACTIONS),
        "HISTORY": (ObservationVersion(1, "1", "First version."),),
    }


def observed(name: str, f: StateField, shape: tuple[int, ...]) -> ObservationField:
    """A field as it stands in the state, cut off far beyond what a game needs."""
    low, high = f.limits
    low = low if f.low is None else low - 2  # nothing is one less, hidden is two less
    meaning = f"{name.replace('_', ' ').capitalize()}, as in the state."
    return ObservationField(name, shape or (1,), max(low, -MOST), min(high, MOST), meaning, "cut")


def meanings(phases: PhaseTable, actions: int) -> tuple[observation.Actions, ...]:
    """The actions of every phase; ids that several phases ask for belong to the first of them."""
    starts = {phase.first: phase.name for phase in reversed(phases) if phase.width > 0}
    starts = dict(sorted({0: "", **starts}.items()))
    return observation.action_table(actions, {first: f"The actions of {name}." for first, name in starts.items()})
