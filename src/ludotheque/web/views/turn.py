"""The sentence bar: what is asked of whom, the turn so far, and what can be taken back."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from ludotheque.contract.scene import Same
from ludotheque.core.game import Game
from ludotheque.core.history import History
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.web.tables.deciding import others
from ludotheque.web.views.common import asking_rule, phase_sentence
from ludotheque.web.views.context import Chip, ChoiceView, Explained, RuleLink, Turn

if TYPE_CHECKING:
    from ludotheque.web.views.table import Viewer


def turn_of(viewer: Viewer, choices: tuple[ChoiceView, ...]) -> Turn:
    """The sentence bar of a running game."""
    table, seat = viewer.table, viewer.seat
    mine = bool(choices)
    chips = chips_of(viewer)
    sealed = None
    if mine and seat in table.seals:
        sealed = next(choice for choice in choices if choice.action == table.seals[seat][0])
    waiting = [viewer.names[other] for other in viewer.asked if other not in table.seals and other != seat]
    undo, needs = undo_of(viewer)
    whose = seat if mine else next(iter(viewer.asked)) if len(viewer.asked) == 1 else None
    return Turn(
        mine=mine,
        seat=whose,
        name="" if whose is None else viewer.names[whose],
        asks=phase_sentence(viewer.position, viewer.speech),
        rule=asking_rule(viewer.position),
        waiting_for=tuple(waiting),
        chips=chips,
        sealed=sealed,
        secret=viewer.position.secret,
        undo=undo,
        undo_needs=needs,
        hint=mine and table.hints,
    )


def chips_of(viewer: Viewer) -> tuple[Chip, ...]:
    """The decisions of the turn so far, of the seat whose turn it is."""
    table, history = viewer.table, viewer.table.history
    if len(viewer.asked) != 1 or table.position.secret:
        return ()
    seat = next(iter(viewer.asked))
    free = history.own_steps(seat) if seat in viewer.mine and not table.seats[seat].away else []
    plies = _turn_so_far(Same(history), seat)
    return tuple([Chip(decided(viewer, ply), ply if ply in free else None) for ply in plies])


def decided(viewer: Viewer, ply: int) -> str:
    """A decision in words."""
    history = viewer.table.history
    return _decided(Same(history.positions[ply]), history.choices[ply], viewer.speech.language, viewer.names)


@functools.lru_cache(4096)  # buttons speak of the same decision for a while
def _decided(before: Same[Position], choice: int, language: str, names: tuple[str, ...]) -> str:
    return before.thing.say(choice, language, names=names)


@functools.lru_cache(1024)  # for all who look at it
def _turn_so_far(history: Same[History], seat: int) -> list[int]:
    return turn_so_far(history.thing, seat)


def turn_so_far(history: History, seat: int) -> list[int]:
    """The plies of a seat's turn that all have seen, also those before something was drawn in the middle of it.

    What is asked after a draw belongs to the same turn unless it was asked before the draw already.
    """
    last = len(history.choices)
    told = history.own_steps(seat)
    while True:
        first = told[0] if told else last
        drawn = first
        while drawn > 0 and history.decider(drawn - 1) is None:
            drawn -= 1
        earlier = history.back(drawn).own_steps(seat)
        if drawn == first or not earlier or history.positions[first].phase in _phases(history, earlier):
            return told
        told = earlier + told


def _phases(history: History, plies: list[int]) -> set[str]:
    return {history.positions[ply].phase for ply in plies}


def undo_of(viewer: Viewer) -> tuple[Chip | None, tuple[str, ...]]:
    """What the reader may take back, and who must agree to it."""
    table, seat = viewer.table, viewer.seat
    if seat is None or table.seats[seat].away or seat not in viewer.mine:
        return None, ()
    history = table.history
    free = history.own_steps(seat)
    ply = free[-1] if free else history.last_decision(seat)
    if ply is None:
        return None, ()
    text = decided(viewer, next(n for n in range(ply, len(history.choices)) if history.decider(n) == seat))
    if free:
        return Chip(text, ply), ()
    people = others(table, viewer.visit.visitor)
    needed = tuple(viewer.names[each.seat] for each in table.seats if each.visitor in people and not each.away)
    return Chip(text, None), needed


def explained_of(viewer: Viewer) -> Explained:
    """What the phase is about, for who meets it for the first time."""
    position = viewer.position
    return _explained(position.game, position.phase, asking_rule(position), viewer.speech.language)


@functools.lru_cache(256)
def _explained(game: Game, phase: str, link: RuleLink | None, language: str) -> Explained:
    title = str(words(game.name, language).find(f"phases.{phase}"))
    return Explained(f"{game.name}-{phase}", title, game.rule(link.number, language) if link else title, link)
