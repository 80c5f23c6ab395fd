"""Kernels of the GPU in Numba's simulator against the loops of `loops.py`; run with NUMBA_ENABLE_CUDASIM=1.

python -m tests.kernel.simulated GAME
"""

from __future__ import annotations

import functools
import math
import sys
import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import cuda
from numba.cuda.simulator import kernel

import ludotheque
from ludotheque.errors import Error
from ludotheque.kernel.batch import Batch, random_games
from ludotheque.kernel.chance import random_below
from ludotheque.kernel.cpu_batch import policy_seed
from ludotheque.kernel.device import SPARE
from ludotheque.kernel.edition import Edition
from ludotheque.kernel.rows import Inputs, rows_of
from ludotheque.kernel.state import OVER, StateBase
from tests.samples import GameKind, few_kinds, start

SEED, GAMES, STEPS = 11, 5, 14
LEFT = 6  # decisions, more or less, from a late start to the end


class Block(kernel.BlockManager):  # type: ignore[misc]
    """A block whose threads wait at a barrier. Numba's asks them in turn whether they do, most of the time."""

    def run(self, place: tuple[int, ...], *args: Any) -> None:
        """Runs a function in all threads of the block."""
        self.barrier = threading.Barrier(math.prod(self._block_dim), timeout=60)
        work = functools.partial(self._f, *args)
        threads = [kernel.BlockThread(work, self, place, thread, False) for thread in np.ndindex(*self._block_dim)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for thread in threads:
            if thread.exception:
                raise thread.exception[0].with_traceback(thread.exception[1])


def check_whole_games(rules: Edition, first: StateBase, edition: Edition, games: int) -> None:
    """Plays more games than there are slots, so that slots are reused."""
    results = random_games(edition, first, games, seed=SEED, device="cuda")
    for number in range(games):
        state, row = first.copy(), [0] * (1 + 2 * first.players)
        decisions = rules.loops.playout(state, [SEED, number, 0], [0] * rules.module("actions").ACTIONS)
        rules.loops.result(state, decisions, row)
        assert results.decisions[number] == decisions
        assert results.scores[number].tolist() == row[1::2]
        assert results.wins[number].tolist() == [win == 1 for win in row[2::2]]


def check_steps(rules: Edition, first: StateBase, edition: Edition) -> int:
    """Checks every array after every step, with an illegal action and a reset; returns the number of finished games."""
    batch = Batch(edition, first, GAMES, seed=SEED, device="cuda", again=True)
    states, randoms = [first.copy() for _ in range(GAMES)], [[SEED, g, 0] for g in range(GAMES)]
    frozen: set[int] = set()
    over = 0
    actions, hide, observe = [0] * batch.action_count, rules.module("sight").hide, rules.module("observe")
    for state, random in zip(states, randoms, strict=True):
        rules.loops.deal(state, random)
    for step in range(STEPS):
        chosen = batch.random_actions().copy()
        if step == 5:
            chosen[3] = batch.action_count + 5
        batch.step(chosen)
        if step == 5:
            frozen.add(3)
            assert batch.rules_broken() == {3: f"{rules.module('about').PREFIX}{rules.loops.why_not(states[3], 9999)}"}
        for g in set(range(GAMES)) - frozen:
            assert chosen[g] in actions[: rules.loops.legal(states[g], actions)]
            rules.loops.play(states[g], int(chosen[g]))
            rules.loops.deal(states[g], randoms[g])
            assert batch.ended[g] == (states[g].to_act == OVER)
            if batch.ended[g]:
                over += 1
                assert batch.results.scores[g].tolist() == [
                    rules.rules.score(states[g], p) for p in range(first.players)
                ]
                states[g], randoms[g] = first.copy(), [SEED, randoms[g][1] + GAMES, 0]
                rules.loops.deal(states[g], randoms[g])
        if step == 8:
            batch.reset(np.arange(GAMES) == 3)
            states[3], randoms[3] = first.copy(), [SEED, randoms[3][1] + GAMES, 0]
            rules.loops.deal(states[3], randoms[3])
            frozen.clear()
        compare(batch, rules, states)
    rows = batch.observations()
    for g, state in enumerate(states):
        row = [0] * observe.OBSERVATION
        hidden = state.copy()
        hide(hidden, state.to_act)
        observe.observe(hidden, state.to_act, row)
        assert rows[g].tolist() == row
    check_inputs(batch, rows)
    return over


def check_inputs(batch: Batch, rows: np.ndarray[Any, Any]) -> None:
    """Checks a network's inputs against whole observations: every third column, with values out of range."""
    columns = np.arange(0, rows.shape[1], 3, dtype=np.int32)[: rows.shape[1] // 3 // 4 * 4]
    read = Inputs(columns, 2 ** (np.arange(len(columns), dtype=np.int32) % 8), columns[-3:])
    inputs, points = np.zeros((GAMES, len(columns)), np.int8), np.zeros((GAMES, 3), np.int16)
    rows_of(batch, read).write(inputs, points)
    wanted, standing = read.read(rows)
    assert np.array_equal(inputs, wanted)
    assert np.array_equal(points, standing)


def check_starts(first: StateBase, edition: Edition) -> None:
    """Checks games that start from several states in turn, and a batch that is reseeded."""
    batch = Batch(edition, first, GAMES, seed=SEED, device="cuda")
    turns = Batch(edition, [first, first], GAMES, seed=SEED + 1, device="cuda")
    turns.reseed(SEED)
    for g in range(GAMES):
        assert turns.state(g).content() == batch.state(g).content()


def check_random_seats(rules: Edition, first: StateBase, edition: Edition) -> None:
    """Plays at random for all seats but one, then a step in which the last game waits."""
    batch = Batch(edition, first, GAMES, seed=SEED, device="cuda")
    states, randoms = [first.copy() for _ in range(GAMES)], [[SEED, g, 0] for g in range(GAMES)]
    policies = [[policy_seed(SEED), g, 0] for g in range(GAMES)]
    actions, which = [0] * batch.action_count, np.arange(GAMES) < GAMES - 1
    mine = np.arange(GAMES) % first.players
    for state, random in zip(states, randoms, strict=True):
        rules.loops.deal(state, random)
    for _ in range(3):
        batch.play_at_random(np.arange(first.players) != mine[:, None])
        for g, state in enumerate(states):
            while state.to_act not in (OVER, mine[g]):
                rules.loops.play(state, actions[random_below(policies[g], rules.loops.legal(state, actions))])
                rules.loops.deal(state, randoms[g])
        compare(batch, rules, states)
        batch.step(np.where(which, batch.legal.argmax(axis=1), 9999), which)
        for g, state in enumerate(states):
            if which[g] and state.to_act != OVER and rules.loops.legal(state, actions):
                rules.loops.play(state, actions[0])
                rules.loops.deal(state, randoms[g])
        compare(batch, rules, states)


def check_redeals_and_copies(rules: Edition, first: StateBase, edition: Edition) -> None:
    """Redeals for the seat to act and for a spectator, and copies rows backwards."""
    batch = Batch(edition, first, GAMES, seed=SEED, device="cuda")
    for _ in range(4):
        batch.step(batch.random_actions())
    for seats in (None, np.full(GAMES, -1)):
        states = [batch.state(g) for g in range(GAMES)]
        batch.redeal(seats, seed=9, which=np.arange(GAMES) != 1)
        for g, state in enumerate(states):
            if state.to_act >= 0 and g != 1:
                rules.module("sight").redeal(state, state.to_act if seats is None else -1, [9, g, 0])
        compare(batch, rules, states)
    batch.copy_rows(np.arange(GAMES)[::-1].copy())
    compare(batch, rules, states[::-1])
    full = batch.observations()
    present = batch.observations(dtype="int8", present=True)
    assert np.array_equal(present, np.clip(full[:, : present.shape[1]], -128, 127))
    assert not full[:, present.shape[1] :].any()


def check_memory(first: StateBase, edition: Edition) -> None:
    """A GPU refuses a batch that does not fit before it allocates anything, and says how many games fit."""
    engine = Batch(edition, first, GAMES, device="cuda")._engine
    wide = [engine._randoms, engine._policies]  # numbers of 8 bytes in the simulator, of 4 on a GPU
    taken = [engine._states, engine._actions, engine._actions, engine.to_act, engine.bits, engine.broken]
    taken += [engine.ended, engine.rows, engine._everyone, engine._rest]
    size = (sum(array.nbytes for array in taken) + sum(array.nbytes for array in wide) // 2) // GAMES
    context = type(cuda.current_context())
    infinite = context.get_memory_info
    try:
        context.get_memory_info = lambda self: SimpleNamespace(free=GAMES * size / SPARE + 1)
        Batch(edition, first, GAMES, device="cuda")
        with pytest.raises(Error, match=f"no memory for a batch of {GAMES + 1} games: at most {GAMES} would fit now"):
            Batch(edition, first, GAMES + 1, device="cuda")
        context.get_memory_info = lambda self: SimpleNamespace(free=3 * 4 * (1 + 2 * first.players) / SPARE + 1)
        with pytest.raises(Error, match="no memory for a batch of 100000000 games: at most 3 would fit now"):
            random_games(edition, first, 10**8, device="cuda")
    finally:
        context.get_memory_info = infinite


def compare(batch: Batch, rules: Edition, states: list[StateBase]) -> None:
    """Checks the batch's masks and states."""
    for g, state in enumerate(states):
        actions = [0] * batch.action_count
        legal = actions[: rules.loops.legal(state, actions)]
        assert np.nonzero(batch.legal[g])[0].tolist() == legal
        assert batch.to_act[g] == state.to_act
        for name, field in state.fields.items():
            mine, theirs = getattr(batch.state(g), name), getattr(state, name)
            assert (mine[: state.players] if field.seats else mine) == (
                theirs[: state.players] if field.seats else theirs
            ), name


def late(rules: Edition, first: StateBase) -> StateBase:
    """A decision near the end of a random game."""
    actions, state, random = [0] * rules.module("actions").ACTIONS, first.copy(), [SEED, 0, 0]
    for _ in range(rules.loops.playout(first.copy(), [SEED, 0, 0], actions) - LEFT):
        rules.loops.deal(state, random)
        rules.loops.play(state, actions[random_below(random, rules.loops.legal(state, actions))])
    rules.loops.deal(state, random)
    return state


def main(name: str) -> None:
    kernel.BlockManager, kernel.BlockThread.syncthreads = Block, lambda thread: thread._manager.barrier.wait()
    game = ludotheque.load(name)
    seen: set[int] = set()
    for kind in few_kinds():
        if kind.game == name:
            one_of = kind.players not in seen
            seen.add(kind.players)
            check(game, kind, whole=one_of)
    print("same games")


def check(game: ludotheque.Game, kind: GameKind, whole: bool) -> None:
    """Plays whole games with one set of options and steps with the other; with two players up to the end."""
    first = start(kind).state()
    if whole:
        check_whole_games(game.edition, first, game.compiled, 8 if kind.players == 2 else 2)
    elif kind.players == 2:
        assert check_steps(game.edition, late(game.edition, first), game.compiled) > 0
        check_random_seats(game.edition, late(game.edition, first), game.compiled)
        check_redeals_and_copies(game.edition, first, game.compiled)
        check_memory(first, game.compiled)
        check_starts(first, game.compiled)
    else:
        check_steps(game.edition, first, game.compiled)


if __name__ == "__main__":
    main(sys.argv[1])
