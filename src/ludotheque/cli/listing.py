"""`games` and `rules`: what there is to play, and how it goes."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

import ludotheque
from ludotheque.cli.options import typed_value
from ludotheque.cli.screen import answers, errors, print_json
from ludotheque.cli.speech import CliSpeech, speech
from ludotheque.core.game import Game
from ludotheque.core.guests import broken_games
from ludotheque.core.words import words


def games(language: str, json: bool) -> None:
    """All games, with what is to be agreed before they start."""
    spoken = speech(language)
    described = [(game, described_game(game, language)) for game in map(ludotheque.load, ludotheque.games())]
    if json:
        print_json({"games": [facts for _, facts in described]})
    else:
        console = answers()
        for game, facts in described:
            show_game(console, game, facts, spoken)
    for sentence in broken_games().values():
        errors().print(Text(sentence), soft_wrap=True)


def described_game(game: Game, language: str) -> dict[str, Any]:
    """The facts about a game, ready for JSON."""
    found = words(game.name, language)
    return {
        "name": game.name,
        "title": game.title(language),
        "objective": str(found.find("objective")),
        "version": game.version,
        "seats": list(game.seats),
        "minutes": list(game.about.MINUTES),
        "designers": list(game.about.DESIGNERS),
        "rules": len(game.rules()),
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "rule": option.rule,
                "sentence": found.find(f"options.{option.name}")["sentence"],
            }
            for option in game.options.values()
        ],
    }


def show_game(console: Console, game: Game, facts: dict[str, Any], spoken: CliSpeech) -> None:
    """A game as people read about it."""
    console.print(Text.assemble((game.name, "bold cyan"), "  ", (facts["title"], "bold")))
    console.print(Text(facts["objective"]))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_row(spoken.say("games.players"), f"{game.seats[0]}–{game.seats[-1]}")
    grid.add_row(spoken.say("games.minutes"), "–".join(str(n) for n in dict.fromkeys(facts["minutes"])))
    if facts["designers"]:
        grid.add_row(spoken.say("games.designers"), ", ".join(facts["designers"]))
    for option in game.options.values():
        values = " | ".join(
            spoken.say("games.default", value=typed_value(value)) if value == option.default else typed_value(value)
            for value in option.values
        )
        grid.add_row(f"--option {option.name}=", Text(values))
    console.print(grid)
    console.print(Text(spoken.say("games.rule_count", number=facts["rules"], game=game.name), "dim"))
    console.print()


def rules(name: str, number: str | None, language: str, json: bool) -> None:
    """The rules of a game, or one of them."""
    speech(language)
    game = ludotheque.load(name)
    numbers = game.rules() if number is None else (number.upper(),)
    sentences = {n: game.rule(n, language) for n in numbers}
    if json:
        print_json({"game": name, "language": language, "rules": sentences})
        return
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold cyan", no_wrap=True)
    for n, sentence in sentences.items():
        grid.add_row(n, Text(sentence))
    answers().print(grid)


def rulebook(name: str, language: str) -> None:
    """The rules of a game as Markdown, from its words."""
    game, found = ludotheque.load(name), words(name, language)
    titles = {game.rules()[0]: found.find("booklet.rules"), **found.find("booklet.chapters")}
    lines = [f"# {game.title(language)}", "", str(found.find("objective"))]
    for number in game.rules():
        lines += ["", f"## {titles[number]}", ""] if number in titles else []
        lines.append(f"- **{number}** {game.rule(number, language)}")
    answers().print(Text("\n".join(lines)), soft_wrap=True)
