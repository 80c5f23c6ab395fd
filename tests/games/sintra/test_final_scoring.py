"""Final scoring and the winner."""

from __future__ import annotations

import pytest

from ludotheque import Position
from tests.samples import Json

from .build import at, last_turn, pane, pile, play, seat, shown, strip, take, turn


def windows(text: str, **rest: int) -> Json:
    """A seat with these windows; K8 lies where a window is empty, else it is removed."""
    cells = text.split()
    names = iter(["K1.f", "K2.f", "K3.f", "K4.f", "K5.f", "K6.f", "K7.f"])
    joker_laid = False
    slots = []
    for cell in cells:
        if cell == "-" and not joker_laid:
            slots.append("K8.f")
            joker_laid = True
        else:
            slots.append("-" if len(cell) == 2 else next(names))
    return seat(" ".join(slots), text, **rest)


# --- the final scores ---------------------------------------------------------------------------


def test_s50_sets_then_broken_glass_then_the_side_bonus() -> None:
    mine = seat("- K2.f=WYW.. K3.f K4.f K5.f K6.f K7.f K8.f", "BB - - - - - - -", broken=2)
    p = last_turn(mine, score_floor_zero=True)
    assert p.scores()[1] == 3  # 0 + 1, then - 2 but not below 0, then + 3; any other order gives more
    assert p.ledger()[1] == [("S45", 1), ("S51", 1), ("S52", -2), ("S53", 3)]


def test_s50_every_seat_is_scored() -> None:
    mine = seat("K1.f K2.f=WYW.. K3.f K4.f K5.f K6.f K7.f K8.f")
    p = at(seat(glazier=8), mine, mine, mine, players=4, indicator="P", factories=["B"]).play(take(1, "B"))
    assert p.scores() == [-1, 1, 1, 1]


@pytest.mark.parametrize(
    ("slots", "points"),
    [
        ("K1.f=BW... K2.f K3.f K4.f K5.f K6.f K7.f K8.f", 0),
        ("K1.f=BWB.. K2.f K3.f K4.f K5.f K6.f K7.f K8.f", 1),
        ("K1.f=BW... K2.f=W.... K3.f K4.f K5.f K6.f K7.f K8.f", 1),
        ("K1.f=BWBW. K2.f=WYWY. K3.f=YOYO. K4.f=OPOP. K5.f=PBPB. K6.f=BYPY. K7.b=OBYB. K8.f=PWOW.", 10),
    ],
)
def test_s51_a_point_for_each_3_panes_on_all_strips_together(slots: str, points: int) -> None:
    p = last_turn(seat(slots))
    assert p.scores() == [-1, points]
    assert p.ledger()[1] == ([("S51", points)] if points else [])


@pytest.mark.parametrize(("index", "loss"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14)])
def test_s52_the_points_beside_the_marker_are_lost(index: int, loss: int) -> None:
    p = last_turn(seat(score=50, broken=index))
    assert p.scores() == [-1, 50 - loss]
    assert shown(p, 1)["broken"] == index  # the marker is not moved


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("- - - - - - - -", 0),
        ("B - - - - - - -", 0),
        ("BB - - - - - - -", 3),
        ("B B - - - - - -", 3),
        ("- B B - - - - -", 0),  # windows 2 and 3 lie at two ornaments
        ("- - BB B - - - -", 6),
        ("- - - - BB BB - -", 10),
        ("- - - - - - B BB", 6),
        ("BW BW BW BW BW BW BW BW", 40),
    ],
)
def test_s53_side_a_scores_the_ornaments(text: str, points: int) -> None:
    assert last_turn(windows(text)).scores() == [-1, points]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("- - - - - - - -", 0),
        ("BW - - - - - - -", 1 * 1),
        ("BB - - - - - - -", 1 * 2),
        ("BB B B - - - - -", 1 * 4),  # panes in windows not completed count for the colour
        ("BW BY BO - P P P P", 3 * 4),  # the best colour is taken by itself
        ("PP PP PP PP PP PP PP PP", 8 * 16),
    ],
)
def test_s53_side_b_scores_completed_windows_times_the_best_colour(text: str, points: int) -> None:
    assert last_turn(windows(text), side="B").scores() == [-1, points]


# --- the winner (S54, S55) --------------------------------------------------------------------------


def result(*markers: tuple[int, int, int]) -> Position:
    """The end of a game with these (score, broken, lost) before the last pane is placed."""
    seats = [seat(score=score, broken=broken, lost=lost) for score, broken, lost in markers]
    p = at(*seats, players=len(seats), indicator="P", factories=["B"])
    return play(p, take(1, "B"), strip(1))


def test_s54_the_highest_score_wins() -> None:
    assert result((10, 0, 0), (30, 0, 36), (20, 0, 0)).winners() == [1]


def test_s54_a_tie_goes_to_who_lost_fewest_points_on_the_track() -> None:
    p = result((30, 0, 36), (30, 0, 18), (10, 0, 0))
    assert (p.scores(), p.winners()) == ([30, 30, 10], [1])


def test_s54_overflows_and_the_final_loss_both_count() -> None:
    p = result((31, 1, 18), (30, 0, 18))
    assert (p.scores(), p.winners()) == ([30, 30], [1])


def test_s54_still_tied_the_victory_is_shared() -> None:
    assert result((30, 0, 18), (30, 0, 18), (29, 0, 0)).winners() == [0, 1]


@pytest.mark.parametrize("text", ["BB WW - - - - - -", "BW YO - - - - - -"])
def test_s55_on_side_a_colours_in_windows_do_not_score(text: str) -> None:
    assert last_turn(windows(text)).scores() == [-1, 10]


@pytest.mark.parametrize("side", ["A", "B"])
def test_s55_the_pane_is_the_players_choice_on_both_sides(side: str) -> None:
    nearly = seat("K8.f K1.f K4.f K5.f K6.f=.YPYB K2.f K3.f K7.f", glazier=5)
    p = at(nearly, factories=["B", "P"], side=side).play(take(1, "B"))
    assert (turn(p), p.legal()) == (("PANE", 0), [pane("B"), pane("Y"), pane("P")])
    towers = [pile(p.play(action), "tower") for action in p.legal()]
    assert towers == ["BYYP", "BBYP", "BBYY"]


# --- worked examples --------------------------------------------------------------------------------


def test_x6_seven_panes_left_on_strips() -> None:
    p = last_turn(seat("K1.f=BW.W. K2.f K3.f=Y.... K4.f K5.f=PBP.. K6.f K7.f K8.f"))
    assert p.ledger()[1] == [("S51", 2)]


def test_x7_the_marker_on_the_space_of_8() -> None:
    p = last_turn(seat(score=60, broken=5))
    assert (p.scores()[1], shown(p, 1)["lost"]) == (52, 8)
    assert p.ledger()[1] == [("S7", 60), ("S52", -8)]


def test_x8_ornaments() -> None:
    assert last_turn(windows("BW BW YO YO - - P P")).ledger()[1] == [("S53", 23)]


def test_x9_four_completed_windows_and_five_orange_panes() -> None:
    assert last_turn(windows("OB OW OY OP - - O B"), side="B").ledger()[1] == [("S53", 20)]


@pytest.mark.parametrize(
    ("slots", "points"),
    [
        ("K1.f=BW... K2.f=WY... K3.f=Y.... K4.f K5.f K6.f K7.f K8.f", 1),
        ("K1.f=BWB.. K2.f=WYW.. K3.f=YOY.. K4.f=OP... K5.f K6.f K7.f K8.f", 3),
    ],
)
def test_y12_sets_are_counted_over_all_strips(slots: str, points: int) -> None:
    assert last_turn(seat(slots)).ledger()[1] == [("S51", points)]


def test_y13_equal_scores_and_the_smaller_loss_wins() -> None:
    p = result((66, 2, 18), (78, 7, 0))
    assert [shown(p, n)["lost"] for n in (0, 1)] == [20, 14]
    assert (p.scores(), p.winners()) == ([64, 64], [1])


def test_y13_equal_losses_too_and_the_victory_is_shared() -> None:
    p = result((78, 7, 0), (78, 7, 0))
    assert (p.scores(), p.winners()) == ([64, 64], [0, 1])


@pytest.mark.parametrize(("text", "points"), [("P P P P P - - -", 0), ("BO BO BO B O - - -", 12)])
def test_y18_side_b(text: str, points: int) -> None:
    assert last_turn(windows(text), side="B").scores()[1] == points


def test_y19_side_a() -> None:
    assert last_turn(windows("BW B - YO P P BW YO")).ledger()[1] == [("S53", 22)]


def test_y21_full_final_scoring_on_side_b() -> None:
    mine = seat("- - - K4.f=OP... K5.f=PB... K6.f K7.f K8.f", "BW BY BO B - - - -", score=50, broken=4)
    p = last_turn(mine, side="B")
    assert p.ledger()[1] == [("S7", 50), ("S51", 1), ("S52", -6), ("S53", 12)]
    assert (p.scores()[1], shown(p, 1)["lost"]) == (57, 6)
