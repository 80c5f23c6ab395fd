"""The fields of a position as inputs: made from the position itself, so every game has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.contract.editing import PositionDict, steps
from ludotheque.core.editing import INPUT, written_value
from ludotheque.core.game import Game
from ludotheque.core.words import Words, words
from ludotheque.errors import PositionProblem
from ludotheque.web.views.common import value_label
from ludotheque.web.views.levels import FormValue
from ludotheque.web.views.speech import PageSpeech

HEAD = ("game", "version", "own_box", "players", "options", "to_act", "phase")
FLAG, NUMBER, CHOICE, TEXT = "flag", "number", "choice", "text"


@dataclass(frozen=True)
class EditedField:
    """A field of the position."""

    path: str
    label: str
    kind: str
    value: str
    wrong: bool
    values: tuple[FormValue, ...] = ()  # the values of a choice
    part: str = ""  # pieces of the palette can be laid into it under this name


@dataclass(frozen=True)
class FieldGroup:
    """Fields that belong together."""

    name: str
    fields: tuple[EditedField, ...]
    opened: bool


class FieldMaker:
    """Makes the fields of one position."""

    def __init__(
        self,
        game: Game,
        names: tuple[str, ...],
        problems: Sequence[PositionProblem],
        pieces: Mapping[str, str],
        speech: PageSpeech,
    ) -> None:
        self.game, self.names, self.pieces, self.speech = game, names, pieces, speech
        self.spoken = words(game.name, speech.language)
        self.wrong = {problem.field for problem in problems}
        self.inside = ""  # the field whose parts are shown under its name
        self.on_board: tuple[str, ...] = game.edition.module("editor").ON_BOARD

    def field(self, path: str, value: Any, values: tuple[FormValue, ...] = (), label: str = "") -> EditedField:
        kind = CHOICE if values else FLAG if isinstance(value, bool) else NUMBER if type(value) is int else TEXT
        label = label or field_label(path, (), self.pieces, self.spoken, self.inside)
        wrong = any(is_part(path, field) or is_part(field, path) for field in self.wrong)
        takes = isinstance(value, list) and self.pieces and all(isinstance(item, str) for item in value)
        part = INPUT + path if takes and not path.startswith("pending") else ""
        return EditedField(path, label, kind, written_value(value), wrong, values, part)

    def head(self, d: PositionDict) -> Iterator[EditedField]:
        """Players, who is to act, the phase, and the options."""
        seats, say = self.game.seats, self.speech.say
        counts = tuple(FormValue(str(n), say("seats.number", count=n), n == d.get("players")) for n in seats)
        yield self.field("players", d.get("players"), counts, say("setup.players"))
        actors = {written_value(seat): name for seat, name in enumerate(self.names)}
        actors |= {"-1": say("table.chance"), "-": say("setup.nobody")}
        acting = written_value(d.get("to_act"))
        choices = tuple(FormValue(code, name, code == acting) for code, name in actors.items())
        yield self.field("to_act", d.get("to_act"), choices, say("setup.to_act"))
        phases = self.game.edition.module("actions").PHASES
        asked = tuple(FormValue(code, phase_label(code, self.spoken), code == d.get("phase")) for code in phases)
        yield self.field("phase", d.get("phase"), asked, say("setup.phase"))
        options = d.get("options")
        for option in self.game.options.values():
            value = options.get(option.name) if isinstance(options, dict) else None
            allowed = [(written_value(v), value_label(option, v, self.speech)) for v in option.allowed(len(self.names))]
            choices = tuple(FormValue(code, name, code == written_value(value)) for code, name in allowed)
            yield self.field(f"options.{option.name}", value, choices, self.spoken.find("options")[option.name]["name"])

    def leaves(self, value: Any, path: str) -> Iterator[EditedField]:
        """The fields in a value that are not edited on the board."""
        plain = ".".join(str(step) for step in steps(path) if isinstance(step, str))
        if plain in self.on_board:
            return
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from self.leaves(inner, f"{path}.{key}" if path else str(key))
        elif isinstance(value, list) and any(inner == "" or isinstance(inner, dict | list) for inner in value):
            for n, inner in enumerate(value):
                yield from self.leaves(inner, f"{path}[{n}]")
        else:
            yield self.field(path, value, self.seats(value) if path.endswith("seat") else ())

    def seats(self, value: Any) -> tuple[FormValue, ...]:
        """The choice of a seat or none."""
        seats = {written_value(None): self.speech.say("setup.none")} | dict(enumerate(self.names))
        return tuple(FormValue(str(n), name, str(n) == written_value(value)) for n, name in seats.items())

    def groups(self, d: PositionDict, seat: int) -> tuple[FieldGroup, ...]:
        """All fields of a position, those of one seat, in groups."""
        table, groups = list(self.head(d)), []
        for key, value in d.items():
            if key in HEAD or key == "seats":
                continue
            self.inside = key if isinstance(value, dict | list) else ""
            fields = tuple(self.leaves(value, key))
            if len(fields) == 1 and fields[0].path == key:
                table.append(fields[0])
            elif fields:
                groups.append((field_label(key, (), self.pieces, self.spoken), fields))
        seats = d.get("seats")
        if isinstance(seats, list) and seat < len(seats):
            self.inside = ""
            groups.insert(0, (self.names[seat], tuple(self.leaves(seats[seat], f"seats[{seat}]"))))
        groups.insert(0, (self.speech.say("setup.table"), tuple(table)))
        return tuple(
            FieldGroup(name, fields, n < 2 or any(field.wrong for field in fields))
            for n, (name, fields) in enumerate(groups)
        )


def field_label(path: str, names: tuple[str, ...], pieces: Mapping[str, str], spoken: Words, inside: str = "") -> str:
    """The path of a field in words: the seat, then what it is, without the field that it is shown inside."""
    way = steps(path)[len(steps(inside)) if path != inside else 0 :]
    seat = ""
    if way[:1] == ["seats"] and len(way) > 1 and isinstance(way[1], int):
        seat, way = names[way[1]] if way[1] < len(names) else "", way[2:]
    said = [str(step + 1) if isinstance(step, int) else pieces.get(step) or key_label(step, spoken) for step in way]
    return ": ".join(filter(None, (seat, " ".join(said))))


def key_label(key: str, spoken: Words) -> str:
    """A key of positions in words."""
    option = spoken.get("options", {}).get(key, {}).get("name", "")
    label = spoken.get(f"position.{key}", "") or spoken.get(f"labels.{key}", "") or option or key.replace("_", " ")
    return str(label[:1].upper() + label[1:])


def phase_label(code: str, spoken: Words) -> str:
    """A phase in words."""
    offers = ", ".join(dict.fromkeys(spoken.get(f"offers.{code}", {}).values()))
    said = str(spoken.find(f"phases.{code}")).format(offers=offers)
    return said[:1].upper() + said[1:]


def is_part(path: str, of: str) -> bool:
    """Whether a path is another one or leads further."""
    return path == of or path.startswith((f"{of}.", f"{of}["))
