"""The rules of Fourberies; numbers such as F43 are those of RULES.md.

Each module is a chapter: treasury, court, travel, requests, objectives, resolution, acrobats,
scoring, seasons. `asking` is the only definition of legality and `turn` says what comes next.
"""

from .asking import asked_by, first_action, forbids, last_action
from .seasons import begin
from .treasury import ahead, ledger, score
from .turn import act, befall, decide, happen, outcome_count, take_step, weight, whole_weight

__all__ = [
    "act",
    "ahead",
    "asked_by",
    "befall",
    "begin",
    "decide",
    "first_action",
    "forbids",
    "happen",
    "last_action",
    "ledger",
    "outcome_count",
    "score",
    "take_step",
    "weight",
    "whole_weight",
]
