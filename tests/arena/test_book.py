"""The book: results survive, and an interrupted contest is resumed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludotheque
from ludotheque.arena import Book, Contest, Result, fixtures

CONTEST = Contest("sintra", 2, seed=1, seconds=0.5, options={"side": "B"})
PLANNED = fixtures([("a", "b")], 4)


def result(number: int) -> Result:
    return Result(*PLANNED[number], (10, 7), (1, 2), (20, 21), (0.5, 0.25), {1: "It has crashed."})


def written(path: Path) -> Path:
    book = Book(CONTEST, path)
    book.add(result(2))
    book.add(result(0))
    return path


def test_results_are_read_again_and_the_rest_is_missing(tmp_path: Path) -> None:
    path = written(tmp_path / "results.jsonl")
    book = Book(CONTEST, path, resume=True)
    assert book.results == [result(2), result(0)]
    assert book.missing(PLANNED) == [PLANNED[1], PLANNED[3]]
    book.add(result(1))
    assert len(path.read_text().splitlines()) == 4


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = written(tmp_path / "results.jsonl")
    path.write_text(path.read_text()[:-9])
    book = Book(CONTEST, path, resume=True)
    assert book.results == [result(2)]
    book.add(result(3))
    assert Book(CONTEST, path, resume=True).results == [result(2), result(3)]


def test_without_a_file_results_are_kept_in_memory() -> None:
    book = Book(CONTEST)
    book.add(result(0))
    assert book.missing(PLANNED) == PLANNED[1:]


def test_what_does_not_fit_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = written(tmp_path / "results.jsonl")
    before = path.read_text()
    with pytest.raises(ludotheque.Error, match="--resume continues its contest"):
        Book(CONTEST, path)
    with pytest.raises(ludotheque.Error, match="holds the results of another contest"):
        Book(Contest("sintra", 2, seed=2), path, resume=True)
    with pytest.raises(ludotheque.Error, match="is not a game of this contest"):
        Book(CONTEST, path, resume=True).missing(fixtures([("b", "c")], 4))
    with pytest.raises(ludotheque.Error, match="needs the file with its results"):
        Book(CONTEST, resume=True)
    with pytest.raises(ludotheque.Error, match="cannot be saved"):
        Book(CONTEST, tmp_path)
    assert path.read_text() == before
    path.write_text("no JSON\nat all\n")
    with pytest.raises(ludotheque.Error, match="holds no results"):
        Book(CONTEST, path, resume=True)


@pytest.mark.parametrize(
    "damage",
    [
        b"5", b"\xff\xfe", b"[" * 100_000, b"{}", b'{"scores": [1, 2]}', "scores=ab", "scores=[1]", "ranks=[1]",
        "ranks=[2, 3]", "seats=[1, 2]", "number=true", "seconds=null", "failures={\"7\": \"x\"}", "failures={\"0\": 3}",
        "failures=7",
    ],
    ids=lambda damage: str(damage)[:20],
)  # fmt: skip
def test_a_damaged_file_is_refused_before_anything_is_played(damage: bytes | str, tmp_path: Path) -> None:
    path = written(tmp_path / "results.jsonl")
    head, first, _ = path.read_bytes().splitlines()
    if isinstance(damage, str):
        key, _, value = damage.partition("=")
        text = json.loads(value) if value != "ab" else value
        damage = json.dumps(json.loads(first) | {key: text}).encode()
    broken = b"\n".join((head, first, damage, b""))
    path.write_bytes(broken)
    with pytest.raises(ludotheque.Error, match="holds no results of a contest"):
        Book(CONTEST, path, resume=True)
    assert path.read_bytes() == broken


def test_results_are_never_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A contest that is killed right after it is resumed loses no result."""
    path = written(tmp_path / "results.jsonl")
    monkeypatch.setattr(Path, "write_text", None)
    monkeypatch.setattr(Path, "write_bytes", None)
    assert Book(CONTEST, path, resume=True).results == [result(2), result(0)]
