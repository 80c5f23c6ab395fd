"""The match pool plays all games, on one core or several, whatever bots do."""

from __future__ import annotations

import logging

import pytest

import ludotheque
from ludotheque.arena import Contest, MatchPool, Result, fixtures, match_pool

GUESTS = "tests.arena.guests"
CONTEST = Contest("sintra", 2, seed=1, seconds=0.8)  # long enough to start a thread on a busy machine


def results(table: tuple[str, ...], games: int, cores: int) -> list[Result]:
    found = MatchPool(CONTEST, table, cores).play(fixtures([table], games))
    return sorted(result._replace(seconds=()) for result in found)


def test_results_do_not_depend_on_the_cores() -> None:
    table = ("greedy", "random")
    alone = results(table, 4, 1)
    assert [result.number for result in alone] == [0, 1, 2, 3]
    assert results(table, 4, 2) == alone


@pytest.mark.parametrize(
    ("guest", "sentence"),
    [
        ("Slow", "has not decided within 0.8 seconds."),
        ("Deadly", "has ended its process."),
        ("Late", "has ended its process."),
    ],
)
def test_a_bot_that_hangs_or_ends_its_process_spoils_only_its_own_seat(
    guest: str, sentence: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.WARNING):
        found = results((f"{GUESTS}:{guest}", "random"), 2, 1)
    assert [list(result.failures) for result in found] == [[0], [1]]
    assert all(failure.endswith(sentence) for result in found for failure in result.failures.values())
    assert [result.ranks for result in found] == [(1, 2), (2, 1)]  # as the greedy bot does
    told = capfd.readouterr()
    assert told.out == ""
    assert ("I am going." in told.err) == (guest == "Late")


def test_a_bot_that_keeps_the_interpreter_is_replaced_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """If several bots of a table fail, each of them is replaced."""
    monkeypatch.setattr(match_pool, "STALLED", 2.0)
    table = (f"{GUESTS}:Absorbed", f"{GUESTS}:Deadly")
    (found,) = MatchPool(CONTEST, table, 1).play(fixtures([table], 2)[:1])
    assert found.failures == {
        0: f"The bot {GUESTS}:Absorbed has not decided within 0.8 seconds.",
        1: f"The bot {GUESTS}:Deadly has ended its process.",
    }


@pytest.mark.parametrize(
    ("bots", "cores", "sentence"),
    [
        (("wizard", "random"), 1, "There is no bot 'wizard'"),
        (("child?depth=1", "random"), 1, "A level has no 'depth'"),
        (("greedy", "random"), 0, "at least one core, not 0"),
    ],
)
def test_bad_contests_are_refused_before_anything_is_played(bots: tuple[str, ...], cores: int, sentence: str) -> None:
    with pytest.raises(ludotheque.Error, match=sentence):
        MatchPool(CONTEST, bots, cores)
    with pytest.raises(ludotheque.Error, match="is for 2 to 4 players"):
        MatchPool(Contest("sintra", 7), ("greedy",))
