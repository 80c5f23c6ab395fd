"""The broken-glass track."""

from __future__ import annotations

import pytest

from ludotheque import Position

from .build import CENTRE, at, last_turn, panes_on, pile, seat, shown, take, turn


def breaking(panes: int, score: int = 0, broken: int = 0, lost: int = 0, **options: bool) -> Position:
    """Seat 0 takes this many blue panes and breaks them: K8.f under its glazier has no blue space."""
    mine = seat(glazier=8, score=score, broken=broken, lost=lost)
    return at(mine, centre="B" * panes + "P", **options).play(take(CENTRE, "B"))


@pytest.mark.parametrize(
    ("before", "panes", "after", "points"),
    [(0, 1, 1, 0), (0, 7, 7, 0), (0, 8, 0, -18), (7, 1, 0, -18), (7, 2, 1, -18), (5, 6, 3, -18), (7, 9, 0, -36)],
)
def test_s43_the_end_of_the_track_costs_18_and_the_steps_go_on_from_the_top(
    before: int, panes: int, after: int, points: int
) -> None:
    p = breaking(panes, broken=before, score=40)
    assert (shown(p)["broken"], p.scores()) == (after, [40 + points, 0])
    assert p.ledger()[0] == [("S7", 40)] + ([("S43", points)] if points else [])


def test_s43_the_step_of_the_tile_can_be_the_last_one() -> None:
    p = at(seat(broken=7, score=20), centre="BP", tile_in_centre=True).play(take(CENTRE, "B"))
    assert (turn(p), p.scores(), shown(p)["broken"]) == (("PLACE", 0), [2, 0], 0)


@pytest.mark.parametrize(("index", "lost"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14)], ids=str)
def test_s44_lost_adds_18_per_overflow_and_the_final_loss(index: int, lost: int) -> None:
    assert shown(breaking(9, lost=18))["lost"] == 36
    assert shown(last_turn(seat(broken=index, lost=36)), 1)["lost"] == 36 + lost


def test_s45_a_score_may_fall_below_zero() -> None:
    p = breaking(8, score=5)
    assert p.scores() == [-13, 0]
    assert p.ledger()[0] == [("S7", 5), ("S43", -18)]


def test_s45_unless_the_option_stops_each_loss_at_zero() -> None:
    p = breaking(8, score=5, score_floor_zero=True)
    assert (p.scores(), shown(p)["lost"]) == ([0, 0], 18)
    assert p.ledger()[0] == [("S7", 5), ("S43", -18), ("S45", 13)]


def test_s45_the_option_also_stops_the_final_loss() -> None:
    p = last_turn(seat(score=3, broken=7), score_floor_zero=True)
    assert (p.scores()[1], shown(p, 1)["lost"]) == (0, 14)
    assert p.ledger()[1] == [("S7", 3), ("S45", 11), ("S52", -14)]


def test_y1_the_tile_ends_the_track_and_the_panes_start_it_anew() -> None:
    mine = seat("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f=.W...", glazier=8, score=30, broken=7)
    p = at(mine, centre="WWWP", tile_in_centre=True).play(take(CENTRE, "W"))
    assert (p.scores(), shown(p)["broken"], shown(p)["lost"]) == ([12, 0], 2, 18)
    assert panes_on(p, 8) == ".W.W."


@pytest.mark.parametrize(("floor", "score"), [(False, -8), (True, 0)])
def test_y2_six_broken_panes_from_space_5(floor: bool, score: int) -> None:
    mine = seat("K1.f K2.f K3.f K4.f K5.f K6.f K8.f K7.f", glazier=8, score=10, broken=5)
    p = at(mine, centre="OOOOOOP", score_floor_zero=floor).play(take(CENTRE, "O"))
    assert (p.scores(), shown(p)["broken"]) == ([score, 0], 3)
    assert (shown(p)["glazier"], pile(p, "tower"), shown(p)["lost"]) == (8, "OOOOOO", 18)


def test_y3_after_an_overflow_the_final_loss_can_be_nothing() -> None:
    p = at(seat(glazier=8, score=20, broken=6), indicator="P", centre="BB").play(take(CENTRE, "B"))
    assert turn(p) == ("OVER", None)
    assert (p.scores(), shown(p)["broken"], shown(p)["lost"]) == ([2, 0], 0, 18)
    assert p.ledger()[0] == [("S7", 20), ("S43", -18)]
