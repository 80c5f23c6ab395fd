"""The log: one entry a turn, with what the viewer may know of it, in the third person and with little pieces."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from ludotheque.contract.phrases import Code, Phrase
from ludotheque.contract.scene import Same
from ludotheque.core.history import History
from ludotheque.core.plies import choice_of
from ludotheque.core.position import SPECTATOR, Position
from ludotheque.core.svg import scene
from ludotheque.core.words import Words, words
from ludotheque.kernel.state import CHANCE
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.boards import board_of, progress_of
from ludotheque.web.views.common import Gain, RuleLink, asking_rule, gains, pictures_of
from ludotheque.web.views.levels import FormValue
from ludotheque.web.views.piece_cards import with_cards
from ludotheque.web.views.render import macro
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.viewer import Viewer

FEW = 4  # chance events in a row that still get a line each
PAGE_LENGTH = 61  # latest choices in the log of a table's page; the replay has all
PIECE = re.compile("\ue000(.*?)\ue001")  # the symbol of a piece in a sentence that becomes a picture


@dataclass(frozen=True, eq=False)  # the same line is made once
class LogLine:
    """A choice, or several chance events in a row."""

    ply: int
    seat: int | None  # None: chance
    name: str  # name of the player, or "" where the text says it
    text: Markup  # after the name
    rule: RuleLink | None
    gains: tuple[Gain, ...]
    url: str  # the replay at this moment
    linked: Markup | None = None  # the text, in which names of pieces lead to their cards, if there are any


@dataclass(frozen=True, eq=False)  # the same turn is made once
class LogTurn:
    """The choices of one player in a row, simultaneous choices, or draws in a row."""

    ply: int  # ply of the first of them
    seat: int | None
    name: str
    text: Markup
    points: tuple[tuple[int, str, int], ...]  # seat, name and points gained or lost, the player first
    steps: tuple[LogLine, ...]
    url: str  # the replay after the last of them
    picture: str  # the address of the player's token or portrait, or ""
    round: str  # how far the game was, as a heading


@dataclass(frozen=True)
class WholeLog:
    """The log of a whole game (`parts/whole_log.jinja`)."""

    players: tuple[FormValue, ...]  # players whose turns are shown
    turns: tuple[LogTurn, ...]  # newest first


def whole_log(viewer: Viewer) -> WholeLog:
    """All turns of a game, as far as the viewer may know them."""
    seats = (FormValue(str(seat), name, False) for seat, name in enumerate(viewer.names))
    players = (FormValue("all", viewer.speech.say("log.everybody"), True), *seats)
    turns = log_of(viewer.table, viewer.table.history, viewer.seat, viewer.names, viewer.speech)
    return WholeLog(players, turns)


def log_of(
    table: TableState, history: History, seat: int | None, names: tuple[str, ...], speech: PageSpeech, first: int = 0
) -> tuple[LogTurn, ...]:
    """The turns of a history from the choice `first` on, newest first; the turn of that choice is whole."""
    known = None if table.position.game.about.PUBLIC else seat  # where nothing is hidden, all viewers share it
    return _log(Same(table), Same(history), known, names, speech, first)


@functools.lru_cache(256)
def _log(
    same: Same[TableState],
    then: Same[History],
    seat: int | None,
    names: tuple[str, ...],
    speech: PageSpeech,
    first: int,
) -> tuple[LogTurn, ...]:
    table, history = same.thing, then.thing
    outline = _outline(then, first)

    def line(ply: int, count: int) -> LogLine:
        if count > FEW:
            return _many(table.id, Same(history.positions[ply]), history.choices[ply], ply, count, speech)
        return log_line(table, history, ply, seat, names, speech)

    turns = [tuple([line(*step) for step in turn]) for turn in outline.turns]
    if given_up := _given_up(table, names, speech):
        turns += [(line,) for line in given_up if outline.first <= line.ply <= len(history.choices)]
        turns.sort(key=lambda turn: turn[0].ply, reverse=True)
    pictures = pictures_of(table)
    return tuple([_log_turn(turn, Same(history.positions[turn[0].ply]), pictures, names, speech) for turn in turns])


class Outline(NamedTuple):
    """The turns of a history without what happens in them, for all viewers."""

    first: int  # the first choice in it
    turns: list[list[tuple[int, int]]]  # newest first; by step: its choice, and how many draws in a row follow from it


@functools.lru_cache(256)
def _outline(same: Same[History], first: int) -> Outline:
    """The turns from the choice `first` on; the turn of that choice is whole."""
    history = same.thing
    ply, last = first, len(history.choices)
    same_turn = _turn(history, first) if first < last else None
    while 0 < ply < last and _turn(history, ply - 1) == same_turn:
        ply -= 1
    start, steps = ply, []
    while ply < last:
        run = _chance_events(history, ply)
        steps.append((ply, run))
        ply += run if run > FEW else 1
    turns = [list(each) for _, each in groupby(steps, lambda step: _turn(history, step[0]))]
    return Outline(start, turns[::-1])


@functools.lru_cache(4096)
def _round(same: Same[Position], language: str, names: tuple[str, ...]) -> str:
    """How far the game is, as everybody knows it."""
    return progress_of(same.thing.game, scene(same.thing, None, language, names))


def _given_up(table: TableState, names: tuple[str, ...], speech: PageSpeech) -> list[LogLine]:
    """The players who gave up while a bot plays on: at that moment, or at the latest one left after undoing."""
    return [
        LogLine(
            ply, each.seat, names[each.seat], escape(speech.say("log.gave_up")), None, (), moment_url(table.id, ply)
        )
        for each in table.seats
        if each.gave_up and each.kept is not None
        for ply in [min(each.kept, len(table.history.choices))]
    ]


def _turn(history: History, ply: int) -> tuple[int | None, bool]:
    """What neighbouring choices of one turn have in common."""
    together = history.positions[ply].secret
    return None if together else _owner(history, ply), together


def _owner(history: History, ply: int) -> int | None:
    """The seat whose turn a choice belongs to; draws in the middle of a turn belong to it.

    The question after them is a new turn if the player has answered such a one just before.
    """
    if (decider := history.deciders[ply]) is not None:
        return decider
    first, last = ply, ply + 1
    while first > 0 and history.deciders[first - 1] is None:
        first -= 1
    while last < len(history.choices) and history.deciders[last] is None:
        last += 1
    after, seat = history.positions[last], history.deciders[first - 1] if first else None
    phases = {after.phase} if seat is None or after.to_act != seat else set()
    while first > 0 and seat is not None and history.deciders[first - 1] == seat:
        first -= 1
        phases.add(history.positions[first].phase)
    return None if after.phase in phases else seat


@functools.lru_cache(1024)  # viewers who know the same share it
def _log_turn(
    lines: tuple[LogLine, ...],
    begun: Same[Position],
    pictures: tuple[str, ...],
    names: tuple[str, ...],
    speech: PageSpeech,
) -> LogTurn:
    seats = {line.seat for line in lines} - {None}
    seat = lines[0].seat if len(seats) == 1 else None
    if seat is None:
        text = Markup((speech.say("frame.semicolon") + " ").join([full_line(line) for line in lines]))
    else:
        text = listed([line.text for line in lines if line.seat == seat], speech)
    sums: dict[int, int] = {}
    for gain in (gain for line in lines for gain in line.gains):
        sums[gain.seat] = sums.get(gain.seat, 0) + gain.points
    points = sorted((p != seat, p, names[p], sums[p]) for p in sums if sums[p])
    return LogTurn(
        ply=lines[0].ply,
        seat=seat,
        name=lines[0].name if seat is not None else "",
        text=text,
        points=tuple(each[1:] for each in points),
        steps=lines,
        url=lines[-1].url,
        picture="" if seat is None else pictures[seat],
        round=_round(begun, speech.language, names),
    )


def full_line(line: LogLine) -> Markup:
    """A line with the name of its player."""
    return Markup(f"<b>{escape(line.name)}</b> {line.text}") if line.name else line.text


def listed(texts: list[Markup], speech: PageSpeech) -> Markup:
    """Several texts in one sentence."""
    if len(texts) < 2:
        return texts[0] if texts else Markup()
    sentence: str = speech.words.find("names.and")
    return Markup(sentence.format(names=", ".join(texts[:-1]), last=texts[-1]))


def _chance_events(history: History, ply: int) -> int:
    """The number of chance events by the same rule in a row from this ply on."""
    run, rule = 0, asking_rule(history.positions[ply])
    while ply + run < len(history.choices) and history.positions[ply + run].to_act == CHANCE:
        if asking_rule(history.positions[ply + run]) != rule:
            break
        run += 1
    return run


@functools.lru_cache(1024)
def _many(id: str, same: Same[Position], choice: int, ply: int, count: int, speech: PageSpeech) -> LogLine:
    before, url = same.thing, moment_url(id, ply + count)
    spoken = words(before.game.name, speech.language)
    key = before.phrase(choice_of(choice), SPECTATOR).key.replace("chance.", "drawn.")
    text = spoken.say(Phrase(key, {"count": count})) if spoken.get(key, "") else speech.say("log.chance", count=count)
    return LogLine(ply, None, "", escape(text), asking_rule(before), (), url)


def log_line(
    table: TableState, history: History, ply: int, seat: int | None, names: tuple[str, ...], speech: PageSpeech
) -> LogLine:
    """One choice in words."""
    viewer = SPECTATOR if seat is None else seat
    known_as = None if table.history.is_told(ply, viewer) else viewer
    positions = Same(history.positions[ply]), Same(history.positions[ply + 1])
    return _log_line(*positions, history.choices[ply], ply, known_as, names, speech, table.id)


@functools.lru_cache(1024)  # most lines are the same for all viewers
def _log_line(
    same: Same[Position],
    then: Same[Position],
    choice: int,
    ply: int,
    known_as: int | None,
    names: tuple[str, ...],
    speech: PageSpeech,
    id: str,
) -> LogLine:
    before, after = same.thing, then.thing
    decider = None if before.to_act == CHANCE else before.to_act
    name = "" if decider is None else names[decider]
    text = told(before, before.phrase(choice_of(choice), known_as), names, speech.language)
    if name and text.startswith(escape(name)):
        name = ""
    found = gains(before, after, names, speech)
    linked = with_cards(text, before.game, speech.language)
    return LogLine(ply, decider, name, text, asking_rule(before), found, moment_url(id, ply + 1), linked)


def told(position: Position, phrase: Phrase, names: tuple[str, ...], language: str) -> Markup:
    """A choice in the third person, with a picture after each word for a piece."""
    spoken, known = words(position.game.name, language), board_of(position.game).EMBLEMS
    key = phrase.key.replace("actions.", "told.")
    said = spoken.say(_with_pieces(phrase._replace(key=key) if spoken.get(key, "") else phrase, spoken, known, names))
    parts = PIECE.split(said + _piece(phrase.key, known))
    seat = None if position.to_act == CHANCE else position.to_act
    drawn = [macro("pic")(symbol.format(seat=seat), position.game.name, seat) for symbol in parts[1::2]]
    parts[::2], parts[1::2] = map(escape, parts[::2]), drawn
    return Markup("".join(parts))


def _with_pieces(phrase: Phrase, spoken: Words, known: dict[str, str], names: tuple[str, ...]) -> Phrase:
    """The phrase with the symbols of pieces in its gaps."""

    def filled(value: Any) -> Any:
        if isinstance(value, Phrase):
            return Code(spoken.say(_with_pieces(value, spoken, known, names), names) + _piece(value.key, known))
        if isinstance(value, str) and value in known:
            return Code(spoken.term(value, phrase.gaps.get("count", 1)) + _piece(value, known))
        return value

    return phrase._replace(gaps={gap: filled(value) for gap, value in phrase.gaps.items()})


def _piece(key: str, known: dict[str, str]) -> str:
    return f"\u00a0\ue000{known[key]}\ue001" if key in known else ""


def moment_url(id: str, ply: int) -> str:
    """The address of the replay at a moment."""
    return f"/t/{id}/replay?ply={ply}"
