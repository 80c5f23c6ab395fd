"""Golden records replay for ever, and the numbers of sequences stay what they were."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque
from tests.games.golden import (
    COUNT_DEPTH,
    HERE,
    SEED,
    counted,
    counted_plainly,
    digests,
    first_difference,
    read_counts,
    read_positions,
    record_path,
)
from tests.samples import OURS, few_kinds

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
    differs = first_difference(was, now)
    assert differs is None, f"{game}, golden record {name}: the position after ply {differs} is not what it was"


def test_a_change_of_the_rules_is_found_where_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as somebody has lost five points the rules are made to take one more: nothing else changes."""
    path = next(path for path in RECORDS if path.parent.parent.name == "sintra")
    record, was = ludotheque.GameRecord.load(path), read_positions("sintra")[path.stem]
    begins = next(ply for ply, position in enumerate(record.replay()) if min(position.scores()) <= -5)
    rules = ludotheque.load("sintra").edition.rules
    score = rules.score
    monkeypatch.setattr(rules, "score", lambda s, seat: score(s, seat) - (score(s, seat) <= -5))
    assert first_difference(was, digests(record)) == begins


def test_no_golden_record_is_missing() -> None:
    assert [str(kind) for kind in few_kinds() if kind.game in OURS and record_path(kind) not in RECORDS] == []


@pytest.mark.compiled
@pytest.mark.parametrize("game", OURS)
def test_counts_are_what_they_were(game: str) -> None:
    counts = read_counts(game)
    assert sorted(counts) == [
        (players, depth) for players in ludotheque.load(game).seats for depth in range(1, COUNT_DEPTH + 1)
    ]
    assert {key: counted(game, *key) for key in counts} == counts


@pytest.mark.parametrize("game", OURS)
def test_counting_agrees_with_playing_position_by_position(game: str) -> None:
    for players in ludotheque.load(game).seats:
        position = ludotheque.load(game).start(players, seed=SEED)
        for depth in (1, 2):
            assert counted_plainly(position, depth) == read_counts(game)[players, depth]
