"""The fields of an observation that foretell: they must say what the rules then do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.env.observing import fields, observation
from ludotheque.games.sintra.actions import RESET, STRIP
from ludotheque.games.sintra.box import CENTRE, COLOURS, LAST_SPACE, SLOTS
from ludotheque.games.sintra.rules.points import S35_BONUS, S37_WINDOWS

TAKES = RESET


def state_of(position: Position) -> Any:
    return position.state()


def seat_of(position: Position) -> int:
    assert position.to_act is not None
    return position.to_act


def seen(position: Position, name: str) -> list[int]:
    """A field of the table as the seat to act sees it."""
    span = next(span for span in fields(position.game) if span.field.name == name)
    row = observation(position, seat_of(position))
    return [int(number) for number in row[span.offset : span.offset + span.field.length]]


def turns(seed: int, players: int, phase: str) -> Iterator[Position]:
    """Decisions of this phase in a random game."""
    chance, position = random.Random(seed), ludotheque.load("sintra").start(players, seed=seed)
    while position.to_act is not None:
        if position.phase == phase:
            yield position
        position = position.play(chance.choice(position.legal()))


def ends(position: Position, seat: int) -> Iterator[Position]:
    """All ends of the seat's turn."""
    if position.to_act != seat or position.phase == "TURN":
        yield position
        return
    for action in position.legal():
        yield from ends(position.play(action), seat)


def at_once(before: Position, after: Position, seat: int) -> int:
    """The points for completed strips."""
    one, other = state_of(before).ledger[seat], state_of(after).ledger[seat]
    return int(other[S35_BONUS] + other[S37_WINDOWS] - one[S35_BONUS] - one[S37_WINDOWS])


def broken(before: Position, after: Position, seat: int) -> int:
    """The steps on the track of broken glass."""
    return int(state_of(after).broken[seat] - state_of(before).broken[seat]) % LAST_SPACE


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_takes_foretell_points_and_broken_glass(players: int, seed: int) -> None:
    foretold = 0
    for position in list(turns(seed, players, "TURN"))[::6]:
        takes, seat = seen(position, "takes"), seat_of(position)
        for take in range(TAKES):
            if take not in position.legal():
                assert not any(takes[part * TAKES + take] for part in range(5))
                continue
            found = list(ends(position.play(take), seat))
            tile = state_of(position).tile_in_centre if take // COLOURS == CENTRE else 0  # a step of its own
            if takes[take] + tile < LAST_SPACE:  # else the marker goes round
                assert takes[take] == min(broken(position, end, seat) for end in found) - tile
            assert takes[TAKES + take] == max(at_once(position, end, seat) for end in found)
            foretold += takes[TAKES + take] > 0
            if (
                found[0].phase == "TURN"
                and found[0].to_act != seat
                and state_of(position).round == state_of(found[0]).round
            ):
                assert takes[4 * TAKES + take] == max(seen(found[0], "takes")[TAKES : 2 * TAKES])
    assert foretold > 4


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 5)])
def test_places_foretell_points_and_broken_glass(players: int, seed: int) -> None:
    foretold = 0
    for position in turns(seed, players, "PLACE"):
        places, seat = seen(position, "places"), seat_of(position)
        for slot in range(SLOTS):
            if STRIP + slot not in position.legal():
                assert not any(places[part * SLOTS + slot] for part in range(3))
                continue
            found = list(ends(position.play(STRIP + slot), seat))
            assert places[slot] == min(broken(position, end, seat) for end in found)
            assert places[2 * SLOTS + slot] == max(at_once(position, end, seat) for end in found)
            assert places[slot] + places[SLOTS + slot] == state_of(position).hand
            foretold += places[2 * SLOTS + slot] > 0
    assert foretold
