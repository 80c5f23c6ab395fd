"""The pad on which people tap what their real box deals: the places of a run of draws, and what can still come."""

from __future__ import annotations

import functools
from itertools import groupby
from typing import NamedTuple

from ludotheque.contract.phrases import Code, Phrase
from ludotheque.contract.scene import Same
from ludotheque.core.draws import run_of
from ludotheque.core.history import History
from ludotheque.core.position import Position
from ludotheque.core.svg import emblems
from ludotheque.core.words import Words, words
from ludotheque.web.tables.sealed_pieces import number_of, possible_shows, standing_in, unseen_pieces
from ludotheque.web.views.boards import board_of
from ludotheque.web.views.common import RuleLink, asking_rule
from ludotheque.web.views.speech import speech


class PadKey(NamedTuple):
    """What can come."""

    outcome: int
    label: str
    symbols: tuple[str, ...]  # parts of its picture, in the symbols of the board
    group: int  # keys of one group use up one another
    left: int  # how often one of the group can come


class PadPlace(NamedTuple):
    """A place to fill, such as a factory."""

    label: str
    first: int  # the first draw of the run that comes here
    size: int  # draws that come here


class DrawPad(NamedTuple):
    """The pad (`draw_pad` of `parts/companion.jinja`)."""

    ply: int  # choices made so far
    game: str
    title: str
    rule: RuleLink | None
    places: tuple[PadPlace, ...]
    keys: tuple[PadKey, ...]
    counted: int  # pieces that are left; 0 where each of a few can come once
    note: str  # how to enter it
    public: bool = False  # nothing is hidden in this game: the piles can be counted again
    to: str = "draws"  # where it is posted: a decision that was made in secret goes to "play"

    @property
    def size(self) -> int:
        """The number of draws."""
        return sum(place.size for place in self.places)


def pad_of(history: History, language: str, names: tuple[str, ...]) -> DrawPad:
    """The pad of the chance event that comes now."""
    ply, position = len(history.choices), history.position
    key = _phrase(position).key
    earlier = sum(_phrase(before).key == key for before in history.positions[:ply] if before.weights())
    return _pad(Same(position), ply, earlier, language, names)


@functools.lru_cache(256)
def _pad(same: Same[Position], ply: int, earlier: int, language: str, names: tuple[str, ...]) -> DrawPad:
    position, said = same.thing, words(same.thing.game.name, language)
    run = run_of(same)
    places = [_place(each, said, names) for each in run.places]
    grouped = [(label, len(list(each))) for label, each in groupby(places)]
    counts = len(places) > 1 and any(each.left > 1 for each in run.draws)
    return DrawPad(
        ply=ply,
        game=position.game.name,
        title=_title(position, earlier // len(places), said, names, language),
        rule=asking_rule(position),
        places=tuple(
            PadPlace(label, sum(size for _, size in grouped[:n]), size) for n, (label, size) in enumerate(grouped)
        ),
        keys=tuple(
            PadKey(each.outcome, *_piece(position, each.outcome, said, names), each.group, each.left)
            for each in run.draws
        ),
        counted=sum({each.group: each.left for each in run.draws}.values()) if counts else 0,
        note=speech(language).say("companion.tap"),
        public=position.game.about.PUBLIC,
    )


@functools.lru_cache(256)
def show_pad(same: Same[History], language: str, names: tuple[str, ...]) -> DrawPad:
    """The pad for what a player has chosen in secret, entered once all have revealed it."""
    history, position, say = same.thing, same.thing.position, speech(language).say
    said = words(position.game.name, language)
    keys = [
        PadKey(action, said.say(phrase, names), emblems(position.game, phrase, position.to_act), action, 1)
        for action in possible_shows(history)
        for phrase in [position.phrase(action)]
    ]
    return DrawPad(
        ply=len(history.choices),
        game=position.game.name,
        title=say("companion.what_shows", name=names[position.to_act or 0]),
        rule=asking_rule(position),
        places=(PadPlace("", 0, 1),),
        keys=tuple(keys),
        counted=0,
        note=say("companion.reveal"),
        to="play",
    )


@functools.lru_cache(256)
def hands_pad(same: Same[History], language: str, names: tuple[str, ...]) -> DrawPad | None:
    """The pad for what was left in secret hands at the end of the game; None if nothing was."""
    history, say = same.thing, speech(language).say
    sizes = [len(hand) for hand in standing_in(history)]
    if not sum(sizes):
        return None
    game, said = history.position.game, words(history.position.game.name, language)
    keys = [
        PadKey(number, *_drawn(at, number_of(at, text), said), number, 1)
        for number, (text, at) in enumerate(unseen_pieces(history).items())
    ]
    return DrawPad(
        ply=len(history.choices),
        game=game.name,
        title=say("companion.hands"),
        rule=None,
        places=tuple(PadPlace(names[seat], sum(sizes[:seat]), size) for seat, size in enumerate(sizes) if size),
        keys=tuple(keys),
        counted=0,
        note=say("companion.hands_note"),
        to="hands",
    )


def _drawn(position: Position, outcome: int, said: Words) -> tuple[str, tuple[str, ...]]:
    """A sealed piece in words and as symbols, whether it could come at this draw or not."""
    phrase: Phrase = position.game.edition.module("notation").describe(position.state(), outcome)
    piece = next((value for value in phrase.gaps.values() if isinstance(value, str)), phrase.key)
    return said.term(piece), emblems(position.game, Phrase(piece), None)


def _phrase(position: Position) -> Phrase:
    return position.phrase(next(iter(position.weights())))


def _name(phrase: Phrase) -> str:
    return phrase.key.partition(".")[2]


def _title(position: Position, run: int, said: Words, names: tuple[str, ...], language: str) -> str:
    """What is asked; `run` counts the runs before, which may be one for each seat."""
    phrase = _phrase(position)
    if not said.get(f"draws.{_name(phrase)}", ""):
        return speech(language).say("companion.what_comes")
    seat = Phrase("terms.seat", {"number": run % position.players + 1})
    return said.say(Phrase(f"draws.{_name(phrase)}", {"seat": seat} | phrase.gaps), names)


def _place(position: Position, said: Words, names: tuple[str, ...]) -> str:
    """Where the next piece comes: "" if the game does not say it."""
    phrase = _phrase(position)
    known = said.get(f"places.{_name(phrase)}", "")
    return said.say(phrase._replace(key=f"places.{_name(phrase)}"), names) if known else ""


def _piece(position: Position, outcome: int, said: Words, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """What comes, in words and as symbols: the gap of the sentence that does not name its place."""
    phrase, text = position.phrase(outcome), position.notation(outcome)
    place = str(said.get(f"places.{_name(phrase)}", ""))
    drawn = board_of(position.game).DRAWN.get(text, ())
    if not place:
        return said.say(phrase, names), drawn or emblems(position.game, phrase, None)
    piece = next(value for gap, value in phrase.gaps.items() if f"{{{gap}}}" not in place)
    if kind := said.get(f"kinds.{_name(phrase)}", ""):
        piece = kind.format(text=text)
    if isinstance(piece, Phrase):
        return said.say(piece, names), drawn or emblems(position.game, piece, None)
    if isinstance(piece, Code) or not isinstance(piece, str):
        return str(piece), drawn
    return said.term(piece), drawn or emblems(position.game, Phrase(piece), None)
