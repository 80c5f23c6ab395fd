"""Set-up."""

from __future__ import annotations

from fractions import Fraction

import pytest

import ludotheque
from ludotheque import Position

from .build import CITIES, COPIES, GAME, HEADS, KINDS, REQUESTS, TAILS, card, every, needle, play, travel, until

FIRST_EIGHT = ("T1", "C5", "B3", "A11", "T1", "A1", "C2", "A11")


def set_up(players: int, coin: int = TAILS) -> Position:
    """Turn 1 with FIRST_EIGHT dealt."""
    return play(GAME.start(players), coin, *map(card, FIRST_EIGHT))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f1_two_to_five_play_and_only_two_have_friends(players: int) -> None:
    p = set_up(players)
    assert len(p.to_dict()["seats"]) == players
    assert p.phase == ("friend" if players == 2 else "travel")
    assert all(("friend_pile" in person) == (players == 2) for person in p.to_dict()["seats"])


@pytest.mark.parametrize("players", [0, 1, 6])
def test_f1_no_other_number_plays(players: int) -> None:
    with pytest.raises(ludotheque.Error):
        GAME.start(players)
    assert players not in GAME.seats


@pytest.mark.parametrize(("coin", "space"), [(TAILS, "r1"), (HEADS, "y1")])
def test_f2_the_coin_sets_the_needle(coin: int, space: str) -> None:
    p = GAME.start(3)
    assert (p.phase, p.to_act, p.to_dict()["needle"]) == ("coin", -1, None)
    assert p.outcomes() == {TAILS: Fraction(1, 2), HEADS: Fraction(1, 2)}
    assert needle(p.play(coin)) == space


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f3_everybody_starts_with_full_hands_and_3_ecus(players: int) -> None:
    p = set_up(players)
    assert p.scores() == [3] * players
    assert p.ledger() == [[("F3", 3)]] * players
    assert every(p, "hand") == [CITIES] * players
    assert every(p, "travel_discard") == [[]] * players
    assert every(p, "stage") == [0] * players


def test_f4_both_decks_are_whole_before_the_first_deal() -> None:
    start = GAME.start(4).to_dict()
    assert start["encounter_deck"] == dict(COPIES)
    assert sum(start["encounter_deck"].values()) == 48
    assert start["request_deck"] == REQUESTS
    assert len(start["request_deck"]) == 22


def test_f4_every_card_is_dealt_with_its_share_of_the_deck() -> None:
    p = GAME.start(3).play(HEADS)
    assert p.outcomes() == {card(kind): Fraction(COPIES[kind], 48) for kind in KINDS}
    p = play(p, card("A5"), card("T3"))
    left = {card(kind): Fraction(COPIES[kind], 46) for kind in KINDS if kind not in ("A5", "T3")}
    assert p.outcomes() == left | {card("T3"): Fraction(2, 46)}


def test_f5_the_first_cards_are_dealt_from_city_1_to_city_8() -> None:
    p = GAME.start(3).play(TAILS)
    for dealt, kind in enumerate(FIRST_EIGHT):
        assert (p.phase, p.to_act) == ("deal", -1)
        assert p.to_dict()["cities"] == [[code] for code in FIRST_EIGHT[:dealt]] + [[]] * (8 - dealt)
        p = p.play(card(kind))
    assert p.to_dict()["cities"] == [[code] for code in FIRST_EIGHT]
    assert sum(p.to_dict()["encounter_deck"].values()) == 40


def test_f6_nobody_starts_with_anything_else() -> None:
    p = set_up(5)
    for key in ("troupe", "acrobats", "tilted", "requests", "played", "request_discard", "request_shuffled"):
        assert every(p, key) == [[]] * 5
    assert every(p, "requests_drawn") == [0] * 5
    assert p.to_dict()["encounter_discard"] == {}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f7_the_lead_moves_one_seat_a_turn(players: int) -> None:
    """Everybody meets in one City every turn: the first to draw is the lead."""
    p = set_up(players)
    for turn in range(1, 5):
        assert p.to_dict()["turn"] == turn
        p = travel(p, *[turn] * players, friends=(turn, turn) if players == 2 else ())
        before = every(p, "requests_drawn")
        after = every(p.play(min(p.outcomes())), "requests_drawn")
        assert [new - old for old, new in zip(before, after, strict=True)].index(1) == (turn - 1) % players
        p = until(until(p, "deal"), "friend", "travel")


def test_f7_turns_are_counted_over_both_seasons() -> None:
    p = GAME.start(3, seed=5)
    seen = []
    while p.to_act is not None:
        d = p.to_dict()
        if p.phase == "travel" and p.to_act == 0:
            seen.append((d["season"], d["turn"]))
        p = p.play(p.legal()[0])
    assert seen == [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), *((2, turn) for turn in range(7, len(seen) + 1))]
