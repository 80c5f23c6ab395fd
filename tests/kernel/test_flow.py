"""The steps of batches: the same games as the nested loops, with masks of the legal actions."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from ludotheque.kernel.edition import edition
from ludotheque.kernel.flow import DECISIONS, WIDEST, count_bits, holds_bit, nth_bit, write_bits
from ludotheque.kernel.loops import ASK, NOTHING
from ludotheque.kernel.state import OVER
from tests.samples import GameKind, few_kinds, start


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_step_by_step_a_game_is_the_one_of_the_loops(kind: GameKind) -> None:
    rules = edition(kind.game)
    whole, stepped, generator = start(kind).state(), start(kind).state(), [3, 5, 0, 0]
    decisions = rules.loops.playout(whole, [3, 5, 0], [0] * rules.module("actions").ACTIONS)
    while stepped.to_act != OVER:
        rules.flow.move(stepped, generator)
    assert stepped.content() == whole.content()
    assert generator[DECISIONS] == decisions


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_taken_actions_lead_where_playing_and_dealing_do(kind: GameKind) -> None:
    rules, loops = edition(kind.game), edition(kind.game).loops
    actions = [0] * rules.module("actions").ACTIONS
    bits = [0] * -(-len(actions) // 32)
    s, mine, theirs = start(kind).state(), [3, 6, 0, 0], [3, 6, 0]
    other, policy = s.copy(), [1, 2, 0]
    rules.flow.take(s, ASK, mine, bits, False)
    loops.deal(other, theirs)
    while other.to_act != OVER:
        legal = actions[: loops.legal(other, actions)]
        assert [a for a in range(32 * len(bits)) if holds_bit(bits, a)] == legal
        assert rules.module("rules").last_action(s) - rules.module("rules").first_action(s) < WIDEST
        action = rules.flow.choose(bits, policy)
        assert action in legal
        assert rules.flow.take(s, action, mine, bits, False) == 0
        loops.play(other, action)
        loops.deal(other, theirs)
        assert s.content() == other.content()
    assert rules.flow.choose(bits, policy) == NOTHING


def test_an_action_that_is_not_legal_changes_nothing() -> None:
    rules = edition("sintra")
    s, generator, bits = start(GameKind("sintra", 2, {})).state(), [1, 1, 0, 0], [0, 0, 0]
    rules.flow.take(s, ASK, generator, bits, False)
    before, drawn, mask = s.content(), list(generator), list(bits)
    assert rules.flow.take(s, 49, generator, bits, False) == 19  # nothing lies in the centre
    assert rules.flow.take(s, -7, generator, bits, False) == 15
    assert rules.flow.take(s, 4000, generator, bits, False) == 15
    assert (s.content(), generator, bits) == (before, drawn, mask)


def test_bits() -> None:
    chance = random.Random(4)
    for _ in range(300):
        places = sorted(chance.sample(range(WIDEST), chance.randint(1, 20)))
        mask = sum(1 << place for place in places)
        assert count_bits(mask) == len(places)
        assert [nth_bit(mask, n) for n in range(len(places))] == places
        first, row = chance.randint(0, 128 - WIDEST), [7, 7, 7, 7]
        write_bits(first, mask, row)
        assert [a for a in range(128) if holds_bit(row, a)] == [first + place for place in places]


class FromTheStart(list[Any]):
    """A list that refuses negative indices."""

    def __getitem__(self, place: Any) -> Any:
        assert place >= 0
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        assert place >= 0
        super().__setitem__(place, value)


def counted_from_the_start(value: Any) -> Any:
    return FromTheStart(map(counted_from_the_start, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_no_rule_counts_from_the_end_of_a_table(kind: GameKind, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, s, generator = edition(kind.game), start(kind).state(), [3, 7, 0, 0]
    folder = rules.rules.__name__.removesuffix("rules")
    for name, module in list(sys.modules.items()):
        if name.startswith(folder):
            for table, value in list(vars(module).items()):
                if isinstance(value, list) and not table.startswith("__"):
                    monkeypatch.setattr(module, table, counted_from_the_start(value))
    for field in s.fields:
        setattr(s, field, counted_from_the_start(getattr(s, field)))
    while s.to_act != OVER:
        rules.flow.move(s, generator)
    rules.loops.result(s, generator[DECISIONS], [0] * (1 + 2 * s.players))
