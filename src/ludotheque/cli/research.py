"""The commands of research: contests, studies, exact endings, networks, puzzles, and games of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.arguments import (
    AsJson,
    Cores,
    Data,
    GameName,
    Language,
    MomentFile,
    Options,
    Players,
    PlyNumber,
    Ray,
    app,
    file_option,
    number_option,
)


@app.command()
def solve(
    file: MomentFile,
    ply: PlyNumber = None,
    positions: Annotated[int, number_option("Give up if more positions than these can follow.", min=1)] = 200_000,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Works out an ending exactly: each legal action with its share of the victory if all play their best."""
    from ludotheque.cli import solving

    solving.solve_file(file, ply, positions, language, json)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT...",
            help="The bots: random, greedy, a level, all of the `levels`, or one of yours as package.module:Class; "
            "master@0.5 thinks half a second a decision.",
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT,...", help="A table of its own, such as master,random,random; may be repeated."),
    ] = None,
    players: Players = None,
    ladder: Annotated[bool, typer.Option("--ladder", help="Everybody meets only the next in the list.")] = False,
    games: Annotated[int, number_option("Games of every table, at least.")] = 100,
    seconds: Annotated[float | None, number_option("Time for a decision, at most.")] = None,
    seed: Annotated[int, number_option("The same seed deals the same games.")] = 0,
    option: Options = None,
    cores: Cores = None,
    ray: Ray = None,
    results: Annotated[Path | None, file_option("Keep every result there, as JSON lines.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue with the results in that file.")] = False,
    picture: Annotated[Path | None, file_option("Draw the ratings: .svg or .png.")] = None,
    data: Data = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Lets bots play against each other, and tells how strong they are."""
    from ludotheque.cli import contest

    setting = contest.ContestSetting(game, players, seconds, seed, tuple(option or ()))
    who = contest.Pairings(tuple(bots or ()), tuple(table or ()), ladder, games)
    files = contest.Files(results, resume, picture, data)
    contest.arena(setting, who, cores, ray, files, language, json)


@app.command()
def study(
    game: GameName,
    fields: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYERS=GAMES...",
            help="Bots and their number of games in every setting: random=1000000, child=500, or greedy,random=200 for "
            "several that change seats. The default, random=1000000, takes minutes.",
        ),
    ] = None,
    players: Annotated[
        list[int] | None,
        number_option("Number of players; may be repeated. All numbers by default."),
    ] = None,
    option: Options = None,
    usual: Annotated[bool, typer.Option("--usual", help="Play only the default options.")] = False,
    seed: Annotated[int, number_option("The same seed gives the same findings.")] = 0,
    cores: Cores = None,
    ray: Ray = None,
    report: Annotated[
        Path | None, file_option("Write a report there (HTML), and its numbers beside it (JSON).")
    ] = None,
    data: Data = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Plays very many games and tells what decides them: seats, rules, cards and options."""
    from ludotheque.cli import studying

    scope = studying.Scope(tuple(players or ()), tuple(option or ()), usual)
    studying.study(game, fields or ["random=1000000"], scope, seed, cores, ray, (report, data), language, json)


@app.command()
def dataset(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="The bots, such as greedy or a level.")],
    out: Annotated[Path, file_option("File to write, in NumPy's format .npz.")],
    games: Annotated[int, number_option("How many games.", min=1)] = 100,
    players: Players = None,
    seed: Annotated[int, number_option("The same seed plays the same games.", min=0)] = 0,
    option: Options = None,
) -> None:
    """Plays games between bots and saves every decision: observation, mask, action, reward and return."""
    from ludotheque.cli import exporting

    exporting.dataset(game, bots, games, players, seed, option or [], out)


@app.command()
def learn(
    game: GameName,
    players: Annotated[
        str | None, typer.Option(metavar="NUMBERS", help="Numbers of players: 3, or 2-4. All by default.")
    ] = None,
    minutes: Annotated[float | None, number_option("How long to learn; 10 by default.")] = None,
    updates: Annotated[
        int | None, number_option("Learn until there are so many updates in all, instead of minutes.", min=1)
    ] = None,
    resume: Annotated[Path | None, file_option("Continue from this checkpoint.")] = None,
    out: Annotated[Path | None, file_option("File to write; GAME.checkpoint.npz by default.")] = None,
    seed: Annotated[
        int | None,
        number_option(
            "With --updates the same seed trains the same network on this device; 1 by default.", min=0, max=2**32 - 1
        ),
    ] = None,
    box: Annotated[Path | None, file_option("Corrected data of the box.")] = None,
    widths: Annotated[
        str | None, typer.Option(metavar="NUMBERS", help="Hidden layers; 768,256,128 by default.")
    ] = None,
    spread: Annotated[
        float | None, typer.Option(metavar="POINTS", help="The lead in points that counts as clear; 16 by default.")
    ] = None,
) -> None:
    """Trains a network by games against itself, on a GPU if there is one (needs the extra train)."""
    from ludotheque.cli import learning

    length, start = learning.Length(minutes, updates), learning.Start(widths, spread, seed)
    learning.learn(game, players, length, resume, out, box, start)


@app.command()
def puzzles(
    game: GameName,
    out: Annotated[
        Path,
        file_option("File to write, such as puzzles.jsonl.gz. An existing file is continued."),
    ],
    count: Annotated[int, number_option("Number of puzzles in the file.")] = 300,
    seed: Annotated[int, number_option("The same seed plays the same games.")] = 0,
    minutes: Annotated[float | None, number_option("Stop after this time.")] = None,
    cores: Cores = None,
    iterations: Annotated[int, number_option("Search iterations to verify a move.")] = 5000,
    only: Annotated[str, typer.Option(metavar="KIND", help="Only points, plan, defend, or proven endings.")] = "",
) -> None:
    """Makes puzzles from games between strong bots: positions in which one move is clearly the best."""
    from ludotheque.cli import puzzling

    puzzling.puzzles(game, count, seed, minutes, cores, iterations, only, out)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the new game, such as my_game.")],
    folder: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where to; ./NAME if not given.")] = None,
) -> None:
    """Writes the package of a new game: small, complete and yours to change."""
    from ludotheque.cli import making

    making.new(name, folder)


@app.command()
def check(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The name of a game, also of a broken one.")],
    games: Annotated[int, number_option("How many random games to play.")] = 100,
    compiled: Annotated[bool, typer.Option(help="Compile the rules, too.")] = True,
    json: AsJson = False,
) -> None:
    """Tells what is wrong with a game, a sentence for each problem, by playing it."""
    from ludotheque.cli import making

    if not making.check(game, games, compiled, json):
        raise typer.Exit(1)
