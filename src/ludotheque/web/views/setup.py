"""The editor of positions: palette, board, all that is wrong, and an input for each field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ludotheque.contract.editing import BoardPlace, PositionDict, steps
from ludotheque.contract.phrases import Phrase
from ludotheque.contract.scene import NOTHING, PLAIN, Panel, Scene
from ludotheque.core.editing import MALFORMED, all_problems, drawable, with_known
from ludotheque.core.game import Game, games
from ludotheque.core.words import Words, words
from ludotheque.errors import PositionProblem
from ludotheque.kernel.state import CHANCE
from ludotheque.web.views.boards import defs_of, panels_of
from ludotheque.web.views.common import GameCard, RuleLink, game_card, rule_link
from ludotheque.web.views.levels import FormValue
from ludotheque.web.views.own_box import ShownBox, shown_box
from ludotheque.web.views.setup_fields import FieldGroup, FieldMaker, field_label
from ludotheque.web.views.visit import Visit

CITED = re.compile(r" \(([^()]*)\)(?=\.$)")  # the rules that a sentence cites at its end


@dataclass(frozen=True)
class PaletteTool:
    """A piece of the palette."""

    piece: str
    name: str
    symbol: str
    key: str  # the key that chooses it


@dataclass(frozen=True)
class ShownPlace:
    """A part of the board where pieces can be laid; the script makes it a button."""

    part: str  # the id of the part
    field: str
    name: str  # "" for a part that belongs to another one: it can be clicked, but the Tab key skips it
    wrong: bool


@dataclass(frozen=True)
class ShownProblem:
    """One thing that is wrong: the field in words, the sentence, and the id of what shows the field."""

    field: str
    sentence: str
    rules: tuple[RuleLink, ...]
    at: str
    seat: int | None  # the seat to show first, if it is another one


@dataclass(frozen=True)
class CountRow:
    """How many pieces of a kind are where."""

    tool: PaletteTool
    places: tuple[int, ...]
    found: int
    whole: int

    @property
    def right(self) -> bool:
        """Whether all pieces are there, and no more."""
        return self.found == self.whole


@dataclass(frozen=True)
class Setup:
    """The editor (`setup.jinja`); its changing part is parts/setup.jinja."""

    game: GameCard
    url: str
    text: str  # the position as JSON
    whole: str  # the same with all pieces that were left unknown
    names: tuple[str, ...]  # the players' names, as far as they are given
    seat: int
    seats: tuple[FormValue, ...]
    palette: tuple[tuple[str, tuple[PaletteTool, ...]], ...]
    defs: Markup
    panels: tuple[Panel, ...]
    places: tuple[ShownPlace, ...]
    problems: tuple[ShownProblem, ...]
    heads: tuple[str, ...]  # heads of the table of counts
    counts: tuple[CountRow, ...]
    groups: tuple[FieldGroup, ...]
    box: ShownBox | None
    asks: bool  # a player decides now, so the position can be a puzzle
    refused: str = ""  # why a text was not opened


@dataclass(frozen=True)
class SetupStart:
    """The choice of a game (`setup_start.jinja`)."""

    games: tuple[GameCard, ...]
    text: str
    refused: str


def setup_start(visit: Visit, text: str = "", refused: str = "") -> SetupStart:
    """The page that asks for a game, or for a position or a record."""
    return SetupStart(tuple(game_card(name, visit.speech) for name in games()), text, refused)


def setup_of(
    game: Game, d: PositionDict, seat: int, visit: Visit, given: Sequence[str] = (), refused: str = ""
) -> Setup:
    """The editor with a position, and the names of players that are given."""
    spoken, editor = words(game.name, visit.language), game.edition.module("editor")
    whole = with_known(game, d)
    problems = all_problems(game, whole, visit.language)
    if not problems and whole == d:
        d = whole = game.boxed(game.edition.module("position").write(game.state_of(d)))  # with what follows from it
    players = d.get("players") if d.get("players") in game.seats else game.seats[0]
    given = (*given, *[""] * game.seats[-1])[: int(players or 1)]
    names = tuple(name or spoken.say(Phrase("terms.seat", {"number": n})) for n, name in enumerate(given, 1))
    seat = seat if seat < len(names) else 0
    palette = palette_of(editor.PALETTE, spoken)
    tools = {tool.piece: tool for _, group in palette for tool in group}
    pieces = {piece: tool.name for piece, tool in tools.items()}
    try:
        places: Sequence[BoardPlace] = editor.places(d, seat)
        counts = editor.counts(d)
    except MALFORMED:
        places, counts = [], []
    defs, panels = drawing_of(game, whole, seat, names, visit)
    return Setup(
        game=game_card(game.name, visit.speech),
        url=f"/analysis/setup/{game.name}",
        text=json.dumps(d, ensure_ascii=False),
        whole=json.dumps(whole, ensure_ascii=False),
        names=tuple(given),
        seat=seat,
        seats=tuple(FormValue(str(n), name, n == seat) for n, name in enumerate(names)),
        palette=palette,
        defs=defs,
        panels=panels,
        places=tuple(shown_places(places, {problem.field for problem in problems}, spoken)),
        problems=tuple(shown_problem(game, problem, seat, places, names, pieces, spoken) for problem in problems),
        heads=tuple(spoken.term(key) for key in counts[0].places) if counts else (),
        counts=tuple(
            CountRow(tools[row.piece], tuple(row.places.values()), sum(row.places.values()), row.whole)
            for row in counts
        ),
        groups=FieldMaker(game, names, problems, pieces, visit.speech).groups(d, seat),
        box=shown_box(game.name, game.own_box),
        asks=type(d.get("to_act")) is int and d["to_act"] != CHANCE,
        refused=refused,
    )


def palette_of(groups: Any, spoken: Words) -> tuple[tuple[str, tuple[PaletteTool, ...]], ...]:
    """The palette in words; the digits choose its first pieces."""
    shown, digit = [], 0
    for name, tools in groups:
        drawn = []
        for tool in tools:
            digit += 1
            drawn.append(PaletteTool(tool.piece, spoken.term(tool.name), tool.symbol, str(digit) if digit < 10 else ""))
        shown.append((spoken.term(name), tuple(drawn)))
    return tuple(shown)


def drawing_of(
    game: Game, d: PositionDict, seat: int, names: tuple[str, ...], visit: Visit
) -> tuple[Markup, tuple[Panel, ...]]:
    """The board of a position, drawn by the game; nothing if it cannot be drawn."""
    spoken = words(game.name, visit.language)
    state = drawable(game, d)
    if state is None:
        return Markup(), ()
    try:
        view = game.edition.module("position").view(state, seat)
        scene = Scene(view, seat, names, NOTHING, spoken.say, visit.board_settings | {PLAIN}, state)
        panels = panels_of(game, scene)
        return defs_of(game, scene), tuple(panels)
    except MALFORMED:
        return Markup(), ()


def shown_places(places: Sequence[BoardPlace], wrong: set[str], spoken: Words) -> Iterator[ShownPlace]:
    """The parts of all places, each with the field that it shows."""
    for place in places:
        for part in (place.part, *place.others):
            name = spoken.say(place.name) if part == place.part else ""
            yield ShownPlace(part, place.field, name, any(is_within(field, place.field) for field in wrong))


def is_within(field: str, other: str) -> bool:
    """Whether a field is another one or a part of it."""
    return field == other or field.startswith((f"{other}.", f"{other}["))


def shown_problem(
    game: Game,
    problem: PositionProblem,
    seat: int,
    places: Sequence[BoardPlace],
    names: tuple[str, ...],
    pieces: dict[str, str],
    spoken: Words,
) -> ShownProblem:
    """A problem in words, and where to find it."""
    place = next((place.part for place in places if is_within(problem.field, place.field)), "")
    label = field_label(problem.field, names, pieces, spoken)
    cited = CITED.search(problem.sentence)
    rules = [rule for rule in cited[1].split(", ") if rule in game.rules()] if cited else []
    said = CITED.sub("", problem.sentence) if rules else problem.sentence
    sentence, links = said[:1].upper() + said[1:], tuple(rule_link(game.name, rule) for rule in rules)
    way = steps(problem.field)
    other = way[1] if way[0] == "seats" and way[1:2] != [seat] and len(way) > 1 and isinstance(way[1], int) else None
    return ShownProblem(label, sentence, links, place or f"field-{problem.field}", other)
