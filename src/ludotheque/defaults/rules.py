"""Rules that most games share: phases ask by their table, outcomes are equally likely, the most points win."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..contract.phases import PhaseTable
from ..contract.position_fields import AnyState
from ..kernel.edition import Edition
from ..kernel.rule import rule, table


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """The rules that follow from the table of phases and from the fields `score` and `ledger` of the state."""
    phases: PhaseTable = getattr(edition.module("actions"), "PHASE_TABLE", ())
    return (asking(phases) if phases else {}) | scoring(edition, own) | {"forbids": forbids, "weight": weight}


def asking(phases: PhaseTable) -> dict[str, Any]:
    """What each phase asks for, by one look into the table."""
    first: Any = table([phase.first for phase in phases])
    last: Any = table([phase.last for phase in phases])
    number: Any = table([phase.rule for phase in phases])
    always: Any = table([int(phase.always) for phase in phases])
    outcomes: Any = table([phase.outcomes for phase in phases])

    @rule
    def first_action(s: AnyState) -> int:
        """Returns the lowest action id of this phase."""
        return first[s.phase]  # type: ignore[no-any-return]

    @rule
    def last_action(s: AnyState) -> int:
        """Returns the highest action id of this phase."""
        return last[s.phase]  # type: ignore[no-any-return]

    @rule
    def asked_by(s: AnyState) -> int:
        """Returns the number of the rule that asks for a decision now; it forbids all other actions."""
        return number[s.phase]  # type: ignore[no-any-return]

    @rule
    def always_asked(s: AnyState) -> bool:
        """Tells whether the phase is asked even if it leaves no choice."""
        return always[s.phase] != 0  # type: ignore[no-any-return]

    @rule
    def outcome_count(s: AnyState) -> int:
        """Returns the number of outcome ids of the chance event."""
        return outcomes[s.phase]  # type: ignore[no-any-return]

    @rule
    def happen(s: AnyState, outcome: int) -> None:
        """Does nothing: a game whose phases have outcomes must say what they do."""

    return {
        "first_action": first_action, "last_action": last_action, "asked_by": asked_by,
        "always_asked": always_asked, "outcome_count": outcome_count,
    } | ({} if any(phase.outcomes for phase in phases) else {"happen": happen})  # fmt: skip


@rule
def forbids(s: AnyState, phase: int, action: int) -> int:
    """Returns 0, or the number of the rule that forbids this action of the phase: none does."""
    return 0


@rule
def weight(s: AnyState, outcome: int) -> int:
    """Returns how often this outcome occurs, relative to the others of the event: all alike."""
    return 1


def scoring(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """Points, their ledger, and the seat that is ahead."""
    found: dict[str, Any] = {}
    if "score" in edition.state.fields:

        @rule
        def score_of(s: AnyState, p: int) -> int:
            """Returns the points of a seat so far."""
            return s.score[p]  # type: ignore[no-any-return]

        found["score"] = score_of
    score = getattr(own, "score", found.get("score"))
    if score is None:
        return found
    breaks_tie = getattr(own, "breaks_tie", never)

    if "ledger" in edition.state.fields:

        @rule
        def ledger(s: AnyState, p: int, column: int) -> int:
            """Returns the points of a seat from one line of the score sheet."""
            return s.ledger[p][column]  # type: ignore[no-any-return]

    else:

        @rule
        def ledger(s: AnyState, p: int, column: int) -> int:
            """Returns all points of a seat: the score sheet has one line."""
            return score(s, p)  # type: ignore[no-any-return]

    @rule
    def ahead(s: AnyState, a: int, b: int) -> bool:
        """Tells whether seat a is ahead of seat b: by points, then by what breaks a tie."""
        if score(s, a) != score(s, b):
            return score(s, a) > score(s, b)  # type: ignore[no-any-return]
        return breaks_tie(s, a, b)

    return found | {"ledger": ledger, "ahead": ahead}


@rule
def never(s: AnyState, a: int, b: int) -> bool:
    """Tells whether seat a wins a tie with seat b: never, the victory is shared."""
    return False
