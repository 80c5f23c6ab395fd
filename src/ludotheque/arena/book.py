"""The book: results of a contest in a file, a line of JSON each, as they come."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ludotheque.arena.match import Contest, Result
from ludotheque.arena.plan import Fixture
from ludotheque.errors import Error


class Book:
    """The results of a contest, also in a file if it has one: a contest that was cut off can go on."""

    def __init__(self, contest: Contest, path: Path | None = None, *, resume: bool = False) -> None:
        self.results: list[Result] = []
        self._path = path
        self._head = {"contest": asdict(contest)}
        if path is None:
            if resume:
                raise Error("To go on with a contest, say in which file its results are.")
            return
        try:
            self._begin(path, resume)
        except OSError as problem:
            raise Error(f"The results {path} cannot be kept ({problem.strerror or problem}).") from None

    def _begin(self, path: Path, resume: bool) -> None:
        kept = json.dumps(self._head) + "\n"
        if path.is_file() and path.stat().st_size:
            if not resume:
                raise Error(f"There is a file {path} already: --resume goes on with it.")
            kept = self._read(path)
        path.write_text(kept, encoding="utf-8")

    def _read(self, path: Path) -> str:
        """Reads the results of the same contest; a last line that was cut off is dropped."""
        whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n")
        head, *lines = whole.split("\n")
        try:
            found = json.loads(head) if head else None
            self.results = [_result(json.loads(line)) for line in lines]
        except (ValueError, TypeError, KeyError):
            raise Error(f"The file {path} holds no results of a contest.") from None
        if found != self._head:
            raise Error(f"The file {path} holds the results of another contest.")
        return whole + "\n"

    def missing(self, fixtures: list[Fixture]) -> list[Fixture]:
        """The fixtures without a result; raises if a result belongs to other fixtures."""
        known = {fixture.number: fixture for fixture in fixtures}
        for result in self.results:
            if known.pop(result.number, None) != Fixture(result.number, result.deal, result.seats):
                raise Error(f"Game {result.number} in {self._path} is no game of this contest.")
        return list(known.values())

    def add(self, result: Result) -> None:
        """Keeps a result."""
        self.results.append(result)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result._asdict()) + "\n")


def _result(line: dict[str, Any]) -> Result:
    failures = {int(seat): sentence for seat, sentence in line.pop("failures").items()}
    number, deal = line.pop("number"), line.pop("deal")
    rest = {key: tuple(value) for key, value in line.items()}
    return Result(number, deal, **rest, failures=failures)
