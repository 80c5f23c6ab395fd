"""Tree search for thousands of games at once: PUCT with the network of the package, on the CPU or on a GPU.

    python examples/batched_puct.py sintra --games 256 --simulations 32
    python examples/batched_puct.py sintra --games 8192 --simulations 64 --device cuda

Half of the seats search, the others play what the bare network prefers. A batch has two rows for every game: the game
itself, and a copy in which a simulation plays. What the searching seat cannot know is redealt in every copy, and
chance is drawn anew, so a node stands for the choices that led to it (open loop). All games share each step.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import ludotheque
from ludotheque.bots.network import network_of
from ludotheque.kernel.batch import Batch

EXPLORATION, DEPTH = 1.5, 24  # the weight of priors, and the longest path of a simulation


class BatchNetwork:
    """The network of a game for all rows of a batch; the numbers fit into float32 exactly."""

    def __init__(self, game: ludotheque.Game, xp: Any) -> None:
        found = network_of(game)
        assert found is not None, "the game has no network"
        self.xp, self.actions, self.unit, self.spread = xp, game.action_count, found.unit, found.spread
        read = found.inputs
        self.columns, self.factors, self.points = map(xp.asarray, (read.columns, read.factors, read.points))
        self.layers = [
            (xp.asarray(w.T.astype(np.float32)), xp.asarray(b.astype(np.float32)), shift)
            for w, b, shift in zip(found.weights, found.biases, found.shifts, strict=True)
        ]

    def evaluate(self, batch: Batch) -> tuple[Any, Any]:
        """Priors (games, actions) and shares of the victory (games, players), from the seat to act on clockwise."""
        xp, rows = self.xp, batch.observations()
        active = xp.clip(rows[:, self.columns].astype(np.float32) * self.factors, -127, 127)
        for weights, bias, shift in self.layers:
            sums = active @ weights + bias
            active = xp.clip(xp.floor(sums / 2**shift + 0.5), 0, 127)
        wishes = xp.where(batch.legal, sums[:, : self.actions] / self.unit, -np.inf)
        wishes[~batch.legal.any(axis=1)] = 0.0
        seats = sums[:, self.actions : self.actions + batch.players] / self.unit
        return softmax(xp, wishes), softmax(xp, seats + rows[:, self.points[: batch.players]] * (2 / self.spread))


def softmax(xp: Any, logits: Any) -> Any:
    powers = xp.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


class BatchSearch:
    """The trees of all games."""

    def __init__(self, batch: Batch, network: BatchNetwork, simulations: int) -> None:
        self.xp, self.batch, self.network, self.simulations = network.xp, batch, network, simulations
        self.games = batch.games // 2
        self.rows, self.seed = self.xp.arange(self.games), 0
        self.copies = self.xp.arange(batch.games) >= self.games
        shape = (self.games, simulations + 2, batch.action_count)
        self.child = self.xp.zeros(shape, np.int16)
        self.visits, self.total, self.prior = (self.xp.zeros(shape, np.float32) for _ in range(3))

    def actions(self) -> Any:
        """The most visited action of every game."""
        for table in (self.child, self.visits, self.total, self.prior):
            table[...] = 0
        self.prior[:, 0] = self.network.evaluate(self.batch)[0][: self.games]
        for number in range(1, self.simulations + 1):
            self.simulate(number)
        return self.xp.where(self.batch.legal[: self.games], self.visits[:, 0], -1).argmax(axis=1)

    def simulate(self, number: int) -> None:
        """One path in every game, to a new node or to the end of the game."""
        xp, batch, rows = self.xp, self.batch, self.rows
        batch.copy_rows(xp.concatenate([rows, rows]))
        self.seed += 1
        batch.redeal(seed=self.seed, which=self.copies)
        node, inside, path = xp.zeros(self.games, np.int64), xp.ones(self.games, bool), []
        for _ in range(DEPTH):
            seat = batch.to_act[self.games :].astype(np.int64)
            inside &= seat >= 0
            if not inside.any():
                break
            visits = self.visits[rows, node]
            value = self.total[rows, node] / xp.maximum(visits, 1)
            bonus = (self.prior[rows, node] + 1e-3) * xp.sqrt(1 + visits.sum(axis=1, keepdims=True)) / (1 + visits)
            action = xp.where(batch.legal[self.games :], value + EXPLORATION * bonus, -np.inf).argmax(axis=1)
            path.append((node, action, seat, inside.copy()))
            batch.step(xp.concatenate([action, action]), xp.concatenate([xp.zeros_like(inside), inside]))
            after = self.child[rows, node, action].astype(np.int64)
            fresh = inside & (after == 0)
            self.child[rows[fresh], node[fresh], action[fresh]] = number
            node = xp.where(inside, xp.where(fresh, number, after), node)
            inside = inside & ~fresh
        self.learn(number, path)

    def learn(self, number: int, path: list[Any]) -> None:
        """Evaluates the ends of all paths, and adds their values to the nodes."""
        xp, batch, rows = self.xp, self.batch, self.rows
        priors, shares = (part[self.games :] for part in self.network.evaluate(batch))
        self.prior[:, number] = priors
        wins = batch.results.wins[self.games :].astype(np.float32)
        over, asked = batch.to_act[self.games :] < 0, xp.maximum(batch.to_act[self.games :], 0)
        for node, action, seat, inside in path:
            share = shares[rows, (seat - asked) % batch.players]
            value = xp.where(over, wins[rows, seat] / xp.maximum(wins.sum(axis=1), 1), share)
            self.total[rows, node, action] += xp.where(inside, value, 0)
            self.visits[rows, node, action] += inside


def play(name: str, games: int, simulations: int, device: str = "cpu", seed: int = 1) -> tuple[float, float]:
    """Plays games for two; returns the share of the victories of the search, and its simulations a second."""
    xp: Any = np
    if device == "cuda":
        import cupy

        xp = cupy
    game = ludotheque.load(name)
    batch = Batch(game.compiled, game.start(2).state(), 2 * games, seed=seed, device=device)
    network = BatchNetwork(game, xp)
    search, mine = BatchSearch(batch, network, simulations), xp.arange(games) % 2
    search.actions()  # compiles, and does not count
    searched, spent = 0, 0.0
    while (batch.to_act[:games] >= 0).any():
        searching = batch.to_act[:games] == mine
        action = network.evaluate(batch)[0][:games].argmax(axis=1)
        begun = time.perf_counter()
        if searching.any():
            action = xp.where(searching, search.actions(), action)
            searched += int(searching.sum()) * simulations
        spent += time.perf_counter() - begun
        batch.step(xp.concatenate([action, action]), ~search.copies)
    wins = batch.results.wins[:games].astype(np.float32)
    return float((wins[xp.arange(games), mine] / wins.sum(axis=1)).mean()), searched / max(spent, 1e-9)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--device", default="cpu")
    chosen = parser.parse_args()
    share, speed = play(chosen.game, chosen.games, chosen.simulations, chosen.device)
    print(f"The search won {100 * share:.1f}% against the bare network, with {speed:,.0f} simulations a second.")
