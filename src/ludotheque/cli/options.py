"""Options as people type them: `side=B`, `expert=true`, `first_seat=none`."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.contract.options import Value
from ludotheque.core.game import Game
from ludotheque.errors import Error, UnknownName


def typed_value(value: Value) -> str:
    """A value of an option as it is typed: true, false, none, a number or a text."""
    return value if isinstance(value, str) else str(value).lower()


def read_options(game: Game, players: int, texts: Sequence[str]) -> dict[str, Value]:
    """The options that were typed; raises for a name or a value that the game does not know."""
    game.option_codes(players, {})  # raises unless this many can play; an option may name their seats only
    chosen: dict[str, Value] = {}
    for text in texts:
        name, equals, typed = (part.strip() for part in text.partition("="))
        if not equals:
            raise Error(f"An option is typed as NAME=VALUE, not {text!r}.")
        if name not in game.options:
            raise UnknownName(f"{game.title()} has no option {name!r}: choose {', '.join(game.options)}.")
        if name in chosen:
            raise Error(f"The option {name} is given twice: choose one value.")
        values = {typed_value(value).casefold(): value for value in game.options[name].allowed(players)}
        if typed.casefold() not in values:
            known = ", ".join(typed_value(value) for value in values.values())
            raise Error(f"The option {name} cannot be {typed!r}: choose {known}.")
        chosen[name] = values[typed.casefold()]
    return chosen
