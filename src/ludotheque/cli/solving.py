"""`solve`: the exact value of each legal action in a small ending."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.bots import Sight, Solution, solve
from ludotheque.cli.advising import read_moment
from ludotheque.cli.screen import answers, interruptible, print_json, waiting
from ludotheque.cli.seats import HUMAN, seat_names
from ludotheque.cli.speech import CliSpeech, speech
from ludotheque.core.position import Position


def solve_file(file: Path, ply: int | None, positions: int, language: str, json: bool) -> None:
    """Solves a saved position, or the one that a saved game leads to."""
    spoken = speech(language)
    position, given, _ = read_moment(file, ply)
    names = seat_names(position.game, [HUMAN] * position.players, given, spoken)
    seat = Sight.of(position).seat
    with waiting(spoken.say("solve.thinking")):
        solved = interruptible(functools.partial(solve, position, positions))
    if json:
        print_json(to_json(position, seat, solved, names, language))
    else:
        answers().print(told(position, seat, solved, names, spoken))


def to_json(position: Position, seat: int, solved: Solution, names: Sequence[str], language: str) -> dict[str, Any]:
    """The values as a program wants them; shares are exact fractions such as "2/3"."""
    return {
        "game": position.game.name,
        "to_act": seat,
        "shares": [str(share) for share in solved.shares],
        "positions": solved.positions,
        "actions": [
            {
                "action": action,
                "notation": position.notation(action),
                "sentence": position.say(action, language, names=names),
                "shares": [str(share) for share in shares],
            }
            for action, shares in ranked(solved, seat)
        ],
    }


def ranked(solved: Solution, seat: int) -> list[tuple[int, Any]]:
    """The actions with their values, the best first."""
    return sorted(solved.actions.items(), key=lambda item: -item[1][seat])


def told(position: Position, seat: int, solved: Solution, names: Sequence[str], spoken: CliSpeech) -> RenderableType:
    """The values as people read them."""
    grid = Table(box=None, pad_edge=False)
    grid.add_column(spoken.say("count.action"), style="cyan", no_wrap=True)
    grid.add_column(spoken.say("count.sentence"))
    grid.add_column(spoken.say("advise.share"), justify="right", no_wrap=True)
    grid.add_column("", justify="right", no_wrap=True)
    for action, shares in ranked(solved, seat):
        sentence = Text(position.say(action, spoken.language, names=names))
        share = shares[seat]
        grid.add_row(position.notation(action), sentence, f"{100 * float(share):.1f}%", str(share))
    heading = spoken.say("solve.heading", title=position.game.title(spoken.language), name=names[seat])
    return Group(Text(heading, "bold"), grid, "", spoken.say("solve.positions", count=solved.positions))
