"""The commands, one function each: what may be typed, and which part of the program does it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.arguments import (
    AsJson,
    Database,
    GameName,
    Language,
    MomentFile,
    Options,
    Players,
    PlyNumber,
    RecordFile,
    app,
    file_option,
    number_option,
)

__all__ = ["app"]


@app.command()
def games(language: Language = "en", json: AsJson = False) -> None:
    """Lists the games and their options."""
    from ludotheque.cli import listing

    listing.games(language, json)


@app.command()
def rules(
    game: GameName,
    number: Annotated[str | None, typer.Argument(metavar="NUMBER", help="One rule only, such as S23.")] = None,
    markdown: Annotated[bool, typer.Option(help="Print a RULES.md: all rules under their headings.")] = False,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Prints the rules of a game, a sentence each."""
    from ludotheque.cli import listing

    if markdown:
        listing.rulebook(game, language)
    else:
        listing.rules(game, number, language, json)


@app.command()
def play(
    game: GameName,
    players: Players = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="Who sits there: human, random, greedy, or a level: child, beginner, casual, skilled, expert, "
            "master. Give it once for each seat; without it you play against greedy bots.",
        ),
    ] = None,
    names: Annotated[str, typer.Option(metavar="NAME,...", help="What the players are called.")] = "",
    seed: Annotated[int | None, number_option("The same seed deals the same game.")] = None,
    option: Options = None,
    language: Language = "en",
    save: Annotated[Path | None, file_option("Save the game there when it ends, stops or is interrupted.")] = None,
    load: Annotated[Path | None, file_option("Continue a saved game.")] = None,
) -> None:
    """Plays a game in the terminal: people at one keyboard, and bots. Type ? in the game for help."""
    from ludotheque.cli import playing

    playing.play(game, players, seat or [], names, seed, option or [], language, save, load)


@app.command()
def replay(
    file: RecordFile,
    ply: Annotated[int | None, number_option("Stop there and show the table.", min=0)] = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Checks a record and tells it line by line."""
    from ludotheque.cli import records

    records.replay(file, ply, language, json)


@app.command()
def verify(
    file: RecordFile,
    fingerprint: Annotated[
        str, typer.Option(metavar="DIGITS", help="What you noted of the fingerprint that was shown before the game.")
    ] = "",
    luck: Annotated[str, typer.Option(metavar="TEXT", help="What you added to the draws.")] = "",
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Checks a record, or all games of an export: replays them, and draws again what was drawn from committed seeds."""
    from ludotheque.cli import records

    records.verify(file, fingerprint, luck, language, json)


@app.command()
def advise(
    file: MomentFile,
    ply: PlyNumber = None,
    seconds: Annotated[float, number_option("How long to think.")] = 2.0,
    seed: Annotated[int, number_option("The seed of the search.")] = 0,
    most: Annotated[int | None, number_option("Show only this many actions, the best first.", min=1)] = None,
    lines: Annotated[int, number_option("Compare this many best actions, with the lead of each.", min=0, max=5)] = 0,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Advises the seat to act: each legal action with its share of the victory, and the expected rest of play."""
    from ludotheque.cli import advising

    advising.advise(file, ply, seconds, seed, most, lines, language, json)


@app.command()
def review(
    file: RecordFile,
    seconds: Annotated[float | None, number_option("How long to think in each search, instead of iterations.")] = None,
    iterations: Annotated[
        int, number_option("Iterations of each search. The same number gives the same review.")
    ] = 600,
    seed: Annotated[int, number_option("The seed of the search.")] = 0,
    html: Annotated[Path | None, file_option("Also write it there as a page.")] = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Reviews a finished game: who was winning, luck and decisions apart, and the biggest mistakes."""
    from ludotheque.cli import reviewing

    reviewing.review_file(file, seconds, iterations, seed, language, json, html)


@app.command()
def count(
    game: GameName,
    depth: Annotated[int, number_option("Number of decisions in a sequence, 0 to 60.")],
    players: Players = None,
    seed: Annotated[int, number_option("Deals the chance between the decisions.")] = 0,
    option: Options = None,
    position: Annotated[Path | None, file_option("Count from this position (JSON).")] = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Counts all sequences of decisions, exactly and by their first action."""
    from ludotheque.cli import counting

    counting.count(game, depth, players, seed, option or [], position, language, json)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game only.")] = None,
    players: Players = None,
    seconds: Annotated[float, number_option("How long to measure each way, at least.")] = 1.0,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Measures how fast random games are played, compiled and interpreted."""
    from ludotheque.cli import measuring

    measuring.bench(game, players, seconds, language, json)


@app.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write; it holds secrets of running games.")],
    database: Database = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Writes all games of a server to one file, while it goes on."""
    from ludotheque.cli import archiving

    archiving.export(file, database, language, json)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `ludotheque export` wrote.")],
    database: Database = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Adds the games of a file to a server, each after replaying it; those that are there stay as they are."""
    from ludotheque.cli import archiving

    archiving.import_(file, database, language, json)


@app.command("check-database")
def check_database(database: Database = None, language: Language = "en", json: AsJson = False) -> None:
    """Looks for damage in the database of a server, and replays its games."""
    from ludotheque.cli import archiving

    archiving.check_database(database, language, json)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", envvar="LUDOTHEQUE_HOST", help="Where to listen; 0.0.0.0: the network.")
    ] = "127.0.0.1",
    port: Annotated[int, number_option("Where to listen; 0 chooses a free one.", envvar="LUDOTHEQUE_PORT")] = 8000,
    database: Database = None,
    workers: Annotated[int | None, number_option("Serving processes; one by default.")] = None,
    proxies: Annotated[
        str | None, typer.Option(metavar="ADDRESS,...", help="Reverse proxies that pass on the visitor's address.")
    ] = None,
    log_format: Annotated[str | None, typer.Option(metavar="KIND", help="How to write the log: text or json.")] = None,
    opened: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serves the games in the browser. docs/server.md lists what else the environment can tell it."""
    from ludotheque.cli import serving

    serving.serve(host, port, opened, database=database, workers=workers, proxies=proxies, log_format=log_format)


from ludotheque.cli import research  # noqa: E402, F401 (its commands come last in the list)
