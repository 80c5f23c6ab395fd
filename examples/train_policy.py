"""Trains a small network by policy gradients on the PettingZoo environment, and tests it against random bots.

    pip install "ludotheque[train]"
    python examples/train_policy.py --minutes 3

All seats share one PyTorch network and play against each other. A decision becomes more likely if its
seat gains more points after it than usual at that stage of a game (REINFORCE with a baseline, Adam).
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn

from ludotheque.env import table

GAMES = 16  # games per update
STAGES = 400  # maximum decisions of a seat in a game
NEVER = -1e9  # logit of an illegal action


class Policy(nn.Module):  # type: ignore[misc]
    """Maps an observation to a logit for every action."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(numbers, 128), nn.ReLU(), nn.Linear(128, actions))

    def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """Returns logits; those of illegal actions are so low that they are never drawn."""
        logits: torch.Tensor = self.layers(rows / 5)
        return logits.masked_fill(masks == 0, NEVER)


def seen(env: Any, agent: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns an agent's observation and action mask as tensors."""
    told = env.observe(agent)
    return torch.from_numpy(told["observation"]).float(), torch.from_numpy(told["action_mask"])


def drawn(policy: Policy, row: torch.Tensor, mask: torch.Tensor) -> int:
    """Samples an action from the policy."""
    with torch.no_grad():
        return int(torch.distributions.Categorical(logits=policy(row, mask)).sample())


def play(env: Any, policy: Policy, seed: int) -> list[tuple[torch.Tensor, torch.Tensor, int, int, float]]:
    """Plays a game of self-play; returns (row, mask, action, stage, points gained afterwards) for each decision."""
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
    """A running average of the points that a seat still gains, by stage."""

    def __init__(self) -> None:
        self._usual = np.zeros(STAGES)
        self._known = np.zeros(STAGES, bool)

    def surprise(self, stages: Any, gains: Any) -> Any:
        """Returns how much better than usual each decision went, and updates the averages."""
        usual = np.where(self._known[stages], self._usual[stages], gains)
        for stage in np.unique(stages):
            mean = gains[stages == stage].mean()
            self._usual[stage] += (mean - self._usual[stage]) * (0.2 if self._known[stage] else 1)
            self._known[stage] = True
        return gains - usual


def learn(policy: Policy, optimizer: torch.optim.Optimizer, baseline: Baseline, played: list[Any]) -> float:
    """Makes one step of policy gradients; returns the average points of a seat."""
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
    """Returns the share of the victories against random bots, with rotated seats."""
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
    """Trains for some minutes; returns the share of the victories against random bots."""
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
