"""`puzzles`: positions with one best move, from games between strong bots."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.text import Text

import ludotheque
from ludotheque.cli.saving import refuse_unwritable
from ludotheque.cli.screen import answers, progress
from ludotheque.contract.reading import shown
from ludotheque.errors import Error
from ludotheque.puzzles import make, read_puzzles, write_puzzles
from ludotheque.puzzles.limits import Search
from ludotheque.puzzles.making import FOREVER
from ludotheque.puzzles.puzzle import KINDS, PROVEN, mixed


def puzzles(
    name: str, count: int, seed: int, minutes: float | None, cores: int | None, iterations: int, only: str, file: Path
) -> None:
    """Makes puzzles until there are enough in the file or the time is over; goes on where an earlier call ended."""
    game = ludotheque.load(name)
    refuse_unwritable(file, "list of puzzles")
    if count < 1 or iterations < 1 or (minutes is not None and not minutes > 0):
        raise Error("The numbers of puzzles, iterations and minutes must be above 0.")
    if only not in ("", *KINDS, PROVEN):
        raise Error(f"There is no kind {shown(only)}: choose {', '.join((*KINDS, PROVEN))}.")
    found = read_puzzles(file) if file.exists() else []
    first = max((each.source[1] + 1 for each in found if each.source[0] == seed), default=0)
    limit = FOREVER if minutes is None else 60 * minutes
    with progress() as bar:
        task = bar.add_task(f"{game.title()}", total=count, completed=len(found))
        if len(found) < count:
            for puzzle in make(name, seed, first, limit, cores, Search(verify=iterations), only):
                found.append(puzzle)
                write_puzzles(file, found)
                bar.advance(task)
                if len(found) >= count:
                    break
    write_puzzles(file, mixed(found))
    kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(Counter(each.kind for each in found).items()))
    answers().print(Text(f"{file} holds {len(found)} puzzles of {game.title()}: {kinds or 'none'}."), soft_wrap=True)
