"""What several pages show: games, rules, names, options, points, times."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from markupsafe import Markup

from ludotheque.contract.options import Option
from ludotheque.contract.options import Value as OptionValue
from ludotheque.contract.scene import Same
from ludotheque.core.fair import commitment
from ludotheque.core.game import Game, game_of
from ludotheque.core.lessons import has_lesson
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.web.tables.clock import DAY, HOUR
from ludotheque.web.tables.state import BOT, OVER, PERSON, TableSeat, TableState
from ludotheque.web.tables.visitors import alike, tokens_of
from ludotheque.web.views.boards import board_of
from ludotheque.web.views.levels import FormValue, bot_name, bot_picture
from ludotheque.web.views.speech import PageSpeech


@dataclass(frozen=True)
class RuleLink:
    """A rule number that opens its sentence."""

    number: str
    url: str  # address of the rule in the booklet
    fragment: str  # address of its parts/rule.jinja


@dataclass(frozen=True)
class GameCard:
    """A game on the shelf."""

    name: str
    title: str
    subtitle: str  # another name of the game, or ""
    objective: str  # one sentence
    fewest: int  # players
    most: int
    minutes: tuple[int, int]
    designers: tuple[str, ...]
    card: Markup  # its box, a complete <svg>
    settings: tuple[str, ...]  # settings of its board, such as "colour_blind"
    play: str  # post here to play against bots at once
    new: str
    rules: str
    learn: str  # its lesson, or ""
    box: str  # where its box file is corrected, or "" if it has none


@dataclass(frozen=True)
class OptionField:
    """An option of a game."""

    name: str  # the field option-NAME
    label: str
    sentence: str
    rule: RuleLink
    values: tuple[FormValue, ...]
    yes_no: bool  # a switch: the values are "true" and "false"
    of_seats: bool  # the values but one are seats


@dataclass(frozen=True)
class Gain:
    """Points that a seat gains or loses."""

    seat: int
    name: str
    points: int
    rule: RuleLink
    line: str  # the line of the score sheet


@dataclass(frozen=True)
class Commitment:
    """The proof that draws are fair."""

    digest: str  # SHA-256 of the seed, shown before the start
    seed: str  # "" until the game is over
    luck: str  # the luck of all players


@functools.lru_cache(4096)
def rule_link(game: str, number: str) -> RuleLink:
    """A rule number that opens its sentence."""
    return RuleLink(number, f"/rules/{game}#{number}", f"/rules/{game}/{number}")


def asking_rule(position: Position) -> RuleLink | None:
    """The rule that says what is asked now."""
    return rule_link(position.game.name, position.asked_by) if position.asked_by else None


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
        learn=f"/learn/{name}" if has_lesson(name) else "",
        box=f"/box/{name}" if game.edition.box else "",
    )


def names_of(table: TableState, speech: PageSpeech) -> tuple[str, ...]:
    """The names of the players: their own, else by bot or token; no two look the same."""
    return _names(table.game, Same(table.seats), speech)


@functools.lru_cache(4096)  # seats seldom change
def _names(game: str, same: Same[tuple[TableSeat, ...]], speech: PageSpeech) -> tuple[str, ...]:
    names: list[str] = []
    seats = [(seat.name, PERSON if seat.gave_up else seat.kind, seat.level) for seat in same.thing]
    tokens = tokens_of(same.thing)
    for seat, (name, kind, level) in enumerate(seats):
        if not name and kind == BOT:
            twins = sum(not before and its == BOT and level == other for before, its, other in seats[:seat])
            name = bot_name(game, level, twins, speech)
        if not name and kind == PERSON:
            name = speech.say(f"tokens.{tokens[seat]}" if tokens[seat] else "names.somebody")
        names.append(name or speech.say("names.open"))
    while pairs := [pair for pair in combinations(range(len(names)), 2) if alike(*(names[seat] for seat in pair))]:
        names = [
            speech.say("names.numbered", name=name, number=seat + 1) if any(seat in pair for pair in pairs) else name
            for seat, name in enumerate(names)
        ]
    return tuple(names)


def pictures_of(table: TableState) -> tuple[str, ...]:
    """The addresses of the players' pictures: tokens, and portraits of bots; "" for free seats."""
    return _pictures(table.game, Same(table.seats))


@functools.lru_cache(1024)  # seats seldom change
def _pictures(game: str, seats: Same[tuple[TableSeat, ...]]) -> tuple[str, ...]:
    return tuple(
        bot_picture(game, seat.level) if seat.kind == BOT and not seat.gave_up else token_picture(token)
        for seat, token in zip(seats.thing, tokens_of(seats.thing), strict=True)
    )


def token_picture(token: str) -> str:
    """The address of a token's drawing; "" without a token."""
    return f"/static/tokens/{token}.svg" if token else ""


def option_fields(
    game: Game, speech: PageSpeech, chosen: Mapping[str, OptionValue], players: int
) -> tuple[OptionField, ...]:
    """The options of a game with the chosen values."""
    spoken = words(game.name, speech.language).find("options")

    def field(option: Option) -> OptionField:
        wanted = chosen.get(option.name, option.default)
        values = [(value, value_label(option, value, speech)) for value in option.allowed(players)]
        return OptionField(
            name=option.name,
            label=spoken[option.name]["name"],
            sentence=spoken[option.name]["sentence"],
            rule=rule_link(game.name, option.rule),
            values=tuple(FormValue(posted(value), label, value == wanted) for value, label in values),
            yes_no=set(option.values) == {False, True},
            of_seats=option.names_seat,
        )

    return tuple(map(field, game.options.values()))


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
    """The points that every seat gained or lost between two positions."""
    if before.scores() == after.scores():
        return ()
    game, found = before.game.name, []
    for seat, (old, new) in enumerate(
        zip(map(dict, before.score_sheet()), map(dict, after.score_sheet()), strict=True)
    ):
        for line in (*new, *(line for line in old if line not in new)):
            if points := new.get(line, 0) - old.get(line, 0):
                rule = rule_link(game, line.partition(".")[0])
                found.append(Gain(seat, names[seat], points, rule, ledger_line(game, line, speech)))
    return tuple(found)


def ledger_line(game: str, line: str, speech: PageSpeech) -> str:
    """A line of the score sheet in words."""
    return str(words(game, speech.language).find(f"ledger.{line}"))


def winners_sentence(position: Position, names: tuple[str, ...], speech: PageSpeech) -> str:
    """The winners in one sentence."""
    winners = [names[seat] for seat in position.winners()]
    return speech.say("end.winner" if len(winners) == 1 else "end.winners", names=speech.list(winners))


def commitment_of(table: TableState) -> Commitment | None:
    """The proof that draws are fair, as far as it may be known now; None where a real box deals."""
    return None if table.companion else _commitment(table.seed, table.status == OVER, table.luck)


@functools.lru_cache(4096)
def _commitment(seed: str, over: bool, luck: str) -> Commitment:
    return Commitment(commitment(seed), seed if over else "", luck)


def clock_words(table: TableState, speech: PageSpeech) -> str:
    """The clock of a table in words, or "" without a clock."""
    return "" if table.clock == "none" else clock_label(table.clock, table.clock_seconds, speech)


def clock_label(clock: str, seconds: int, speech: PageSpeech) -> str:
    """A kind of clock in words."""
    return speech.say(f"clocks.{clock}", time=duration(seconds, speech))


def date_words(day: date, speech: PageSpeech) -> str:
    """A date in words: 14 November 2026."""
    key = "times.first" if day.day == 1 else "times.date"
    return speech.say(key, day=day.day, month=speech.say(f"months.{day.month}"), year=str(day.year))


def age(seconds: float, speech: PageSpeech) -> str:
    """How long ago something was, in words, roughly."""
    for unit, size in (("day", DAY), ("hour", HOUR)):
        if seconds >= size:
            return speech.say(f"times.{unit}", count=int(seconds // size))
    return speech.say("times.minute", count=max(1, int(seconds // 60)))


def duration(seconds: int, speech: PageSpeech) -> str:
    """A time in words."""
    for unit, size in (("day", DAY), ("hour", HOUR), ("minute", 60)):
        if seconds >= size and seconds % size == 0:
            return speech.say(f"times.{unit}", count=seconds // size)
    return speech.say("times.second", count=seconds)
