"""`advise`: what each legal action is likely to bring, and the expected rest of play."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

import ludotheque
from ludotheque.bots import Sight, advice
from ludotheque.bots.advice import Advice, expected
from ludotheque.cli.counting import read_position
from ludotheque.cli.screen import answers, bar, interruptible, print_json, waiting
from ludotheque.cli.seats import HUMAN, seat_names
from ludotheque.cli.speech import CliSpeech, speech
from ludotheque.cli.table import seat_style
from ludotheque.contract.phrases import signed
from ludotheque.contract.reading import parsed
from ludotheque.core.position import Position
from ludotheque.core.record import GameRecord
from ludotheque.errors import BadPosition, Error
from ludotheque.review.advising import MOVE_PLAYED, NEXT_BEST, AdvisedTurn, brought, called, facts, reasons
from ludotheque.review.reasons import changes_of, turn_with, whole_turn

FEW_TRIES = 20  # With fewer, the share of an action is a guess.
WIDTH = 24  # letters of a bar that stands for the whole victory


class AskedMoment(NamedTuple):
    """The moment that a file and a ply lead to."""

    position: Position
    names: tuple[str, ...] = ()  # those in the record
    played: tuple[int, ...] = ()  # the choices of the record from there on


class Comparison(NamedTuple):
    """The action that the best one is compared with, and why they differ."""

    other: Advice
    kind: str  # the key of what reasons call it: NEXT_BEST or MOVE_PLAYED
    reasons: tuple[str, ...]


def advise(
    file: Path, ply: int | None, seconds: float, seed: int, most: int | None, lines: int, language: str, json: bool
) -> None:
    """Advises the seat that is to act in a saved game or position."""
    spoken = speech(language)
    position, given, played = read_moment(file, ply)
    names = seat_names(position.game, [HUMAN] * position.players, given, spoken)
    Sight.of(position)
    with waiting(spoken.say("advise.thinking")):
        advised = interruptible(functools.partial(advice, position, seconds, seed=seed, lines=lines))
    most = most or lines or None
    shown = advised if most is None else advised[: max(1, most)]
    why = comparison_of(position, advised, names, language, played)
    if json:
        print_json(to_json(position, shown, why, names, language))
    else:
        answers().print(told(position, shown, why, names, spoken))


def asked(positions: Sequence[Position], ply: int) -> Position:
    """The position at a ply; raises if no seat is to act there, with the nearest ply at which one is."""
    try:
        Sight.of(positions[ply])
    except Error as problem:
        asking = [number for number, each in enumerate(positions) if each.to_act is not None and each.to_act >= 0]
        if not asking:
            raise
        raise Error(f"{problem} The nearest decision: --ply {min(asking, key=lambda n: abs(n - ply))}.") from None
    return positions[ply]


def read_moment(file: Path, ply: int | None) -> AskedMoment:
    """The position in a file, or the one that a record there leads to, with what else the record tells."""
    try:
        content = parsed(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        content = {}  # reading it as a record says what is wrong
    if not isinstance(content, dict) or "plies" in content or "game" not in content:
        record = GameRecord.load(file)
        game = ludotheque.load(record.game)
        record.verify(game)
        if ply is not None and ply > len(record.plies):
            raise Error(f"The record has {len(record.plies)} plies, not {ply}.")
        positions = list(record.replay(game))
        ply = len(record.plies) if ply is None else ply
        return AskedMoment(asked(positions, ply), record.seats, tuple(record.plies[ply:]))
    if ply is not None:
        raise Error("A position has no plies: --ply is for records.")
    if not isinstance(content["game"], str):
        raise BadPosition("game", "it must be the name of a game.")
    return AskedMoment(read_position(ludotheque.load(content["game"]), file, None))


def comparison_of(
    position: Position, advised: Sequence[Advice], names: Sequence[str], language: str, played: Sequence[int] = ()
) -> Comparison | None:
    """How the best action differs from the one that was played, else from the next best one, as a hint tells it."""
    tried = [each for each in advised if each.share is not None]
    if played and tried and played[0] != tried[0].action:
        other, kind = next(each for each in advised if each.action == played[0]), MOVE_PLAYED
        other = other._replace(line=tuple(played[1:]))
    elif len(tried) > 1:
        other, kind = tried[1], NEXT_BEST
    else:
        return None
    seat, both = Sight.of(position).seat, (tried[0], other)
    best, second = (
        AdvisedTurn.of(position, seat, whole_turn(position, seat, (each.action, *each.line))) for each in both
    )
    found = facts(position, (best, second), names, language, kind)
    if other.share is None or other.visits < FEW_TRIES:  # without its chances the facts alone are known
        told = tuple(fact.sentence for fact in found)
        return Comparison(other, kind, told) if told else None
    percents = [round(100 * each.share) for each in both if each.share is not None]
    brings = brought(changes_of(turn_with(position, seat, best.actions), seat, language, names))
    return Comparison(other, kind, reasons(found, percents, brings, language))


def to_json(
    position: Position, advised: Sequence[Advice], why: Comparison | None, names: Sequence[str], language: str
) -> dict[str, Any]:
    """The advice as a program wants it."""
    return {
        "game": position.game.name,
        "to_act": position.to_act,
        "actions": [
            {
                "action": each.action,
                "notation": position.notation(each.action),
                "sentence": position.say(each.action, language, names=names),
                "share": each.share,
                "shares": list(each.shares) or None,
                "visits": each.visits,
            }
            | ({} if each.spread is None else {"spread": each.spread, "lead": each.lead})
            for each in advised
        ],
        "reasons": list(why.reasons) if why else [],
        "compared_with": {"action": why.other.action, "was_played": why.kind == MOVE_PLAYED} if why else None,
        "expected": [
            {"seat": seat, "sentence": sentence} for seat, sentence in expected(position, advised[0], language, names)
        ],
    }


def told(
    position: Position, advised: Sequence[Advice], why: Comparison | None, names: Sequence[str], spoken: CliSpeech
) -> RenderableType:
    """The advice as people read it: a table with bars, then reasons and the expected rest of play."""
    grid = Table(box=None, pad_edge=False)
    grid.add_column(spoken.say("count.action"), style="cyan", no_wrap=True)
    grid.add_column(spoken.say("count.sentence"))
    grid.add_column(spoken.say("advise.share"), justify="right", no_wrap=True)
    grid.add_column("", no_wrap=True, style="green")
    grid.add_column(spoken.say("advise.visits"), justify="right", no_wrap=True)
    is_compared = any(each.lead is not None for each in advised)
    if is_compared:
        grid.add_column(spoken.say("advise.lead"), justify="right", no_wrap=True)
    for each in advised:
        sentence = position.say(each.action, spoken.language, names=names)
        share = spoken.say("advise.untried") if each.share is None else f"{100 * each.share:.1f}%"
        share += "" if each.spread is None else f" ±{each.spread:.1f}"
        lead = [] if not is_compared else [signed(round(each.lead)) if each.lead is not None else ""]
        drawn = bar(each.share or 0.0, WIDTH)
        grid.add_row(position.notation(each.action), Text(sentence), share, drawn, f"{each.visits:,}", *lead)
    lines = [
        Text.assemble((names[seat], f"bold {seat_style(seat)}"), ": ", sentence)
        for seat, sentence in expected(position, advised[0], spoken.language, names)
    ]
    heading = spoken.say("advise.heading", title=position.game.title(spoken.language), name=names[position.to_act or 0])
    because = _because(position, why, names, spoken) if why and why.reasons else []
    return Group(Text(heading, "bold"), grid, *because, "", Text(spoken.say("advise.expected"), "bold"), *lines)


def _because(position: Position, why: Comparison, names: Sequence[str], spoken: CliSpeech) -> list[Text]:
    """The reasons, below a heading that says which action the best one is compared with."""
    other = called(position, why.other.action, why.kind, names, spoken.language)
    return [Text(""), Text(spoken.say("advise.reasons", other=other), "bold"), *map(Text, why.reasons)]
