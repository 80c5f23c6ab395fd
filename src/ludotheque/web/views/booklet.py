"""The booklet: all rules of a game under their headings, or one of them."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.game import game_of, games
from ludotheque.core.words import words
from ludotheque.web.middleware.visitor import Visit
from ludotheque.web.views.common import (
    GameCard,
    OptionField,
    RuleLink,
    game_card,
    ledger_line,
    option_fields,
    rule_link,
)


@dataclass(frozen=True)
class RuleView:
    """A rule, with the address of its place in the booklet."""

    number: str
    sentence: str
    url: str
    game_title: str


@dataclass(frozen=True)
class Chapter:
    """Rules under one heading of the booklet."""

    title: str
    rules: tuple[RuleView, ...]


@dataclass(frozen=True)
class Booklet:
    """The booklet of a game."""

    game: GameCard
    rules: tuple[RuleView, ...]
    chapters: tuple[Chapter, ...]  # the same rules in their order, under headings
    games: tuple[GameCard, ...]
    ledger: tuple[tuple[str, RuleLink], ...]  # the lines of the score sheet
    options: tuple[OptionField, ...]


def booklet_of(name: str, visit: Visit) -> Booklet:
    """The rules of a game in the visitor's language."""
    game, speech = game_of(name), visit.speech
    found = tuple(rule_of(name, number, visit) for number in game.rules())
    return Booklet(
        game=game_card(name, speech),
        rules=found,
        chapters=_chapters(name, found, visit),
        games=tuple(game_card(each, speech) for each in games()),
        ledger=tuple(
            (ledger_line(name, line, speech), rule_link(name, line.partition(".")[0])) for line in game.about.LEDGER
        ),
        options=option_fields(game, speech, {}, game.seats[-1]),
    )


def rule_of(game: str, number: str, visit: Visit) -> RuleView:
    """One rule; raises UnknownName if there is none of this number."""
    sentence = game_of(game).rule(number, visit.language)
    return RuleView(number, sentence, rule_link(game, number).url, game_of(game).title(visit.language))


def _chapters(game: str, rules: tuple[RuleView, ...], visit: Visit) -> tuple[Chapter, ...]:
    """The rules under the headings of the booklet; a heading is known by the rule it begins with."""
    titles: dict[str, str] = words(game, visit.language).find("booklet.chapters")
    starts = [at for at, rule in enumerate(rules) if at == 0 or rule.number in titles]
    return tuple(
        Chapter(titles.get(rules[start].number, ""), rules[start:end])
        for start, end in zip(starts, [*starts[1:], len(rules)], strict=True)
    )
