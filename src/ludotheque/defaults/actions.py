"""The names and numbers of phases and actions, from the table of phases."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..contract.phases import PhaseTable
from ..kernel.edition import Edition


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """Counted in `PHASE_TABLE`, if the game has one."""
    table: PhaseTable = getattr(own, "PHASE_TABLE", ())
    if not table:
        return {}
    return {
        "PHASES": tuple(phase.name for phase in table),
        "ACTIONS": max(phase.last for phase in table) + 1,
        "MOST_LEGAL": max(phase.width for phase in table),
        "MOST_OUTCOMES": max(phase.outcomes for phase in table),
    }
