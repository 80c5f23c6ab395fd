"""All games in OpenSpiel, registered by importing this module.

    import pyspiel
    import ludotheque.env.openspiel
    game = pyspiel.load_game("ludotheque_sintra(players=3,side=B)")

Chance nodes are explicit with exact probabilities, information states are complete, and `resample_from_infostate`
deals anew what a player cannot know. Every game is declared as one of imperfect information, so that algorithms for
such games accept it. In a game without hidden information, the information state is the whole position.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

import ludotheque
from ludotheque.contract.options import Option, Value
from ludotheque.core.game import Game
from ludotheque.env.episode import rewards
from ludotheque.env.knowledge import GameNode
from ludotheque.env.observing import fields
from ludotheque.errors import Error

__all__ = ["SpielGame", "SpielObserver", "SpielState"]

PREFIX = "ludotheque_"
LONGEST = 10_000  # more decisions than any game has
SEEDS = 2**31
DIGEST_BITS = 256  # a digest of what a player has seen: different pasts have different bits


def game_type(game: Game) -> Any:
    """The type of a game, which OpenSpiel needs before the game is loaded."""
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + game.name,
        long_name=game.title(),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(game.seats)}
        | {option.name: _parameter(option.default) for option in game.options.values()},
    )


def _parameter(value: Value) -> bool | int | str:
    """An option's value as a parameter of OpenSpiel, which has no None: it is -1."""
    return -1 if value is None else value


def _value(option: Option, parameter: bool | int | str) -> Value:
    """The option's value for a parameter."""
    for value in option.values:
        if _parameter(value) == parameter:
            return value
    allowed = ", ".join(str(_parameter(value)) for value in option.values)
    raise Error(f"The option {option.name} cannot be {parameter}: choose {allowed}.")


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with players and options; every game has a subclass."""

    kind: Any
    game: Game

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        kind, game = self.kind, self.game
        given = kind.parameter_specification | (parameters or {})
        players = given["players"]
        options: dict[str, Any] = {name: _value(option, given[name]) for name, option in game.options.items()}
        self.first = GameNode(game.start(players, **options))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=game.edition.module("actions").MOST_OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, parameters or {})

    def new_initial_state(self) -> SpielState:
        """The start, at the first chance node."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """The observer of a player's observations."""
        return SpielObserver(self.game, iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state, which OpenSpiel changes in place; its node is immutable."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = game.first

    def current_player(self) -> int:
        """The player to act, CHANCE or TERMINAL."""
        to_act = self.node.position.to_act
        if to_act is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if to_act == -1 else to_act

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.position.to_act is None

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.position.legal() if player == self.node.position.to_act else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the chance event, with their probabilities."""
        return [(outcome, float(chance)) for outcome, chance in self.node.position.outcomes().items()]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.position.notation(action)

    def returns(self) -> list[float]:
        """The rewards of all players, 0 before the end."""
        return rewards(self.node.position)

    def information_state_string(self, player: int | None = None) -> str:
        """What the player sees, and a digest of all that it has seen before."""
        seat = self.current_player() if player is None else player
        return f"{self.observation_string(seat)} {self.node.known(seat).hex()[:64]}"

    def observation_string(self, player: int | None = None) -> str:
        """What the player sees, as JSON."""
        seat = self.current_player() if player is None else player
        return json.dumps(self.node.position.view(seat), separators=(",", ":"))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A random state that the player cannot tell from this one."""
        other = SpielState(self.get_game())
        other.node = self.node.imagine(player, int(sampler() * SEEDS))
        return other

    def __str__(self) -> str:
        return json.dumps(self.node.position.to_dict(), separators=(",", ":"))


class SpielObserver:
    """Writes what a player sees to a tensor, in the fields of docs/observations/."""

    def __init__(self, game: Game, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise Error(f"Observations of {game.name} take no parameters.")
        self._recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        spans = list(fields(game))
        self._length = sum(span.field.length for span in spans)
        self.tensor = np.zeros(self._length + self._recall * DIGEST_BITS, np.float32)
        self.dict = {
            field.name if seat < 0 else f"seat_{seat}.{field.name}":
            self.tensor[offset : offset + field.length].reshape(field.shape)
            for field, offset, seat in spans
        }  # fmt: skip
        if self._recall:
            self.dict["past"] = self.tensor[self._length :]

    def set_from(self, state: SpielState, player: int) -> None:
        """Reads the state as a player sees it; with perfect recall also a digest of all that it has seen before."""
        self.tensor[: self._length] = state.node.observed(player)
        if self._recall:
            known = state.node.known(player)[: DIGEST_BITS // 8].ljust(DIGEST_BITS // 8, b"\0")  # none before a deal
            self.tensor[self._length :] = np.unpackbits(np.frombuffer(known, np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        """The observation as a text."""
        return state.information_state_string(player) if self._recall else state.observation_string(player)


def register(game: Game) -> None:
    """Registers a game as a class: OpenSpiel releases a registered object only after Python has ended."""
    kind = game_type(game)
    pyspiel.register_game(kind, type(f"{game.name.title()}Game", (SpielGame,), {"kind": kind, "game": game}))


for _name in ludotheque.games():
    register(ludotheque.load(_name))
