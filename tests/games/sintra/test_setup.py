"""Set-up and its chance events."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from ludotheque import BadPosition, IllegalAction, Position

from .build import COLOURS, GAME, at, draw, last_turn, pile, play, seat, shown, table, take, turn

STRIPS_IN_ORDER = tuple(range(0, 16, 2))  # K1.f to K8.f in slots 1 to 8


def strips_laid(players: int = 2) -> Position:
    """Seat 0 starts and every seat has laid K1.f to K8.f: the indicator comes next."""
    return play(GAME.start(players), 0, *STRIPS_IN_ORDER * players)


def indicator_laid() -> Position:
    """II to VI hold B W Y O P: space I comes next."""
    return draw(strips_laid(), "BWYOP")


@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_s1_factories_by_number_of_players(players: int, factories: int) -> None:
    p = GAME.start(players, seed=7)
    assert len(p.to_dict()["factories"]) == factories
    beyond = [take(f, c) for f in range(factories + 1, 10) for c in COLOURS]
    assert [p.why_not(action) for action in beyond] == ["S1"] * len(beyond)


def test_s2_all_players_use_the_same_side_a_by_default() -> None:
    assert GAME.start(2, seed=7).to_dict()["options"]["side"] == "A"
    assert GAME.start(2, seed=7, side="B").to_dict()["options"]["side"] == "B"
    ornament = seat("- K2.f K3.f K4.f K5.f K6.f K7.f K8.f", "BB - - - - - - -")
    assert last_turn(ornament).scores() == [-1, 3]
    assert last_turn(ornament, side="B").scores() == [-1, 2]


def test_s3_each_strip_is_equally_likely_in_a_slot_and_lies_there_once() -> None:
    p = GAME.start(2).play(0)
    assert p.outcomes() == {i: Fraction(1, 16) for i in range(14)} | {14: Fraction(1, 8)}
    p = p.play(5)
    assert shown(p)["slots"] == [{"strip": "K3.b", "panes": "....."}, *[None] * 7]
    assert p.outcomes() == {i: Fraction(1, 14) for i in range(14) if i not in (4, 5)} | {14: Fraction(1, 7)}


def test_s3_seat_0_lays_all_slots_then_seat_1() -> None:
    p = play(GAME.start(2), 0, *STRIPS_IN_ORDER)
    assert [slot["strip"] for slot in shown(p)["slots"]] == [f"K{k}.f" for k in range(1, 9)]
    p = p.play(14)
    assert shown(p, 1)["slots"] == [{"strip": "K8.f", "panes": "....."}, *[None] * 7]
    assert p.outcomes() == {i: Fraction(1, 14) for i in range(14)}


def fits(strip_with_pane: str, others: list[str]) -> bool:
    """Whether a position with this strip in slot 1 can be."""
    try:
        at(seat(" ".join([strip_with_pane, *others])), factories=["B"])
    except BadPosition:
        return False
    return True


@pytest.mark.parametrize(
    ("code", "spaces"),
    [
        ("K1.f", "BWBWB"), ("K1.b", "YYBYY"), ("K2.f", "WYWYW"), ("K2.b", "OOWOO"),
        ("K3.f", "YOYOY"), ("K3.b", "PPYPP"), ("K4.f", "OPOPO"), ("K4.b", "BBOBB"),
        ("K5.f", "PBPBP"), ("K5.b", "WWPWW"), ("K6.f", "BYPYB"), ("K6.b", "WOBOW"),
        ("K7.f", "YPWPY"), ("K7.b", "OBYBO"), ("K8.f", "PWOWP"), ("K8.b", "JBYOJ"),
    ],
)  # fmt: skip
def test_s3_the_strips_have_these_spaces(code: str, spaces: str) -> None:
    others = [f"K{k}.f" for k in range(1, 9) if f"K{k}" != code[:2]]
    for space, kind in enumerate(spaces):
        fitting = [
            colour for colour in COLOURS if fits(f"{code}={'.....'[:space]}{colour}{'.....'[space + 1 :]}", others)
        ]
        assert fitting == (list(COLOURS) if kind == "J" else [kind])


def test_s4_sides_are_even_but_the_joker_side_starts_down() -> None:
    p = play(GAME.start(2), 0, *STRIPS_IN_ORDER[:6])
    assert p.outcomes() == {12: Fraction(1, 4), 13: Fraction(1, 4), 14: Fraction(1, 2)}
    assert p.play(12).outcomes() == {14: Fraction(1)}
    with pytest.raises(IllegalAction):
        p.play(15)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_s5_every_view_names_strip_and_side_so_the_hidden_side_is_known(viewer: int | None) -> None:
    view = GAME.start(3, seed=7).view(viewer)
    for entry in view["seats"]:
        codes = [slot["strip"] for slot in entry["slots"]]
        assert sorted(code[:2] for code in codes) == [f"K{k}" for k in range(1, 9)]
        assert {code[2:] for code in codes} <= {".f", ".b"}


def test_s6_each_glazier_starts_above_slot_1() -> None:
    assert [entry["glazier"] for entry in GAME.start(4, seed=7).to_dict()["seats"]] == [1, 1, 1, 1]


def test_s7_markers_start_on_0_and_on_the_top_space() -> None:
    p = GAME.start(3, seed=7)
    assert p.scores() == [0, 0, 0]
    assert p.ledger() == [[], [], []]
    assert [(entry["broken"], entry["lost"]) for entry in p.to_dict()["seats"]] == [(0, 0)] * 3


def test_s8_spaces_ii_to_vi_hold_each_colour_once() -> None:
    p = strips_laid()
    assert p.outcomes() == {colour: Fraction(1, 5) for colour in range(5)}
    p = p.play(3)
    assert p.outcomes() == {colour: Fraction(1, 4) for colour in (0, 1, 2, 4)}
    p = draw(p, "BPY")
    assert p.outcomes() == {1: Fraction(1)}
    assert draw(p, "W").to_dict()["indicator"] == "OBPYW"


def test_s9_space_i_is_drawn_from_the_bag_of_95() -> None:
    p = indicator_laid()
    assert pile(p, "bag") == "B" * 19 + "W" * 19 + "Y" * 19 + "O" * 19 + "P" * 19
    assert p.outcomes() == {colour: Fraction(19, 95) for colour in range(5)}
    p = draw(p, "O")
    assert p.to_dict()["indicator"] == "OBWYOP"
    assert p.to_dict()["bag"] == {"B": 19, "W": 19, "Y": 19, "O": 18, "P": 19}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s10_the_first_starting_player_is_drawn(players: int) -> None:
    p = GAME.start(players)
    assert p.to_dict()["tile_seat"] is None
    assert p.outcomes() == {seat: Fraction(1, players) for seat in range(players)}
    assert p.play(players - 1).to_dict()["tile_seat"] == players - 1


def test_s10_or_named_by_the_option() -> None:
    p = GAME.start(3, first_seat=2)
    assert p.to_dict()["tile_seat"] == 2
    assert p.outcomes() == GAME.start(3).play(2).outcomes()
    assert turn(GAME.start(3, seed=7, first_seat=2)) == ("TURN", 2)


def test_s11_each_factory_takes_4_panes_drawn_without_replacement() -> None:
    p = draw(indicator_laid(), "O")
    assert turn(p) == ("FILL", -1)
    assert p.outcomes() == {c: Fraction(18 if c == 3 else 19, 94) for c in range(5)}
    p = draw(p, "OOOP")
    assert p.to_dict()["factories"] == ["OOOP", "", "", "", ""]
    assert p.outcomes() == {c: Fraction({3: 15, 4: 18}.get(c, 19), 90) for c in range(5)}
    assert draw(p, "WB").to_dict()["factories"] == ["OOOP", "BW", "", "", ""]


def test_s11_filling_ends_when_every_factory_holds_4() -> None:
    p = draw(indicator_laid(), "O" + "BWYOP" * 3 + "BWYO")
    assert turn(p) == ("FILL", -1)
    p = draw(p, "P")
    assert turn(p) == ("TURN", 0)
    assert p.to_dict()["factories"] == ["BWYO", "BWYP", "BWOP", "BYOP", "WYOP"]


def test_s12_the_tower_starts_empty() -> None:
    assert GAME.start(2, seed=7).to_dict()["tower"] == {"B": 0, "W": 0, "Y": 0, "O": 0, "P": 0}


@pytest.mark.parametrize(("players", "events"), [(2, 43), (3, 59), (4, 75)])
def test_s11_chance_events_before_the_first_decision(players: int, events: int) -> None:
    def count(p: Position) -> int:
        n = 0
        while p.to_act == -1:
            p, n = p.play(min(p.outcomes())), n + 1
        return n

    assert count(GAME.start(players)) == events
    assert count(GAME.start(players, first_seat=0)) == events - 1


def test_set_up_has_no_legal_actions_and_turns_have_no_outcomes() -> None:
    p = GAME.start(2)
    assert p.legal() == []
    assert [p.why_not(action) for action in range(67)] == ["S10"] * 67
    assert GAME.start(2, seed=7).outcomes() == {}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_y22_two_players_after_set_up(seed: int) -> None:
    d = GAME.start(2, seed=seed).to_dict()
    panes = "".join(d["factories"]) + d["indicator"] + "".join(c * n for c, n in d["bag"].items())
    assert Counter(panes) == dict.fromkeys(COLOURS, 20)
    assert sum(d["bag"].values()) == 74
    assert [len(factory) for factory in d["factories"]] == [4, 4, 4, 4, 4]
    assert len(d["indicator"]) == 6
    assert set(d["indicator"][1:]) == set(COLOURS)
    codes = [slot["strip"] for entry in d["seats"] for slot in entry["slots"]]
    assert codes.count("K8.f") == 2
    assert (d["centre"], d["tile_in_centre"]) == ("", True)


@pytest.mark.parametrize(("players", "bag"), [(2, 74), (3, 66), (4, 58)])
def test_s9_panes_in_the_bag_after_set_up(players: int, bag: int) -> None:
    assert len(pile(GAME.start(players, seed=7), "bag")) == bag


def test_the_builder_makes_what_the_program_writes() -> None:
    d = table(factories=["BBWO"], tower="P")
    assert GAME.position(d).to_dict() == d
