"""What a network reads of an observation."""

from __future__ import annotations

import numpy as np
import pytest

import ludotheque
from ludotheque.env.observing import bounds, fields
from ludotheque.kernel.rows import FACTOR_BITS, LIMIT, MAX_FACTOR, Inputs
from ludotheque.learn.inputs import ALIGNED, ONE, finer, padded, read_fields


@pytest.mark.parametrize("name", ludotheque.games())
def test_all_places_of_a_field_that_varies_are_read(name: str) -> None:
    """Random games may change one place of a field only; good players change the others too."""
    game = ludotheque.load(name)
    least, most = bounds(game)
    size = np.zeros(len(least), np.int64)
    varying = {span.field.name for number, span in enumerate(fields(game)) if number % 3}
    places = set()
    for field, offset, _ in fields(game):
        if field.name in varying:
            size[offset] = 1
            places |= set(range(offset, offset + field.length))
    columns, factors = read_fields(game, size, np.maximum(np.abs(least), np.abs(most)) > LIMIT)
    assert set(columns.tolist()) == places
    assert len(columns) == len(places)
    assert set(factors.tolist()) == ({ONE} if name == "harvest" else {1, ONE})


def test_a_count_is_read_over_its_range_and_finely() -> None:
    game = ludotheque.load("sintra")
    hand = next(span.offset for span in fields(game) if span.field.name == "hand")
    empty = [span.offset for span in fields(game) if span.field.name == "empty"]
    size = np.zeros(len(bounds(game)[0]), np.int64)
    size[hand], size[empty] = 9, 3
    columns, factors = read_fields(game, size, np.zeros(len(size), bool))
    assert sorted(factors[columns == hand].tolist()) == [4, 16, 64]
    assert sorted(factors[columns == empty[0]].tolist()) == [16, 127]
    assert factors[columns == empty[1]].tolist() == [16]


@pytest.mark.parametrize(("most", "factors"), [(1, ()), (2, (127,)), (3, (127,)), (4, (64,)), (8, (64, 16))])
def test_factors_of_finer_readings(most: int, factors: tuple[int, ...]) -> None:
    assert finer(most) == factors


def test_inputs_come_in_multiples() -> None:
    inputs = padded(np.arange(17), np.ones(17), [3, 4])
    assert len(inputs.columns) == len(inputs.factors) == 2 * ALIGNED
    assert not inputs.factors[17:].any()


@pytest.mark.parametrize("factor", [-1, MAX_FACTOR + 1])
def test_a_factor_that_would_be_cut_is_refused(factor: int) -> None:
    columns, points = np.arange(2, dtype=np.int32), np.zeros(1, np.int32)
    whole = Inputs(columns, np.array([1, MAX_FACTOR], np.int32), points).packed()
    assert [divmod(int(each), 1 << FACTOR_BITS) for each in whole] == [(0, 1), (1, MAX_FACTOR)]
    with pytest.raises(ludotheque.Error, match="from 0 to 255"):
        Inputs(columns, np.array([1, factor], np.int32), points).packed()
