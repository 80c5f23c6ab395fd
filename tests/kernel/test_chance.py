"""The random generator: known answers, one stream a game, the same in every mode."""

from __future__ import annotations

import importlib
from collections import Counter

import numpy as np
import pytest

from ludotheque.kernel.chance import random_below, random_word, stream
from ludotheque.kernel.edition import edition


@pytest.mark.parametrize(
    ("generator", "word"),
    [
        # Known answers published with Random123 for philox2x32 with ten rounds: [key, counter high, low].
        ([0x00000000, 0x00000000, 0x00000000], 0xFF1DAE59),
        ([0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF], 0x2C3F628B),
        ([0x13198A2E, 0x85A308D3, 0x243F6A88], 0xDD7CE038),
    ],
)
def test_the_generator_gives_the_known_answers(generator: list[int], word: int) -> None:
    assert random_word(generator) == word


def test_a_word_depends_on_key_stream_and_number_only() -> None:
    long_way = [5, 6, 0]
    words = [random_word(long_way) for _ in range(10)]
    assert random_word([5, 6, 7]) == words[7]
    assert random_word([5, 7, 7]) != words[7]
    assert random_word([6, 6, 7]) != words[7]
    assert long_way == [5, 6, 10]


def test_numbers_are_below_and_even() -> None:
    generator = [1, 2, 0]
    counts = Counter(random_below(generator, 6) for _ in range(60_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    chi_squared = sum((n - 10_000) ** 2 / 10_000 for n in counts.values())
    assert chi_squared < 20.5  # one in a thousand for five degrees of freedom; the seed is fixed


@pytest.mark.compiled
def test_compiled_words_are_the_same() -> None:
    compiled = importlib.import_module(f"{edition('sintra', 'compiled').root}.kernel.chance")
    plain, array = [3, 4, 0], np.array([3, 4, 0])
    assert [random_word(plain) for _ in range(50)] == [compiled.random_word(array) for _ in range(50)]
    assert array.tolist() == plain


def test_every_seed_has_a_stream_of_its_own() -> None:
    assert stream(-1) != stream(1)
    assert len({tuple(stream(seed)) for seed in range(1000)}) == 1000
    assert stream(10**40)[2] == 0
