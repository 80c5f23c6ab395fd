"""What the screen shows: to a person what that seat may know, and nothing to the next one."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

import ludotheque
from ludotheque import Position
from ludotheque.bots import Sight, player
from ludotheque.cli.match import Match
from ludotheque.cli.play import Conversation, Quit
from ludotheque.cli.speech import speech
from ludotheque.cli.table import table
from ludotheque.core.words import LANGUAGES
from tests.cli.running import run

GAMES = ludotheque.games()
WIDTH = 80
NAMES = dict(enumerate([*(str(n) for n in range(1, 11)), "jack", "queen"], start=1))  # the cards of Bids


def positions(game: str, players: int) -> list[Position]:
    position, bot, passed = ludotheque.load(game).start(players, seed=8), player("random", 8), []
    while position.to_act is not None:
        passed.append(position)
        position = position.play(bot.choose(Sight.of(position)))
    return [*passed, position]


def drawn(position: Position, seat: int | None, language: str = "en") -> str:
    console = Console(width=WIDTH, record=True, file=StringIO())
    names = [f"N{n}" for n in range(position.players)]
    console.print(table(position, seat, names, speech(language)))
    return console.export_text()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_table_fits_into_80_columns_and_names_every_seat(game: str, language: str) -> None:
    players = ludotheque.load(game).seats[-1]
    for position in positions(game, players)[::15]:
        text = drawn(position, position.to_act, language)
        assert max(map(len, text.splitlines())) <= WIDTH
        assert all(f"N{seat}" in text for seat in range(players))


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_a_seat_is_the_same_in_worlds_it_cannot_tell_apart(game: str) -> None:
    for position in positions(game, 2)[:-1:10]:
        assert drawn(position, position.to_act) == drawn(position.redeal(position.to_act, seed=1), position.to_act)


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_is_passed_on_exactly_in_games_with_hidden_things(game: str) -> None:
    hidden = any(p.view(seat) != p.view(None) for p in positions(game, 2) for seat in range(2))
    typed = [str(number) for number in range(1, 10)] * 12  # one of them will be legal
    people = ("--seat", "human", "--seat", "human", "--names", "Ann,Bob", "--seed", 8)
    assert run("play", game, *people, lines=typed).says("Pass the keyboard to Bob.") == hidden
    assert not run("play", game, "--seed", 8, lines=typed).says("Pass the keyboard")


def test_sintra_shows_every_colour_as_a_letter_too() -> None:
    position = ludotheque.load("sintra").start(2, seed=4)
    text = drawn(position, 0)
    for panes in position.view(0)["factories"]:
        assert "  ".join(panes) in text
    for slot in position.view(0)["seats"][0]["slots"]:
        assert slot["strip"].replace(".", "") in text


def test_fields_of_a_small_game_have_their_names_and_pieces() -> None:
    position = ludotheque.load("bids").start(2, seed=4)
    hand = " ".join(f"{n}×{NAMES[int(card)]}" if n > 1 else NAMES[int(card)]
                    for card, n in position.view(0)["seats"][0]["hand"].items())  # fmt: skip
    text = drawn(position, 0)
    assert f"Hand    {hand}" in text
    assert "Rounds played" in text
    assert "dealt" not in text.casefold()


def test_hidden_and_nothing_look_different() -> None:
    position = ludotheque.load("bids").start(2, seed=4)
    assert re.search(r"Hand +\?.*\nBid +\? +–", drawn(position.play(position.legal()[0]), 1))
    while position.to_act is not None:
        position = position.play(position.legal()[0])
    assert re.search(r"Hand +– +\?.*\nBid +– +–", drawn(position, 0))


@pytest.mark.parametrize("stop", [KeyboardInterrupt, EOFError, Quit])
def test_a_conversation_that_stops_has_changed_nothing(
    stop: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Conversation, prompt: str) -> str:
        raise stop

    monkeypatch.setattr(Conversation, "_read", interrupted)
    match = Match.start(ludotheque.load("sintra"), 2, 3, {})
    before = match.position
    console = Console(file=StringIO())
    with pytest.raises(stop):
        Conversation(match, ["human", "human"], ("A", "B"), speech("en"), console, 3).run()
    assert match.position is before
