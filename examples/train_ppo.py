"""Trains a network with sb3-contrib's MaskablePPO on the PettingZoo environment, and tests it against random bots.

    pip install "ludotheque[train]"
    python examples/train_ppo.py sintra --steps 8192

The wrapper is that of PettingZoo's own tutorial for Stable-Baselines3: all seats share one network, which
plays against itself and always decides for the agent to act.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from pettingzoo.utils import BaseWrapper
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker

from ludotheque.env import table


class OneAfterAnother(BaseWrapper, gymnasium.Env[Any, Any]):  # type: ignore[misc]
    """Presents all agents of a table as one, which observes and acts for the agent to act."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a new game."""
        self.env.reset(seed, options)
        agent = self.possible_agents[0]
        self.observation_space = self.env.observation_space(agent)["observation"]
        self.action_space = self.env.action_space(agent)
        return self.observe(self.agent_selection), {}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays for the agent to act, and returns the reward of that agent."""
        agent = self.agent_selection
        self.env.step(action)
        over, cut = self.terminations[agent], self.truncations[agent]
        return self.observe(self.agent_selection), self._cumulative_rewards[agent], over, cut, self.infos[agent]

    def observe(self, agent: str) -> Any:
        """Returns the row without the mask."""
        return self.env.observe(agent)["observation"]

    def action_masks(self) -> Any:
        """Returns the legal actions of the agent to act."""
        return self.env.observe(self.agent_selection)["action_mask"]


def learned(game: str, steps: int, between: int, seed: int) -> Any:
    """Trains a model by self-play, rewarded with points; `between` is the number of steps per update."""
    env = OneAfterAnother(table.env(game, reward="score"))
    env.reset(seed=seed)
    masked = ActionMasker(env, lambda one: one.action_masks())
    return MaskablePPO("MlpPolicy", masked, n_steps=between, seed=seed, device="cpu").learn(steps)


def victories(game: str, model: Any, games: int, seed: int) -> float:
    """Returns the share of the victories against a random bot, with rotated seats; a shared victory is half."""
    env, chance, total = table.env(game), np.random.default_rng(seed), 0.0
    for number in range(games):
        env.reset(seed=seed + number)
        mine = env.possible_agents[number % 2]
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            mask = seen["action_mask"]
            if over:
                total += (1 + reward) / 2 if agent == mine else 0
                env.step(None)
            elif agent == mine:
                env.step(int(model.predict(seen["observation"], action_masks=mask, deterministic=True)[0]))
            else:
                env.step(int(chance.choice(np.flatnonzero(mask))))
    return total / games


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("game", nargs="?", default="sintra")
    options.add_argument("--steps", type=int, default=8192)
    options.add_argument("--round", type=int, default=512, help="steps per update")
    options.add_argument("--games", type=int, default=100, help="games of the final test")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    model = learned(chosen.game, chosen.steps, chosen.round, chosen.seed)
    share = victories(chosen.game, model, chosen.games, chosen.seed + 1000)
    print(f"after {chosen.steps} steps: {share:.1%} of the victories against random")


if __name__ == "__main__":
    main()
