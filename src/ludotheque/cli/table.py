"""The table as text, for the eyes of one viewer: everything here comes from a view.

A game folder may draw its own table in an optional module `table.py` with a function
`lines(view, say)`: lines of Rich's console markup, at most 80 columns wide, for a view to which
the `names` of the seats were added; `say` puts a phrase of the game into words. Any other game
is shown key by key; then a dash is nothing, and a question mark is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ludotheque.cli.speech import CliSpeech
from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.kernel.state import StateBase, StateField

# Shown elsewhere, or (pending) of a shape that only the game itself knows: the choices tell what it is about.
HEADER = ("game", "version", "players", "options", "to_act", "phase", "seats", "names", "pending")
NOTHING, HIDDEN = "–", "?"
SEAT_STYLES = ("cyan", "yellow", "magenta", "green", "blue")


def table(position: Position, seat: int | None, names: Sequence[str], speech: CliSpeech) -> RenderableType:
    """The table as a seat sees it (None: a spectator), with the game's title above it."""
    game, view = position.game, position.view(seat)
    heading = Rule(Text(game.title(speech.language), "bold"), style="dim")
    if game.edition.has("table"):
        lines = game.edition.module("table").lines(
            {**view, "names": list(names)}, words(game.name, speech.language).say
        )
        return Group(heading, *(Text.from_markup(line) for line in lines))
    state = position.hidden(seat)
    view = marked(game, view, state) | {"seats": [marked(game, own, state, n) for n, own in enumerate(view["seats"])]}
    return Group(heading, facts(game, view, speech), seats(game, view, names, speech))


def marked(game: Game, values: Mapping[str, Any], state: StateBase, seat: int | None = None) -> dict[str, Any]:
    """Values of a view, or of one of its seats, with a mark for what is hidden: in the default format it is null."""
    found = dict(values)
    for key, value in values.items():
        if (field := own_field(game, key)) is not None:
            numbers = getattr(state, key)
            found[key] = marked_value(field, value, numbers if seat is None else numbers[seat])
    return found


def marked_value(field: StateField, value: Any, numbers: Any) -> Any:
    """A value with marks, by the numbers of the state: those of hidden things are lower than that of nothing."""
    if isinstance(value, list):
        return [marked_value(field, *pair) for pair in zip(value, numbers, strict=True)]
    hidden = value is None and (field.counts or numbers < field.limits[0] - 1)
    return HIDDEN if hidden else value


def facts(game: Game, view: Mapping[str, Any], speech: CliSpeech) -> Table:
    """What belongs to no seat, a line each."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for key, value in view.items():
        if key not in HEADER and value is not None and (label := heading(game, key, speech)):
            grid.add_row(label, Text(field_text(game, key, value, speech)))
    return grid


def seats(game: Game, view: Mapping[str, Any], names: Sequence[str], speech: CliSpeech) -> Table:
    """A column for every seat; the one to act is marked."""
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column("", style="dim", no_wrap=True, max_width=24)
    for seat, name in enumerate(names):
        mark = "▸ " if view.get("to_act") == seat else ""
        grid.add_column(Text(mark + name), header_style=f"bold {seat_style(seat)}", ratio=1, overflow="fold")
    for key in dict.fromkeys(key for seat in view["seats"] for key in seat):
        cells = (Text(field_text(game, key, seat.get(key), speech)) for seat in view["seats"])
        if label := heading(game, key, speech):
            grid.add_row(label, *cells)
    return grid


def seat_style(seat: int) -> str:
    """The colour of a seat's name."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]


def heading(game: Game, key: str, speech: CliSpeech) -> str:
    """A label with a capital letter; "" for what is not shown: a field without a name, or one of the past."""
    field = own_field(game, key)
    label = "" if field is not None and field.memory else speech.label(game, key)
    return label[:1].upper() + label[1:]


def field_text(game: Game, key: str, value: Any, speech: CliSpeech) -> str:
    """The value of a key; if it is a field of the state, its pieces by their names."""
    field = own_field(game, key)
    if field is None or not (field.counts or field.item) or isinstance(value, list) or value in (None, HIDDEN):
        return shown(game, value, speech)
    spoken = words(game.name, speech.language)
    found = value if isinstance(value, Mapping) else {value: 1}
    named = {
        spoken.get(f"pieces.{field.counts or field.item}.{int(n) - 1}", str(n)): count for n, count in found.items()
    }
    return " ".join(name if count == 1 else f"{count}×{name}" for name, count in named.items()) or NOTHING


def own_field(game: Game, key: str) -> StateField | None:
    """The field of the state that a key stands for, if the game has the default position format."""
    return None if game.edition.has("position") else game.edition.state.fields.get(key)


def shown(game: Game, value: Any, speech: CliSpeech) -> str:
    """A value of a view as a short text: a line for each of its parts if these have parts themselves."""
    items = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    if not any(isinstance(item, (list, Mapping)) for item in items):
        return inline(game, value, speech)
    named = value.items() if isinstance(value, Mapping) else enumerate(value, start=1)
    lines = [f"{speech.label(game, str(name))}: {inline(game, item, speech)}" for name, item in named if item != []]
    return "\n".join(lines) or NOTHING


def inline(game: Game, value: Any, speech: CliSpeech) -> str:
    """A value on one line; of counts those that are not zero."""
    if value is None or value in ("", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return speech.say("values.yes" if value else "values.no")
    if isinstance(value, Mapping):
        counts = all(type(item) is int for item in value.values())
        kept = {key: item for key, item in value.items() if item not in (None, "", [], {}) and (item or not counts)}
        texts = [f"{speech.label(game, str(key))} {inline(game, item, speech)}" for key, item in kept.items()]
        return " · ".join(texts) or NOTHING
    if isinstance(value, list):
        nested = any(isinstance(item, (list, Mapping)) for item in value)
        return (", " if nested else " ").join(inline(game, item, speech) for item in value)
    return str(value)
