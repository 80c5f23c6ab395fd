"""A companion: its form, its scores, its links, and why a draw cannot be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.contract.editing import PositionDict
from ludotheque.contract.phrases import Phrase
from ludotheque.core.game import game_of, games
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.web.tables.companion import entry_url
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.common import (
    GameCard,
    OptionField,
    RuleLink,
    game_card,
    ledger_line,
    names_of,
    option_fields,
    rule_link,
)
from ludotheque.web.views.own_box import ShownBox, shown_box
from ludotheque.web.views.sharing import ShareSheet, qr_code
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class NewCompanion:
    """The form (`new_companion.jinja`)."""

    games: tuple[GameCard, ...]
    game: GameCard  # the chosen one
    seats: tuple[tuple[int, str], ...]  # the fields name-N, and what stands in them
    options: tuple[OptionField, ...]
    secrets: bool  # the game has hidden cards: no hints
    problem: str = ""  # why the last post was refused
    box: ShownBox | None = None
    start: str = ""  # the position that it starts from, as text; "": the set-up


@dataclass(frozen=True)
class ScoreRow:
    """A line of the scores: points by seat."""

    line: str
    rule: RuleLink | None
    points: tuple[int, ...]


@dataclass(frozen=True)
class Scores:
    """The points so far (`scores.jinja`)."""

    url: str
    names: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    totals: tuple[int, ...]
    notes: tuple[str, ...]


def new_companion(
    name: str,
    visit: Visit,
    problem: str = "",
    own: dict[str, Any] | None = None,
    start: PositionDict | None = None,
    names: Sequence[str] = (),
) -> NewCompanion:
    """The form with its defaults; a position to start from fixes the number of players and the options."""
    game, speech = game_of(name), visit.speech
    players = game.seats[-1] if start is None else start["players"]
    return NewCompanion(
        games=tuple(game_card(each, speech) for each in games()),
        game=game_card(name, speech),
        seats=tuple(enumerate((*(names or [visit.name]), *[""] * players)[:players])),
        options=option_fields(game, speech, {}, players) if start is None else (),
        secrets=not game.about.PUBLIC,
        problem=problem,
        box=shown_box(name, own),
        start="" if start is None else json.dumps(start),
    )


def scores_of(table: TableState, visit: Visit) -> Scores:
    """The points so far, by the lines of the score sheet."""
    position, speech, names = table.position, visit.speech, names_of(table, visit.speech)
    sheets = [dict(sheet) for sheet in position.score_sheet()]
    lines = [line for line in position.game.about.LEDGER if any(line in sheet for sheet in sheets)]
    rows = tuple(
        ScoreRow(
            ledger_line(table.game, line, speech),
            rule_link(table.game, line.partition(".")[0]),
            tuple(sheet.get(line, 0) for sheet in sheets),
        )
        for line in lines
    )
    notes = position.score_notes(speech.language, names)
    return Scores(entry_url(table), names, rows, tuple(position.scores()), tuple(notes))


def share_companion(table: TableState, visit: Visit) -> ShareSheet:
    """The sheet with both links: one enters, the other watches."""
    link = f"{visit.site}{entry_url(table)}"
    title = visit.speech.say("companion.share_title")
    watch = f"{visit.site}/t/{table.id}"
    return ShareSheet(entry_url(table), link, qr_code(link), title, visit.speech.say("companion.share"), watch)


def impossible(position: Position, outcome: int, visit: Visit) -> Refusal:
    """Why a draw cannot be: the sentence of the game, else that none is left."""
    game, said = position.game, words(position.game.name, visit.language)
    if outcome >= game.edition.rules.outcome_count(position.state()):
        return Refusal(422, "no_action")
    phrase: Phrase = game.edition.module("notation").describe(position.state(), outcome)
    name = phrase.key.partition(".")[2]
    why = said.say(Phrase(f"gone.{name}", phrase.gaps)) if said.get(f"gone.{name}", "") else ""
    why = why or visit.speech.say("companion.gone")
    rule = position.asked_by or None
    return Refusal(422, "no_draw", rule=rule, game=game.name, draw=said.say(phrase), why=why)
