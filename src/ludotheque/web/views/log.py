"""The log: one line per choice, with what the viewer may know of it."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ludotheque.contract.scene import Same
from ludotheque.core.history import History
from ludotheque.core.plies import choice_of
from ludotheque.core.position import SPECTATOR, Position
from ludotheque.kernel.state import CHANCE
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.common import Gain, RuleLink, asking_rule, gains
from ludotheque.web.views.speech import PageSpeech

FEW = 4  # chance events in a row that still get a line each
PAGE_LENGTH = 60  # latest choices in the log of a table's page; the replay has all


@dataclass(frozen=True)
class LogLine:
    """A choice, or several chance events in a row."""

    ply: int
    seat: int | None  # None: chance
    name: str  # of the player, or ""
    text: str
    speaks_of_player: bool  # the text begins with the name
    count: int  # chance events in this line
    rule: RuleLink | None
    gains: tuple[Gain, ...]
    url: str  # the replay at this moment


def log_of(
    table: TableState, history: History, seat: int | None, names: tuple[str, ...], speech: PageSpeech, first: int = 0
) -> tuple[LogLine, ...]:
    """The log of a history from the choice `first` on, newest first."""
    lines: list[LogLine] = []
    ply = first
    while 0 < ply < len(history.choices) and _chance_events(history, ply - 1) > 1:
        ply -= 1  # a run of chance events stays whole
    while ply < len(history.choices):
        run = _chance_events(history, ply)
        if run > FEW:
            lines.append(_many(table, history, ply, run, speech))
            ply += run
        else:
            lines.append(log_line(table, history, ply, seat, names, speech))
            ply += 1
    return tuple(reversed(lines))


def _chance_events(history: History, ply: int) -> int:
    """The number of chance events by the same rule in a row from this ply on."""
    run, rule = 0, asking_rule(history.positions[ply])
    while ply + run < len(history.choices) and history.positions[ply + run].to_act == CHANCE:
        if asking_rule(history.positions[ply + run]) != rule:
            break
        run += 1
    return run


def _many(table: TableState, history: History, first: int, count: int, speech: PageSpeech) -> LogLine:
    text, url = speech.say("log.chance", count=count), moment_url(table.id, first + count)
    return LogLine(first + count - 1, None, "", text, False, count, asking_rule(history.positions[first]), (), url)


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
    text = before.say(choice_of(choice), speech.language, known_as, names)
    decider = None if before.to_act == CHANCE else before.to_act
    name = "" if decider is None else names[decider]
    return LogLine(
        ply=ply,
        seat=decider,
        name=name,
        text=text,
        speaks_of_player=bool(name) and text.startswith(name),
        count=int(decider is None),
        rule=asking_rule(before),
        gains=gains(before, after, names, speech),
        url=moment_url(id, ply + 1),
    )


def moment_url(id: str, ply: int) -> str:
    """The address of the replay at a moment."""
    return f"/t/{id}/replay?ply={ply}"
