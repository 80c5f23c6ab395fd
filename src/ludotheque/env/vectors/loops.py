"""One step of a learning seat in many games, the other seats playing at random: made around an edition's rules."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ...kernel.chance import Random, random_below
from ...kernel.play import Drivers
from ...kernel.rule import called, rule
from ...kernel.state import OVER

State = Any


def make_step(rules: ModuleType, loops: Drivers, hide: Any, observe: Any) -> Any:
    """Makes the step for these rules (compiled modes only: records are copied by assignment)."""
    why_not, ahead = loops.why_not, rules.ahead
    legal_of, deal_of, play_of = loops.legal, loops.deal, loops.play

    # Called, not copied to the places that use them: that halves what the compiler has to do.

    @called
    def legal(s: State, actions: Any) -> int:
        return legal_of(s, actions)  # type: ignore[no-any-return]

    @called
    def deal(s: State, luck: Random) -> None:
        deal_of(s, luck)

    @called
    def play(s: State, action: int, luck: Random) -> None:
        play_of(s, action)
        deal(s, luck)

    @rule
    def let_others_play(s: State, seat: int, luck: Random, whim: Random, actions: Any) -> None:
        """Plays at random for the other seats, up to the learner's decision or the end."""
        while s.to_act != OVER and s.to_act != seat:
            play(s, actions[random_below(whim, legal(s, actions))], luck)

    @rule
    def reward(s: State, seat: int) -> float:
        """The reward of the end: a lone winner gets 1, and all seats together 0."""
        winners = 0
        won = False
        for p in range(s.players):
            first = True
            for other in range(s.players):
                if ahead(s, other, p):
                    first = False
            if first:
                winners += 1
                won = won or p == seat
        share = 1.0 / winners if won else 0.0
        rewarded: float = (s.players * share - 1.0) / (s.players - 1.0)
        return rewarded

    @rule
    def look(s: State, seat: int, copies: Any, actions: Any, row: Any, mask: Any) -> None:
        """Writes what the learner may know and do; `copies` is a copy of the state, to be blanked."""
        hide(copies[0], seat)
        observe(copies[0], seat, row)
        for action in range(len(mask)):
            mask[action] = 0
        if s.to_act == seat:
            for i in range(legal(s, actions)):
                mask[actions[i]] = 1

    @rule
    def step(
        first: int, last: int, start: Any, states: Any, copies: Any, given: Any, fixed: int, seats: Any, lucks: Any,
        whims: Any, actions: Any, rows: Any, masks: Any, rewards: Any, over: Any, broken: Any,
    ) -> None:  # fmt: skip
        """Plays what is given in the games first..last-1; a game that is over begins anew instead."""
        for g in range(first, last):
            rewards[g] = 0.0
            broken[g] = 0
            if over[g]:
                over[g] = False
                states[g] = start[0]
                lucks[g][1] += len(over)  # a stream that no other game of this environment draws from
                lucks[g][2] = 0
                deal(states[g], lucks[g])
                seats[g] = fixed if fixed >= 0 else random_below(whims[g], states[g].players)
            else:
                broken[g] = why_not(states[g], given[g])
                if broken[g] != 0:
                    over[g] = True
                    rewards[g] = -1.0
                    continue
                play(states[g], given[g], lucks[g])
            let_others_play(states[g], seats[g], lucks[g], whims[g], actions)
            if states[g].to_act == OVER:
                over[g] = True
                rewards[g] = reward(states[g], seats[g])
            copies[0] = states[g]
            look(states[g], seats[g], copies, actions, rows[g], masks[g])

    return step
