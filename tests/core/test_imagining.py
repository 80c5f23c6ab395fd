"""Worlds from views alone: the viewer cannot tell them from the real one, and anybody can play on in them."""

from __future__ import annotations

import json
from itertools import islice

import pytest

import ludotheque
from tests.bots.games_of_bots import random_positions

GAMES = ludotheque.games()


@pytest.mark.parametrize("game", GAMES)
def test_every_view_of_every_seat_can_be_imagined(game: str) -> None:
    loaded = ludotheque.load(game)
    for players in loaded.seats[:2]:
        for seed, position in enumerate(islice(random_positions(game, players, 5), 0, None, 6)):
            for seat in (None, *range(players)):
                view = json.loads(json.dumps(position.view(seat)))
                world = loaded.imagine(view, seed)
                assert world.view(seat) == view
                assert world.legal()
                assert world == loaded.imagine(view, seed)
                if seat == position.to_act:
                    assert world.legal() == position.legal()


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_worlds_differ_and_each_is_as_likely_as_a_redeal_says(seat: int | None) -> None:
    """Whose choice is secret is as hidden as the choice itself, so worlds differ in whose turn it is, too."""
    position = next(p for p in random_positions("fourberies", 3, 5)[20:] if p.secret and p.to_act == 1)
    worlds = [position.game.imagine(position.view(seat), seed) for seed in range(40)]
    assert len(set(worlds)) > 20
    asked = {None: {0, 1, 2}, 0: {1, 2}, 2: {0, 1}}[seat]
    assert {world.to_act for world in worlds} == asked


def test_a_world_deals_its_chance_from_the_seed_or_stops_there() -> None:
    game = ludotheque.load("fourberies")
    position = random_positions("fourberies", 2, 5)[12]

    def chances(seed: int | None) -> int:
        world, stops = game.imagine(position.view(0), seed), 0
        for _ in range(200):
            if world.to_act is None:
                break
            stops += world.to_act == -1
            world = world.play(next(iter(world.outcomes())) if world.to_act == -1 else world.legal()[0])
        return stops

    assert chances(3) == 0
    assert chances(None) > 0


@pytest.mark.parametrize("spoil", ["requests", "pending", "seats"])
def test_what_nobody_can_see_is_refused(spoil: str) -> None:
    game = ludotheque.load("fourberies")
    view = random_positions("fourberies", 3, 5)[30].view(1)
    if spoil == "requests":
        view["seats"][0]["requests"], view["seats"][2]["requests"] = view["seats"][1]["requests"], 2
    elif spoil == "pending":
        view["request_deck"] = 90
    else:
        view["seats"] = view["seats"][:1]
    with pytest.raises(ludotheque.BadPosition):
        game.imagine(view, 1)
