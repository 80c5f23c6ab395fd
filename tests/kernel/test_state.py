"""States: plain objects and records hold the same."""

from __future__ import annotations

import pytest

from ludotheque.kernel.edition import edition
from ludotheque.kernel.state import StateBase, field
from tests.samples import all_games


class Small(StateBase):
    to_act: int = field("i8")
    phase: int = field("i8")
    players: int = field("i8")
    grid: list[list[int]] = field("i1", 2, 3)
    row: list[int] = field("i2", 2)
    told: list[int] = field("i2", 2, memory=True)
    cards: list[list[list[int]]] = field("i1", 2, 2, 1, seats=True)


def test_a_new_state_is_all_zero() -> None:
    state = Small()
    assert (state.to_act, state.grid, state.row) == (0, [[0, 0, 0], [0, 0, 0]], [0, 0])


def test_a_copy_shares_nothing() -> None:
    state = Small()
    other = state.copy()
    other.grid[1][2] = 5
    other.to_act = 1
    assert (state.to_act, state.grid) == (0, [[0, 0, 0], [0, 0, 0]])


def test_a_copy_for_a_seat_shares_what_is_of_the_others() -> None:
    state = Small()
    other = state.copy_for(1)
    other.grid[0][2], other.row[0], other.cards[1][1][0], other.to_act = 5, 6, 7, 1
    assert state.content() == Small().content()
    assert other.cards[0] is state.cards[0]


def test_packing_and_unpacking_is_the_identity() -> None:
    state = Small()
    state.grid[1][2], state.row[0], state.to_act = -7, 300, -2
    again = Small.unpack(state.pack()[0])
    assert again.content() == state.content()
    assert (again.grid, again.row, again.to_act) == ([[0, 0, 0], [0, 0, -7]], [300, 0], -2)


def test_a_number_too_wide_for_its_field_is_an_error() -> None:
    state = Small()
    state.grid[0][0] = 128
    with pytest.raises(OverflowError):
        state.pack()


def test_memory_is_no_part_of_equality() -> None:
    state, other = Small(), Small()
    other.told[0] = 9
    assert state.content() == other.content()
    assert state.same(other)
    other.row[0] = 9
    assert state.content() != other.content()
    assert not state.same(other)


def test_a_state_needs_the_common_fields() -> None:
    with pytest.raises(AssertionError, match="players"):
        type("Poor", (StateBase,), {"to_act": field("i8"), "phase": field("i8")})


def test_states_are_small() -> None:
    sizes = {game.name: edition(game.name).state.dtype().itemsize for game in all_games()}
    assert sizes["sintra"] < 1024
    assert all(size < 1536 for size in sizes.values())
