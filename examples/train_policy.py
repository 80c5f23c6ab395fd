"""Trains a small network by policy gradients on the PettingZoo environment, and lets it play against random.

    pip install "ludotheque[train]"
    python examples/train_policy.py --minutes 3

All seats share one network of PyTorch and play against each other. Every decision is made more
likely or less by the points that its seat still gained after it, compared with what was usual at
that stage of a game (REINFORCE with a baseline, Adam).
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn

from ludotheque.env import table

GAMES = 16  # that one update learns from
STAGES = 400  # decisions of a seat in a game at most
NEVER = -1e9  # the logit of what is not allowed


class Policy(nn.Module):  # type: ignore[misc]
    """From an observation to a preference for every action."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(numbers, 128), nn.ReLU(), nn.Linear(128, actions))

    def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """Logits; of illegal actions so low that they are never drawn."""
        logits: torch.Tensor = self.layers(rows / 5)
        return logits.masked_fill(masks == 0, NEVER)


def seen(env: Any, agent: str) -> tuple[torch.Tensor, torch.Tensor]:
    """What an agent observes, as tensors."""
    told = env.observe(agent)
    return torch.from_numpy(told["observation"]).float(), torch.from_numpy(told["action_mask"])


def drawn(policy: Policy, row: torch.Tensor, mask: torch.Tensor) -> int:
    """An action, drawn by the policy's preferences."""
    with torch.no_grad():
        return int(torch.distributions.Categorical(logits=policy(row, mask)).sample())


def play(env: Any, policy: Policy, seed: int) -> list[tuple[torch.Tensor, torch.Tensor, int, int, float]]:
    """One game of the policy against itself: rows, masks, actions, stages, and points gained afterwards."""
    env.reset(seed=seed)
    decisions: dict[str, list[Any]] = {agent: [] for agent in env.agents}
    points = dict.fromkeys(env.agents, 0.0)
    while not any(env.terminations.values()):
        agent = env.agent_selection
        row, mask = seen(env, agent)
        action = drawn(policy, row, mask)
        decisions[agent].append((row, mask, action, points[agent]))
        env.step(action)
        for each, reward in env.rewards.items():
            points[each] += reward
    return [
        (row, mask, action, min(stage, STAGES - 1), points[agent] - before)
        for agent, made in decisions.items()
        for stage, (row, mask, action, before) in enumerate(made)
    ]


class Baseline:
    """What seats usually still gain after so many decisions: a running average."""

    def __init__(self) -> None:
        self._usual = np.zeros(STAGES)
        self._known = np.zeros(STAGES, bool)

    def surprise(self, stages: Any, gains: Any) -> Any:
        """How much better than usual it went; and learns from it."""
        usual = np.where(self._known[stages], self._usual[stages], gains)
        for stage in np.unique(stages):
            mean = gains[stages == stage].mean()
            self._usual[stage] += (mean - self._usual[stage]) * (0.2 if self._known[stage] else 1)
            self._known[stage] = True
        return gains - usual


def learn(policy: Policy, optimizer: torch.optim.Optimizer, baseline: Baseline, played: list[Any]) -> float:
    """One step of policy gradients; returns the points that were gained on average."""
    rows, masks, actions, stages, gains = zip(*played, strict=True)
    gained = np.array(gains)
    better = torch.tensor(baseline.surprise(np.array(stages), gained)).float()
    better /= better.std() + 1e-6
    chosen = torch.distributions.Categorical(logits=policy(torch.stack(rows), torch.stack(masks)))
    loss = -(chosen.log_prob(torch.tensor(actions)) * better).mean() - 0.01 * chosen.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return float(gained[np.array(stages) == 0].mean())


def share_against_random(env: Any, policy: Policy, games: int) -> float:
    """The share of the victories against players who choose at random, seats taken in turn."""
    won, chooser = 0.0, np.random.default_rng(0)
    for game in range(games):
        env.reset(seed=1_000_000 + game)
        mine = env.agents[game % len(env.agents)]
        while not any(env.terminations.values()):
            row, mask = seen(env, env.agent_selection)
            random = env.agent_selection != mine
            env.step(int(chooser.choice(np.flatnonzero(mask.numpy()))) if random else drawn(policy, row, mask))
        won += (env.rewards[mine] * (len(env.agents) - 1) + 1) / len(env.agents)
    return won / games


def train(game: str, minutes: float, test_games: int) -> float:
    """Trains for so long; the share of the victories against random players afterwards."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    env, match = table.raw_env(game, reward="score"), table.raw_env(game)
    env.reset(seed=0)
    row, mask = seen(env, env.agent_selection)
    policy = Policy(len(row), len(mask))
    optimizer, baseline = torch.optim.Adam(policy.parameters(), lr=2e-3), Baseline()
    print(f"before: {share_against_random(match, policy, test_games):.1%} of the victories against random", flush=True)
    end, update = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < end:
        played = [one for i in range(GAMES) for one in play(env, policy, update * GAMES + i)]
        points = learn(policy, optimizer, baseline, played)
        update += 1
        if update % 10 == 0:
            print(f"after {update * GAMES} games: {points:.1f} points a seat", flush=True)
    share = share_against_random(match, policy, test_games)
    print(f"after {update * GAMES} games: {share:.1%} of the victories against random")
    return share


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description="Trains a policy by self-play.")
    asked.add_argument("game", nargs="?", default="sintra")
    asked.add_argument("--minutes", type=float, default=3)
    asked.add_argument("--test-games", type=int, default=200)
    given = asked.parse_args()
    train(given.game, given.minutes, given.test_games)
