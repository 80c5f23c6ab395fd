"""The end of a game: the lines of the ledger, and by how much the winner is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from ..contract.ending import NO_VERDICT, Cell, Ending, Reason, ScoreLine, ScorePart, Verdict, ending_of, leaders
from ..contract.phrases import Phrase, Say
from ..contract.position_fields import AnyState
from ..kernel.edition import Edition


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """The sheet of any game."""
    about, rules = edition.module("about"), edition.rules

    def line(s: AnyState, say: Say, column: int) -> ScoreLine:
        name = about.LEDGER[column]
        said = say(Phrase(f"ledger.{name}"))
        cells = tuple(Cell(rules.ledger(s, p, column)) for p in range(s.players))
        return ScoreLine(said, (name.partition(".")[0],), cells, said)

    def ending(states: Sequence[AnyState], say: Say, viewer: int | None) -> Ending:
        """The winners and the score sheet of a finished game."""
        s = states[-1]
        seats = range(s.players)
        sheet = ScorePart("", tuple(line(s, say, column) for column in range(len(about.LEDGER))))
        scores = tuple(rules.score(s, p) for p in seats)
        winners = tuple(p for p in seats if not any(rules.ahead(s, q, p) for q in seats))
        verdict = NO_VERDICT
        if len(leaders(scores)) > 1:
            key = "ending.tie_shared" if len(winners) > 1 else "ending.tie_decided"
            verdict = Verdict("", (Reason(say(Phrase(key)), about.WINNER),))
        return ending_of(say, viewer, about.WINNER, (sheet,), scores, winners, verdict=verdict)

    def later(s: AnyState, p: int) -> dict[str, int]:
        """No points are known to come."""
        return {}

    return {"ending": ending, "later": later}
