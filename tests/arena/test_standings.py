"""Standings: shares, ranks, intervals, and ratings that recover known strengths."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest

import ludotheque
from ludotheque.arena import Result, draw, standings
from ludotheque.arena.standings import interval


def result(number: int, seats: tuple[str, ...], ranks: tuple[int, ...], failures: dict[int, str] = {}) -> Result:
    scores = tuple(10 * (len(ranks) - rank) for rank in ranks)
    return Result(number, number // len(seats), seats, scores, ranks, (10,) * len(seats), (1.0,) * len(seats), failures)


def test_shares_ranks_scores_and_failures() -> None:
    found = standings(
        [result(0, ("a", "b", "b"), (1, 2, 3)), result(1, ("b", "a", "b"), (1, 1, 3), {1: "It has crashed."})]
    )
    a, b = (next(row for row in found.table if row.name == name) for name in "ab")
    assert (a.games, a.share, a.rank, a.score, a.seconds, a.failures) == (2, 0.75, 1.0, 20.0, 0.1, 1)
    assert (b.games, b.share, b.rank) == (4, 0.125, 2.25)
    duel = next(duel for duel in found.duels if (duel.name, duel.against) == ("a", "b"))
    assert (duel.games, duel.ahead) == (4, 0.875)


def test_an_interval_is_wilsons() -> None:
    assert interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(1.0, 200) == pytest.approx((0.9812, 1.0), abs=1e-4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ratings_find_the_strengths_that_made_the_results(players: int) -> None:
    chooser, strength = random.Random(players), {"a": 8.0, "b": 4.0, "c": 2.0, "d": 1.0}
    results = []
    for number in range(1200):
        seats = chooser.choice(list(combinations(strength, players)))
        places, left = dict[str, int](), list(seats)
        while left:  # Plackett-Luce: draws the next place in proportion to strength
            name = chooser.choices(left, [strength[name] for name in left])[0]
            left.remove(name)
            places[name] = len(places) + 1
        results.append(result(number, seats, tuple(places[name] for name in seats)))
    found = standings(results)
    assert [row.name for row in found.table] == ["a", "b", "c", "d"]
    for higher, lower in zip(found.table, found.table[1:], strict=False):
        assert higher.rating is not None
        assert lower.rating is not None
        assert higher.rating - lower.rating == pytest.approx(120.4, abs=40)  # twice as strong
    for row in found.table:
        assert row.rating_interval is not None
        assert row.rating is not None
        low, high = row.rating_interval
        assert low < row.rating < high < low + 90


def test_an_interval_stays_wide_where_all_deals_end_alike() -> None:
    """Ten victories in ten games are consistent with losing a third of the games, or almost none."""
    best, _ = standings([result(n, ("a", "b"), (1, 2)) for n in range(10)]).table
    assert best.rating is not None
    assert best.rating_interval is not None
    low, high = best.rating_interval
    assert low < best.rating - 50
    assert high > best.rating + 50
    assert 1 / (1 + 10 ** (2 * (1500 - low) / 400)) == pytest.approx(interval(1.0, 10)[0], abs=0.1)


def test_few_deals_make_no_interval_of_ratings() -> None:
    found = standings([result(n, ("a", "b"), (1, 2)) for n in range(8)])
    assert [row.rating_interval for row in found.table] == [None, None]
    assert found.table[0].rating == pytest.approx(1746, abs=1)


def test_results_without_ratings_need_no_further_package() -> None:
    found = standings([result(0, ("a", "b"), (2, 1))], rated=False)
    assert [(row.name, row.rating) for row in found.table] == [("b", None), ("a", None)]


def test_the_picture_shows_every_player(tmp_path: Path) -> None:
    found = standings([result(n, ("a", "b"), (1, 2) if n % 3 else (2, 1)) for n in range(12)])
    draw(found, tmp_path / "ratings.svg", "A contest", "Rating", {"a": "Anna"})
    drawn = (tmp_path / "ratings.svg").read_text()
    assert drawn.count(">Anna</text>") == 1
    assert drawn.count(">b</text>") == 1


def test_what_cannot_be_summed_up_or_drawn_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ludotheque.Error, match="no results yet"):
        standings([])
    found = standings([result(0, ("a", "b"), (2, 1))])
    for name in ("ratings.word", "ratings.png", "ratings"):
        with pytest.raises(ludotheque.Error, match=r"The picture .* cannot be written: its name must end in .svg"):
            draw(found, tmp_path / name, "A contest", "Rating")
    draw(found, tmp_path / "few.svg", "A contest", "Rating")
    with pytest.raises(ludotheque.Error, match="nothing to draw without ratings"):
        draw(standings([result(0, ("a", "b"), (2, 1))], rated=False), tmp_path / "x.svg", "A contest", "Rating")
