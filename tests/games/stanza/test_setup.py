"""Set-up."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ludotheque import Position

from .build import COLOURS, DISCIPLINES, GAME, TILES, board, draw, legal, odds, own, play, show

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def set_up(players: int, **options: bool) -> tuple[Position, int]:
    """The position after all chance events of the set-up, and how many there were."""
    p, events = GAME.start(players, **options), 0
    while p.to_act == -1:
        assert p.phase == "SETUP"
        p, events = p.play(max(p.outcomes())), events + 1
    return p, events


@pytest.mark.parametrize("seed", range(4))
@PLAYERS
def test_l1_seat_0_is_the_start_player_and_no_event_decides_it(players: int, seed: int) -> None:
    p = GAME.start(players, seed=seed)
    assert (p.to_act, p.phase) == (0, "TURN")
    assert GAME.start(players).outcomes() == {x: Fraction(1, 5) for x in range(5)}


@PLAYERS
def test_l2_everybody_has_four_helpers_eight_discs_and_a_florin_more_than_the_seat_before(players: int) -> None:
    p, _ = set_up(players)
    for seat in range(players):
        assert own(p, "helpers", seat) == {"blue": 1, "red": 1, "green": 1, "yellow": 1, "white": 0}
        assert own(p, "money", seat) == 10 + seat
        assert sum(own(p, "discs", seat).values()) == 8
        assert own(p, "bonus_tiles", seat) == []


@PLAYERS
def test_l3_the_patron_starts_leftmost_with_his_normal_side_up(players: int) -> None:
    p, _ = set_up(players)
    assert [own(p, "workers", seat)[0] for seat in range(players)] == ["Pt"] * players
    assert [own(p, "patron_flipped", seat) for seat in range(players)] == [False] * players


def test_l4_starting_tiles_are_dealt_seat_by_seat_from_w1_to_w5() -> None:
    p = GAME.start(2)
    left = set(DISCIPLINES)
    for letter in "PRDAL":
        assert odds(p) == dict.fromkeys(left, Fraction(1, len(left)))
        p = draw(p, letter)
        left.remove(letter)
    assert show(p, "workers", 0) == "Pt sP sR sD sA sL"
    assert show(p, "workers", 1) == "Pt - - - - -"
    assert show(draw(p, "L A R D P"), "workers", 1) == "Pt sL sA sR sD sP"


def test_l5_experienced_players_order_their_starting_tiles_seat_by_seat_after_all_draws() -> None:
    p, events = set_up(2, experienced=True)
    assert events == 15 + 12 + 5
    assert (p.to_act, p.phase) == (0, "ORDER")
    assert legal(p) == "STARTER_D STARTER_L STARTER_R STARTER_A STARTER_P"
    p = play(p, "STARTER_A", "STARTER_D")
    assert legal(p) == "STARTER_L STARTER_R STARTER_P"
    p = play(p, "STARTER_P", "STARTER_L")
    assert show(p, "workers", 0) == "Pt sA sD sP sL sR"
    assert (p.to_act, p.phase) == (1, "ORDER")
    p = play(p, "STARTER_D", "STARTER_L", "STARTER_R", "STARTER_A")
    assert show(p, "workers", 1) == "Pt sD sL sR sA sP"
    assert (p.to_act, p.phase) == (0, "TURN")


@PLAYERS
def test_l6_ships_figures_and_one_disc_start_in_place(players: int) -> None:
    p, _ = set_up(players)
    for seat in range(players):
        assert (own(p, "ship", seat), own(p, "figure", seat)) == (0, 0)
        assert own(p, "discs", seat) == {"supply": 7, "D": 0, "L": 0, "R": 1, "A": 0, "P": 0}


def test_l7_fifteen_of_the_forty_characters_are_dealt_to_the_spaces_in_order() -> None:
    p = GAME.start(2, experienced=True)
    assert p.outcomes() == {x: Fraction(8, 40) for x in range(5)}
    p = draw(p, "D")
    assert p.outcomes() == {0: Fraction(7, 39)} | {x: Fraction(8, 39) for x in range(1, 5)}
    p = draw(p, "D D D D D D D")
    assert p.outcomes() == {x: Fraction(1, 4) for x in range(1, 5)}
    p = draw(p, "L R A P L R A")
    assert board(p) == "DDD DDD DDL RAP LRA"
    assert show(p, "pile") == "L " * 6 + "R " * 6 + "A " * 6 + "P " * 6 + "P"


@PLAYERS
def test_l8_there_is_one_artwork_of_each_kind_for_every_player(players: int) -> None:
    p, _ = set_up(players)
    assert p.to_dict()["art_stock"] == {"sculpture": players, "manuscript": players, "painting": players}


@PLAYERS
def test_l9_the_other_helpers_wait_in_the_politics_room(players: int) -> None:
    p, _ = set_up(players)
    assert p.to_dict()["helper_stock"] == dict.fromkeys(COLOURS[:4], 7 - players) | {"white": 7}


def test_l10_three_tiles_of_each_discipline_go_on_the_grid() -> None:
    p = draw(GAME.start(4, experienced=True), "D D D D D L L L L L R R R R R")
    for kind in range(4):
        for left in (5, 4, 3):
            assert set(p.outcomes().values()) == {Fraction(1, left)}
            assert {tile // 5 for tile in p.outcomes()} == {kind}
            assert len(p.outcomes()) == left
            p = p.play(max(p.outcomes()))
    assert p.to_dict()["grid"] == [tile for tile in TILES if tile[2] in "345"]


@pytest.mark.parametrize("players", [2, 3])
def test_l11_a_masterpiece_space_of_every_room_is_covered(players: int) -> None:
    p = draw(GAME.start(players, experienced=True), "D D D D D L L L L L R R R R R")
    for _ in range(12):
        p = p.play(min(p.outcomes()))
    assert p.outcomes() == {kind: Fraction(1, 3) for kind in range(3)}
    p = p.play(0)
    assert p.outcomes() == {0: Fraction(1, 5), 1: Fraction(2, 5), 2: Fraction(2, 5)}
    p = p.play(0)
    assert p.outcomes() == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    p = p.play(2).play(2)
    assert p.outcomes() == {1: Fraction(1)}
    p = p.play(1)
    closed = [[space for space, what in room.items() if what == "closed"] for room in masterpieces(p)]
    assert closed == [["M5"], ["M5"], ["M12"], ["M12"], ["M8"]]
    assert p.phase == "ORDER"


def masterpieces(p: Position) -> list[dict[str, object]]:
    """The masterpiece spaces room by room."""
    return [p.to_dict()["masterpieces"][x] for x in DISCIPLINES]


def test_l11_with_four_players_nothing_is_covered() -> None:
    p, _ = set_up(4)
    assert masterpieces(p) == [{"M5": None, "M8": None, "M12": None, "M17": None}] * 5


@PLAYERS
def test_l12_the_first_round_starts_with_empty_recruitment_tracks(players: int) -> None:
    p, _ = set_up(players)
    assert (p.to_dict()["refills"], p.to_dict()["last_turn"]) == (0, None)
    assert [show(p, "recruits", seat) for seat in range(players)] == ["- - - -"] * players
    assert show(p, "discard") == ""
    assert show(p, "removed") == ""


def test_e8_starting_money_rises_with_the_seat() -> None:
    p, _ = set_up(4)
    assert [own(p, "money", seat) for seat in range(4)] == [10, 11, 12, 13]


def test_x35_the_set_up_has_as_many_events_as_things_are_drawn() -> None:
    p, events = set_up(2)
    assert events == 10 + 15 + 12 + 5 == 42
    assert (p.to_act, p.phase) == (0, "TURN")
    p, events = set_up(4, experienced=True)
    assert events == 15 + 12 == 27
    decisions = []
    while p.phase == "ORDER":
        decisions.append(p.to_act)
        p = p.play(min(p.legal()))
    assert decisions == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    assert (p.to_act, p.phase) == (0, "TURN")


@PLAYERS
def test_part_8_the_other_set_ups_have_their_events_too(players: int) -> None:
    covers = 5 if players < 4 else 0
    assert set_up(players)[1] == 5 * players + 15 + 12 + covers
    assert set_up(players, experienced=True)[1] == 15 + 12 + covers
