"""A short storm on each database; `make torture` is the long one."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from bench.visitors import HttpResponse, Lost, SeenTable, Visitor
from tests.web.site import Site
from tests.web.torture import stuck
from tests.web.torture.people import RemotePlayer, SentDecision
from tests.web.torture.runs import TortureRun, added_up, shared_out
from tests.web.torture.storm import Report, calm, difference, storm

KILLS = 4


@pytest.mark.server
@pytest.mark.both_databases
def test_nothing_that_was_acknowledged_is_lost_when_servers_are_killed(database: str, tmp_path: Path) -> None:
    report = asyncio.run(storm(database, tmp_path, KILLS, parties=1, seed=7, games=("fourberies", "sintra")))
    assert report.kills >= KILLS
    assert report.games >= 1
    assert report.acknowledged > 0
    assert report.sealed > 0


@pytest.mark.server
def test_a_stopping_server_answers_every_client_first(tmp_path: Path) -> None:
    report = asyncio.run(calm(f"sqlite:///{tmp_path}/tables.sqlite3", tmp_path, restarts=1, parties=1, seed=3))
    assert report.acknowledged > 0
    assert report.doubtful == 0


def test_what_is_lost_would_be_noticed() -> None:
    sent = [
        SentDecision(0, 5, True),
        SentDecision(3, 6),
        SentDecision(4, 7, True),
        SentDecision(4, 8, True),
        SentDecision(4, 9),
        SentDecision(9, 1),
        SentDecision(11, 2, True, perhaps_undone=True),
    ]
    for right in ({0: 5, 4: 8}, {0: 5, 3: 6, 4: 9}, {0: 5, 4: 8, 9: 1}, {0: 5, 4: 8, 11: 2}):
        assert difference(sent, right) == ""
    for wrong, said in (
        ({4: 8}, "ply 0: the decision 5 is lost"),
        ({0: 5, 4: 7}, "ply 4: 7 is not what was decided"),  # it was changed, and the change acknowledged
        ({0: 6, 4: 8}, "ply 0: 6 is not what was decided"),
        ({0: 5, 2: 1, 4: 8}, "ply 2: 1 is not what was decided"),
    ):
        assert said in difference(sent, wrong)


@pytest.mark.server
def test_a_server_that_loses_decisions_is_found(tmp_path: Path) -> None:
    losing = storm(f"sqlite:///{tmp_path}/db", tmp_path, 0, parties=1, seed=7, games=("sintra",), losing=0.3)
    with pytest.raises(ExceptionGroup) as told:
        asyncio.run(losing)
    assert "is lost" in str(told.value.exceptions[0])


class AnsweringVisitor(Visitor):
    """A visitor whose posts get one answer."""

    def __init__(self, status: int) -> None:
        super().__init__("http://127.0.0.1:1")
        self._status = status

    async def post(self, path: str, fields: Mapping[str, object] = {}) -> HttpResponse:
        if not self._status:
            raise Lost("no answer")
        return HttpResponse(self._status, {}, b"")


@pytest.mark.parametrize(("status", "doubted"), [(303, True), (0, True), (409, False)])
def test_a_sealed_answer_goes_with_the_step_that_led_to_its_question(status: int, doubted: bool) -> None:
    ann, bea = (RemotePlayer(["http://127.0.0.1:1"], seat, random.Random(1)) for seat in range(2))
    ann.others, ann.visitor = [bea], AnsweringVisitor(status)
    ann.sent, bea.sent = [SentDecision(4, 1, True)], [SentDecision(3, 7, True), SentDecision(5, 2, True)]
    with contextlib.suppress(Lost):
        asyncio.run(ann._take_back("table", SeenTable(9, False, 0, (1, 2), ply=5)))
    assert [sent.perhaps_undone for sent in bea.sent] == [False, doubted]


def test_processes_share_the_kills_and_their_reports_add_up() -> None:
    shares = shared_out(TortureRun("sqlite", 1000, 2, 4, seed=5, minutes=1.0), 7)
    assert sum(share.kills for share in shares) == 1000
    assert max(share.kills for share in shares) == 143
    assert [share.seed for share in shares] == list(range(5, 12))
    assert added_up([Report(kills=2, streams=5), Report(kills=1, parts=1)]) == Report(kills=3, parts=1, streams=5)


class NoServers:
    addresses: list[str] = []
    starting = False

    async def stacks(self) -> str:
        return "no server says anything"


def test_a_table_that_stands_still_ends_a_storm_and_says_what_it_waits_for(
    site: Site, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = site.person().make("sintra", seats=2, seat_0="me", seat_1="me")
    monkeypatch.setattr(stuck, "STUCK", 0.02)
    monkeypatch.setattr(stuck, "LOOK", 0.01)
    idle = RemotePlayer(["http://127.0.0.1:1"], 0, random.Random(1))
    with pytest.raises(AssertionError, match=rf"(?s){table} stands still.*running, version \d.*asked \[\d\]") as told:
        asyncio.run(asyncio.wait_for(stuck.watch(database, NoServers(), lambda: [(table, [idle])]), 60))
    assert "seat 0: sits down; its stream showed version 0\nno server says anything" in str(told.value)
