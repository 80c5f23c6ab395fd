"""A game as a Gymnasium environment: one learner against chosen bots.

    import gymnasium
    import ludotheque.env
    env = gymnasium.make("ludotheque/Sintra-v2", opponents=["greedy"])

Every game has such an id, with the version of its observations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium

import ludotheque
from ludotheque.bots import Player, Sight, player
from ludotheque.contract.options import Value
from ludotheque.contract.reading import shown, whole
from ludotheque.env.episode import Episode, check_opponents, check_reward
from ludotheque.env.rendering import check_mode, render, render_modes
from ludotheque.env.spaces import action_space, observation_space
from ludotheque.errors import Error
from ludotheque.kernel.arrays import Array

__all__ = ["SoloEnv"]

SEEDS = 2**31


class SoloEnv(gymnasium.Env[Array, Any]):
    """One seat learns; `opponents` are the names of the other seats' bots, clockwise from the learner.

    With seat None, the learner's seat is drawn for every episode. `info["action_mask"]` marks the legal actions. An
    illegal action ends the episode with the reward -1; `info["rule"]` is the rule that forbids it.
    """

    metadata = {"render_modes": render_modes(), "render_fps": 1}

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] = ("random",),
        seat: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        check_reward(reward)
        check_opponents(opponents)
        check_mode(render_mode)
        self._episode = Episode(ludotheque.load(game), 1 + len(opponents), options)
        if seat is not None and whole(seat) not in range(self._episode.players):
            raise Error(f"There is no seat {shown(seat)}: the seats are 0 to {len(opponents)}.")
        self._names, self._fixed_seat, self._reward = tuple(opponents), seat, reward
        self._bots: dict[int, Player] = {}
        self._seat_up(seat or 0, 0)
        self._dealt = False
        self.render_mode = render_mode
        self.observation_space = observation_space(self._episode.game)
        self.action_space = action_space(self._episode.game)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deals a new game, and lets the opponents play up to the learner's first decision."""
        super().reset(seed=seed)
        self._episode.begin(int(self.np_random.integers(SEEDS)))
        drawn = int(self.np_random.integers(self._episode.players))
        self._seat_up(drawn if self._fixed_seat is None else self._fixed_seat, int(self.np_random.integers(SEEDS)))
        self._let_others_play()
        self._points, self._dealt = self._episode.scores()[self.seat], True
        return self._episode.observe(self.seat), self._info()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Plays for the learner, and for the others up to its next decision or the end."""
        if not self._dealt:
            raise Error("There is no game yet: reset deals one.")
        if rule := self._episode.why_not(action):
            return self._episode.observe(self.seat), -1.0, True, False, self._info() | {"rule": rule}
        self._episode.play(action)
        self._let_others_play()
        over = self._episode.to_act is None
        return self._episode.observe(self.seat), self._rewarded(over), over, False, self._info()

    def action_masks(self) -> Array:
        """The mask of legal actions for sb3-contrib's MaskablePPO."""
        return self._episode.mask().astype(bool)

    def render(self) -> Any:
        """The table as the learner sees it: a text (svg, ansi) or an array (rgb_array)."""
        return render(self._episode.position(), self.seat, self.render_mode)

    def _seat_up(self, seat: int, seed: int) -> None:
        """Seats the learner here and the bots clockwise after it."""
        self.seat = seat
        players = self._episode.players
        self._bots = {(seat + 1 + i) % players: player(name, seed + i) for i, name in enumerate(self._names)}

    def _let_others_play(self) -> None:
        while (seat := self._episode.to_act) is not None and seat != self.seat:
            self._episode.play(self._bots[seat].choose(Sight.of(self._episode.position())))

    def _rewarded(self, over: bool) -> float:
        if self._reward == "win":
            return self._episode.rewards()[self.seat] if over else 0.0
        before, self._points = self._points, self._episode.scores()[self.seat]
        return float(self._points - before)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._episode.mask(), "seat": self.seat, "scores": self._episode.scores()}
