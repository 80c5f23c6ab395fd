"""`count`: the exact number of sequences of decisions, divided by the first action."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

import ludotheque
from ludotheque.cli.options import read_options
from ludotheque.cli.screen import answers, interruptible, print_json, progress, waiting
from ludotheque.cli.speech import speech
from ludotheque.contract.reading import parsed
from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.errors import BadPosition, Error
from ludotheque.kernel.chance import stream

DEEPEST = 60  # decisions: more cannot be counted in a lifetime


def count(
    name: str,
    depth: int,
    players: int | None,
    seed: int,
    options: Sequence[str],
    file: Path | None,
    language: str,
    json: bool,
) -> None:
    """Counts from the start of a game, or from the position in a file."""
    spoken, game = speech(language), ludotheque.load(name)
    if not 0 <= depth <= DEEPEST:
        raise Error(f"A sequence has 0 to {DEEPEST} decisions, not {depth}.")
    if file is not None:
        if players is not None or options:
            raise Error("A position brings its own number of players and options.")
        root = read_position(game, file, seed)
    else:
        seats = game.seats[0] if players is None else players
        root = game.start(seats, seed, **read_options(game, seats, options))
    with waiting(spoken.say("count.compiling")):
        counter = interruptible(functools.partial(Counter, game, seed, depth))
        interruptible(functools.partial(counter.sequences, root, 0))
    first = root.legal() if depth else []
    divided = {}
    with progress() as bar:
        task = bar.add_task(spoken.say("count.counting"), total=len(first))
        for action in first:
            divided[action] = interruptible(functools.partial(counter.sequences, root.play(action), depth - 1))
            bar.advance(task)
    rows = [(root.notation(action), root.say(action, language), number) for action, number in divided.items()]
    total = sum(divided.values()) if divided else 1
    if json:
        keys = ("notation", "sentence", "count")
        divide = [{"action": a, **dict(zip(keys, row, strict=True))} for a, row in zip(divided, rows, strict=True)]
        print_json(
            {"game": name, "players": root.players, "seed": seed, "depth": depth, "count": total, "divide": divide}
        )
        return
    heading = spoken.say("count.heading", title=game.title(language), count=depth)
    grid = Table(box=None, pad_edge=False)
    grid.add_column(spoken.say("count.action"), style="cyan", no_wrap=True)
    grid.add_column(spoken.say("count.sentence"))
    grid.add_column(spoken.say("count.sequences"), justify="right", no_wrap=True)
    for notation, sentence, number in rows:
        grid.add_row(notation, Text(sentence), f"{number:,}")
    grid.add_section()
    grid.add_row("", Text(spoken.say("end.total"), "bold"), Text(f"{total:,}", "bold"))
    answers().print(Text(heading, "bold"), grid, sep="\n")


def read_position(game: Game, file: Path, seed: int | None) -> Position:
    """The position in a file, its chance dealt from the seed if there is one."""
    try:
        content = parsed(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadPosition(str(file), f"the file cannot be read ({problem.strerror or problem}).") from None
    except ValueError as problem:
        raise BadPosition(str(file), f"the file cannot be read ({problem}).") from None
    return game.position(content, seed)


class Counter:
    """The compiled count of the kernel with the room it needs."""

    def __init__(self, game: Game, seed: int, depth: int) -> None:
        import numpy as np

        most = game.edition.module("actions").MOST_LEGAL
        self._count = game.compiled.loops.count
        self._seed = seed
        self._states = np.zeros(depth + 1, game.edition.state.dtype())
        self._randoms = np.zeros((depth + 1, 3), np.int64)
        self._actions = np.zeros((depth + 1, most), np.int64)
        self._sizes = np.zeros(depth + 1, np.int64)

    def sequences(self, position: Position, depth: int) -> int:
        """How many sequences of this many decisions follow a position that was dealt from the seed."""
        self._states[0] = position.state().pack()[0]
        self._randoms[0] = stream(self._seed)
        # Every chance event took one word; the count goes on with the next.
        self._randoms[0][2] = sum(ply < 0 for ply in position.record().plies)
        return int(self._count(self._states, self._randoms, self._actions, self._sizes, depth))
