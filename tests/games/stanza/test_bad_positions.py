"""Positions that cannot be: each is refused, and the error names the field."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque import BadPosition
from tests.samples import Json

from .build import GAME, play, position, seat, table

EXAMPLE: Json = json.loads((Path(__file__).parent / "example.json").read_text(encoding="utf-8"))
GONE = object()  # the field is left out


def spoilt(d: Json, path: str, value: Any) -> Json:
    """A copy with one field changed; the path is its keys and indices, "seats 0 money"."""
    d = copy.deepcopy(d)
    part: Any = d
    *way, last = [int(key) if key.isdigit() else key for key in path.split()]
    for key in way:
        part = part[key]
    if value is GONE:
        del part[last]
    else:
        part[last] = value
    return d


def field(d: Json) -> str:
    """The field that the refusal of a position names."""
    with pytest.raises(BadPosition) as refused:
        GAME.position(d)
    assert str(refused.value).startswith(f"{refused.value.field}: ")
    return refused.value.field


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("game", "sintra", "game"),
        ("version", 2, "version"),
        ("version", True, "version"),
        ("players", 5, "players"),
        ("players", 1, "players"),
        ("players", 3, "seats"),
        ("options", [], "options"),
        ("options", {"expert": "yes"}, "options"),
        ("options", {"expert": 1}, "options"),
        ("options", {"beginner": True}, "options"),
        ("to_act", 2, "to_act"),
        ("to_act", None, "to_act"),
        ("to_act", -1, "to_act"),
        ("to_act", True, "to_act"),
        ("phase", "NAP", "phase"),
        ("phase", "OVER", "to_act"),
        ("refills", -1, "refills"),
        ("refills", 4, "refills"),
        ("refills", None, "refills"),
        ("last_turn", "D", "last_turn"),
        ("last_turn", "A", "last_turn"),
        ("board", ["D"] * 14, "board"),
        ("board", "DDD", "board"),
        ("board", GONE, "board"),
        ("board 0", "X", "board[0]"),
        ("board 3", "sX", "board[3]"),
        ("board 0", "Pt", "board"),
        ("pile D", -1, "pile.D"),
        ("pile D", GONE, "pile.D"),
        ("pile D", 4, "pile"),
        ("pile D", 6, "pile"),
        ("pile S", 1, "pile.S"),
        ("discard R", 2, "pile"),
        ("discard R", "2", "discard.R"),
        ("discard", GONE, "discard"),
        ("removed D", 1, "removed"),
        ("removed D", 3, "removed.D"),
        ("grid 0", "TP1", "grid[0]"),
        ("grid 1", "TD2", "grid[1]"),
        ("grid 0", "TD1", "seats[1].bonus_tiles[0]"),
        ("grid 2", "TD3", "grid"),
        ("grid 9", GONE, "grid"),
        ("masterpieces P", GONE, "masterpieces.P"),
        ("masterpieces D M5", GONE, "masterpieces.D.M5"),
        ("masterpieces D M5", 2, "masterpieces.D.M5"),
        ("masterpieces D M5", "open", "masterpieces.D.M5"),
        ("masterpieces D M8", "closed", "masterpieces.D"),
        ("masterpieces D M12", None, "masterpieces.D"),
        ("masterpieces R M8", 0, "masterpieces.R"),
        ("masterpieces D", {"M5": None, "M8": None, "M12": None, "M17": "closed"}, "masterpieces.D.M17"),
        ("masterpieces D", {"M5": "closed", "M8": None, "M12": None, "M17": None}, "masterpieces.P"),
        ("art_stock painting", 3, "art_stock.painting"),
        ("art_stock painting", 1, "art_stock"),
        ("helper_stock white", 6, "helper_stock"),
        ("helper_stock white", 8, "helper_stock.white"),
        ("helper_stock pink", 1, "helper_stock.pink"),
        ("seats", [], "seats"),
        ("seats 1", GONE, "seats"),
        ("seats 1", None, "seats[1]"),
        ("seats 0 money", -1, "seats[0].money"),
        ("seats 0 money", 1.5, "seats[0].money"),
        ("seats 0 money", GONE, "seats[0].money"),
        ("seats 1 ship", 17, "seats[1].ship"),
        ("seats 1 ship", -1, "seats[1].ship"),
        ("seats 0 figure", 16, "seats[0].figure"),
        ("seats 0 figure", None, "seats[0].figure"),
        ("seats 0 figure", 15, "seats[1].figure"),
        ("seats 0 helpers red", 9, "seats[0].helpers.red"),
        ("seats 0 helpers red", 2, "helper_stock"),
        ("seats 0 helpers red", GONE, "seats[0].helpers.red"),
        ("seats 0 discs supply", 6, "seats[0].discs.supply"),
        ("seats 0 discs supply", 8, "seats[0].discs.supply"),
        ("seats 0 discs D", 1, "seats[0].discs.supply"),
        ("seats 0 discs D", -1, "seats[0].discs.D"),
        ("seats 0 discs D", 9, "seats[0].discs.D"),
        ("seats 0 workers 0", "Pt", "seats[0].workers"),
        ("seats 0 workers 2", None, "seats[0].workers"),
        ("seats 0 workers 5", GONE, "seats[0].workers"),
        ("seats 0 workers 5", "Q", "seats[0].workers[5]"),
        ("seats 0 patron_flipped", 1, "seats[0].patron_flipped"),
        ("seats 0 patron_flipped", GONE, "seats[0].patron_flipped"),
        ("seats 0 recruits", [None] * 5, "seats[0].recruits"),
        ("seats 0 recruits 0", "Pt", "seats[0].recruits"),
        ("seats 0 recruits 0", "D", "pile"),
        ("seats 0 recruits 0", "sD", "removed"),
        ("seats 0 books D", 5, "seats[0].books.D"),
        ("seats 0 books L", 1, "seats[0].books.L"),
        ("seats 0 artworks painting", 1, "art_stock"),
        ("seats 0 artworks painting", 3, "seats[0].artworks.painting"),
        ("seats 0 bonus_tiles 0", "TX9", "seats[0].bonus_tiles[0]"),
        ("seats 0 bonus_tiles", ["TL3", "TL3"], "seats[0].bonus_tiles[1]"),
        ("seats 0 bonus_tiles", [], "seats[0].discs.supply"),
        ("seats 0 passing_place", 1, "seats[0].figure"),
        ("seats 0 colour", "blue", "seats[0].colour"),
        ("pending", {"seat": 0}, "pending"),
        ("colour", "blue", "colour"),
    ],
)
def test_part_9_a_spoilt_example_is_refused_with_the_field(path: str, value: Any, named: str) -> None:
    assert field(spoilt(EXAMPLE, path, value)) == named


def test_part_9_a_position_is_an_object() -> None:
    nothings: list[Any] = [None, [], "stanza", 7]
    for nothing in nothings:
        with pytest.raises(BadPosition) as refused:
            GAME.position(nothing)
        assert refused.value.field == "position"


def test_part_9_pieces_too_many_are_refused_also_if_the_piles_are_left_out() -> None:
    d = copy.deepcopy(EXAMPLE)
    for key in ("pile", "removed", "art_stock", "helper_stock"):
        del d[key]
    d["board"] = ["D"] * 15
    assert field(d) == "pile"
    d = spoilt(spoilt(EXAMPLE, "removed", GONE), "board", [*["sD"] * 3, *EXAMPLE["board"][3:]])
    assert field(spoilt(d, "pile", GONE)) == "removed"
    d = spoilt(EXAMPLE, "helper_stock", GONE)
    d["seats"][0]["helpers"]["white"] = d["seats"][1]["helpers"]["white"] = 4
    assert field(d) == "helper_stock"
    d = spoilt(EXAMPLE, "art_stock", GONE)
    d["seats"][0]["artworks"]["painting"], d["seats"][1]["artworks"]["painting"] = 2, 1
    assert field(d) == "art_stock"
    d = spoilt(EXAMPLE, "seats 0 discs", {"D": 4, "L": 4, "R": 0, "A": 0, "P": 0})
    assert field(d) == "seats[0].discs.supply"


def test_l11_covers_are_refused_with_four_players_and_three_of_a_kind() -> None:
    assert field(spoilt(table(players=4), "masterpieces D M5", "closed")) == "masterpieces.D"
    assert field(table(covers="M5 M5 M5 M8 M8")) == "masterpieces.P"


def test_l51_more_than_seven_helpers_are_refused_at_the_start_of_a_turn() -> None:
    assert field(table(seat(), seat(helpers="red red red red blue blue blue white"))) == "seats[1].helpers"


def test_l53_two_pillars_of_a_seat_in_one_room_are_refused() -> None:
    assert field(table(pillars={"D.M5": 1, "D.M8": 1})) == "masterpieces.D"


@pytest.mark.parametrize(
    ("seats", "last_turn", "act", "named"),
    [
        ([seat(), seat(passed=1)], None, 0, "seats[1].passing_place"),
        ([seat(passed=1), seat()], "B", 0, "seats[0].passing_place"),
        ([seat(), seat(passed=2)], "B", 0, "seats[0].passing_place"),
        ([seat(), seat(passed=1), seat(passed=1)], "B", 0, "seats[0].passing_place"),
        ([seat(), seat(passed=3)], "B", 0, "seats[1].passing_place"),
    ],
)
def test_l91_impossible_passing_places_are_refused(
    seats: list[Json], last_turn: str | None, act: int, named: str
) -> None:
    assert field(table(*seats, players=len(seats), last_turn=last_turn, act=act)) == named


def test_l91_who_has_passed_out_has_no_figure() -> None:
    d = table(seat(), seat(passed=1), last_turn="B")
    assert field(spoilt(d, "seats 1 figure", 4)) == "seats[1].figure"


def test_l80_the_last_turns_come_after_the_last_refill() -> None:
    assert field(table(last_turn="A", refills=2)) == "last_turn"
    assert field(table(act=None, refills=2)) == "last_turn"


def test_l93_a_finished_game_is_in_last_turn_c() -> None:
    d = table(act=None)
    assert field(spoilt(d, "last_turn", "B")) == "last_turn"
    assert field(spoilt(d, "last_turn", None)) == "last_turn"
    assert field(spoilt(d, "to_act", 0)) == "to_act"


@pytest.mark.parametrize("phase", ["REFILL", "RESULT", "HIRE", "PAY", "BOOK", "TD4_SLOT"])
def test_part_9_a_phase_inside_a_turn_needs_what_is_pending(phase: str) -> None:
    d = spoilt(EXAMPLE, "phase", phase)
    if phase == "REFILL":
        d["to_act"] = -1
    assert field(d) == "pending"


def test_part_9_pending_effects_that_cannot_be_are_refused() -> None:
    p = play(position(seat(figure=3, recruits="L P R -", workers="Pt L L - - -", money=9)), "MOVE_1", "ACT_HERE")
    d = p.to_dict()
    assert p.phase == "HIRE"
    assert field(spoilt(d, "phase", "TURN")) == "pending"
    assert field(d | {"pending": None}) == "pending"
    assert field(d | {"pending": {"discipline": "X"}}).startswith("pending.")


def effect(name: str, left: int, used: str = "") -> Json:
    return {"effect": name, "left": left, "used": used.split()}


def with_effects(phase: str, *effects: Json, **words: Any) -> Json:
    """A position of seat 0 in the Literature room with these effects pending."""
    mine: Json = {"books": "D R A P", "discs": "D L R", "helpers": "blue red"} | words
    return table(seat(figure=5, **mine)) | {"phase": phase, "pending": {"effects": list(effects)}}


@pytest.mark.parametrize(
    ("phase", "effects"),
    [
        ("BOOK", [effect("BOOK", 1, "D P")]),
        ("BOOK", [effect("BOOK", 3)]),
        ("DISC", [effect("DISC", 2, "D")]),
        ("HELPER", [effect("HELPER", 1, "blue red")]),
        ("DISC", [effect("BOOK", 0, "R"), effect("DISC", 1)]),
        ("HELPER", [effect("BOOK", 2, "P"), effect("HELPER", 1)]),
    ],
)
def test_l46_effects_that_can_follow_from_one_another_are_read(phase: str, effects: list[Json]) -> None:
    d = with_effects(phase, *effects, books="D R R A P P")
    assert GAME.position(d).to_dict()["pending"] == d["pending"]


@pytest.mark.parametrize(
    ("phase", "effects", "named"),
    [
        ("BOOK", [effect("BOOK", 1, "D"), effect("BOOK", 2)], "[1].effect"),
        ("DISC", [effect("DISC", 1, "D"), effect("DISC", 1)], "[0].effect"),
        ("BOOK", [effect("BOOK", 4)], "[0].left"),
        ("DISC", [effect("DISC", 4)], "[0].left"),
        ("HELPER", [effect("HELPER", 4)], "[0].left"),
        ("BOOK", [effect("BOOK", 0, "D")], "[0].left"),
        ("BOOK", [effect("BOOK", 3, "D R")], "[0].left"),
        ("DISC", [effect("DISC", 3, "D")], "[0].left"),
        ("HELPER", [effect("HELPER", 2, "blue red")], "[0].left"),
        ("DISC", [effect("BOOK", 1, "R"), effect("DISC", 3)], "[1].left"),
        ("DISC", [effect("BOOK", 1, "R"), effect("DISC", 1, "D")], "[1].left"),
        ("DISC", [effect("BOOK", 1, "D"), effect("DISC", 1)], "[1].effect"),
        ("DISC", [effect("BOOK", 3), effect("DISC", 1)], "[1].effect"),
        ("HELPER", [effect("BOOK", 1, "R"), effect("HELPER", 1)], "[1].effect"),
        ("DISC", [effect("DISC", 2, "R")], "[0].used"),
        ("DISC", [effect("DISC", 2, "P")], "[0].used"),
        ("HELPER", [effect("HELPER", 2, "green")], "[0].used"),
        ("BOOK", [effect("BOOK", 2, "D D")], "[0].used[1]"),
        ("HELPER", [effect("BOOK", 2, "D")], ""),
        ("LIMIT", [effect("HELPER", 1, "blue")], ""),
        ("LIMIT", [effect("BOOK", 1, "R"), effect("DISC", 1)], ""),
        ("LIMIT", [effect("BOOK", 1)], ""),
    ],
)
def test_l46_effects_that_cannot_come_about_are_refused(phase: str, effects: list[Json], named: str) -> None:
    assert field(with_effects(phase, *effects, books="D R R A P")) == f"pending.effects{named}"


def test_l45_a_book_that_was_written_is_on_the_shelf() -> None:
    assert field(with_effects("BOOK", effect("BOOK", 2, "A"), books="D R P")) == "pending.effects[0].used"
