"""A game as a PettingZoo environment: every seat is an agent, each decision is one step (AEC).

    from ludotheque.env import table
    env = table.env("fourberies", players=3)

An observation is {"observation": row, "action_mask": mask}, as in PettingZoo's own board games. Only the mask of the
agent to act has ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import ludotheque
from ludotheque.contract.options import Value
from ludotheque.contract.reading import shown, whole
from ludotheque.env.episode import Episode, check_reward
from ludotheque.env.observing import observation_table
from ludotheque.env.rendering import check_mode, render, render_modes
from ludotheque.env.spaces import action_space, masked_space
from ludotheque.errors import Error
from ludotheque.kernel.arrays import Array

__all__ = ["env", "raw_env"]

SEEDS = 2**31

Observation = dict[str, Array]


def env(game: str, players: int = 2, reward: str = "win", render_mode: str | None = None, **options: Value) -> Any:
    """The environment in the wrappers of PettingZoo's own board games: an illegal action loses with -1."""
    raw = raw_env(game, players, reward, render_mode, **options)
    judged = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(judged))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - the name that PettingZoo's users expect
    """The environment itself: an illegal action raises IllegalAction and changes nothing."""

    def __init__(
        self, game: str, players: int = 2, reward: str = "win", render_mode: str | None = None, **options: Value
    ) -> None:
        super().__init__()
        check_reward(reward)
        self._episode = Episode(ludotheque.load(game), players, options)
        self._reward, self.render_mode = reward, render_mode
        version = observation_table(self._episode.game).HISTORY[-1].version
        self.metadata: dict[str, Any] = {
            "name": f"{game}_v{version}", "render_modes": render_modes(), "is_parallelizable": False, "render_fps": 1,
        }  # fmt: skip
        check_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._observation_spaces = {agent: masked_space(self._episode.game) for agent in self.possible_agents}
        self._action_spaces = {agent: action_space(self._episode.game) for agent in self.possible_agents}
        self.agents: list[str] = []  # empty before the first reset
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations and masks."""
        return self._observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Discrete:
        """All action ids."""
        return self._action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        """The agent; raises for an unknown name."""
        if agent not in self.possible_agents:
            raise Error(f"There is no agent {shown(agent)}: they are {', '.join(self.possible_agents)}.")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game."""
        if seed is not None:
            if (number := whole(seed)) is None or number < 0:
                raise Error(f"A seed is a whole number from 0 on, not {shown(seed)}.")
            self._seeds = np.random.default_rng(seed)
        self._episode.begin(int(self._seeds.integers(SEEDS)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._points = self._episode.scores()
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and its legal actions."""
        seat = self.possible_agents.index(self._known(agent))
        asked = self._episode.to_act == seat
        mask = self._episode.mask() if asked else np.zeros(self._episode.game.action_count, np.int8)
        return {"observation": self._episode.observe(seat), "action_mask": mask}

    def step(self, action: int) -> None:
        """Plays for the agent to act; after the end of the game, every agent takes one more, empty step."""
        if not self.agents:
            raise Error("There is no game now: reset deals one.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._episode.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self._rewarded(), strict=True))
        if self._episode.to_act is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The table as the agent to act sees it: a text (svg, ansi) or an array (rgb_array)."""
        return render(self._episode.position(), self._episode.to_act, self.render_mode)

    def close(self) -> None:
        """Does nothing."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._episode.to_act or 0]

    def _rewarded(self) -> list[float]:
        if self._reward == "win":
            return self._episode.rewards() if self._episode.to_act is None else [0.0] * len(self.possible_agents)
        before, self._points = self._points, self._episode.scores()
        return [float(now - then) for now, then in zip(self._points, before, strict=True)]
