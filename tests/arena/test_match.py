"""One game: the same chance for all bots, and the same game for the same seed."""

from __future__ import annotations

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.arena import Contest, Fixture, play
from ludotheque.arena.match import Luck
from tests.samples import all_games

GAMES = ludotheque.games()


def dealt(position: Position, luck: Luck, events: list[tuple[str, int]]) -> Position:
    """The position after the current run of chance events, which are appended to a list."""
    while position.to_act == -1:
        outcome = luck.draw(position)
        events.append((position.phase, outcome))
        position = position.play(outcome)
    return position


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_brings_the_same_chance_whatever_is_decided(game: str) -> None:
    """Up to the first decision, games of the same deal are equal; other deals differ."""
    start = ludotheque.load(game).start(2)
    first, same, other = (list[tuple[str, int]]() for _ in range(3))
    assert dealt(start, Luck(1, 5), first) == dealt(start, Luck(1, 5), same)
    dealt(start, Luck(1, 6), other)
    assert first == same != other


def test_an_event_of_one_kind_does_not_change_the_chance_of_another() -> None:
    """Two games with different decisions get the same cards in the same turn."""
    game = ludotheque.load("fourberies")
    played = []
    for choice in (0, -1):
        luck, events = Luck(1, 1), list[tuple[str, int]]()
        position = dealt(game.start(3), luck, events)
        while position.to_act is not None:
            position = dealt(position.play(position.legal()[choice]), luck, events)
        played.append(events)
    assert played[0] != played[1]
    cards = [[outcome for phase, outcome in events if phase == "deal"] for events in played]
    common = min(map(len, cards))
    assert common > 20
    assert cards[0][:common] == cards[1][:common]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: str(game.name))
def test_the_same_fixture_is_the_same_game(game: ludotheque.Game) -> None:
    players = game.seats[-1]
    contest = Contest(game.name, players, seed=4)
    fixture = Fixture(3, 1, ("random",) * players)
    one, other = play(contest, fixture), play(contest, fixture)
    assert one._replace(seconds=()) == other._replace(seconds=())
    assert play(contest, fixture._replace(number=4)).scores != one.scores
    assert sorted(one.ranks)[0] == 1
    assert next(one.scores[seat] for seat in range(players) if one.ranks[seat] == 1) == max(one.scores)
    assert min(one.decisions) > 5


def test_options_reach_the_game() -> None:
    assert Contest("sintra", 2, options={"side": "B"}).start().to_dict()["options"]["side"] == "B"
