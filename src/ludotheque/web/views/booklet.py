"""The rule booklet of a game: all rules under their headings, or one rule."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from ludotheque.core.game import Game, games
from ludotheque.core.words import words
from ludotheque.web.views import common
from ludotheque.web.views.glance import Glance, glance_of
from ludotheque.web.views.piece_cards import PieceCard, box_of, with_cards
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class RuleView:
    """A rule (`parts/rule.jinja`)."""

    number: str
    sentence: Markup  # names of pieces lead to their cards
    chapter: str  # its heading
    url: str  # address of the rule in the booklet


@dataclass(frozen=True)
class Chapter:
    """Rules under one heading."""

    title: str
    rules: tuple[RuleView, ...]


@dataclass(frozen=True)
class Booklet:
    """The booklet of a game (`rules.jinja`)."""

    game: common.GameCard
    glance: Glance | None  # the sheet atop it
    chapters: tuple[Chapter, ...]
    pieces: tuple[PieceCard, ...]  # what is in the box
    games: tuple[common.GameCard, ...]
    ledger: tuple[tuple[str, common.RuleLink], ...]  # the lines of the score sheet
    options: tuple[common.OptionField, ...]


def booklet_of(game: Game, visit: Visit) -> Booklet:
    """The rules of a game in the visitor's language."""
    name, speech = game.name, visit.speech
    lines = (
        (common.ledger_line(name, line, speech), common.rule_link(name, line.partition(".")[0]))
        for line in game.about.LEDGER
    )
    return Booklet(
        game=common.game_card(name, speech),
        glance=glance_of(game, visit.language),
        chapters=_chapters(game, visit),
        pieces=box_of(game, visit.language),
        games=tuple(common.game_card(each, speech) for each in games()),
        ledger=tuple(lines),
        options=common.option_fields(game, speech, {}, game.seats[-1]),
    )


def rule_of(game: Game, number: str, visit: Visit) -> RuleView:
    """One rule; raises UnknownName for an unknown number."""
    titles = words(game.name, visit.language).find("booklet.chapters")
    sentence = with_cards(escape(game.rule(number, visit.language)), game, visit.language)
    numbers = game.rules()
    heads = [titles[each] for each in numbers[: numbers.index(number) + 1] if each in titles]
    return RuleView(number, sentence, heads[-1] if heads else "", common.rule_link(game.name, number).url)


def _chapters(game: Game, visit: Visit) -> tuple[Chapter, ...]:
    """The rules under their headings; the words list each heading by the number of its first rule."""
    rules = tuple(rule_of(game, number, visit) for number in game.rules())
    spoken = words(game.name, visit.language)
    titles: dict[str, str] = {rules[0].number: spoken.find("booklet.rules"), **spoken.find("booklet.chapters")}
    starts = [at for at, rule in enumerate(rules) if at == 0 or rule.number in titles]
    return tuple(
        Chapter(titles.get(rules[start].number, ""), rules[start:end])
        for start, end in zip(starts, [*starts[1:], len(rules)], strict=True)
    )
