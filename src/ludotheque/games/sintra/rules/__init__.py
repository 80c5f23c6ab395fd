"""The rules of Azul: Stained Glass of Sintra; numbers such as S23 are those of RULES.md.

Each module is a chapter: setup, rounds, turn, points, scoring. `asking` is the only definition of
legality, `turn` and `chance` apply one choice, and only `points` changes a score.
"""

from .asking import always_asked, asked_by, first_action, forbids, last_action
from .chance import happen, outcome_count, weight
from .scoring import ahead, breaks_tie, ledger, score
from .setup import begin
from .turn import act

__all__ = [
    "act",
    "ahead",
    "always_asked",
    "asked_by",
    "begin",
    "breaks_tie",
    "first_action",
    "forbids",
    "happen",
    "last_action",
    "ledger",
    "outcome_count",
    "score",
    "weight",
]
