"""Observations hold what a seat may know and nothing else, and the pages about them are true."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import Position
from ludotheque.env.observing import bounds, fields, mask, observation, observation_table
from ludotheque.env.page import page
from ludotheque.kernel.edition import edition
from tests.samples import OURS, GameKind, few_kinds, random_game

DOCS = Path(__file__).parent.parent.parent / "docs" / "observations"


def field(position: Position, seat: int, name: str, of: int = -1) -> list[int]:
    """The numbers of one field in a seat's observation."""
    span = next(s for s in fields(position.game) if s.field.name == name and s.seat == of)
    numbers: list[int] = observation(position, seat)[span.offset : span.offset + span.field.length].tolist()
    return numbers


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_a_world_that_a_seat_cannot_tell_from_the_real_one_gives_the_same_row(kind: GameKind) -> None:
    low, high = bounds(ludotheque.load(kind.game))
    for number, (position, _) in enumerate(random_game(kind, seed=21)):
        if number % 9:
            continue
        for seat in (None, *range(position.players)):
            row = observation(position, seat)
            assert (low <= row).all()
            assert (row <= high).all()
            for seed in range(2):
                assert (observation(position.redeal(seat, seed), seat) == row).all()


@pytest.mark.parametrize("name", ludotheque.games())
def test_a_row_tells_apart_what_a_seat_can_tell_apart(name: str) -> None:
    """Whenever two positions of a game look different to a seat, their rows differ."""
    kind = next(kind for kind in few_kinds() if kind.game == name and kind.players == 2)
    rows: dict[bytes, Any] = {}
    for position, _ in random_game(kind, seed=22):
        if position.to_act == -1:
            continue
        view = position.view(0)
        assert rows.setdefault(observation(position, 0).tobytes(), view) == view


@pytest.mark.compiled
@pytest.mark.parametrize("name", ludotheque.games())
def test_compiled_rules_write_the_same_row(name: str) -> None:
    kind = next(kind for kind in few_kinds() if kind.game == name and kind.players == 3)
    compiled = edition(name, "compiled")
    hide, observe = compiled.module("sight").hide, compiled.module("observe").observe
    for number, (position, _) in enumerate(random_game(kind, seed=23)):
        if number % 5:
            continue
        for seat in range(-1, 3):
            record = position.state().pack()
            hide(record[0], seat)
            row = np.full(observation_table(position.game).OBSERVATION, 77, np.int16)
            observe(record[0], seat, row)
            assert (row == observation(position, None if seat < 0 else seat)).all()


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_a_row_looks_from_the_seat_that_observes(kind: GameKind) -> None:
    for number, (position, _) in enumerate(random_game(kind, seed=24)):
        if number % 11 or position.to_act is None or position.to_act < 0:
            continue
        seat = position.to_act
        points = observation_table(position.game).SCORE
        assert field(position, seat, "to_act")[0] == 1
        assert position.phase == position.game.edition.module("actions").PHASES[field(position, seat, "phase").index(1)]
        for place in range(max(position.game.seats)):
            present = place < position.players
            assert field(position, seat, "present", place) == [int(present)]
            if present:
                assert field(position, seat, points, place) == [position.scores()[(seat + place) % position.players]]


@pytest.mark.parametrize("name", ludotheque.games())
def test_the_table_of_actions_names_every_id_once(name: str) -> None:
    game = ludotheque.load(name)
    ids = [first + i for first, count, _ in observation_table(game).ACTION_TABLE for i in range(count)]
    assert ids == list(range(game.action_count))
    position = game.start(2, seed=1)
    assert np.flatnonzero(mask(position)).tolist() == position.legal()


@pytest.mark.parametrize("name", OURS)
def test_the_page_is_true(name: str) -> None:
    """`python -m ludotheque.env.page docs/observations` writes the page."""
    assert (DOCS / f"{name}.md").read_text(encoding="utf-8") == page(ludotheque.load(name))


def test_a_seat_that_is_not_there_sees_nothing() -> None:
    with pytest.raises(ludotheque.Error, match="There is no seat 2"):
        observation(ludotheque.load("sintra").start(2, seed=1), 2)
