"""Whole random games that count choices, made once for each edition's rules."""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

from ...contract.position_fields import AnyState
from ...kernel.chance import Random, random_below
from ...kernel.loops import Loops
from ...kernel.rule import rule
from ...kernel.state import OVER


class Watching(NamedTuple):
    """The loops of a study for one edition."""

    watch: Any
    note_end: Any
    run: Any


@rule
def never(s: AnyState, a: int, b: int) -> bool:
    """The default of `breaks_tie`: players with equal points share the victory."""
    return False


def make_watching(rules: ModuleType, loops: Loops) -> Watching:
    """Makes the loops for these rules."""
    legal, play, deal = loops.legal, loops.play, loops.deal
    ahead, ledger = rules.ahead, rules.ledger
    breaks_tie = getattr(rules, "breaks_tie", never)

    @rule
    def watch(s: AnyState, random: Random, actions: Any, columns: Any, chosen: Any) -> int:
        """Plays as `playout` does, and marks the counted choices in chosen[seat][column]."""
        n = 0
        deal(s, random)
        while s.to_act != OVER:
            action = actions[random_below(random, legal(s, actions))]
            column = columns[s.phase][action]
            if column >= 0:
                chosen[s.to_act][column] = 1
            play(s, action)
            deal(s, random)
            n += 1
        return n

    @rule
    def note_end(s: AnyState, wins: Any, behind: Any, ledgers: Any, lines: int) -> None:
        """Writes the winners, how many seats win a tie against each seat, and the points of each line."""
        for seat in range(s.players):
            wins[seat] = 1
            behind[seat] = 0
            for other in range(s.players):
                if ahead(s, other, seat):
                    wins[seat] = 0
                if breaks_tie(s, other, seat):
                    behind[seat] += 1
            for line in range(lines):
                ledgers[seat][line] = ledger(s, seat, line)

    @rule
    def run(
        start: Any, states: Any, first: int, last: int, random: Random, actions: Any, columns: Any,
        decisions: Any, wins: Any, behind: Any, ledgers: Any, chosen: Any,
    ) -> None:  # fmt: skip
        """Plays the games first..last-1 of a batch from one start (compiled modes only)."""
        for game in range(last - first):
            states[0] = start[0]
            random[1] = first + game
            random[2] = 0
            decisions[game] = watch(states[0], random, actions, columns, chosen[game])
            note_end(states[0], wins[game], behind[game], ledgers[game], ledgers.shape[2])

    return Watching(watch, note_end, run)
