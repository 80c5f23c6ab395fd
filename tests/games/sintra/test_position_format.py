"""The position format of part 9: the example, canonical writing, and every phase there and back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from ludotheque import BadPosition, Position
from tests.samples import Json

from .build import (
    CENTRE,
    COLOURS,
    GAME,
    RESET,
    REST,
    at,
    draw,
    joker,
    last_turn,
    panes_on,
    play,
    seat,
    shown,
    strip,
    table,
    take,
    turn,
)
from .example import example


def same(p: Position) -> bool:
    """Whether the position is equal to what it writes, through JSON."""
    again = GAME.position(json.loads(json.dumps(p.to_dict())))
    return again == p and hash(again) == hash(p) and again.to_dict() == p.to_dict()


# --- the example -----------------------------------------------------------------------------------


def test_the_example_is_written_as_it_was_read() -> None:
    assert GAME.position(example()).to_dict() == example()


def test_the_example_has_these_legal_actions() -> None:
    p = GAME.position(example())
    assert (turn(p), p.scores()) == (("TURN", 1), [26, -7])
    assert p.legal() == [11, 13, 45, 47, 49, 50]
    assert p.legal() == [take(3, "W"), take(3, "O"), *(take(CENTRE, c) for c in "BYP"), RESET]


def test_the_example_after_13() -> None:
    p = GAME.position(example()).play(13)
    assert turn(p) == ("PLACE", 1)
    assert p.to_dict()["pending"] == {"hand": "OOO"}
    assert (p.to_dict()["centre"], p.to_dict()["factories"]) == ("BWYPPP", [""] * 5)
    assert p.legal() == [56, 57, 58]


def test_the_example_after_49() -> None:
    p = GAME.position(example()).play(49)
    assert (turn(p), shown(p, 1)["broken"]) == (("TURN", 0), 3)


def test_the_example_after_50() -> None:
    p = GAME.position(example()).play(50)
    assert (turn(p), shown(p, 1)["glazier"]) == (("TURN", 0), 1)


def test_everything_is_public() -> None:
    p = GAME.position(example())
    assert [p.view(viewer) for viewer in (None, 0, 1)] == [example()] * 3


def test_the_position_read_does_not_hang_on_the_object() -> None:
    d = example()
    p = GAME.position(d)
    d["seats"][0]["score"] = 99
    d["bag"]["B"] = 0
    assert p.to_dict() == example()


# --- reading is lenient where the format says so -------------------------------------------------------


def test_missing_options_have_their_defaults_and_pending_may_be_absent() -> None:
    d = example()
    d["options"] = {"side": "B"}
    del d["pending"]
    assert GAME.position(d).to_dict() == example()
    del d["options"]
    assert GAME.position(d).to_dict()["options"] == {"side": "A", "first_seat": None, "score_floor_zero": False}


@pytest.mark.parametrize(
    ("code", "read", "written"),
    [
        ("K8.b", "B...P", "B...P"),
        ("K8.b", "P...B", "B...P"),
        ("K8.b", "....O", "O...."),
        ("K8.b", "O..OB", "B..OO"),
        ("K5.b", ".W..W", "WW..."),
        ("K5.b", "..P.W", "W.P.."),
        ("K7.f", ".P.PY", "YP.P."),
        ("K1.f", "..BWB", "BWB.."),
    ],
)
def test_panes_are_written_from_the_top_and_jokers_in_colour_order(code: str, read: str, written: str) -> None:
    others = [f"K{k}.f" for k in range(1, 9) if f"K{k}" != code[:2]]
    p = at(seat(" ".join([f"{code}={read}", *others])), factories=["B"])
    assert panes_on(p, 1) == written
    assert p == at(seat(" ".join([f"{code}={written}", *others])), factories=["B"])


def test_panes_in_any_order_are_read_and_written_in_colour_order() -> None:
    d = example()
    d["factories"][2], d["centre"] = "OWOO", "PYPBP"
    assert GAME.position(d).to_dict() == example()


# --- there and back ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"side": "B"}), (4, {"first_seat": 3})])
def test_every_position_of_a_game_goes_there_and_back(players: int, options: dict[str, Any]) -> None:
    p = GAME.start(players, **options)
    phases = []
    while p.to_act is not None:
        assert same(p)
        phases.append(p.phase)
        choices = p.legal() or list(p.outcomes())
        p = p.play(choices[7 * len(phases) % len(choices)])
    assert same(p)
    assert {"SETUP", "FILL", "TURN", "PLACE", "PANE"} <= set(phases)


def test_set_up_before_anything_is_laid() -> None:
    d = GAME.start(2).to_dict()
    assert (d["phase"], d["to_act"], d["round"], d["indicator"]) == ("SETUP", -1, 1, "")
    assert (d["tile_seat"], d["tile_in_centre"]) == (None, False)
    assert [entry["slots"] for entry in d["seats"]] == [[None] * 8] * 2
    assert d["bag"] == dict.fromkeys(COLOURS, 19)
    assert same(GAME.start(2))
    assert same(GAME.start(2, first_seat=1))


def test_set_up_with_some_strips_laid() -> None:
    p = play(GAME.start(2), 1, 3, 14)
    assert p.to_dict()["tile_seat"] == 1
    assert shown(p)["slots"][:3] == [{"strip": "K2.b", "panes": "....."}, {"strip": "K8.f", "panes": "....."}, None]
    assert same(p)


def test_set_up_with_the_indicator_in_the_order_of_its_spaces() -> None:
    p = draw(play(GAME.start(2), 0, *range(0, 16, 2), *range(0, 16, 2)), "PWB")
    assert (p.phase, p.to_dict()["round"], p.to_dict()["indicator"]) == ("SETUP", 1, "PWB")
    assert same(p)
    p = draw(p, "YO")
    assert (p.phase, p.to_dict()["round"], p.to_dict()["indicator"]) == ("SETUP", 1, "PWBYO")
    assert same(p)


def test_filling_between_rounds() -> None:
    p = at(phase="FILL", to_act=-1, tile_seat=1, indicator="WYP", factories=["BBWO", "Y"], tower="BB")
    assert (p.to_dict()["round"], p.to_dict()["tile_in_centre"]) == (4, False)
    assert same(p)
    assert draw(p, "B").to_dict()["factories"] == ["BBWO", "BY", "", "", ""]


def test_placing() -> None:
    p = at(phase="PLACE", hand="BBB", factories=["", "W"])
    assert p == at(factories=["BBB", "W"]).play(take(1, "B"))
    assert p.legal() == [strip(1), strip(5), strip(6)]
    assert same(p)


def test_choosing_joker_spaces() -> None:
    board = seat("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.b", glazier=8)
    p = at(board, phase="JOKER", hand="O", factories=["", "W"])
    assert p == at(board, factories=["O", "W"]).play(take(1, "O"))
    assert p.legal() == [joker(0), joker(1)]
    assert same(p)


def test_choosing_the_pane() -> None:
    board, full = "K1.f=.WBWB K2.f K3.f K4.f K5.f K6.f K7.f K8.f", "K1.f=BWBWB K2.f K3.f K4.f K5.f K6.f K7.f K8.f"
    p = at(seat(full, score=3), phase="PANE", indicator="BWYOP", factories=["", "W"])
    assert p == play(at(seat(board), indicator="BWYOP", factories=["B", "W"]), take(1, "B"), strip(1))
    assert (p.legal(), p.scores()) == ([62, 63], [3, 0])
    assert same(p)


def test_the_end_of_the_game() -> None:
    p = last_turn(seat(score=20, broken=4, lost=18))
    d = p.to_dict()
    assert (d["to_act"], d["phase"], d["round"], d["indicator"]) == (None, "OVER", 6, "")
    assert (shown(p, 1)["score"], shown(p, 1)["broken"], shown(p, 1)["lost"]) == (14, 4, 24)
    assert same(p)
    assert GAME.position(d).winners() == [1]


@pytest.mark.parametrize("tile", [True, False])
def test_at_the_end_the_tile_lies_as_the_last_turn_left_it(tile: bool) -> None:
    p = at(seat(glazier=8), indicator="P", factories=["B"], tile_in_centre=tile).play(take(1, "B"))
    assert p.to_dict()["tile_in_centre"] is tile


def test_points_scored_before_a_position_was_read_are_one_line_of_the_ledger() -> None:
    assert GAME.position(example()).ledger() == [[("S7", 26)], [("S7", -7)]]


def test_positions_with_another_table_or_option_differ() -> None:
    d: Json = table(factories=["BBWO"])
    p = GAME.position(d)
    assert p != at(factories=["BBWP"])
    assert p != at(factories=["BBWO"], side="B")
    assert p != at(factories=["BBWO"], bag="BWYOP", tower=REST)
    assert p == GAME.position(d)


def older(value: Any) -> Any:
    """A position as it was written when the letter of white was G."""
    if isinstance(value, str):
        return value.replace("W", "G")
    if isinstance(value, dict):
        return {older(key): older(entry) for key, entry in value.items()}
    return [older(item) for item in value] if isinstance(value, list) else value


def test_positions_and_records_with_the_older_letter_of_white_open() -> None:
    p, d = GAME.position(example()), older(example())
    assert d["bag"] == {"B": 4, "G": 1, "Y": 4, "O": 2, "P": 3}
    assert GAME.position(d) == p
    record = p.play(take(3, "W")).record()
    assert replace(record, start=d).last() == record.last()


def test_a_position_names_white_by_one_letter_only() -> None:
    with pytest.raises(BadPosition, match="factories"):
        GAME.position(example() | {"factories": ["", "", "GOOO", "", ""]})
