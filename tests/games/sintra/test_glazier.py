"""Action B, moving the glazier back."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import Position

from .build import ALL_REMOVED, RESET, at, pane, pile, play, seat, shown, strip, take, turn


def standing(slots: str, glazier: int, **rest: Any) -> Position:
    """Seat 0 has its glazier there and is to move."""
    return at(seat(slots, glazier=glazier), factories=["BBWO"], **rest)


def test_s39_the_glazier_goes_to_the_leftmost_strip_and_the_turn_ends() -> None:
    p = standing("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f", 6)
    after = p.play(RESET)
    assert (shown(after)["glazier"], turn(after)) == (1, ("TURN", 1))
    assert after.to_dict() == p.to_dict() | {
        "to_act": 1,
        "seats": [shown(p) | {"glazier": 1}, shown(p, 1)],
    }


def test_s39_empty_slots_are_skipped() -> None:
    assert shown(standing("- - K3.f K4.f - K6.f K7.f K8.f", 8).play(RESET))["glazier"] == 3


@pytest.mark.parametrize(
    ("slots", "leftmost"),
    [("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f", 1), ("- - K3.f K4.f - K6.f K7.f K8.f", 3)],
)
def test_s40_not_from_above_the_leftmost_strip(slots: str, leftmost: int) -> None:
    p = standing(slots, leftmost)
    assert p.legal() == [take(1, "B"), take(1, "W"), take(1, "O")]
    assert p.why_not(RESET) == "S40"
    assert standing(slots, 4).why_not(RESET) is None


def test_s41_from_an_empty_slot_even_to_the_right() -> None:
    p = standing("- - - K4.f K5.f K6.f K7.f K8.f", 2)
    assert p.why_not(RESET) is None
    assert shown(p.play(RESET))["glazier"] == 4


def test_s42_without_strips_there_is_no_way_back() -> None:
    p = standing(ALL_REMOVED, 5)
    assert p.why_not(RESET) == "S42"
    p = p.play(take(1, "B"))
    assert (shown(p)["broken"], shown(p)["glazier"], pile(p, "tower")) == (2, 5, "BB")


def test_y6_from_above_the_strip_just_removed() -> None:
    nearly = seat("- K1.f - - - K6.b=WOBO. K2.f K8.f", "BB - BB BB BB O - -", glazier=6)
    p = at(nearly, seat("K2.f K3.f K4.f K5.f K6.f K7.f K8.f K1.b", glazier=8), factories=["W", "O", "W", "P"])
    p = play(p, take(1, "W"), strip(6), pane("W"), take(2, "O"))
    assert (shown(p)["slots"][5], shown(p)["glazier"], p.to_act) == (None, 6, 0)
    assert p.play(take(3, "W")).legal() == [strip(7), strip(8)]
    assert p.why_not(RESET) is None
    assert shown(p.play(RESET))["glazier"] == 2


@pytest.mark.parametrize(("glazier", "rule"), [(3, "S40"), (5, None), (2, None)])
def test_y7_strips_remain_in_3_5_and_8(glazier: int, rule: str | None) -> None:
    p = standing("- - K3.f - K5.f - - K8.f", glazier)
    assert p.why_not(RESET) == rule
    if rule is None:
        assert shown(p.play(RESET))["glazier"] == 3


def test_y20_all_windows_completed() -> None:
    p = standing(ALL_REMOVED, 8)
    assert p.legal() == [take(1, "B"), take(1, "W"), take(1, "O")]
    p = p.play(take(1, "B"))
    assert (turn(p), shown(p)["broken"], shown(p)["glazier"]) == (("TURN", 1), 2, 8)
