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
from tests.web.torture.checker import Loss, Report, difference, unanswered
from tests.web.torture.people import RemotePlayer, SentDecision
from tests.web.torture.posts import Posts
from tests.web.torture.runs import TortureRun, added_up, shared_out
from tests.web.torture.servers import GentleEnd
from tests.web.torture.storm import StormPlan, calm, storm

KILLS = 4


@pytest.mark.server
@pytest.mark.both_databases
def test_nothing_that_was_acknowledged_is_lost_when_servers_are_killed(database: str, tmp_path: Path) -> None:
    plan = StormPlan(KILLS, parties=1, seed=7, games=("fourberies", "sintra"))
    report = asyncio.run(storm(database, tmp_path, plan))
    assert report.kills >= KILLS
    assert report.games >= 1
    assert report.acknowledged > 0
    assert report.sealed > 0


@pytest.mark.server
def test_a_stopping_server_answers_every_client_first(tmp_path: Path) -> None:
    plan = StormPlan(0, parties=1, seed=3)
    report = asyncio.run(calm(f"sqlite:///{tmp_path}/tables.sqlite3", tmp_path, 1, plan))
    assert report.stops == 2
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
        SentDecision(11, 2, True, doubts=1),
        SentDecision(12, 3, True, undone=True),
    ]
    for right in ({0: 5, 4: 8}, {0: 5, 3: 6, 4: 9}, {0: 5, 4: 8, 9: 1}, {0: 5, 4: 8, 11: 2}):
        assert difference(sent, right) == ""
    for wrong, said in (
        ({4: 8}, "ply 0: the decision 5 is lost"),
        ({0: 5, 4: 7}, "ply 4: 7 is not what was decided"),  # it was changed, and the change acknowledged
        ({0: 6, 4: 8}, "ply 0: 6 is not what was decided"),
        ({0: 5, 2: 1, 4: 8}, "ply 2: 1 is not what was decided"),
        ({0: 5, 4: 8, 12: 3}, "ply 12: 3 is not what was decided"),  # it was taken back
    ):
        assert said in difference(sent, wrong)


def test_a_decision_that_a_stopping_server_made_must_be_answered() -> None:
    ends = [GentleEnd("http://a", 10.0, 12.0)]
    sent = [
        SentDecision(0, 5, unanswered=("http://a", 11.0)),
        SentDecision(1, 5, unanswered=("http://a", 9.0)),  # it was killed before
        SentDecision(2, 5, unanswered=("http://b", 11.0)),
        SentDecision(3, 5, True),
    ]
    assert unanswered(sent, {1: 5, 2: 5, 3: 5}, ends) == ""
    assert "ply 0: 5" in unanswered(sent, {0: 5, 1: 5}, ends)


@pytest.mark.server
def test_a_server_that_loses_decisions_is_found(tmp_path: Path) -> None:
    plan = StormPlan(0, parties=1, seed=7, games=("sintra",), losing="decisions")
    with pytest.raises((ExceptionGroup, Loss)) as told:
        asyncio.run(storm(f"sqlite:///{tmp_path}/db", tmp_path, plan))
    assert "is lost" in repr(told.value)


def test_a_kill_counts_as_a_hit_when_a_post_stays_unanswered() -> None:
    """Of a post at that address; a later kill, another address or an answer is no hit."""
    posts = Posts()
    for address, loses in (("http://a", True), ("http://b", True), ("http://a", False)):
        with contextlib.suppress(Lost), posts.waiting(address):
            posts.strike(["http://a"])
            if loses:
                raise Lost("no answer")
    with pytest.raises(Lost), posts.waiting("http://a"):
        raise Lost("no answer")
    assert posts.hits == 1


class AnsweringVisitor(Visitor):
    """A visitor whose posts get one answer."""

    def __init__(self, status: int) -> None:
        super().__init__("http://127.0.0.1:1")
        self._status = status

    async def post(self, path: str, fields: Mapping[str, object] = {}) -> HttpResponse:
        if not self._status:
            raise Lost("no answer")
        return HttpResponse(self._status, {}, b"")


@pytest.mark.parametrize(("status", "undone", "doubts"), [(303, True, 0), (0, False, 1), (409, False, 0)])
def test_an_agreed_undo_takes_back_what_was_decided_before_it(status: int, undone: bool, doubts: int) -> None:
    ann, bea = (RemotePlayer(["http://127.0.0.1:1"], seat, random.Random(1)) for seat in range(2))
    ann.others, ann.visitor = [bea], AnsweringVisitor(status)
    earlier, seal, later = (SentDecision(ply, 1, True, version) for ply, version in ((3, 7), (5, 9), (5, 12)))
    ann.sent, bea.sent = [SentDecision(4, 1, True, 8)], [earlier, seal, later]
    with contextlib.suppress(Lost):
        asyncio.run(ann._undo("table", "agree", {"version": 9, "yes": 1}, [ann, bea], 4))
    assert [(sent.undone, sent.doubts) for sent in (ann.sent[0], seal)] == [(undone, doubts)] * 2
    assert earlier.sure
    assert later.sure


def test_a_step_back_takes_no_sealed_answer_of_another() -> None:
    ann, bea = (RemotePlayer(["http://127.0.0.1:1"], seat, random.Random(1)) for seat in range(2))
    ann.others, ann.visitor = [bea], AnsweringVisitor(303)
    ann.sent, bea.sent = [SentDecision(4, 1, True)], [SentDecision(5, 2, True)]
    asyncio.run(ann._take_back("table", SeenTable(9, False, 0, (1, 2), ply=5), ann.sent[0]))
    assert ann.sent[0].undone
    with pytest.raises(AssertionError, match="the sealed answer of seat 1 is lost"):
        bea._still_sealed(SeenTable(11, False, 1, (1, 2), ply=5))


def test_processes_share_the_kills_and_their_reports_add_up() -> None:
    shares = [run.plan for run in shared_out(TortureRun("sqlite", StormPlan(1000, 4, seed=5)), 7)]
    assert sum(share.kills for share in shares) == 1000
    assert max(share.kills for share in shares) == 143
    assert [share.seed for share in shares] == list(range(5, 12))
    assert added_up([Report(servers=2, streams=5), Report(workers=1)]) == Report(servers=2, workers=1, streams=5)


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
