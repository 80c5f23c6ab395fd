"""The score sheet of Sintra in words."""

from __future__ import annotations

from ludotheque.contract.ending import Cell

from .build import last_turn, seat
from .test_final_scoring import result, windows


def test_s54_the_margin_is_told() -> None:
    verdict = result((10, 0, 0), (30, 0, 36), (20, 0, 0)).ending().verdict
    assert verdict.headline == "Seat 2 wins with 30 points"
    assert verdict.reasons[0] == ("10 points more than Seat 3.", "S54")


def test_s54_a_tie_is_decided_with_its_numbers() -> None:
    ending = result((30, 0, 36), (30, 0, 18), (10, 0, 0)).ending()
    assert ending.verdict.headline == "Seat 2 wins with less broken glass"
    assert ending.verdict.reasons == (
        (
            "Seat 1 and Seat 2 are tied at 30 points. Points lost to broken glass in the whole game: "
            "Seat 1 36, Seat 2 18. The smallest loss wins.",
            "S54",
        ),
    )
    assert ending.tie is not None
    assert [cell.points for cell in ending.tie.cells] == [36, 18, 0]


def test_s54_a_shared_victory() -> None:
    ending = result((30, 0, 18), (30, 0, 18), (29, 0, 0)).ending()
    assert ending.verdict.headline == "Seat 1 and Seat 2 share the victory"
    assert "the victory is shared" in ending.verdict.reasons[0].text


def test_s51_s52_s53_the_final_scoring_says_what_it_counts() -> None:
    mine = windows("BB WW - - - - - -", broken=2)
    final = last_turn(mine).ending().parts[1]
    sets, marker, side = [line.cells[1] for line in final.lines]
    assert sets == Cell(0, "0 panes")
    assert marker == Cell(-2)
    assert side == Cell(10, "10")


def test_s53_side_b_multiplies_windows_and_panes_of_a_colour() -> None:
    line = last_turn(windows("BB BW - - - - - -"), side="B").ending().parts[1].lines[-1]
    assert (line.name, line.cells[1]) == ("Windows × colour, side B", Cell(6, "2 × 3"))


def test_s45_where_a_score_was_lifted_to_zero_there_is_no_subtotal() -> None:
    mine = seat("- K2.f=WYW.. K3.f K4.f K5.f K6.f K7.f K8.f", "BB - - - - - - -", broken=2)
    ending = last_turn(mine, score_floor_zero=True).ending()
    assert [part.so_far for part in ending.parts] == ["", ""]
    assert [line.cells[1].points for line in ending.parts[1].lines] == [1, -2, 1, 3]
