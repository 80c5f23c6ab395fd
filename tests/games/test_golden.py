"""Golden records replay for ever, and the numbers of sequences stay what they were."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque
from tests.games.golden import (
    COUNT_DEPTH,
    DIGITS,
    HERE,
    SEED,
    counted,
    counted_plainly,
    digests,
    read_counts,
    read_positions,
    record_path,
)
from tests.samples import few_kinds

RECORDS = sorted(HERE.glob("*/golden/*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_golden_record_replays(path: Path) -> None:
    record = ludotheque.GameRecord.load(path)
    last = record.verify()
    assert last.to_act is None
    assert last.record().to_json() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_every_position_of_a_golden_record_is_what_it_was(path: Path) -> None:
    """A rule that changes anything at all is found here: it needs a new version of the rules."""
    name, game = path.stem, path.parent.parent.name
    was, now = read_positions(game)[name], digests(ludotheque.GameRecord.load(path))
    plies = range(0, max(len(was), len(now)), DIGITS)
    differs = next((at // DIGITS for at in plies if was[at : at + DIGITS] != now[at : at + DIGITS]), None)
    assert differs is None, f"{game}, golden record {name}: the position after ply {differs} is not what it was"


def test_no_golden_record_is_missing() -> None:
    assert [str(kind) for kind in few_kinds() if record_path(kind) not in RECORDS] == []


@pytest.mark.parametrize("game", ludotheque.games())
def test_counts_are_what_they_were(game: str) -> None:
    counts = read_counts(game)
    assert sorted(counts) == [
        (players, depth) for players in ludotheque.load(game).seats for depth in range(1, COUNT_DEPTH + 1)
    ]
    assert {key: counted(game, *key) for key in counts} == counts


@pytest.mark.parametrize("game", ludotheque.games())
def test_counting_agrees_with_playing_position_by_position(game: str) -> None:
    for players in ludotheque.load(game).seats:
        position = ludotheque.load(game).start(players, seed=SEED)
        for depth in (1, 2):
            assert counted_plainly(position, depth) == read_counts(game)[players, depth]
