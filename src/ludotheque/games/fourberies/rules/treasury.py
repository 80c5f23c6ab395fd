"""Ecus: only these functions change them, each with the ledger line that says why."""

from __future__ import annotations

from ....kernel.rule import rule
from ..state import State

# Columns of the ledger, in the order of about.LEDGER.
(F3_START, F31_BONUS, F34_THEFT, F35_STAGE, F37_PAY, F70_ACTORS, F73_SHOW, F74_BEST, F76_REQUEST, F77_AGAIN,
 A6_CUTPURSE, A8_STAGEHAND, F78_OWNED) = range(13)  # fmt: skip


@rule
def gain(s: State, p: int, column: int, ecus: int) -> None:
    """Gives Ecus from the Treasury, which never runs out, or pays them into it. (F78)"""
    s.ecus[p] += ecus
    s.ledger[p][column] += ecus


@rule
def take_from(s: State, p: int, victim: int, column: int, most: int) -> None:
    """Takes Ecus from another seat, as far as it has them: nobody falls below zero. (F34, F78, A6)"""
    ecus = min(most, s.ecus[victim])
    gain(s, victim, column, -ecus)
    gain(s, p, column, ecus)


@rule
def fewest_ecus(s: State) -> int:
    """Returns the Ecus of the poorest seat."""
    fewest = s.ecus[0]
    for p in range(1, s.players):
        fewest = min(fewest, s.ecus[p])
    return fewest


@rule
def has_victim(s: State, p: int) -> bool:
    """Tells whether an opponent has at least 1 Ecu. (F34, A6)"""
    for q in range(s.players):
        if q != p and s.ecus[q] > 0:
            return True
    return False


@rule
def score(s: State, p: int) -> int:
    """Returns the Ecus of a seat: in the end they decide. (F90)"""
    return s.ecus[p]


@rule
def ledger(s: State, p: int, column: int) -> int:
    """Returns the Ecus of a seat from one line of the score sheet (about.LEDGER)."""
    return s.ledger[p][column]


@rule
def ahead(s: State, a: int, b: int) -> bool:
    """Tells whether seat a is ahead of seat b: more Ecus; there is no tie-break. (F90)"""
    return s.ecus[a] > s.ecus[b]
