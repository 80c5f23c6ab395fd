"""The score sheet of La Stanza in words."""

from __future__ import annotations

from ludotheque import Position
from ludotheque.contract.ending import Cell, ScoreLine

from .build import seat
from .test_scoring import SEVENTY, final


def line(p: Position, rule: str, name: str = "") -> ScoreLine:
    (found,) = [line for line in p.ending().lines if line.rules == (rule,) and line.name.startswith(name)]
    return found


def test_l54_l100_lines_say_what_the_points_are_for() -> None:
    p = final(seat(ship=12, books="R R R R A A", passed=1), seat(), pillars={"D.M17": 0, "A.M12": 0})
    assert line(p, "L54").cells == (Cell(29, "Discoveries 17, Arts 12"), Cell(0))
    assert line(p, "L100", "Money").cells[0] == Cell(7, "ship on 7 PP")
    assert line(p, "L100", "Books").cells[0] == Cell(5, "Religion 3, Arts 2")
    assert [cell.note for cell in line(p, "L91").cells] == ["ended early, place 1", "played A, B, C"]


def test_l101_a_tile_has_a_line_if_somebody_owns_it() -> None:
    p = final(seat(ship=9, bonus_tiles="TD5"), seat(ship=9), seat(ship=4))
    assert line(p, "L101").cells == (Cell(3, "tied"), Cell(None), Cell(None))
    assert not [each for each in final(seat(), seat()).ending().lines if each.rules == ("L101",)]


def test_l102_l104_majorities_say_what_was_shared_or_lost() -> None:
    p = final(seat(bonus_tiles="TD1 TD2", discs=""), seat(bonus_tiles="TL1 TL2", discs=""), seat())
    majority = line(p, "L102")
    assert [cell.note for cell in majority.cells] == ["2 discs, tied", "2 discs, tied", "0 discs"]
    assert majority.note == (
        "places 1–2 (12 + 8 PP) are shared by Seat 1 and Seat 2: 10 PP each; place 3 (5 PP) goes to nobody"
    )
    assert "the neutral player takes place 1, so its 17 PP are lost" in line(p, "L103").note


def test_l59_a_flipped_patron_has_a_line_of_its_own() -> None:
    assert line(final(seat(flipped=True), seat()), "L59").cells == (Cell(-5, "patron flipped"), Cell(0))


def test_l105_a_tie_is_decided_with_its_numbers() -> None:
    left, right = seat(workers="- Pt - - - -", books="A A A A"), seat(workers="- - - Pt - -", books="A A A A", ship=9)
    ending = final(left, right, pillars=SEVENTY).ending("en", ("Ann", "Bob"))
    assert ending.verdict.headline == "Ann wins with 70 prestige points"
    assert ending.verdict.reasons == (
        ("Ann and Bob both have 70 PP: Ann is ahead, with the patron further left (slot 5 before 3).", "L105"),
    )
    assert ending.tie is not None
    assert [cell.note for cell in ending.tie.cells] == [
        "patron not flipped, slot of 5 florins, played A, B, C",
        "patron not flipped, slot of 3 florins, played A, B, C",
    ]


def test_l105_without_a_tie_the_margin_is_told() -> None:
    ending = final(seat(ship=16), seat()).ending()
    assert ending.verdict.reasons[0] == ("15 PP more than Seat 2.", "L105")
    assert ending.tie is None
