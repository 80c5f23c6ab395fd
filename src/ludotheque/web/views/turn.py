"""The bar at the foot of a running table: the question, the turn so far, and what can be taken back."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.contract.scene import Same
from ludotheque.core.game import Game
from ludotheque.core.history import History
from ludotheque.core.position import Position
from ludotheque.core.svg import emblems
from ludotheque.core.words import words
from ludotheque.web.tables.sealed_pieces import before_last_entry
from ludotheque.web.views.common import RuleLink, asking_rule, game_card
from ludotheque.web.views.speech import speech
from ludotheque.web.views.viewer import Viewer


class ChoiceView(NamedTuple):
    """A legal action."""

    action: int
    label: str
    placed: bool  # a panel contains it; other actions need a button
    end: str = ""  # it ends or skips something: what, and with what consequence
    ask: str = ""  # what to ask before it, since it gives other choices away


@dataclass(frozen=True)
class UndoAsked:
    """A player's wish to take a decision back."""

    seat: int
    name: str
    mine: bool  # the viewer's own wish
    answer_wanted: bool  # the viewer is to answer
    waiting_for: tuple[str, ...]  # names of people who have not agreed yet
    refused_by: str  # names of people who refused, or ""
    done: bool  # the decision was taken back


class Chip(NamedTuple):
    """A decision of the turn so far."""

    text: str
    back: int | None  # the field `back` that takes it and all later ones back; None: it cannot be taken back
    short: str = ""  # the same in two words
    pieces: tuple[str, ...] = ()  # symbols of the pieces that it is about

    def that_leaves(self, back: int) -> Chip:
        """The same, which can be taken back: so many choices are left then."""
        return Chip(self.text, back, self.short, self.pieces)


@dataclass(frozen=True)
class Explained:
    """The explanation of a phase, for a player who meets it for the first time."""

    key: str  # GAME-PHASE: the browser remembers it
    title: str
    sentence: str
    rule: RuleLink | None
    learn: str  # the lesson of the game, or ""


class TurnBar(NamedTuple):
    """The bar of a running table."""

    mine: bool  # the viewer is asked
    seat: int | None  # the viewer's seat if it is asked, else the seat whose turn it is; None for several
    name: str  # name of that seat, or ""
    asks: str  # the question in one sentence
    rule: RuleLink | None
    waits: str  # for whom the table waits besides the viewer, in one sentence, or ""
    thinking: bool  # a bot decides
    chips: tuple[Chip, ...]  # the turn so far
    sealed: Chip | None  # the viewer's sealed answer, which may be changed until the last one is in
    secret: bool  # all answer at the same time
    undo: Chip | None  # the last step of the viewer
    undo_needs: tuple[str, ...]  # names of people who must agree to take it back
    hurry: bool  # the viewer may have the bots decide without a pause


def turn_of(viewer: Viewer, choices: tuple[ChoiceView, ...]) -> TurnBar:
    """The bar for a viewer."""
    table, seat = viewer.table, viewer.seat
    mine = bool(choices)
    sealed = None
    if mine and seat in table.seals:
        sealed = chip_of(Same(viewer.position), table.seals[seat][0], viewer.speech.language, viewer.names)
    thinking = not mine and bool(table.people()) and any(table.seats[other].is_bot for other in viewer.asked)
    undo, needs = undo_of(viewer)
    whose = seat if mine else next(iter(viewer.asked)) if len(viewer.asked) == 1 else None
    return TurnBar(
        mine=mine,
        seat=whose,
        name="" if whose is None else viewer.names[whose],
        asks=question_of(viewer) if mine else "",
        rule=asking_rule(viewer.position),
        waits=waits_of(viewer, thinking),
        thinking=thinking,
        chips=chips_of(viewer),
        sealed=sealed,
        secret=viewer.position.secret,
        undo=undo,
        undo_needs=needs,
        hurry=thinking and table.people() == {viewer.visit.visitor},
    )


def waits_of(viewer: Viewer, thinking: bool) -> str:
    """For whom the table waits besides the viewer. It does not tell which players have sealed an answer."""
    others = [viewer.names[seat] for seat in viewer.asked if seat != viewer.seat]
    if not viewer.table.people():
        return viewer.speech.say("table.all_away")
    if not others:
        return ""
    if thinking and len(others) == 1:
        return viewer.speech.say("table.thinks", name=others[0])
    return viewer.speech.say("table.waits_for", names=", ".join(others))


def chips_of(viewer: Viewer) -> tuple[Chip, ...]:
    """The decisions of the turn so far, if it is one seat's turn."""
    table, history = viewer.table, viewer.table.history
    if len(viewer.asked) != 1 or table.position.secret:
        return ()
    seat = next(iter(viewer.asked))
    free = history.own_steps(seat) if seat in viewer.mine and not table.seats[seat].away else []
    return _chips(Same(history), seat, bool(free), viewer.speech.language, viewer.names)


def step_of(viewer: Viewer, ply: int) -> Chip:
    """A decision of the game."""
    history = viewer.table.history
    return chip_of(Same(history.positions[ply]), history.choices[ply], viewer.speech.language, viewer.names)


@functools.lru_cache(4096)  # the same decision is shown for a while
def chip_of(before: Same[Position], choice: int, language: str, names: tuple[str, ...]) -> Chip:
    """A decision, or an outcome of chance, in two words and little pictures."""
    position = before.thing
    phrase, spoken = position.phrase(choice), words(position.game.name, language)
    short = phrase.key.replace("actions.", "chips.")
    said = spoken.say(phrase._replace(key=short) if spoken.get(short, "") else phrase, names)
    return Chip(spoken.say(phrase, names), None, said, emblems(position.game, phrase, position.to_act))


@functools.lru_cache(1024)  # the others share them
def _chips(history: Same[History], seat: int, own: bool, language: str, names: tuple[str, ...]) -> tuple[Chip, ...]:
    game = history.thing
    free = game.own_steps(seat) if own else []
    chips = (
        (ply, chip_of(Same(game.positions[ply]), game.choices[ply], language, names)) for ply in turn_so_far(game, seat)
    )
    return tuple([chip.that_leaves(ply) if ply in free else chip for ply, chip in chips])


def turn_so_far(history: History, seat: int) -> list[int]:
    """The public plies of a seat's turn, also those before a chance event in the middle of it.

    The question after a chance event belongs to the same turn unless it was asked before the event already.
    """
    plies = history.own_steps(seat)
    while True:
        first = plies[0] if plies else len(history.choices)
        drawn = first
        while drawn > 0 and history.deciders[drawn - 1] is None:
            drawn -= 1
        earlier = history.back(drawn).own_steps(seat)
        phases = {history.positions[ply].phase for ply in earlier}
        if drawn == first or not earlier or history.positions[first].phase in phases:
            return plies
        plies = earlier + plies


def undo_of(viewer: Viewer) -> tuple[Chip | None, tuple[str, ...]]:
    """The viewer's last step, and the names of people who must agree to take it back."""
    table, seat = viewer.table, viewer.seat
    if seat is None or table.seats[seat].away or seat not in viewer.mine:
        return None, ()
    history = table.history
    if table.companion:
        return last_entry(viewer), ()
    free = table.free_steps(seat) if not table.rated or seat in viewer.asked else []
    ply = free[-1] if free else None if table.rated else history.last_decision(seat)
    if ply is None:
        return None, ()
    step = step_of(viewer, next(n for n in range(ply, len(history.choices)) if history.deciders[n] == seat))
    if free:
        return step.that_leaves(ply), ()
    others = table.agreeing(ply) - {viewer.visit.visitor}
    return step, tuple(viewer.names[each.seat] for each in table.seats if each.visitor in others)


def last_entry(viewer: Viewer) -> Chip | None:
    """What people entered last at a companion: a decision, or a run of draws."""
    ply = before_last_entry(viewer.table.history)
    if ply is None:
        return None
    if viewer.table.history.deciders[ply] is None:
        return Chip(viewer.speech.say("companion.last_draws"), ply)
    return step_of(viewer, ply).that_leaves(ply)


def question_of(viewer: Viewer) -> str:
    """What the viewer is asked, in one sentence."""
    return _question(Same(viewer.position), viewer.speech.language)


@functools.lru_cache(256)
def _question(position: Same[Position], language: str) -> str:
    return position.thing.question(language)


def explained_of(viewer: Viewer) -> Explained:
    """The explanation of the phase."""
    position, title = viewer.position, question_of(viewer)
    return _explained(position.game, position.phase, title, asking_rule(position), viewer.speech.language)


@functools.lru_cache(256)
def _explained(game: Game, phase: str, title: str, link: RuleLink | None, language: str) -> Explained:
    sentence, lesson = game.rule(link.number, language) if link else title, game_card(game.name, speech(language)).learn
    return Explained(f"{game.name}-{phase}", title, sentence, link, lesson)


def undo_asked_of(viewer: Viewer) -> UndoAsked | None:
    """A player's wish to take a decision back, if there is one that concerns the viewer."""
    table, asking = viewer.table, viewer.table.undo_asked
    if asking is None or ("refused" in asking and asking["seat"] not in viewer.mine):
        return None
    if "done" in asking and asking["seat"] in viewer.mine:
        return None  # the player who did it knows
    waiting = set() if "done" in asking else table.agreeing(asking["back"]) - set(asking["agreed"])
    refused = [viewer.names[seat.seat] for seat in table.seats if seat.visitor == asking.get("refused", "")]
    return UndoAsked(
        seat=asking["seat"],
        name=viewer.names[asking["seat"]],
        mine=asking["seat"] in viewer.mine,
        answer_wanted=viewer.visit.visitor in waiting,
        waiting_for=tuple(viewer.names[seat.seat] for seat in table.seats if seat.visitor in waiting),
        refused_by=viewer.speech.list(refused),
        done="done" in asking,
    )
