"""The book: the results of a contest in a file, one line of JSON each."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ludotheque.arena.match import Contest, Result
from ludotheque.arena.plan import Fixture
from ludotheque.contract.reading import parsed
from ludotheque.errors import Error

_BY_SEAT: dict[str, tuple[type, ...]] = {
    "seats": (str,), "scores": (int,), "ranks": (int,), "decisions": (int,), "seconds": (int, float),
}  # fmt: skip
"""The fields of a result with one value for every seat, and their types."""


class Book:
    """The results of a contest; with a file, an interrupted contest can be resumed."""

    def __init__(self, contest: Contest, path: Path | None = None, *, resume: bool = False) -> None:
        self.results: list[Result] = []
        self._path = path
        self._players = contest.players
        self._head = {"contest": asdict(contest)}
        if path is None:
            if resume:
                raise Error("Resuming a contest needs the file with its results.")
            return
        try:
            self._begin(path, resume)
        except OSError as problem:
            raise Error(f"The results cannot be saved in {path} ({problem.strerror or problem}).") from None

    def _begin(self, path: Path, resume: bool) -> None:
        if not path.is_file() or not path.stat().st_size:
            path.write_text(json.dumps(self._head) + "\n", encoding="utf-8")
            return
        if not resume:
            raise Error(f"The file {path} exists already: --resume continues its contest.")
        whole, end, _ = path.read_bytes().rpartition(b"\n")
        self._read(whole, path)
        # Truncating rewrites nothing, so an interruption here loses no result.
        os.truncate(path, len(whole + end))

    def _read(self, whole: bytes, path: Path) -> None:
        """Reads the results of the same contest, without an incomplete last line."""
        head, *lines = whole.split(b"\n")
        try:
            found = parsed(head) if head else None
            self.results = [_result(parsed(line), self._players) for line in lines]
        except (ValueError, TypeError, KeyError):
            raise Error(f"The file {path} holds no results of a contest.") from None
        if found != self._head:
            raise Error(f"The file {path} holds the results of another contest.")

    def missing(self, fixtures: list[Fixture]) -> list[Fixture]:
        """The fixtures without a result; raises if a result belongs to other fixtures."""
        known = {fixture.number: fixture for fixture in fixtures}
        for result in self.results:
            if known.pop(result.number, None) != Fixture(result.number, result.deal, result.seats):
                raise Error(f"Game {result.number} in {self._path} is not a game of this contest.")
        return list(known.values())

    def add(self, result: Result) -> None:
        """Saves a result."""
        self.results.append(result)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result._asdict()) + "\n")


def _result(line: dict[str, Any], players: int) -> Result:
    """A result from its JSON; raises TypeError, ValueError or KeyError if it is malformed."""
    if not isinstance(line, dict) or line.keys() != set(Result._fields):
        raise ValueError
    failures = {int(seat): sentence for seat, sentence in dict(line["failures"]).items()}
    if not all(seat in range(players) and isinstance(sentence, str) for seat, sentence in failures.items()):
        raise ValueError
    number, deal = (_kept(line[key], int) for key in ("number", "deal"))
    rest: dict[str, Any] = {key: tuple(_kept(v, *kinds) for v in line[key]) for key, kinds in _BY_SEAT.items()}
    found = Result(number, deal, **rest, failures=failures)
    if any(len(part) != players for part in found[2:-1]) or min(found.ranks) != 1:
        raise ValueError
    return found


def _kept(value: Any, *kinds: type) -> Any:
    """The value, if its type is exactly one of these."""
    if type(value) not in kinds:
        raise TypeError
    return value
