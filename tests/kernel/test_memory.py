"""Batches that do not fit in memory are refused with the number of games that would fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.env.vector import VectorSolo
from ludotheque.kernel import cpu_batch, memory
from ludotheque.kernel.batch import Batch, random_games

Made = Callable[[int], Any]


def played(games: int) -> Any:
    game = ludotheque.load("sintra")
    return random_games(game.compiled, game.start(2).state(), games)


def stepped(games: int) -> Any:
    game = ludotheque.load("sintra")
    return Batch(game.compiled, game.start(2).state(), games)


def observed(games: int) -> Any:
    return VectorSolo("sintra", games)


@pytest.mark.compiled
@pytest.mark.parametrize("made", [played, stepped, observed])
def test_a_batch_too_big_is_refused_and_one_that_fits_is_made(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "meminfo"
    told.write_text("MemTotal:  8000 kB\nMemFree:  1 kB\nMemAvailable:  100 kB\n")
    monkeypatch.setattr(memory, "MEMINFO", told)
    with pytest.raises(ludotheque.Error, match="no memory for a batch of 1000000 games") as refused:
        made(1_000_000)
    [fit] = map(int, re.findall(r"at most (\d+) would fit now", str(refused.value)))
    assert 0 < fit < 100 * 1024
    made(fit)
    with pytest.raises(ludotheque.Error, match=f"at most {fit} would fit now"):
        made(fit + 1)


@pytest.mark.compiled
def test_observations_that_do_not_fit_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batch, told = stepped(8_000), tmp_path / "meminfo"
    told.write_text("MemAvailable:  10000 kB\n")
    monkeypatch.setattr(memory, "MEMINFO", told)
    with pytest.raises(ludotheque.Error, match="no memory for a batch of 8000 games: at most 3296 would fit now"):
        batch.observations()
    told.write_text("MemAvailable:  10 kB\n")
    many = stepped(10)
    monkeypatch.setattr(cpu_batch, "UNCHECKED_BYTES", 0)
    with pytest.raises(ludotheque.Error, match="no memory for a batch of 8000 games"):
        assert batch.legal is None
    assert many.legal.any()


def test_a_system_that_does_not_tell_its_memory_is_asked_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 2**20 < memory.free_memory() < 2**50
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "nothing")
    memory.check_memory(10**9, 10**6)
    with pytest.raises(ludotheque.Error):
        memory.check_memory(10**15, 10**6)
