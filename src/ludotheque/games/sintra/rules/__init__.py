"""The rules of Azul: Stained Glass of Sintra; numbers such as S23 are those of RULES.md.

Each module is a chapter: setup, rounds, turn, points, scoring. `asking` is the only definition of
legality, `turn` and `chance` apply one choice, and only `points` changes a score.
"""

from .asking import asked_by, forbids
from .chance import happen, outcome_count, weight
from .scoring import ahead, breaks_tie
from .setup import begin
from .turn import act

__all__ = [
    "act",
    "ahead",
    "asked_by",
    "begin",
    "breaks_tie",
    "forbids",
    "happen",
    "outcome_count",
    "weight",
]
