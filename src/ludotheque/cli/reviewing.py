"""`review`: the review of a finished game as text, as JSON, or as a page in a file."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.cli.records import SoundRecord
from ludotheque.cli.saving import refuse_unwritable
from ludotheque.cli.screen import answers, bar, interruptible, print_json, progress
from ludotheque.cli.speech import CliSpeech, speech
from ludotheque.cli.table import seat_style
from ludotheque.errors import Error
from ludotheque.review import Effort, Story, review
from ludotheque.review.cards import page
from ludotheque.review.graph import kind, points
from ludotheque.review.telling import Telling, told_changes

ROWS = 24  # rows of the graph, at most
WIDTH = 20  # letters of a bar for the whole victory
PARTS = ("start", "drawn", "given", "received", "unforeseen", "result")  # the parts of a balance that are printed


def review_file(
    file: Path, seconds: float | None, iterations: int, seed: int, language: str, json: bool, html: Path | None
) -> None:
    """Reviews the game of a record."""
    spoken = speech(language)
    if iterations < 1:
        raise Error(f"A review needs at least one iteration, not {iterations}.")
    if seconds is not None and not 0 < seconds < 3600:
        raise Error(f"A review needs more than 0 seconds for a decision and less than an hour, not {seconds:g}.")
    told = SoundRecord(file, spoken)
    if told.last.to_act is not None:
        raise Error("Only a game that is over can be reviewed.")
    if html is not None:
        refuse_unwritable(html)
    effort = Effort(iterations) if seconds is None else Effort(None, seconds)
    with progress() as shown:
        task = shown.add_task(spoken.say("review.judging"), total=None)

        def tell(done: int, count: int) -> None:
            shown.update(task, completed=done, total=count)

        story = interruptible(functools.partial(review, told.record, effort, seed=seed, game=told.game, progress=tell))
    telling = Telling(list(told.record.replay(told.game)), told.record.plies, told.names, language)
    if html is not None:
        html.write_text(page(story, telling), encoding="utf-8")
    if json:
        print_json(to_json(story, telling))
    else:
        answers().print(as_text(story, told, telling, spoken))


def to_json(story: Story, telling: Telling) -> dict[str, Any]:
    """The review as a program wants it."""
    return {
        "shares": [{"ply": ply, "shares": list(shares)} for ply, shares in story.shares()],
        "decisions": [
            {"ply": d.ply, "seat": d.seat, "best": d.best, "lost": d.lost, "kind": kind(d)} for d in story.decisions
        ],
        "draws": [{"ply": d.ply, "last": d.last, "luck": list(d.luck)} for d in story.draws],
        "balances": [{part: getattr(balance, part) for part in PARTS} for balance in story.balances],
        "turning_points": [
            {
                "ply": d.ply,
                "seat": d.seat,
                "lost": d.lost,
                "played": telling.told(telling.lesson(d).played),
                "better": telling.told(telling.lesson(d).better),
                "why": telling.lesson(d).why,
            }
            for d in story.turning_points()
        ],
    }


def as_text(story: Story, told: SoundRecord, telling: Telling, spoken: CliSpeech) -> RenderableType:
    """The review as people read it."""
    points_told: list[RenderableType] = [
        Group(
            Text.assemble(
                (f"{number}  {told.names[decision.seat]}", f"bold {seat_style(decision.seat)}"),
                f"  {spoken.say('review.turn', turn=telling.turn_number(decision.ply), ply=decision.ply)}  ",
                (points(-decision.lost), "bold red"),
            ),
            Text(f"   {telling.say('played')}: {telling.told(lesson.played)}"),
            *_indented(told_changes(lesson.played)),
            Text(f"   {telling.say('better')}: {telling.told(lesson.better)}", "green"),
            *_indented(told_changes(lesson.better)),
            Text(f"   {lesson.why}", "dim"),
        )
        for number, decision in enumerate(story.turning_points(), start=1)
        for lesson in (telling.lesson(decision),)
    ]
    return Group(
        Text(telling.title(story), "bold"),
        "",
        _graph(story, told, spoken),
        "",
        _balances(story, told, telling, spoken),
        Text(spoken.say("review.unforeseen_note"), "dim"),
        "",
        Text(telling.say("turning_points"), "bold"),
        *(points_told or [Text(telling.say("no_mistakes"))]),
        *([Text(telling.yardsticks(), "dim")] if points_told and telling.yardsticks() else []),
    )


def _indented(text: str) -> list[Text]:
    return [Text(f"     {text}", "dim")] if text else []


def _graph(story: Story, told: SoundRecord, spoken: CliSpeech) -> Table:
    """Everybody's share of the victory over time, as a table with bars."""
    grid = Table(box=None, pad_edge=False)
    grid.add_column(spoken.say("review.ply"), justify="right", style="dim")
    for seat, name in enumerate(told.names):
        grid.add_column(Text(name), header_style=f"bold {seat_style(seat)}", no_wrap=True)
    moments = story.shares()
    step = max(1, -(-len(moments) // ROWS))
    for ply, shares in [*moments[:-1:step], moments[-1]]:
        bars = [f"{100 * share:3.0f}% {bar(min(1.0, max(0.0, share)), WIDTH)}" for share in shares]
        grid.add_row(str(ply), *(Text(each, seat_style(seat)) for seat, each in enumerate(bars)))
    return grid


def _balances(story: Story, told: SoundRecord, telling: Telling, spoken: CliSpeech) -> Table:
    """The parts of everybody's result."""
    grid = Table(box=None, pad_edge=False)
    start, *rest = (spoken.say(f"review.{key}") for key in ("start", "received", "unforeseen", "result"))
    grid.add_column("")
    for heading in (start, telling.say("draws"), telling.say("decisions"), *rest):
        grid.add_column(heading, justify="right")
    for seat, balance in enumerate(story.balances):
        changes = (balance.drawn, balance.given, balance.received, balance.unforeseen)
        name = Text(told.names[seat], f"bold {seat_style(seat)}")
        grid.add_row(name, f"{100 * balance.start:.0f}", *map(points, changes), f"{100 * balance.result:.0f}")
    return grid
