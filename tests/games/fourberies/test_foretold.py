"""The fields of an observation that foretell: they must say what the rules then do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.env.observing import fields, observation
from ludotheque.games.fourberies.box import CHAMELEON, CITIES, REQUEST_ECUS, REQUESTS, SIDE
from ludotheque.games.fourberies.rules.court import COMEDY, mood, move_needle
from ludotheque.games.fourberies.rules.objectives import is_met
from ludotheque.games.fourberies.rules.resolution import discard_stack, enter_city, meet_next_card
from ludotheque.games.fourberies.rules.scoring import pay_actors, pay_shows
from ludotheque.games.fourberies.rules.treasury import fewest_ecus
from ludotheque.games.fourberies.state import HAND, NOBODY, NONE


def state_of(position: Position) -> Any:
    return position.state()


def seat_of(position: Position) -> int:
    assert position.to_act is not None
    return position.to_act


def seen(position: Position, name: str, place: int = -1) -> list[int]:
    """A field as the seat to act sees it, of the whole table or of a seat clockwise from it."""
    span = next(span for span in fields(position.game) if (span.field.name, span.seat) == (name, place))
    row = observation(position, seat_of(position))
    return [int(number) for number in row[span.offset : span.offset + span.field.length]]


def travels(seed: int, players: int) -> Iterator[Position]:
    """Some choices of Travel cards in a random game: the first one of a turn."""
    chance, position = random.Random(seed), ludotheque.load("fourberies").start(players, seed=seed)
    while position.to_act is not None:
        if position.phase == "travel" and all(city == NONE for city in state_of(position).travel[:players]):
            yield position
        position = position.play(chance.choice(position.legal()))


def paid(state: Any, p: int, nature: int) -> int:
    """What the end of the season pays for Actors and show, with all Chameleons of a seat on the side of this nature."""
    s = state.copy()
    s.needle = SIDE if nature == COMEDY else SIDE - 1
    for q in range(s.players):
        s.declared[q] = s.acrobats[q][CHAMELEON] if nature == COMEDY else 0
    before = s.ecus[p]
    pay_actors(s)
    pay_shows(s)
    return int(s.ecus[p] - before)


def visited(state: Any, p: int, city: int) -> Any:
    """The state after a seat was alone in a City, and has sent nobody to Court."""
    s = state.copy()
    for q in range(s.players):
        s.travel[q], s.friend[q] = NONE, NONE
    s.travel[p] = city
    enter_city(s, city)
    while s.height[city] > 0:
        s.to_act = NOBODY
        meet_next_card(s)
        if s.to_act == p:  # a theft of one Ecu
            s.ecus[p] += 1
    for actor, held in enumerate(s.held):
        s.troupe[p][actor] += held
    return s


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3)])
def test_seasons_and_cities_foretell_ecus(players: int, seed: int) -> None:
    for position in travels(seed, players):
        state = state_of(position)
        for place in range(players):
            p = (seat_of(position) + place) % players
            pays, cities = seen(position, "season_pay", place), seen(position, "city_pay", place)
            assert pays == [paid(state, p, nature) for nature in range(2)]
            for city in range(CITIES):
                after = visited(state, p, city)
                assert cities[city] == after.ecus[p] - state.ecus[p]
                after.acrobats[p][CHAMELEON] = state.acrobats[p][CHAMELEON]  # only Actors are foretold
                for nature in range(2):
                    assert cities[(1 + nature) * CITIES + city] == paid(after, p, nature) - pays[nature]


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 5)])
def test_requests_and_meetings_are_foretold(players: int, seed: int) -> None:
    met = 0
    for position in travels(seed, players):
        state, p = state_of(position), seat_of(position)
        mine = [r for r in range(REQUESTS) if state.request[r] == HAND + p]
        told, fewest = seen(position, "my_met"), fewest_ecus(state)
        assert told[:REQUESTS] == [int(r in mine and is_met(state, p, r, fewest)) for r in range(REQUESTS)]
        met += sum(told[:REQUESTS])
        for city in range(CITIES):
            after = state.copy()
            move_needle(after, discard_stack(after, city))
            assert seen(position, "meeting")[city] == (mood(after) != mood(state))
            if told[REQUESTS + city]:
                assert told[REQUESTS + city] in [REQUEST_ECUS[r] for r in mine]
    assert met
