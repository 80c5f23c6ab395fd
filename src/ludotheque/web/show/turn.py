"""The sentence bar: what is asked of whom, the turn so far, and what can be taken back."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.scene import Same
from ludotheque.web.context import Chip, ChoiceView, Explained, RuleLink, Turn
from ludotheque.web.course import last_decision, others, own_steps
from ludotheque.web.line import Line, is_simultaneous
from ludotheque.web.show.common import asking_rule, phase_sentence

if TYPE_CHECKING:
    from ludotheque.web.show.table import Reader


def turn_of(reader: Reader, choices: tuple[ChoiceView, ...]) -> Turn:
    """The sentence bar of a running game."""
    table, seat = reader.table, reader.seat
    mine = bool(choices)
    chips = chips_of(reader)
    sealed = None
    if mine and seat in table.seals:
        sealed = next(choice for choice in choices if choice.action == table.seals[seat][0])
    waiting = [reader.names[other] for other in reader.asked if other not in table.seals and other != seat]
    undo, needs = undo_of(reader)
    whose = seat if mine else next(iter(reader.asked)) if len(reader.asked) == 1 else None
    return Turn(
        mine=mine,
        seat=whose,
        name="" if whose is None else reader.names[whose],
        asks=phase_sentence(reader.position, reader.speech),
        rule=asking_rule(reader.position),
        waiting_for=tuple(waiting),
        chips=chips,
        sealed=sealed,
        secret=is_simultaneous(reader.position),
        undo=undo,
        undo_needs=needs,
        hint=mine and table.hints,
    )


def chips_of(reader: Reader) -> tuple[Chip, ...]:
    """The decisions of the turn so far, of the seat whose turn it is."""
    table, line = reader.table, reader.table.line
    if len(reader.asked) != 1 or is_simultaneous(table.position):
        return ()
    seat = next(iter(reader.asked))
    free = own_steps(line, seat) if seat in reader.mine and not table.seats[seat].away else []
    plies = _turn_so_far(Same(line), seat)
    return tuple([Chip(decided(reader, ply), ply if ply in free else None) for ply in plies])


def decided(reader: Reader, ply: int) -> str:
    """A decision in words."""
    line = reader.table.line
    return _decided(Same(line.positions[ply]), line.choices[ply], reader.speech.language, reader.names)


@functools.lru_cache(4096)  # buttons speak of the same decision for a while
def _decided(before: Same[Position], choice: int, language: str, names: tuple[str, ...]) -> str:
    return before.thing.say(choice, language, names=names)


@functools.lru_cache(1024)  # for all who look at it
def _turn_so_far(line: Same[Line], seat: int) -> list[int]:
    return turn_so_far(line.thing, seat)


def turn_so_far(line: Line, seat: int) -> list[int]:
    """The plies of a seat's turn that all have seen, also those before something was drawn in the middle of it.

    What is asked after a draw belongs to the same turn unless it was asked before the draw already.
    """
    last = len(line.choices)
    told = own_steps(line, seat)
    while True:
        first = told[0] if told else last
        drawn = first
        while drawn > 0 and line.decider(drawn - 1) is None:
            drawn -= 1
        earlier = own_steps(line.back(drawn), seat)
        if drawn == first or not earlier or line.positions[first].phase in _phases(line, earlier):
            return told
        told = earlier + told


def _phases(line: Line, plies: list[int]) -> set[str]:
    return {line.positions[ply].phase for ply in plies}


def undo_of(reader: Reader) -> tuple[Chip | None, tuple[str, ...]]:
    """What the reader may take back, and who must agree to it."""
    table, seat = reader.table, reader.seat
    if seat is None or table.seats[seat].away or seat not in reader.mine:
        return None, ()
    line = table.line
    free = own_steps(line, seat)
    ply = free[-1] if free else last_decision(line, seat)
    if ply is None:
        return None, ()
    text = decided(reader, next(n for n in range(ply, len(line.choices)) if line.decider(n) == seat))
    if free:
        return Chip(text, ply), ()
    people = others(table, reader.visit.visitor)
    needed = tuple(reader.names[each.seat] for each in table.seats if each.visitor in people and not each.away)
    return Chip(text, None), needed


def explained_of(reader: Reader) -> Explained:
    """What the phase is about, for who meets it for the first time."""
    position = reader.position
    return _explained(position.game, position.phase, asking_rule(position), reader.speech.language)


@functools.lru_cache(256)
def _explained(game: Game, phase: str, link: RuleLink | None, language: str) -> Explained:
    title = str(words(game.name, language).find(f"phases.{phase}"))
    return Explained(f"{game.name}-{phase}", title, game.rule(link.number, language) if link else title, link)
