"""Reasons for advice: the points of a turn, and the most that the next seat can make, by the rules."""

from __future__ import annotations

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.core.lessons import PUPIL, lesson_of
from ludotheque.review.reasons import (
    Difference,
    Reply,
    TurnPoints,
    differences,
    most_points,
    points_by_line,
    reason_of,
    turn_with,
    whole_turn,
)
from tests.bots.games_of_bots import random_positions


def best_gain(position: Position, seat: int) -> int:
    """The most points that a seat has at the end of its turn, by playing every turn."""
    if position.to_act != seat:
        return position.scores()[seat]
    return max(best_gain(position.play(action), seat) for action in position.legal())


def test_the_most_points_of_a_turn_are_those_of_its_best_actions() -> None:
    told = 0
    for position in random_positions("sintra", 2, 5)[::9]:
        assert position.to_act is not None
        reply = most_points(position, 1 - position.to_act)
        if reply is not None:
            told += 1
            assert reply.seat == position.to_act
            assert reply.points == best_gain(position, reply.seat) - position.scores()[reply.seat]
    assert told > 5


def test_a_turn_ends_with_the_choices_of_its_seat_and_brings_its_points() -> None:
    position = next(each for each in random_positions("sintra", 2, 5)[20:] if len(each.legal()) > 1)
    seat = position.to_act
    assert seat is not None
    turn = turn_with(position, seat, position.legal()[:1])
    assert len(turn) == 2
    reason = reason_of(turn, seat)
    assert reason.points == turn[-1].scores()[seat] - position.scores()[seat]
    assert reason.reply is None or reason.reply.seat == turn[-1].to_act


def test_a_turn_that_a_search_cut_short_is_told_to_its_end() -> None:
    longer = 0
    for position in random_positions("stanza", 2, 5)[::9]:
        seat, action = position.to_act, position.legal()[0]
        assert seat is not None
        turn = whole_turn(position, seat, (action,))
        assert turn[0] == action
        assert turn_with(position, seat, turn)[-1].to_act != seat
        assert whole_turn(position, seat, (*turn, 0)) == (*turn, 0)  # what others answer stays
        longer += len(turn) > 1
    assert longer > 5


def test_a_turn_tells_nothing_that_hidden_cards_decide() -> None:
    secrets = 0
    for position in random_positions("fourberies", 3, 5)[::2]:
        seat, action = position.to_act or 0, position.legal()[-1]
        turn = turn_with(position, seat, (action,))
        worlds = [position.redeal(seat, seed, deals=False).play(action) for seed in range(4)]
        if position.secret:
            secrets += 1
            assert turn == [turn[0]] * 2
            assert whole_turn(position, seat, (action,)) == (action,)
        else:
            assert all(world.hidden(seat).same(turn[-1].hidden(seat)) for world in worlds)
    assert secrets > 5


def test_the_points_of_a_turn_are_the_same_in_all_worlds_that_its_seat_cannot_tell_apart() -> None:
    prepared = 0
    for position in random_positions("fourberies", 3, 5)[::2]:
        seat, action = position.to_act or 0, position.legal()[-1]
        if position.secret:
            continue
        worlds = [position.redeal(seat, seed, deals=False) for seed in range(4)]
        told = [points_by_line(world, world.play(action), seat) for world in worlds]
        assert told == told[:1] * 4
        prepared += any(told[0].later)
    assert prepared > 5


def test_the_largest_difference_in_points_comes_first() -> None:
    better, played = TurnPoints({"S35": 2, "S37": 5}, {"S51": -1}), TurnPoints({"S37": 6}, {"S52": 3})
    assert differences(0, (better, played), (Reply(1, 2), Reply(1, 5))) == [
        Difference("later", 0, -1, 3),
        Difference("denied", 1, 2, 5),
        Difference("now", 0, 7, 6),
    ]
    assert [each.gain for each in differences(0, (better, played), (Reply(1, 2), Reply(1, 5)))] == [-4, 3, 1]
    assert differences(0, (better, better), (Reply(1, 2), Reply(2, 5))) == []  # the replies of different seats
    assert differences(0, (better, better), (Reply(1, 2), None)) == []


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_told_of_a_seat_that_has_secrets(seat: int) -> None:
    position = ludotheque.load("fourberies").start(2, seed=1)
    assert most_points(position, seat) is None


@pytest.mark.parametrize(
    ("game", "step", "now", "later"),
    [
        ("sintra", 4, {}, {"S51": 1, "S52": -1}),
        ("sintra", 6, {"S35": 2, "S37": 5}, {"S51": -1}),
        ("sintra", 8, {"S37": 5, "S51": -2, "S53": 4}, {}),  # the game ends: an ornament that stood at 6 pays 10
        ("stanza", 5, {}, {"L103": 12}),
        ("stanza", 6, {"L54": 8}, {}),
        ("fourberies", 3, {}, {"F70": 2, "F73": 3, "F74": 3}),
        ("fourberies", 7, {"F70": 2, "F73": 3, "F74": 3}, {}),  # the King pays
    ],
)
def test_points_are_paid_now_or_prepared_for_later(
    game: str, step: int, now: dict[str, int], later: dict[str, int]
) -> None:
    prepared = lesson_of(game).steps[step - 1]
    turn = turn_with(prepared.start, PUPIL, prepared.right[0])
    assert points_by_line(turn[0], turn[-1], PUPIL) == (now, later)


def test_a_game_that_foretells_nothing_pays_all_at_once() -> None:
    before, *_, after = random_positions("harvest", 2, 1)
    now, later = points_by_line(before, after, 0)
    assert sum(now.values()) == after.scores()[0] - before.scores()[0] > 0
    assert later == {}
