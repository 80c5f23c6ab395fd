"""The commands, one function each: what may be typed, and which part of the program does it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ludotheque.cli.screen import refuse
from ludotheque.cli.streams import lost
from ludotheque.errors import Error


class Sentences(TyperGroup):
    """Turns every error of Ludothèque into one sentence and exit code 2; silent if standard error is closed."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Error as problem:
            refuse(str(problem))
            raise typer.Exit(2) from None
        except OSError as problem:
            if lost(problem):
                raise typer.Exit(2) from None
            raise
        except KeyboardInterrupt:
            raise typer.Exit(130) from None


app = typer.Typer(
    name="ludotheque",
    cls=Sentences,
    help="Modern board games with exact rules. `ludotheque games` lists them; `ludotheque play sintra` deals a game.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name that `ludotheque games` lists.")]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="Where games are kept; LUDOTHEQUE_DATABASE or a file in your data folder if not given."
    ),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record of a game.")]
Language = Annotated[str, typer.Option(metavar="CODE", help="English, French or Dutch: en, fr or nl.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Players = Annotated[int | None, typer.Option(metavar="NUMBER", help="How many play; as few as can if you do not say.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game, as `ludotheque games` lists them."),
]


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
            "master. Give it once for each seat; without it you play against greedy players.",
        ),
    ] = None,
    names: Annotated[str, typer.Option(metavar="NAME,...", help="What the players are called.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="NUMBER", help="The same seed deals the same game.")] = None,
    option: Options = None,
    language: Language = "en",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the game there when it ends, stops or is interrupted.")
    ] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
) -> None:
    """Plays a game in the terminal: people at one keyboard, and bots. Type ? in the game for help."""
    from ludotheque.cli import playing

    playing.play(game, players, seat or [], names, seed, option or [], language, save, load)


@app.command()
def replay(
    file: RecordFile,
    ply: Annotated[
        int | None, typer.Option(min=0, metavar="NUMBER", help="Stop after this many plies and show the table.")
    ] = None,
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
        str, typer.Option(metavar="DIGITS", help="What you noted of the SHA-256 that was shown before the game.")
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
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a game, or a position (JSON).")],
    ply: Annotated[
        int | None, typer.Option(min=0, metavar="NUMBER", help="Advise after this many plies of the record.")
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="NUMBER", help="How long to think.")] = 2.0,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The seed of the search.")] = 0,
    most: Annotated[
        int | None, typer.Option(min=1, metavar="NUMBER", help="Show only this many actions, the best first.")
    ] = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Advises the seat to act: each legal action with its share of the victory, and the expected rest of play."""
    from ludotheque.cli import advising

    advising.advise(file, ply, seconds, seed, most, language, json)


@app.command()
def review(
    file: RecordFile,
    seconds: Annotated[
        float | None, typer.Option(metavar="NUMBER", help="How long to think in each search, instead of iterations.")
    ] = None,
    iterations: Annotated[
        int, typer.Option(metavar="NUMBER", help="Of each search. The same number gives the same review.")
    ] = 600,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The seed of the search.")] = 0,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write it there as a page.")] = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Reviews a finished game: who was winning, luck and decisions apart, and the biggest mistakes."""
    from ludotheque.cli import reviewing

    reviewing.review_file(file, seconds, iterations, seed, language, json, html)


@app.command()
def count(
    game: GameName,
    depth: Annotated[int, typer.Option(metavar="NUMBER", help="How many decisions a sequence has, 0 to 60.")],
    players: Players = None,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="Deals the chance between the decisions.")] = 0,
    option: Options = None,
    position: Annotated[Path | None, typer.Option(metavar="FILE", help="Count from this position (JSON).")] = None,
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
    seconds: Annotated[float, typer.Option(metavar="NUMBER", help="How long to measure each way, at least.")] = 1.0,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Measures how fast random games are played, compiled and interpreted."""
    from ludotheque.cli import measuring

    measuring.bench(game, players, seconds, language, json)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT...",
            help="Who plays: random, greedy, a level, all of the `levels`, or a bot of yours as package.module:Class; "
            "master@0.5 thinks half a second a decision.",
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT,...", help="A table of its own, such as master,random,random; may be repeated."),
    ] = None,
    players: Players = None,
    ladder: Annotated[bool, typer.Option("--ladder", help="Everybody meets only the next in the list.")] = False,
    games: Annotated[int, typer.Option(metavar="NUMBER", help="Games of every table, at least.")] = 100,
    seconds: Annotated[float | None, typer.Option(metavar="NUMBER", help="Time for a decision, at most.")] = None,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The same seed deals the same games.")] = 0,
    option: Options = None,
    cores: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Processes that play; all cores if not given.")
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the Ray cluster at this address instead.")
    ] = None,
    results: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep every result there, as JSON lines.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the results in that file.")] = False,
    picture: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the ratings: .svg or .png.")] = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Lets bots play against each other, and tells how strong they are."""
    from ludotheque.cli import contest

    setting = contest.ContestSetting(game, players, seconds, seed, tuple(option or ()))
    who = contest.Pairings(tuple(bots or ()), tuple(table or ()), ladder, games)
    contest.arena(setting, who, cores, ray, results, resume, picture, language, json)


@app.command()
def study(
    game: GameName,
    fields: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYERS=GAMES...",
            help="Who plays how many games in every setting: random=1000000, child=500, or greedy,random=200 for "
            "several who change seats. random=1000000 if not given: that takes minutes.",
        ),
    ] = None,
    players: Annotated[
        list[int] | None,
        typer.Option(metavar="NUMBER", help="How many play; may be repeated. All numbers if not given."),
    ] = None,
    option: Options = None,
    usual: Annotated[bool, typer.Option("--usual", help="Only the usual options, none of the others alone.")] = False,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The same seed finds the same.")] = 0,
    cores: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Cores that play; all of them if not given.")
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the Ray cluster at this address instead.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a report there (HTML), and its numbers beside it (JSON).")
    ] = None,
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Plays very many games and tells what decides them: seats, rules, cards and options."""
    from ludotheque.cli import studying

    scope = studying.Scope(tuple(players or ()), tuple(option or ()), usual)
    studying.study(game, fields or ["random=1000000"], scope, seed, cores, ray, report, language, json)


@app.command()
def learn(
    game: GameName,
    players: Annotated[
        str | None, typer.Option(metavar="NUMBERS", help="How many play: 3, or 2-4. All numbers if not given.")
    ] = None,
    minutes: Annotated[float, typer.Option(metavar="NUMBER", help="How long to learn.")] = 10.0,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on from this checkpoint.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where checkpoints are kept; GAME.checkpoint.npz if not given.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The same seed learns the same.")] = 1,
    box: Annotated[Path | None, typer.Option(metavar="FILE", help="Corrected data of the box.")] = None,
    widths: Annotated[
        str | None, typer.Option(metavar="NUMBERS", help="Widths of the hidden layers; 768,256,128 if not given.")
    ] = None,
    spread: Annotated[
        float | None, typer.Option(metavar="POINTS", help="The lead in points that counts as clear; 16 if not given.")
    ] = None,
) -> None:
    """Trains a network by games against itself, on a GPU if there is one (needs the extra train)."""
    from ludotheque.cli import learning

    learning.learn(game, players, minutes, resume, out, seed, box, learning.Shape(widths, spread))


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
    games: Annotated[int, typer.Option(metavar="NUMBER", help="How many random games to play.")] = 100,
    compiled: Annotated[bool, typer.Option(help="Compile the rules, too.")] = True,
    json: AsJson = False,
) -> None:
    """Tells what is wrong with a game, a sentence for each problem, by playing it."""
    from ludotheque.cli import making

    if not making.check(game, games, compiled, json):
        raise typer.Exit(1)


@app.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; it holds secrets of running games.")],
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


@app.command()
def serve(
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", envvar="LUDOTHEQUE_HOST", help="Where to listen; 0.0.0.0 lets your network play."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="NUMBER", envvar="LUDOTHEQUE_PORT", help="Where to listen; 0 chooses a free one.")
    ] = 8000,
    database: Database = None,
    workers: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Processes that serve the pages; one if not given.")
    ] = None,
    proxies: Annotated[
        str | None, typer.Option(metavar="ADDRESS,...", help="Reverse proxies that tell the visitor's address.")
    ] = None,
    log_format: Annotated[str | None, typer.Option(metavar="KIND", help="How to write the log: text or json.")] = None,
    opened: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serves the games in the browser. docs/server.md lists what else the environment can tell it."""
    from ludotheque.cli import serving

    serving.serve(host, port, opened, database=database, workers=workers, proxies=proxies, log_format=log_format)
