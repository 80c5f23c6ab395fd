"""Batches that are played step by step on the CPU, and the arguments that they refuse."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.kernel.batch import Batch
from ludotheque.kernel.state import OVER

pytestmark = pytest.mark.compiled

GAMES = 40


def batch(games: int = GAMES, **how: Any) -> Batch:
    game = ludotheque.load("sintra")
    return Batch(game.compiled, game.start(2).state(), games, **{"seed": 3} | how)


def test_steps_are_those_of_the_loops() -> None:
    together, rules = batch(), ludotheque.load("sintra").edition.loops
    states, randoms = [together.state(g) for g in range(GAMES)], [[3, g, 43] for g in range(GAMES)]
    actions = [0] * together.action_count
    for _ in range(30):
        chosen = together.random_actions().copy()
        for g, state in enumerate(states):
            legal = actions[: rules.legal(state, actions)]
            assert np.nonzero(together.legal[g])[0].tolist() == legal
            assert chosen[g] in legal
            rules.play(state, int(chosen[g]))
            rules.deal(state, randoms[g])
        together.step(chosen)
        assert together.to_act.tolist() == [state.to_act for state in states]
        assert [together.state(g).content() for g in range(GAMES)] == [state.content() for state in states]


def test_games_start_from_several_states_in_turn() -> None:
    game = ludotheque.load("sintra")
    starts = [game.start(2, None, side=side).state() for side in "AB"]
    together = Batch(game.compiled, starts, GAMES, seed=3, again=True)
    apart = [Batch(game.compiled, start, GAMES, seed=3, again=True) for start in starts]
    for _ in range(200):  # also after games have begun anew
        for one in (together, *apart):
            one.step(one.random_actions())
    assert [together.state(g).content() for g in range(GAMES)] == [
        apart[g % 2].state(g).content() for g in range(GAMES)
    ]
    with pytest.raises(ludotheque.Error, match="must have the same number of players"):
        Batch(game.compiled, [starts[0], game.start(3).state()], GAMES)


def test_a_batch_that_is_seeded_anew_is_a_new_one() -> None:
    old, new = batch(seed=8), batch(seed=5)
    old.step(old.random_actions())
    old.reseed(5)
    assert np.array_equal(old.random_actions(), new.random_actions())
    assert [old.state(g).content() for g in range(GAMES)] == [new.state(g).content() for g in range(GAMES)]


def test_games_end_and_results_stay() -> None:
    together, rules = batch(), ludotheque.load("sintra").edition.rules
    ended = np.zeros(GAMES, int)
    while (together.to_act != OVER).any():
        together.step(together.random_actions())
        ended += together.ended
    assert (ended == 1).all()
    assert not together.legal_bits.any()
    assert (together.random_actions() == -1).all()
    for g in range(GAMES):
        state = together.state(g)
        assert together.results.scores[g].tolist() == [rules.score(state, p) for p in range(2)]
        assert together.results.wins[g].tolist() == [not rules.ahead(state, 1 - p, p) for p in range(2)]
    together.step(np.zeros(GAMES, np.int64))
    assert not together.ended.any()


def test_games_that_begin_anew_draw_from_streams_of_their_own() -> None:
    together, twice_as_many = batch(again=True), batch(2 * GAMES)
    starts = {g: twice_as_many.state(GAMES + g).content() for g in range(GAMES)}
    while starts:
        together.step(together.random_actions())
        for g in np.nonzero(together.ended)[0].tolist():
            assert together.state(g).content() == starts.pop(g, together.state(g).content())
    assert (together.to_act >= 0).all()
    assert (together.results.decisions > 0).all()


def test_an_illegal_action_freezes_its_game_only() -> None:
    together, others = batch(), batch()
    chosen = together.random_actions().copy()
    others.step(chosen)
    chosen[4], chosen[7], chosen[9] = 49, 4000, -2
    before = [together.state(g).content() for g in range(GAMES)]
    together.step(chosen)
    assert together.rules_broken() == {4: "S19", 7: "S15", 9: "S15"}
    for g in range(GAMES):
        frozen = g in (4, 7, 9)
        assert together.state(g).content() == (before[g] if frozen else others.state(g).content())
    together.step(together.random_actions())
    assert together.state(4).content() == before[4]
    assert sorted(together.rules_broken()) == [4, 7, 9]
    together.reset(np.arange(GAMES) == 4)
    assert sorted(together.rules_broken()) == [7, 9]
    assert together.to_act[4] >= 0


def test_games_that_are_not_chosen_wait() -> None:
    together, others = batch(), batch()
    which = np.arange(GAMES) % 3 == 0
    for _ in range(5):
        chosen = together.random_actions().copy()
        before = [together.state(g).content() for g in range(GAMES)]
        together.step(np.where(which, chosen, 4000), which)
        others.step(chosen)
        for g in range(GAMES):
            assert together.state(g).content() == (others.state(g).content() if which[g] else before[g])
        others.step(np.full(GAMES, 4000), ~which)
    assert not together.broken.any()
    together.step(np.full(GAMES, -4), which)
    assert sorted(together.rules_broken()) == np.flatnonzero(which).tolist()
    assert sorted(others.rules_broken()) == np.flatnonzero(~which).tolist()


def test_seats_are_played_at_random_up_to_a_decision_of_another() -> None:
    """Gives the same as steps with random actions, one decision at a time."""
    together, others = batch(), batch()
    mine = np.arange(GAMES) % 2
    random = np.arange(2) != mine[:, None]
    ends = 0
    for _ in range(60):
        together.play_at_random(random)
        while (which := (others.to_act >= 0) & (others.to_act != mine)).any():
            for g in np.flatnonzero(which):
                only = np.arange(GAMES) == g
                others.step(one_draw(others, only), only)
        assert [together.state(g).content() for g in range(GAMES)] == [others.state(g).content() for g in range(GAMES)]
        assert ((together.to_act == mine) | (together.to_act == OVER)).all()
        ends += int(together.ended.sum())
        first_legal = together.legal.argmax(axis=1)
        together.step(first_legal)
        others.step(first_legal)
        ends += int(together.ended.sum())
    assert ends == (together.to_act == OVER).sum() > 0
    again = batch(again=True)
    again.play_at_random(np.ones((GAMES, 2), bool))
    assert again.ended.all()
    assert (again.to_act >= 0).all()
    frozen = batch()
    frozen.step(np.full(GAMES, 4000))
    before = [frozen.state(g).content() for g in range(GAMES)]
    frozen.play_at_random(np.ones((GAMES, 2), bool))
    assert [frozen.state(g).content() for g in range(GAMES)] == before


def one_draw(together: Batch, only: Any) -> Any:
    """A random action of one game; the streams of the others do not advance."""
    kept = together.legal_bits.copy()
    together.legal_bits *= only[:, None]
    drawn = together.random_actions().copy()
    together.legal_bits[:] = kept
    return drawn


def test_observations_are_what_the_seat_may_know() -> None:
    together, rules = batch(), ludotheque.load("sintra").edition
    observe = rules.module("observe")
    for seats in (None, np.full(GAMES, -1), np.ones(GAMES, np.int8)):
        rows = together.observations(seats)
        for g in range(0, GAMES, 7):
            state, row = together.state(g), [0] * observe.OBSERVATION
            seat = state.to_act if seats is None else int(seats[g])
            rules.module("sight").hide(state, seat)
            observe.observe(state, seat, row)
            assert rows[g].tolist() == row


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (np.zeros(GAMES), "must be whole numbers, not float64"),
        (np.zeros(GAMES, bool), "must be whole numbers, not bool"),
        (np.zeros(GAMES - 1, int), r"must have the shape \(40,\), not \(39,\)"),
        (np.zeros((GAMES, 1), int), r"must have the shape \(40,\), not \(40, 1\)"),
        ([0] * GAMES, 'on "cpu" must be an array there'),
    ],
)
def test_actions_that_are_none_are_refused(actions: Any, sentence: str) -> None:
    together = batch()
    before = [together.state(g).content() for g in range(GAMES)]
    with pytest.raises(ludotheque.Error, match=sentence):
        together.step(actions)
    assert [together.state(g).content() for g in range(GAMES)] == before


def test_a_batch_that_cannot_be_is_refused() -> None:
    game = ludotheque.load("sintra")
    position = game.start(2, seed=1)
    while position.to_act is not None:
        position = position.play(position.legal()[0])
    with pytest.raises(ludotheque.Error, match="a game that is over"):
        Batch(game.compiled, position.state(), 10)
    with pytest.raises(ludotheque.Error, match="at least one game"):
        batch(0)
    with pytest.raises(ludotheque.Error, match="at least one start state"):
        Batch(game.compiled, [], 10)
    for rules in (game.edition, game, "sintra"):
        with pytest.raises(ludotheque.Error, match="needs compiled rules"):
            Batch(rules, game.start(2).state(), 10)  # type: ignore[arg-type]
    with pytest.raises(ludotheque.Error, match="`again` must be True or False, not 'yes'"):
        batch(again="yes")
    with pytest.raises(ludotheque.Error, match="has the games 0 to 39, not 40"):
        batch().state(GAMES)
    with pytest.raises(ludotheque.Error, match="choice of games of a batch must be bools"):
        batch().reset(np.ones(GAMES, int))
    with pytest.raises(ludotheque.Error, match="choice of games of a batch must be bools"):
        batch().step(np.zeros(GAMES, int), np.ones(GAMES, int))
    with pytest.raises(ludotheque.Error, match=r"must have the shape \(40, 2\), not \(40,\)"):
        batch().play_at_random(np.ones(GAMES, bool))
    with pytest.raises(ludotheque.Error, match="seats to play for of a batch must be bools, not int64"):
        batch().play_at_random(np.ones((GAMES, 2), int))
    with pytest.raises(ludotheque.Error, match=r"seats of a batch must have the shape \(40,\), not \(40, 1\)"):
        batch().observations(np.zeros((GAMES, 1), int))
    with pytest.raises(ludotheque.Error, match="seats of a batch must be whole numbers, not float32"):
        batch().observations(np.zeros(GAMES, np.float32))
    for nobody in (-2, 2):
        with pytest.raises(ludotheque.Error, match="seats of a batch are 0 to 1, and -1 is a spectator"):
            batch().observations(np.full(GAMES, nobody))
    with pytest.raises(ludotheque.Error, match="A batch of sintra starts from a state of that game"):
        Batch(game.compiled, ludotheque.load("stanza").start(2).state(), 10)


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "gpu.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(example, "docs/gpu.md", "exec"), {})
    assert capsys.readouterr().out.count("[") >= 4


def test_a_seat_cannot_tell_a_redealt_game_from_the_old_one() -> None:
    """The same worlds as interpreted rules deal, from stream g of the seed."""
    game = ludotheque.load("bids")
    together = Batch(game.compiled, game.start(3).state(), GAMES, seed=3)
    together.step(together.random_actions())
    before, seen = [together.state(g) for g in range(GAMES)], together.observations()
    which = np.arange(GAMES) != 4
    together.redeal(seed=8, which=which)
    assert (together.observations() == seen).all()
    redeal, loops = game.edition.module("sight").redeal, game.edition.loops
    actions = [0] * together.action_count
    for seats in (None, np.full(GAMES, -1)):
        if seats is not None:
            before = [together.state(g) for g in range(GAMES)]
            together.redeal(seats, seed=8, which=which)
        for g, state in enumerate(before):
            if which[g]:
                redeal(state, state.to_act if seats is None else -1, [8, g, 0])
            assert together.state(g).content() == state.content()
            assert np.nonzero(together.legal[g])[0].tolist() == actions[: loops.legal(state, actions)]


def test_rows_are_copied_and_go_on_by_themselves() -> None:
    together = batch(again=True)
    for _ in range(5):
        together.step(together.random_actions())
    sources = np.arange(GAMES) // 2 * 2
    old = [together.state(g).content() for g in range(GAMES)]
    together.copy_rows(sources)
    assert [together.state(g).content() for g in range(GAMES)] == [old[g] for g in sources]
    for _ in range(60):
        assert (together.legal.any(axis=1) == (together.to_act >= 0)).all()
        together.step(together.legal.argmax(axis=1))
    assert len({together.state(g).content() for g in (0, 1)}) == 2  # chance is each row's own
    with pytest.raises(ludotheque.Error, match=f"are 0 to {GAMES - 1}"):
        together.copy_rows(np.full(GAMES, GAMES))


@pytest.mark.parametrize("dtype", ["int8", "float16", "float32", "bfloat16"])
def test_observations_have_the_type_and_the_seats_asked(dtype: str) -> None:
    together = batch()
    full, rows = together.observations(), together.observations(dtype=dtype, present=True)
    numbers = (rows.astype(np.uint32) << 16).view(np.float32) if dtype == "bfloat16" else rows
    assert rows.shape[1] < full.shape[1]
    assert np.array_equal(numbers, full[:, : rows.shape[1]])
    assert not full[:, rows.shape[1] :].any()
    with pytest.raises(ludotheque.Error, match="Observations are int16, int8"):
        together.observations(dtype="complex")
