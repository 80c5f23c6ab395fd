"""The rules of Fourberies; numbers such as F43 are those of RULES.md.

Each module is a chapter: treasury, court, travel, requests, objectives, resolution, acrobats,
scoring, seasons. `asking` is the only definition of legality and `course` says what comes next.
"""

from .asking import always_asked, asked_by, first_action, forbids, last_action
from .course import act, befall, decide, happen, outcome_count, take_step, weight, whole_weight
from .seasons import begin
from .treasury import ahead, ledger, score

__all__ = [
    "act",
    "ahead",
    "always_asked",
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
