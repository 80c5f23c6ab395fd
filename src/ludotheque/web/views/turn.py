"""The sentence bar: what is asked of whom, the turn so far, and what can be taken back."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.contract.scene import Same
from ludotheque.core.game import Game
from ludotheque.core.history import History
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.web.tables.deciding import others
from ludotheque.web.views.common import RuleLink, asking_rule, phase_sentence
from ludotheque.web.views.viewer import Viewer


class ChoiceView(NamedTuple):
    """An action that this reader may choose."""

    action: int
    label: str
    placed: bool  # a panel contains it; one that is not placed needs a button


@dataclass(frozen=True)
class UndoAsked:
    """Somebody asks to take a decision back."""

    seat: int
    name: str
    mine: bool  # I asked
    answer_wanted: bool  # of me
    waiting_for: tuple[str, ...]
    refused_by: str  # "": nobody


class Chip(NamedTuple):
    """A part of the turn so far."""

    text: str
    back: int | None  # the field `back` that takes this and all after it back; None: cannot be


@dataclass(frozen=True)
class Explained:
    """The helper: what a phase is about, for who meets it for the first time."""

    key: str  # GAME-PHASE, to remember it by
    title: str
    sentence: str
    rule: RuleLink | None


class TurnBar(NamedTuple):
    """The sentence bar: what is asked of whom, and what I may do about it."""

    mine: bool  # something is asked of this reader
    seat: int | None  # for whom I decide: the field `seat`; else whose turn it is, if one player's
    name: str  # of that seat, or ""
    asks: str  # the phase in one sentence
    rule: RuleLink | None
    waiting_for: tuple[str, ...]  # names, if nothing is asked of me
    chips: tuple[Chip, ...]  # the turn so far
    sealed: ChoiceView | None  # my secret answer; it may be changed until the last is in
    secret: bool  # all answer at the same time
    undo: Chip | None  # the last step, if I may take it back
    undo_needs: tuple[str, ...]  # who must agree; empty: nobody
    hint: bool  # hints are allowed and something is asked of me


def turn_of(viewer: Viewer, choices: tuple[ChoiceView, ...]) -> TurnBar:
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
    return TurnBar(
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


def undo_asked_of(viewer: Viewer) -> UndoAsked | None:
    """Somebody's wish to take a decision back."""
    table, asking = viewer.table, viewer.table.undo_asked
    if asking is None or ("refused" in asking and asking["seat"] not in viewer.mine):
        return None
    agreed = set(asking["agreed"])
    refused = [viewer.names[seat.seat] for seat in table.seats if seat.visitor == asking.get("refused", "")]
    waiting_for = [seat for seat in table.seats if seat.visitor in table.people() - agreed]
    me = viewer.visit.visitor
    return UndoAsked(
        seat=asking["seat"],
        name=viewer.names[asking["seat"]],
        mine=asking["seat"] in viewer.mine,
        answer_wanted=me in table.people() - agreed,
        waiting_for=tuple(viewer.names[seat.seat] for seat in waiting_for),
        refused_by=viewer.speech.list(refused),
    )
