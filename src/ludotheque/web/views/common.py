"""What many pages show: games, rules, names, options, score sheets."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from ludotheque.contract.options import Option
from ludotheque.contract.options import Value as OptionValue
from ludotheque.core.game import Game, game_of
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.web.tables.pledges import commitment
from ludotheque.web.tables.state import BOT, OPEN, OVER, TableState
from ludotheque.web.views.boards import board_of
from ludotheque.web.views.levels import FormValue, level_name
from ludotheque.web.views.speech import PageSpeech


@dataclass(frozen=True)
class RuleLink:
    """A rule number that opens its sentence."""

    number: str
    url: str  # the rules page at this rule
    fragment: str  # parts/rule.jinja of this rule


@dataclass(frozen=True)
class GameCard:
    """A game on the shelf."""

    name: str
    title: str
    subtitle: str  # another name that the game is known by, or ""
    objective: str  # one sentence
    fewest: int  # players
    most: int
    minutes: tuple[int, int]
    designers: tuple[str, ...]
    card: Markup  # its box, a complete <svg>
    settings: tuple[str, ...]  # what its board can be set to, such as "colour_blind"
    play: str  # post here to play at once against bots
    new: str
    rules: str


@dataclass(frozen=True)
class OptionField:
    """An option of a game."""

    name: str  # the field option-NAME
    label: str
    sentence: str
    rule: RuleLink
    values: tuple[FormValue, ...]
    yes_no: bool  # a switch: values are "true" and "false"


@dataclass(frozen=True)
class Gain:
    """Points that a seat gains or loses, and why."""

    seat: int
    name: str
    points: int
    rule: RuleLink
    line: str  # the line of the score sheet


@dataclass(frozen=True)
class Commitment:
    """The proof that chance is fair."""

    digest: str  # SHA-256 of the seed, known before the start
    seed: str  # "" until the game is over
    luck: str  # what the players added, mixed into every draw


@functools.lru_cache(4096)
def rule_link(game: str, number: str) -> RuleLink:
    """A rule number that opens its sentence."""
    return RuleLink(number, f"/rules/{game}#{number}", f"/rules/{game}/{number}")


def asking_rule(position: Position) -> RuleLink | None:
    """The rule that says what is asked now."""
    return rule_link(position.game.name, position.asked_by) if position.asked_by else None


def phase_sentence(position: Position, speech: PageSpeech) -> str:
    """What is asked now, in one sentence."""
    return str(words(position.game.name, speech.language).find(f"phases.{position.phase}"))


@functools.cache
def game_card(name: str, speech: PageSpeech) -> GameCard:
    """A game on the shelf."""
    game = game_of(name)
    return GameCard(
        name=name,
        title=game.title(speech.language),
        subtitle=game.subtitle(speech.language),
        objective=str(words(name, speech.language).find("objective")),
        fewest=game.seats[0],
        most=game.seats[-1],
        minutes=game.about.MINUTES,
        designers=game.about.DESIGNERS,
        card=Markup(board_of(game).card()),
        settings=getattr(board_of(game), "SETTINGS", ()),
        play=f"/play/{name}",
        new=f"/new/{name}",
        rules=f"/rules/{name}",
    )


def names_of(table: TableState, speech: PageSpeech) -> tuple[str, ...]:
    """What the players are called: as they said, else by their level or number; never two alike."""
    return _names(table.game, tuple((seat.name, seat.kind, seat.level) for seat in table.seats), speech)


@functools.lru_cache(4096)
def _names(game: str, seats: tuple[tuple[str, str, str], ...], speech: PageSpeech) -> tuple[str, ...]:
    plain = [name or _plain_name(game, n, kind, level, speech) for n, (name, kind, level) in enumerate(seats, start=1)]
    return tuple(
        speech.say("names.numbered", name=name, number=n) if plain.count(name) > 1 else name
        for n, name in enumerate(plain, start=1)
    )


def _plain_name(game: str, number: int, kind: str, level: str, speech: PageSpeech) -> str:
    if kind == BOT:
        return level_name(game, level, speech)
    return speech.say("names.open" if kind == OPEN else "names.person", number=number)


def option_fields(
    game: Game, speech: PageSpeech, chosen: Mapping[str, OptionValue], players: int
) -> tuple[OptionField, ...]:
    """The options of a game, with what is chosen."""
    spoken = words(game.name, speech.language)
    return tuple(
        OptionField(
            name=option.name,
            label=spoken.find(f"options.{option.name}")["name"],
            sentence=spoken.find(f"options.{option.name}")["sentence"],
            rule=rule_link(game.name, option.rule),
            values=tuple(
                FormValue(
                    posted(value), value_label(option, value, speech), value == chosen.get(option.name, option.default)
                )
                for value in option.allowed(players)
            ),
            yes_no=set(option.values) == {False, True},
        )
        for option in game.options.values()
    )


def posted(value: OptionValue) -> str:
    """A value of an option as forms send it: true, false, none, a number or a text."""
    return value if isinstance(value, str) else str(value).lower()


def value_label(option: Option, value: OptionValue, speech: PageSpeech) -> str:
    """A value of an option in words."""
    if isinstance(value, bool):
        return speech.say("values.yes" if value else "values.no")
    if value is None:
        return speech.say("values.chance")
    if option.names_seat:
        return speech.say("values.seat", number=int(value) + 1)
    return str(value)


def gains(before: Position, after: Position, names: tuple[str, ...], speech: PageSpeech) -> tuple[Gain, ...]:
    """The points that came or went between two positions, and why."""
    if before.scores() == after.scores():
        return ()
    found = []
    for seat, (old, new) in enumerate(zip(before.score_sheet(), after.score_sheet(), strict=True)):
        had = dict(old)
        for line, points in new:
            if points != had.get(line, 0):
                found.append(_gain(before, seat, line, points - had.get(line, 0), names, speech))
        kept = dict(new)
        found += [_gain(before, seat, line, -points, names, speech) for line, points in old if line not in kept]
    return tuple(found)


def _gain(position: Position, seat: int, line: str, points: int, names: tuple[str, ...], speech: PageSpeech) -> Gain:
    game = position.game.name
    return Gain(seat, names[seat], points, rule_link(game, line.partition(".")[0]), ledger_line(game, line, speech))


def ledger_line(game: str, line: str, speech: PageSpeech) -> str:
    """A line of the score sheet in words."""
    return str(words(game, speech.language).find(f"ledger.{line}"))


def winners_sentence(position: Position, names: tuple[str, ...], speech: PageSpeech) -> str:
    """Who has won."""
    winners = [names[seat] for seat in position.winners()]
    return speech.say("end.winner" if len(winners) == 1 else "end.winners", names=speech.list(winners))


def commitment_of(table: TableState) -> Commitment:
    """The proof that chance is fair, as much of it as may be known now."""
    over = table.status == OVER
    return _commitment(table.seed, over, table.luck)


@functools.lru_cache(4096)
def _commitment(seed: str, over: bool, luck: str) -> Commitment:
    return Commitment(commitment(seed), seed if over else "", luck)


def clock_words(table: TableState, speech: PageSpeech) -> str:
    """The clock of a table in words; "" if it has none."""
    if table.clock == "none":
        return ""
    return speech.say(f"clocks.{table.clock}", time=duration(table.clock_seconds, speech))


def date_words(day: date, speech: PageSpeech) -> str:
    """A date in words: 14 November 2026."""
    key = "times.first" if day.day == 1 else "times.date"
    return speech.say(key, day=day.day, month=speech.say(f"months.{day.month}"), year=str(day.year))


def duration(seconds: int, speech: PageSpeech) -> str:
    """A time in words."""
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= size and seconds % size == 0:
            return speech.say(f"times.{unit}", count=seconds // size)
    return speech.say("times.second", count=seconds)
