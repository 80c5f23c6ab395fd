"""`bench`: how fast random games are played, by every way to run the rules."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

import ludotheque
from ludotheque.cli.screen import answers, interruptible, print_json, progress, waiting
from ludotheque.cli.speech import CliSpeech, speech
from ludotheque.core.game import Game
from ludotheque.errors import Error
from ludotheque.kernel.chance import random_below, stream

PlayGames = Callable[[int, int], int]
"""Plays this many games with a seed; returns how many decisions they took."""

LEAST, MOST = 0.01, 600  # seconds a measurement


class Speed(NamedTuple):
    """What one way to run the rules achieved."""

    way: str
    decisions: int  # a second
    games: float  # a second


def bench(name: str | None, players: int | None, seconds: float, language: str, json: bool) -> None:
    """Measures one game or all of them."""
    spoken = speech(language)
    if not LEAST <= seconds <= MOST:
        raise Error(f"A measurement takes {LEAST} to {MOST} seconds, not {seconds}.")
    chosen = [ludotheque.load(n) for n in ([name] if name else ludotheque.games())]
    tables = [(game, game.seats[0] if players is None else players) for game in chosen]
    measured = [(game, seats, list(speeds(game, seats, seconds, spoken))) for game, seats in tables]
    if json:
        print_json(
            {
                "cores": cores(),
                "games": [
                    {"game": game.name, "players": seats, "speeds": [speed._asdict() for speed in found]}
                    for game, seats, found in measured
                ],
            }
        )
        return
    for game, seats, found in measured:
        show(game, seats, found, spoken)


def show(game: Game, seats: int, found: list[Speed], spoken: CliSpeech) -> None:
    heading = spoken.say("bench.heading", title=game.title(spoken.language), players=seats)
    grid = Table(box=None, pad_edge=False)
    grid.add_column(spoken.say("bench.way"))
    grid.add_column(spoken.say("bench.decisions"), justify="right")
    grid.add_column(spoken.say("bench.games"), justify="right")
    for speed in found:
        way = spoken.say(f"bench.{speed.way}", count=cores())
        grid.add_row(way, f"{speed.decisions:,.0f}", f"{speed.games:,.1f}")
    answers().print(Text(heading, "bold"), grid, "", sep="\n")


def cores() -> int:
    """How many cores a batch may use."""
    return os.cpu_count() or 1


def speeds(game: Game, seats: int, seconds: float, spoken: CliSpeech) -> Iterator[Speed]:
    """Every way to run the rules, the fastest first."""
    with waiting(spoken.say("count.compiling")):
        compiled = {"one_core": compiled_batch(game, seats, 1), "all_cores": compiled_batch(game, seats, cores())}
        for batch in compiled.values():
            interruptible(functools.partial(batch, 1, 0))
    ways = compiled | {"interpreted": interpreted_batch(game, seats), "position_play": position_batch(game, seats)}
    with progress() as bar:
        task = bar.add_task(f"{spoken.say('bench.measuring')} {game.name}", total=len(ways))
        for way, batch in ways.items():
            yield measure(way, batch, seconds)
            bar.advance(task)


def measure(way: str, batch: PlayGames, seconds: float) -> Speed:
    """Plays ever larger batches until one takes long enough to be trusted."""
    games = 1
    while True:
        begun = time.perf_counter()
        decisions = batch(games, games)
        took = time.perf_counter() - begun
        if took >= seconds:
            return Speed(way, round(decisions / took), round(games / took, 1))
        games = max(2 * games, int(games * 1.2 * seconds / max(took, 1e-6)) if took > seconds / 100 else 10 * games)


def compiled_batch(game: Game, players: int, threads: int) -> PlayGames:
    """Whole games in compiled loops."""
    from ludotheque.kernel.batch import random_games

    start = game.start(players).state()

    def play(games: int, seed: int) -> int:
        return int(random_games(game.compiled, start, games, seed=seed, threads=threads).decisions.sum())

    return play


def interpreted_batch(game: Game, players: int) -> PlayGames:
    """Whole games in the same loops, as plain Python."""
    start, loops = game.start(players).state(), game.edition.loops

    def play(games: int, seed: int) -> int:
        random, actions = stream(seed), [0] * game.action_count
        return sum(loops.playout(start.copy(), random, actions) for _ in range(games))

    return play


def position_batch(game: Game, players: int) -> PlayGames:
    """Whole games by `Position.play`, as a program for people would play them."""

    def play(games: int, seed: int) -> int:
        decisions = 0
        random = stream(seed)
        for number in range(games):
            position = game.start(players, seed=seed + number)
            while position.to_act is not None:
                legal = position.legal()
                position = position.play(legal[random_below(random, len(legal))])
                decisions += 1
        return decisions

    return play
