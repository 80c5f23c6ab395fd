"""Action A, step 2, placing panes."""

from __future__ import annotations

import pytest

from ludotheque import Position

from .build import at, joker, pane, panes_on, pile, seat, shown, strip, take, turn


def placing(slots: str, panes: str, glazier: int = 1, **rest: str) -> Position:
    """Seat 0 has just taken these panes from factory 1; a pink one keeps the round going."""
    p = at(seat(slots, glazier=glazier), factories=[panes, "P"], **rest)
    return p.play(take(1, panes[0]))


# --- which strip --------------------------------------------------------------------------------


def test_s23_strips_left_of_the_glazier_and_removed_ones_are_out_of_reach() -> None:
    p = placing("K1.f K2.f K5.b K6.b - K7.f K8.f K3.f", "W", glazier=3)
    assert p.legal() == [strip(3), strip(4), strip(6), strip(7)]
    assert [p.why_not(strip(slot)) for slot in (1, 2, 5)] == ["S23", "S23", "S23"]


def test_s24_a_space_matches_if_it_is_empty_and_of_the_colour() -> None:
    p = placing("K1.f=.W.W. K2.f=W.W.. K3.f K4.f K5.f K6.f K7.f=..W.. K8.f", "W")
    assert p.legal() == [strip(2), strip(8)]
    assert [p.why_not(strip(slot)) for slot in (1, 3, 7)] == ["S26", "S26", "S26"]


def test_s24_an_empty_joker_space_matches_every_colour() -> None:
    slots = "K3.f K8.b K1.f K2.f K4.f K5.f K6.f K7.f"
    assert placing(slots, "B").why_not(strip(2)) is None
    assert placing(slots, "W").why_not(strip(2)) is None
    assert placing("K3.f K8.b=W...P K1.f K2.f K4.f K5.f K6.f K7.f", "W").why_not(strip(2)) == "S26"


def test_s25_all_panes_go_to_one_strip() -> None:
    p = placing("K1.f=B.... K2.f K3.f K4.f K5.f K6.f K7.f K8.f", "BBB")
    assert p.legal() == [strip(1), strip(5), strip(6)]
    p = p.play(strip(1))
    assert [slot["panes"] for slot in shown(p)["slots"]] == ["B.B.B", *["....."] * 7]
    assert (turn(p), shown(p)["broken"]) == (("TURN", 1), 1)  # though slots 5 and 6 had room


def test_s26_any_strip_with_a_matching_space_even_one_that_holds_fewer() -> None:
    p = placing("K1.f K2.f K3.f K4.f K5.f K6.f=B.... K7.f K8.f", "BBB")
    assert p.legal() == [strip(1), strip(5), strip(6)]
    p = p.play(strip(6))
    assert (panes_on(p, 6), shown(p)["broken"]) == ("B...B", 2)


def test_s26_nothing_but_a_strip_is_asked_for() -> None:
    p = placing("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f", "BBB")
    others = [action for action in range(67) if not 51 <= action <= 58]
    assert {p.why_not(action) for action in others} == {"S26"}
    assert p.why_not(strip(2)) == "S26"


def test_s27_the_glazier_moves_to_the_chosen_strip_or_stays() -> None:
    p = placing("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f", "B", glazier=5)
    assert shown(p.play(strip(6)))["glazier"] == 6
    assert shown(p.play(strip(5)))["glazier"] == 5


# --- how many ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("panes", "placed", "broken"),
    [("B", "B....", 0), ("BB", "B.B..", 0), ("BBB", "B.B.B", 0), ("BBBB", "B.B.B", 1)],
)
def test_s28_as_many_as_fit_are_placed(panes: str, placed: str, broken: int) -> None:
    p = placing("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f", panes).play(strip(1))
    assert (panes_on(p, 1), shown(p)["broken"], turn(p)) == (placed, broken, ("TURN", 1))


def test_s29_each_pane_left_over_breaks_into_the_tower() -> None:
    p = placing("K1.f=BWB.. K2.f K3.f K4.f K5.f K6.f K7.f K8.f", "BBBB", tower="BO").play(strip(1))
    assert panes_on(p, 1) == "BWB.B"
    assert (shown(p)["broken"], pile(p, "tower")) == (3, "BBBBO")
    assert p.scores() == [0, 0]  # points are lost at the end of the track and of the game only


def test_s30_without_a_matching_strip_all_break_and_the_glazier_stays() -> None:
    p = placing("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f", "BBB", glazier=7)
    assert (turn(p), shown(p)["glazier"]) == (("TURN", 1), 7)
    assert (shown(p)["broken"], pile(p, "tower")) == (3, "BBB")


# --- joker spaces (S31, S32) ------------------------------------------------------------------------

JOKER_SIDE = "K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.b"


@pytest.mark.parametrize(
    ("laid", "panes", "legal"),
    [
        (".....", "O", [0, 1]),
        (".....", "OO", [1, 2]),
        ("P....", "O", [0, 1]),
        ("P...P", "O", None),  # no joker space is empty
        ("...O.", "O", None),  # no orange space is empty
        ("P....", "OO", None),  # both get filled
    ],
)
def test_s31_how_many_go_on_joker_spaces_is_free_within_the_bounds(
    laid: str, panes: str, legal: list[int] | None
) -> None:
    p = placing(f"K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.b={laid}", panes, glazier=8)
    if legal is None:
        assert turn(p) == ("TURN", 1)
    else:
        assert turn(p) == ("JOKER", 0)
        assert p.legal() == [joker(j) for j in legal]
        assert [p.why_not(joker(j)) for j in range(3) if j not in legal] == ["S31"]
        assert p.why_not(strip(8)) == "S31"


def test_s31_the_choice_is_what_happens() -> None:
    p = placing(JOKER_SIDE, "O", glazier=8)
    assert panes_on(p.play(joker(0)), 8) == "...O."
    assert panes_on(p.play(joker(1)), 8) == "O...."
    p = placing(JOKER_SIDE, "OO", glazier=8)
    assert panes_on(p.play(joker(1)), 8) == "O..O."
    assert panes_on(p.play(joker(2)), 8) == "O...O"


def test_s32_on_a_joker_space_a_pane_keeps_its_colour() -> None:
    nearly = seat("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.b=PBYO.", glazier=8)
    p = at(nearly, indicator="PBWYO", factories=["P", "B"]).play(take(1, "P"))
    assert (turn(p), p.scores()[0]) == (("PANE", 0), 2)  # two pink panes in a pink round
    assert p.legal() == [pane(c) for c in "BYOP"]
    assert shown(p.play(pane("P")))["windows"][7] == "BP"


# --- worked examples -----------------------------------------------------------------------------

X3_SLOTS = "K1.f K2.b K3.b K6.b=.O... K5.f K4.f K7.f K8.f=..O.."


def test_x3_three_orange_at_or_right_of_the_glazier() -> None:
    p = placing(X3_SLOTS, "OOO", glazier=4)
    assert p.legal() == [strip(4), strip(6)]
    assert p.why_not(strip(2)) == "S23"


def test_x3_on_strip_4_one_is_placed_and_two_break() -> None:
    p = placing(X3_SLOTS, "OOO", glazier=4).play(strip(4))
    assert (panes_on(p, 4), shown(p)["glazier"]) == (".O.O.", 4)
    assert (shown(p)["broken"], pile(p, "tower")) == (2, "OO")


def test_x3_on_strip_6_all_are_placed_and_the_turn_ends() -> None:
    p = placing(X3_SLOTS, "OOO", glazier=4).play(strip(6))
    assert (panes_on(p, 6), shown(p)["glazier"]) == ("O.O.O", 6)
    assert (shown(p)["broken"], pile(p, "tower"), turn(p)) == (0, "", ("TURN", 1))


def test_y4_the_only_matching_strip_is_taken_automatically() -> None:
    p = placing("K2.f K1.f K3.f K4.f K5.f K6.f K7.b K8.f=.W...", "WWWW", glazier=3)
    assert (turn(p), panes_on(p, 8)) == (("TURN", 1), ".W.W.")
    assert (shown(p)["glazier"], shown(p)["broken"], pile(p, "tower")) == (8, 3, "WWW")


def test_y5_strips_left_of_the_glazier_save_no_pane() -> None:
    p = placing("K1.f K2.f K3.f K4.f K5.b K6.b K7.f K8.f=.W.W.", "WW", glazier=8)
    assert (turn(p), shown(p)["glazier"], shown(p)["broken"]) == (("TURN", 1), 8, 2)


@pytest.mark.parametrize(("panes", "legal"), [("O", [0, 1]), ("OO", [1, 2])])
def test_y8_panes_on_joker_spaces_by_choice(panes: str, legal: list[int]) -> None:
    assert placing(JOKER_SIDE, panes, glazier=8).legal() == [joker(j) for j in legal]


@pytest.mark.parametrize(
    ("panes", "placed", "broken"),
    [("OOO", "O..OO", 0), ("OOOO", "O..OO", 1), ("P", "P....", 0), ("PPP", "P...P", 1)],
)
def test_y8_panes_on_joker_spaces_without_a_choice(panes: str, placed: str, broken: int) -> None:
    p = placing(JOKER_SIDE, panes, glazier=8)
    assert (turn(p), panes_on(p, 8), shown(p)["broken"]) == (("TURN", 1), placed, broken)
