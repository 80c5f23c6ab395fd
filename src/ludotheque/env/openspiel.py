"""All games as games of OpenSpiel, registered when this module is imported.

    import pyspiel
    import ludotheque.env.openspiel
    game = pyspiel.load_game("ludotheque_sintra(players=3,side=B)")

Chance nodes are explicit with exact probabilities, information states are complete, and
`resample_from_infostate` deals anew what a player cannot know. Every game is declared as one of
imperfect information, so that algorithms for these accept it; where nothing is hidden, the
information state is the whole table.
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
from ludotheque.env.knowledge import Moment
from ludotheque.env.match import rewards
from ludotheque.env.observing import fields, observation
from ludotheque.errors import Error

PREFIX = "ludotheque_"
LONGEST = 10_000  # decisions: more than any game has
SEEDS = 2**31


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know about a game before it is loaded."""
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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(game.seats)}
        | {option.name: _parameter(option.default) for option in game.options.values()},
    )


def _parameter(value: Value) -> bool | int | str:
    """An option's value as a parameter of OpenSpiel, which knows no None: it is -1."""
    return -1 if value is None else value


def _value(option: Option, parameter: bool | int | str) -> Value:
    """The value that a parameter stands for."""
    for value in option.values:
        if _parameter(value) == parameter:
            return value
    allowed = ", ".join(str(_parameter(value)) for value in option.values)
    raise Error(f"The option {option.name} cannot be {parameter}: choose {allowed}.")


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours with players and options; every game is a class of its own."""

    kind: Any
    game: Game

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        kind, game = self.kind, self.game
        given = kind.parameter_specification | (parameters or {})
        players = given["players"]
        options: dict[str, Any] = {name: _value(option, given[name]) for name, option in game.options.items()}
        self.first = Moment(game.start(players, **options))
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
        """What reads the observation of a player."""
        return SpielObserver(self.game, iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One moment; OpenSpiel changes it in place, the moment itself never changes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = game.first

    def current_player(self) -> int:
        """The player who decides, or CHANCE, or TERMINAL."""
        to_act = self.moment.position.to_act
        if to_act is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if to_act == -1 else to_act

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.position.to_act is None

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.position.legal() if player == self.moment.position.to_act else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the chance event, with their probabilities."""
        return [(outcome, float(chance)) for outcome, chance in self.moment.position.outcomes().items()]

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.position.notation(action)

    def returns(self) -> list[float]:
        """The rewards of all players: 0 before the end."""
        return rewards(self.moment.position)

    def information_state_string(self, player: int | None = None) -> str:
        """What the player sees, and a digest of all it has seen before."""
        seat = self.current_player() if player is None else player
        return f"{self.observation_string(seat)} {self.moment.known(seat).hex()[:64]}"

    def observation_string(self, player: int | None = None) -> str:
        """What the player sees, as JSON."""
        seat = self.current_player() if player is None else player
        return json.dumps(self.moment.position.view(seat), separators=(",", ":"))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one, what it cannot know dealt anew."""
        other = SpielState(self.get_game())
        other.moment = self.moment.imagine(player, int(sampler() * SEEDS))
        return other

    def __str__(self) -> str:
        return json.dumps(self.moment.position.to_dict(), separators=(",", ":"))


class SpielObserver:
    """Reads what a player sees into a tensor, field by field as docs/observations/ lists them."""

    def __init__(self, game: Game, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise Error(f"Observations of {game.name} take no parameters.")
        self._recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        self.tensor, self.dict = None, {}
        if self._recall:
            return  # the past has no tensor, only its text
        spans = list(fields(game))
        self.tensor = np.zeros(sum(span.field.length for span in spans), np.float32)
        self.dict = {
            field.name if seat < 0 else f"seat_{seat}.{field.name}":
            self.tensor[offset : offset + field.length].reshape(field.shape)
            for field, offset, seat in spans
        }  # fmt: skip

    def set_from(self, state: SpielState, player: int) -> None:
        """Reads the state from the eyes of a player."""
        if self.tensor is not None:
            self.tensor[:] = observation(state.moment.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as a text."""
        return state.information_state_string(player) if self._recall else state.observation_string(player)


def register(game: Game) -> None:
    """Makes a game known to `pyspiel.load_game`. A class, since OpenSpiel lets go of it only after Python has ended."""
    kind = game_type(game)
    pyspiel.register_game(kind, type(f"{game.name.title()}Game", (SpielGame,), {"kind": kind, "game": game}))


for _name in ludotheque.games():
    register(ludotheque.load(_name))
