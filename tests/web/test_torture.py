"""A short storm on each database; `make torture` is the long one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.web.torture.storm import calm, is_part, storm

KILLS = 10


@pytest.mark.both_databases
def test_nothing_that_was_acknowledged_is_lost_when_servers_are_killed(database: str, tmp_path: Path) -> None:
    report = asyncio.run(storm(database, tmp_path, KILLS, parties=1, seed=7))
    assert report.kills >= KILLS
    assert report.games >= 1
    assert report.acknowledged > 0


def test_a_server_that_is_told_to_stop_answers_everybody_first(tmp_path: Path) -> None:
    report = asyncio.run(calm(f"sqlite:///{tmp_path}/tables.sqlite3", tmp_path, restarts=1, parties=1, seed=3))
    assert report.acknowledged > 0
    assert report.doubtful == 0


def test_what_is_lost_would_be_noticed() -> None:
    assert is_part([1, 3], [1, 2, 3])
    assert not is_part([1, 3, 3], [1, 2, 3])
    assert not is_part([3, 1], [1, 2, 3])
