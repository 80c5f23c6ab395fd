"""Laws that hold in every position of every game, checked on random games of every kind."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import Position
from ludotheque.core.position import SPECTATOR
from ludotheque.core.words import LANGUAGES
from ludotheque.kernel.edition import Edition, edition
from tests.samples import GameKind, few_kinds, kinds, random_game

_played: dict[str, list[tuple[Position, int | None]]] = {}
_noted: dict[str, list[bytes]] = {}  # the fields of all states of these games, when they were played


def shared_game(kind: GameKind) -> list[tuple[Position, int | None]]:
    """One random game of each kind, played once for all laws."""
    name = str(kind)
    if name not in _played:
        _played[name], _noted[name] = [], []
        for position, choice in random_game(kind, seed=1):
            _played[name].append((position, choice))
            _noted[name].append(pickle.dumps(vars(position.state())))
    return _played[name]


def viewers(position: Position) -> list[int | None]:
    return [None, *range(position.players)]


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_the_game_ends_and_always_offers_a_choice(kind: GameKind) -> None:
    decisions = 0
    for position, _ in shared_game(kind):
        if position.to_act is None:
            assert position.legal() == []
            assert position.outcomes() == {}
        elif position.to_act == -1:
            assert position.legal() == []
            assert sum(position.outcomes().values()) == 1
        else:
            decisions += 1
            legal = position.legal()
            assert legal == sorted(set(legal))
            assert legal
            assert position.outcomes() == {}
    assert decisions > 10


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_play_succeeds_exactly_for_legal_actions(kind: GameKind) -> None:
    game = ludotheque.load(kind.game)
    rules = game.rules()
    for number, (position, _) in enumerate(shared_game(kind)):
        if number % 7 or position.to_act == -1:
            continue
        before, legal = position.to_dict(), set(position.legal())
        for action in range(game.action_count):
            rule = position.why_not(action)
            if action in legal:
                assert rule is None
                assert position.play(action) != position
            else:
                assert rule in rules
                with pytest.raises(ludotheque.IllegalAction) as refused:
                    position.play(action)
                assert refused.value.rule == rule
                assert game.rule(str(rule)) in str(refused.value)
        assert position.to_dict() == before


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_a_chance_event_takes_exactly_its_outcomes(kind: GameKind) -> None:
    for position, _ in shared_game(kind):
        if position.to_act != -1:
            continue
        outcomes = position.outcomes()
        for outcome in range(-1, 24):
            if outcome in outcomes:
                assert position.play(outcome) != position
            else:
                with pytest.raises(ludotheque.IllegalAction):
                    position.play(outcome)


@pytest.mark.parametrize("kind", [kind for kind in few_kinds() if kind.game == "fourberies"], ids=str)
def test_rules_that_know_all_weights_together_count_right(kind: GameKind) -> None:
    """Also in worlds dealt anew, in which bots let chance happen."""
    rules = edition(kind.game).rules
    for position, _ in shared_game(kind):
        if position.to_act != -1:
            continue
        for one in (position, position.redeal(0, seed=3, deals=False)):
            state = one.state()
            weights = [rules.weight(state, outcome) for outcome in range(rules.outcome_count(state))]
            assert rules.whole_weight(state) == sum(weights)


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_a_position_survives_its_dict_and_pieces_are_conserved(kind: GameKind) -> None:
    """Reading checks the conservation of all pieces."""
    game = ludotheque.load(kind.game)
    for number, (position, _) in enumerate(shared_game(kind)):
        if number % 5 and position.to_act is not None:
            continue
        written = json.dumps(position.to_dict())
        again = game.position(json.loads(written))
        assert again == position
        assert hash(again) == hash(position)
        assert json.dumps(again.to_dict()) == written
        assert again.legal() == position.legal()
        assert again.outcomes() == position.outcomes()
        assert again.scores() == position.scores()


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_old_positions_never_change_and_records_replay(kind: GameKind) -> None:
    """Whatever the other laws have asked them since."""
    seen = [position for position, _ in shared_game(kind)]
    assert [vars(position.state()) for position in seen] == [pickle.loads(fields) for fields in _noted[str(kind)]]
    record = ludotheque.GameRecord.from_json(seen[-1].record().to_json())
    assert list(record.replay()) == seen
    assert record.verify() == seen[-1]


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_the_ledger_sums_to_the_score(kind: GameKind) -> None:
    rules = ludotheque.load(kind.game).rules()
    for position, _ in shared_game(kind):
        for lines, score in zip(position.ledger(), position.scores(), strict=True):
            assert sum(points for _, points in lines) == score
            assert all(rule in rules for rule, _ in lines)


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_every_choice_can_be_written_read_and_said(kind: GameKind) -> None:
    for number, (position, choice) in enumerate(shared_game(kind)):
        if choice is None:
            continue
        ids = position.legal() or list(position.outcomes())
        texts = [position.notation(one) for one in ids]
        assert len(set(texts)) == len(ids)
        assert [position.parse(text) for text in texts] == ids
        if number % 5 == 0:
            for language in LANGUAGES:
                said = {position.say(one, language) for one in ids}
                assert all(said)
                assert not any("{" in sentence for sentence in said)
                for viewer in viewers(position):
                    assert position.say(choice, language, SPECTATOR if viewer is None else viewer)


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_what_a_viewer_sees_does_not_depend_on_what_is_hidden(kind: GameKind) -> None:
    """In any world that a viewer cannot tell from the real one it is shown the same bytes."""
    for number, (position, choice) in enumerate(shared_game(kind)):
        if number % 4:
            continue
        for viewer in viewers(position):
            view = json.dumps(position.view(viewer))
            seat = SPECTATOR if viewer is None else viewer
            for seed in range(3):
                other = position.redeal(viewer, seed)
                assert json.dumps(other.view(viewer)) == view
                assert other.sees_choice(seat) == position.sees_choice(seat)
                assert other.scores() == position.scores()
                if choice is None:
                    continue
                if not position.sees_choice(seat):
                    hidden = other.legal()[0] if other.legal() else next(iter(other.outcomes()))
                    assert other.say(hidden, "en", seat) == position.say(choice, "en", seat)
                elif position.to_act == viewer:
                    assert other.legal() == position.legal()
                    assert [other.say(a) for a in other.legal()] == [position.say(a) for a in position.legal()]


@pytest.mark.compiled
@pytest.mark.parametrize("mode", ["compiled", "checked"])
@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_compiled_rules_play_the_same_game(kind: GameKind, mode: str) -> None:
    """Interpreted, compiled and bounds-checked rules agree on the whole state at every step."""
    made = edition(kind.game, mode)
    actions = np.zeros(made.module("actions").ACTIONS, np.int64)
    record: Any = None
    for position, choice in shared_game(kind):
        state = position._state
        packed = state.pack()
        if record is None:
            record = packed.copy()
        assert type(state).unpack(record[0]).content() == state.content()
        found = made.loops.legal(record[0], actions)
        assert actions[:found].tolist() == position.legal()
        if choice is not None:
            made.loops.play(record[0], choice)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ludotheque.games())
def test_compiled_sight_is_the_same(name: str) -> None:
    kind = next(kind for kind in few_kinds() if kind.game == name and kind.players == 3)
    plain, compiled = edition(name), edition(name, "compiled")
    for number, (position, _) in enumerate(shared_game(kind)):
        if number % 5:
            continue
        for seat in (SPECTATOR, 0, 2):
            assert hidden(position, plain, seat) == hidden(position, compiled, seat)


def hidden(position: Position, made: Edition, seat: int) -> list[tuple[Any, ...]]:
    """The state after `hide`, and after `redeal` from a fixed generator, in an edition."""
    sight = made.module("sight")
    plain = made.mode == "interpreted"
    generator: Any = [1, 2, 3] if plain else np.array([1, 2, 3])
    results = []
    for change, more in ((sight.hide, ()), (sight.redeal, (generator,))):
        state = position._state.copy()
        record = state.pack()
        change(state if plain else record[0], seat, *more)
        results.append((state if plain else type(state).unpack(record[0])).content())
    return [*results, tuple(map(int, generator))]


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_a_seeded_game_deals_itself(kind: GameKind) -> None:
    game = ludotheque.load(kind.game)
    chooser = random.Random(3)
    position = game.start(kind.players, seed=11, **kind.options)
    again = game.start(kind.players, seed=11, **kind.options)
    while position.to_act is not None:
        assert position.to_act >= 0
        assert position == again
        choice = chooser.choice(position.legal())
        position, again = position.play(choice), again.play(choice)
    assert position.record().verify() == position
