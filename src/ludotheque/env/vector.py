"""Many games at once as a vector environment of Gymnasium, on a batch of compiled rules.

    import gymnasium
    import ludotheque.env
    envs = gymnasium.make_vec("ludotheque/Sintra-v2", num_envs=1024, opponents=["random"])

One seat learns in every game; `opponents` play the others. `infos["action_mask"]` marks the legal actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import ludotheque
from ludotheque.bots import Player, Sight, player
from ludotheque.contract.options import Value
from ludotheque.contract.reading import shown, whole
from ludotheque.core.position import Position
from ludotheque.env.episode import check_opponents, check_reward, rewards_of
from ludotheque.env.observing import score_place
from ludotheque.env.spaces import action_space, observation_space
from ludotheque.errors import Error
from ludotheque.kernel.arrays import Array
from ludotheque.kernel.batch import MOST_THREADS, Batch, Results
from ludotheque.kernel.chance import KEY_STEP, WORD, random_below
from ludotheque.kernel.memory import check_memory
from ludotheque.kernel.state import OVER

__all__ = ["VectorSolo"]

SEEDS = 2**32
RANDOM = "random"
ROWS = 4  # rows of memory that spaces and observations need for each game


class VectorSolo(VectorEnv[Array, Array, Array]):
    """`num_envs` games. A finished game restarts in the next step and ignores that step's action.

    `opponents` are names of bots, clockwise from the learner. Random bots play in compiled loops on all cores; others
    think one game after the other. With seat None, the learner's first seat is drawn, and it moves on by one seat in
    every further game. With reward "score" the reward is the points that the learner gains, else the victory. An
    illegal action ends its game with the reward -1; `infos["rule"]` is the number of the rule that forbids it, or 0.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int,
        opponents: Sequence[str] = (RANDOM,),
        seat: int | None = None,
        reward: str = "win",
        threads: int | None = None,
        **options: Value,
    ) -> None:
        check_reward(reward)
        check_opponents(opponents)
        self._game, self._names, self._players = ludotheque.load(game), tuple(opponents), 1 + len(opponents)
        self._game.option_codes(self._players, options)  # raises for unknown options, also for `players`
        self._start = self._game.start(self._players, None, **options).state()
        _check("num_envs", num_envs, 1, 2**24)
        if seat is not None:
            _check("seat", seat, 0, self._players - 1)
        if threads is not None:
            _check("threads", threads, 1, MOST_THREADS)
        for name in self._names:
            player(name)  # raises for an unknown name
        self.num_envs, self._fixed_seat, self._threads = num_envs, seat, threads
        self._reward, self._score_place = reward, score_place(self._game)
        self.single_observation_space = observation_space(self._game)
        check_memory(num_envs, ROWS * self.single_observation_space.low.nbytes + self._start.pack().nbytes)
        self.single_action_space = action_space(self._game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._random_places = np.array([False, *(name == RANDOM for name in self._names)])
        self._dealt = False
        self._begin(0)

    def _begin(self, seed: int) -> None:
        """Deals all games from this seed."""
        games = self.num_envs
        self._seed = seed
        self._batch = Batch(self._game.compiled, self._start, games, seed=seed, threads=self._threads)
        self._asked = np.zeros(games, np.int64)
        self._seats = self._first_seats(seed)
        self._plays_at_random = np.zeros((games, self._players), bool)
        self._guests: dict[tuple[int, int], Player] = {}
        self._over = np.zeros(games, bool)
        self._seat_up(np.arange(games))

    def _first_seats(self, seed: int) -> Array:
        """The learner's seat in the first game of every row: fixed, or drawn."""
        if self._fixed_seat is not None:
            return np.full(self.num_envs, self._fixed_seat)
        luck: Any = [(seed + 2 * KEY_STEP) & WORD, np.arange(self.num_envs, dtype=np.uint64), 0]
        drawn: Any = random_below(luck, self._players)  # one call for all rows: it is only arithmetic
        seats: Array = drawn.astype(np.int64)
        return seats

    def _move_on(self, games: Array) -> None:
        """Moves the learner on by one seat in games that restart, unless its seat is fixed."""
        if self._fixed_seat is None:
            self._seats[games] = (self._seats[games] + 1) % self._players
        self._seat_up(games)

    def _seat_up(self, games: Array) -> None:
        """Seats the opponents of starting games, clockwise from the learner."""
        places = (np.arange(self._players) - self._seats[games, np.newaxis]) % self._players
        self._plays_at_random[games] = self._random_places[places]
        if self._guests:
            begun = set(games.tolist())
            self._guests = {key: bot for key, bot in self._guests.items() if key[0] not in begun}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deals new games, and lets the opponents play up to the learner's first decisions."""
        super().reset(seed=seed)
        self._begin(int(self.np_random.integers(SEEDS)))
        self._let_others_play()
        rows = self._batch.observations(self._seats)
        self._points: Array = self._points_in(rows)
        self._dealt = True
        return rows, self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Plays in every game for the learner, and for the others up to its next decision or the end."""
        if not self._dealt:
            raise Error("There are no games yet: reset deals them.")
        given, batch = _as_array(actions), self._batch
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise Error(f"The actions must be {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}.")
        batch.step(given)
        begun = self._over
        if begun.any():
            batch.reset(begun)
            self._move_on(np.flatnonzero(begun))
        self._let_others_play()
        illegal, ended = batch.broken != 0, batch.to_act == OVER
        self._over = illegal | ended
        rows = batch.observations(self._seats)
        rewards = self._victories(ended) if self._reward == "win" else self._gains(rows, begun)
        rewards[illegal] = -1.0
        cut = np.zeros(self.num_envs, bool)
        return rows, rewards, self._over.copy(), cut, self._infos()

    def restart_finished(self) -> tuple[Array, dict[str, Any]]:
        """Restarts the games that the last step finished at once, instead of in the next step."""
        begun = self._over
        self._batch.reset(begun)
        self._move_on(np.flatnonzero(begun))
        self._let_others_play()
        self._over = np.zeros(self.num_envs, bool)
        rows = self._batch.observations(self._seats)
        self._points = np.where(begun, self._points_in(rows), self._points)
        return rows, self._infos()

    def _victories(self, ended: Array) -> Array:
        """The learner's rewards for finished games; 0 for the others."""
        rewards = np.zeros(self.num_envs)
        if ended.any():
            wins = Results.of(self._batch.rows[ended]).wins
            rewards[ended] = rewards_of(wins)[np.arange(len(wins)), self._seats[ended]]
        return rewards

    def _gains(self, rows: Array, begun: Array) -> Array:
        """The points that the learner gained since its last decision; 0 in games that have just started."""
        before, self._points = self._points, self._points_in(rows)
        return np.where(begun, 0.0, self._points - before)

    def _points_in(self, rows: Array) -> Array:
        """The learner's points in its observations."""
        points: Array = rows[:, self._score_place].astype(np.float64)
        return points

    def _let_others_play(self) -> None:
        """Plays all games up to the learner's next decision or the end."""
        batch = self._batch
        while True:
            if self._random_places.any():
                batch.play_at_random(self._plays_at_random)
            waiting = (batch.to_act >= 0) & (batch.broken == 0) & (batch.to_act != self._seats)
            if not waiting.any():
                return
            chosen = np.zeros(self.num_envs, np.int64)
            for g in np.flatnonzero(waiting).tolist():
                chosen[g] = self._choice(g)
            batch.step(chosen, waiting)

    def _choice(self, g: int) -> int:
        """The choice of the opponent to act in a game."""
        state = self._game.edition.state.unpack(self._batch.state(g).pack()[0])
        bot = self._opponent(g, state.to_act)
        return bot.choose(Sight.of(Position(self._game, state, None, origin=state)))

    def _opponent(self, g: int, seat: int) -> Player:
        """The bot of a seat: a new one for every decision, so that games share memory; a plugged-in bot is kept."""
        name = self._names[(seat - int(self._seats[g]) - 1) % self._players]
        seed = self._seed << 64 | g << 32 | int(self._asked[g])
        self._asked[g] += 1
        if ":" not in name:
            return player(name, seed)
        return self._guests.setdefault((g, seat), player(name, seed))

    def _infos(self) -> dict[str, Any]:
        batch = self._batch
        return {
            "action_mask": batch.legal.view(np.int8),
            "seat": self._seats.copy(),
            "rule": batch.broken.astype(np.int64),
        }


def _as_array(actions: Any) -> Array:
    """The actions as a NumPy array; lists of unequal lengths give an array without numbers."""
    try:
        return np.asarray(actions)
    except ValueError:
        return np.array(None)


def _check(what: str, number: int, least: int, most: int) -> None:
    """Raises unless it is a whole number in this range."""
    if (known := whole(number)) is None or not least <= known <= most:
        raise Error(f"{what} must be {least} to {most}, not {shown(number)}.")
