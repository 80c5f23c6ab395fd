"""The position format, part 9: the example, what may be left out, round trips, conservation."""

from __future__ import annotations

import copy
import itertools
import json
import random
from pathlib import Path

import pytest

from ludotheque import IllegalAction, Position
from tests.samples import Json

from .build import (
    ARTWORKS,
    COLOURS,
    DISCIPLINES,
    FULL,
    GAME,
    MASTERPIECES,
    activated,
    before_bonus_room,
    legal,
    own,
    play,
    points,
    position,
    seat,
    show,
    table,
)

EXAMPLE: Json = json.loads((Path(__file__).parent / "example.json").read_text(encoding="utf-8"))


# --- The example ----------------------------------------------------------------------------------


def test_part_9_the_example_is_read_and_written_unchanged() -> None:
    p = GAME.position(EXAMPLE)
    assert p.to_dict() == EXAMPLE
    assert (p.to_act, p.phase) == (1, "TURN")


def test_part_9_the_example_has_three_moves_as_no_tile_is_takeable() -> None:
    p = GAME.position(EXAMPLE)
    assert legal(p) == "MOVE_2 MOVE_3 MOVE_4"
    assert [own(p.play(move), "figure", 1) for move in p.legal()] == [1, 2, 3]
    assert p.why_not(0) == "L18"


def test_part_9_the_example_scores_nineteen_and_ten() -> None:
    p = GAME.position(EXAMPLE)
    assert p.scores() == [19, 10]
    assert points(p, 0) == {"L54": 5, "L101": 4, "L102": 10}
    assert points(p, 1) == {"L102": 10}


def test_part_9_the_example_may_leave_out_what_can_be_computed() -> None:
    d = copy.deepcopy(EXAMPLE)
    for key in ("pile", "removed", "art_stock", "helper_stock", "pending"):
        del d[key]
    for s in d["seats"]:
        del s["discs"]["supply"]
    assert GAME.position(d).to_dict() == EXAMPLE


@pytest.mark.parametrize("key", ["pile", "removed", "art_stock", "helper_stock", "pending"])
def test_part_9_each_key_may_be_left_out_on_its_own(key: str) -> None:
    d = copy.deepcopy(EXAMPLE)
    del d[key]
    assert GAME.position(d) == GAME.position(EXAMPLE)


def test_part_9_the_supply_of_one_seat_may_be_left_out() -> None:
    d = copy.deepcopy(EXAMPLE)
    del d["seats"][1]["discs"]["supply"]
    assert own(GAME.position(d), "discs", 1)["supply"] == 6


def test_part_9_options_have_defaults() -> None:
    d = copy.deepcopy(EXAMPLE)
    del d["options"]
    assert GAME.position(d).to_dict()["options"] == {"experienced": False, "expert": False}
    d["options"] = {"expert": True}
    assert GAME.position(d).to_dict()["options"] == {"experienced": False, "expert": True}


def test_part_9_the_example_is_not_changed_by_reading_or_playing_it() -> None:
    d = copy.deepcopy(EXAMPLE)
    p = GAME.position(d)
    p.play(1)
    assert d == EXAMPLE
    assert p.to_dict() == EXAMPLE


def test_part_9_everything_is_public() -> None:
    p = GAME.position(EXAMPLE)
    for viewer in (None, 0, 1):
        assert p.view(viewer) == EXAMPLE


def test_part_9_tiles_are_written_in_the_order_of_their_ids() -> None:
    d = table(seat(bonus_tiles="TD1 TL2 TA5", discs=""))
    ordered = GAME.position(d).to_dict()
    d["grid"] = d["grid"][::-1]
    d["seats"][0]["bonus_tiles"] = ["TA5", "TD1", "TL2"]
    assert GAME.position(d).to_dict() == ordered
    assert own(GAME.position(d), "bonus_tiles") == ["TD1", "TL2", "TA5"]


# --- Every phase ----------------------------------------------------------------------------------


def phases() -> list[Position]:
    """A position of every phase of 4.2 and 8."""
    here = position(seat(figure=3, recruits="L P R -", workers="Pt L L - - -", money=9))
    book = play(activated("L", "Pt L L - - -", books="R P", helpers="red " * 7), "LEVEL_3")
    tile = play(before_bonus_room(ship=16, helpers="blue white", grid="TD4", discs="R R", books="D R A P"), "MOVE_1")
    source = before_bonus_room(discs="D R R P", bonus_tiles="TD1 TD2 TD3 TL1", helpers="green")
    refill = play(position(seat(figure=3), board="DDD .L. ... AAA PPP"), "MOVE_1")
    return [
        GAME.start(3),
        GAME.start(4, seed=5, experienced=True),
        here,
        play(here, "MOVE_1"),
        play(here, "MOVE_1", "ACT_HERE"),
        play(here, "MOVE_1", "ACT_HERE", "RECRUIT_1"),
        play(here, "MOVE_1", "ACT_HERE", "RECRUIT_1", "WSLOT_3"),
        play(here, "MOVE_1", "ACT_HERE", "RECRUIT_1", "WSLOT_3", "STOP"),
        book,
        play(book, "BOOK_R"),
        play(book, "BOOK_P"),
        play(book, "BOOK_P", "TAKE_blue"),
        play(book, "BOOK_P", "TAKE_blue", "RETURN_red"),
        tile,
        play(tile, "TILE_TD4"),
        play(tile, "TILE_TD4", "PAY_WHITE"),
        play(tile, "TILE_TD4", "PAY_WHITE", "SPACE_9"),
        play(source, "MOVE_1", "TILE_TR1"),
        refill,
        refill.play(0).play(4),
        position(last_turn="C", act=1),
        position(act=None),
    ]


def test_part_9_a_position_inside_any_phase_is_read_back() -> None:
    seen = set()
    for p in phases():
        seen.add(p.phase)
        again = GAME.position(json.loads(json.dumps(p.to_dict())))
        assert again == p
        assert (again.to_dict(), again.legal(), again.outcomes()) == (p.to_dict(), p.legal(), p.outcomes())
        assert hash(again) == hash(p)
        for choice in [*p.legal(), *p.outcomes()]:
            assert again.play(choice) == p.play(choice)
    assert seen == {
        "SETUP", "ORDER", "TURN", "ACTION", "HIRE", "SLOT", "RESULT", "BOOK", "DISC", "HELPER", "LIMIT", "TILE", "PAY",
        "DISC_SOURCE", "TD4_SPACE", "TD4_SLOT", "REFILL", "OVER",
    }  # fmt: skip


def test_part_9_at_the_start_of_a_turn_and_at_the_end_nothing_is_pending() -> None:
    for p in phases():
        if p.phase in ("TURN", "OVER"):
            assert p.to_dict()["pending"] is None


def test_part_4_legal_actions_and_outcomes_exclude_each_other() -> None:
    for p in phases():
        assert (p.to_act == -1) == bool(p.outcomes())
        assert (p.to_act in (-1, None)) == (p.legal() == [])
        assert sum(p.outcomes().values()) == (1 if p.to_act == -1 else 0)


def test_part_4_exactly_the_legal_actions_can_be_played() -> None:
    for p in phases():
        before = copy.deepcopy(p.to_dict())
        for action in range(GAME.action_count):
            if p.to_act == -1:
                continue
            assert (p.why_not(action) is None) == (action in p.legal())
            if action in p.legal():
                p.play(action)
            else:
                with pytest.raises(IllegalAction) as refused:
                    p.play(action)
                assert refused.value.rule == p.why_not(action)
        assert p.to_dict() == before


# --- Conservation ---------------------------------------------------------------------------------


def check_conservation(d: Json) -> None:
    """Every piece is somewhere, once; in the set-up some bonus and starting tiles may still be out."""
    n, seats, setting_up = d["players"], d["seats"], d["phase"] in ("SETUP", "ORDER")
    tiles = d["board"] + [tile for s in seats for tile in s["workers"] + s["recruits"]]
    for x in DISCIPLINES:
        assert tiles.count(x) + d["pile"][x] + d["discard"][x] == 8
        assert setting_up or tiles.count(f"s{x}") + d["removed"][x] == n
        pillars = [d["masterpieces"][x][space] for space in MASTERPIECES]
        assert setting_up or pillars.count("closed") == (0 if n == 4 else 1)
        assert all(pillars.count(number) <= 1 for number in range(n))
    for kind in ARTWORKS:
        assert d["art_stock"][kind] + sum(s["artworks"][kind] for s in seats) == n
    for colour in COLOURS:
        assert d["helper_stock"][colour] + sum(s["helpers"][colour] for s in seats) == 7
    bonus = d["grid"] + [tile for s in seats for tile in s["bonus_tiles"]]
    assert len(bonus) == len(set(bonus))
    assert setting_up or sorted(tile[1] for tile in bonus) == sorted("DLRA" * 3)
    for s in seats:
        assert sum(s["discs"].values()) + len(s["bonus_tiles"]) == 8
        assert s["workers"].count("Pt") == 1
        assert max(s["books"].values()) <= 4
        assert (s["figure"] is None) == (s["passing_place"] is not None)


@pytest.mark.parametrize(
    ("players", "experienced", "expert"), list(itertools.product((2, 3, 4), (False, True), (False, True)))
)
def test_part_9_pieces_are_conserved_in_whole_games(players: int, experienced: bool, expert: bool) -> None:
    rng = random.Random(players * 4 + experienced * 2 + expert)
    p = GAME.start(players, experienced=experienced, expert=expert)
    turns = 0
    while p.to_act is not None:
        choices = list(p.outcomes()) or p.legal()
        assert len(choices) >= (1 if p.phase in ("TURN", "SETUP", "REFILL") else 2)
        turns += p.phase == "TURN"
        p = p.play(rng.choice(choices))
        check_conservation(p.to_dict())
    assert turns <= 12 * (players + 1) + 12 + 4 * players - 1
    assert (p.phase, p.to_dict()["last_turn"], p.to_dict()["refills"]) == ("OVER", "C", players + 1)
    assert GAME.position(p.to_dict()) == p
    for number in range(players):
        assert sum(value for _, value in p.ledger()[number]) == p.scores()[number]
    assert max(p.scores()) in [p.scores()[winner] for winner in p.winners()]


def test_the_builder_and_the_reader_agree() -> None:
    d = table(seat(workers="Pt D sL - - -", recruits="P - - -"), players=3, discard="R R", removed="D D D L L")
    assert GAME.position(d).to_dict() == d
    assert show(GAME.position(d), "pile") == " ".join("DDDDLLLLLRRRAAAAAPPPP")
    assert show(GAME.position(table()), "board").replace(" ", "") == FULL.replace(" ", "")
