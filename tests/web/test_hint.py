"""Hints in words: how the advised action differs from the next best one."""

from __future__ import annotations

from math import nan

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots.advice import Advice, advice
from ludotheque.core.lessons import lesson_of
from ludotheque.review.advising import AdvisedTurn
from ludotheque.review.reasons import Reply, TurnReason, turn_with
from ludotheque.web.views.hint import hint_of
from ludotheque.web.views.speech import speech
from ludotheque.web.work import think_pool
from ludotheque.web.work.think_pool import Advised, AdvisedMove, judged
from tests.bots.games_of_bots import random_positions

NAMES = ("Ann", "Bea")


LESSON = lesson_of("sintra").steps[5].start  # the turn brings 7 points now and costs 1 later
TURN = (14, 55, 62)


def test_a_hint_tells_points_and_what_it_denies_before_what_only_its_turn_changes() -> None:
    best, other_turn = AdvisedTurn(TURN, TurnReason(7, Reply(1, 1))), AdvisedTurn((10,), TurnReason(0, Reply(1, 6)))
    advised = Advised(14, 0.5, False, (best, other_turn))
    now, denied, later = hint_of(LESSON, advised, NAMES, speech("en")).reasons
    other = LESSON.say(10, "en", names=NAMES)
    assert now == f"By the end of your turn it brings 7 points; the next best choice ({other}) brings 0."
    assert denied == f"Bea can then make 1 point in one turn at most; after the next best choice ({other}), 6."
    assert later == f"As the table stands, it brings −1 point later; the next best choice ({other}) brings 0."
    alike = advised._replace(turns=(best, other_turn._replace(reason=best.reason)))
    assert hint_of(LESSON, alike, NAMES, speech("en")).reasons[2].startswith("Unlike")


@pytest.mark.parametrize(("share", "last"), [(0.5, "A close choice"), (0.3, "The bot expects to win more often")])
def test_a_hint_tells_what_only_the_next_best_turn_changes(share: float, last: str) -> None:
    position = next(each for each in random_positions("fourberies", 2, 2) if each.legal() == [23, 30])
    best, other = position.legal()
    same, turns = TurnReason(0, None), ((best,), (other,))
    moves = AdvisedMove(turns[0], 0.5), AdvisedMove(turns[1], share)
    advised = Advised(best, 0.5, False, tuple(AdvisedTurn(turn, same) for turn in turns), moves, 0.4)
    told, closing = hint_of(position, advised, NAMES, speech("en")).reasons
    assert position.say(best) == "Pass"
    assert (
        told == "Only the next best choice (Play Fortune-teller) leads to: Fortune-teller is used up for this season."
    )
    assert closing.startswith(last)


def test_a_hint_tells_why_though_all_points_speak_against_it() -> None:
    position = next(each for each in random_positions("fourberies", 2, 5) if each.legal() == [23, 31])
    same, turns = TurnReason(0, None), ((23,), (31,))
    moves = AdvisedMove(turns[0], 0.5), AdvisedMove(turns[1], 0.3)
    advised = Advised(23, 0.5, False, tuple(AdvisedTurn(turn, same) for turn in turns), moves, 0.4)
    points, *_, last = hint_of(position, advised, NAMES, speech("en")).reasons
    assert points == "By the end of your turn it brings 0 points; the next best choice (Play Stagehand) brings 4."
    assert last == "The bot expects to win more often after this move."


def test_a_hint_names_the_strip() -> None:
    position = ludotheque.load("sintra").start(2, seed=4)
    position = position.play(position.legal()[0])
    turns = [(action,) for action in position.legal() if "on strip" in position.say(action)][:2]
    advised = Advised(turns[0][0], 0.5, False, tuple(AdvisedTurn(turn, TurnReason(0, None)) for turn in turns))
    told = hint_of(position, advised, NAMES, speech("en")).reasons
    assert [reason.rpartition(": ")[2] for reason in told] == [
        "strip 1 has 4 spaces left.",
        "strip 3 has 4 spaces left.",
    ]


def test_equal_turns_give_no_reasons() -> None:
    position = ludotheque.load("sintra").start(2, seed=4)
    best = position.legal()[0]
    same = AdvisedTurn((best,), TurnReason(0, None))
    assert hint_of(position, Advised(best, 0.5, False, (same, same)), NAMES, speech("en")).reasons == ()


def test_a_hint_always_has_a_reason() -> None:
    position = ludotheque.load("sintra").start(2, seed=4)
    best, other = position.legal()[:2]
    same = AdvisedTurn((best,), TurnReason(0, None))
    for share, text in ((0.5, "A close choice"), (0.1, "It leads to: ")):
        moves = AdvisedMove((best,), 0.5), AdvisedMove((other,), share)
        advised = Advised(best, 0.5, False, (same, same), moves, 0.4)
        hint = hint_of(position, advised, NAMES, speech("en"))
        assert hint.reasons[0].startswith(text)
        assert all(move.brings for move in hint.moves)


def test_compared_moves_are_judged_by_searches_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    position = ludotheque.load("sintra").start(2, seed=4)
    moves = [AdvisedMove((action,), share) for action, share in zip(position.legal(), (0.36, 0.39, 0.2), strict=False)]
    own = {move.actions[0]: share for move, share in zip(moves, (0.4, 0.3, 0.41), strict=True)}
    monkeypatch.setattr(think_pool, "own_share", lambda _, __, action, *___: own[action])
    assert [move.share for move in judged(position, 0, moves, 1)] == [0.41, 0.4, 0.3]
    monkeypatch.setattr(think_pool, "own_share", lambda *_: nan)  # chance comes next
    assert [move.share for move in judged(position, 0, moves, 1)] == [0.36, 0.2]


def test_turns_that_a_search_cut_short_are_compared_at_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(think_pool, "is_compiled", lambda _: False)  # the lines of a short search are cut
    monkeypatch.setattr(think_pool, "compile_soon", lambda _: None)
    position = next(each for each in random_positions("stanza", 2, 5) if len(each.legal()) > 2)
    advised = think_pool.advise("stanza", position.to_dict(), 0)
    turns = [*(turn.actions for turn in advised.turns), *(move.actions for move in advised.moves)]
    assert len(turns) == 3
    assert all(turn_with(position, position.to_act or 0, turn)[-1].to_act != position.to_act for turn in turns)


def test_a_hint_takes_8000_iterations_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def short(position: Position, _: None, *, iterations: int, seed: int) -> list[Advice]:
        asked.append(iterations)
        return advice(position, None, iterations=24, seed=seed, interpreted=True)

    monkeypatch.setattr(think_pool, "is_compiled", lambda _: True)
    monkeypatch.setattr(think_pool, "advice", short)
    position = ludotheque.load("sintra").start(2, seed=4)
    assert len(think_pool.advise("sintra", position.to_dict(), 0).moves) == len(asked[1:]) == 3
    assert sum(asked) <= 8000


def test_tiles_tell_the_points_now_later_and_denied() -> None:
    best, other = AdvisedTurn(TURN, TurnReason(7, Reply(1, 2))), AdvisedTurn((10,), TurnReason(0, Reply(1, 6)))
    moves = AdvisedMove(TURN[:1], 0.5), AdvisedMove((10,), 0.3)  # a first look knows only the first step of each
    advised = Advised(14, 0.5, False, (best, other), moves, 0.4)
    tiles = hint_of(LESSON, advised, NAMES, speech("en")).tiles
    assert [(tile.kind, tile.points, tile.label) for tile in tiles] == [
        ("now", 7, "now"),
        ("later", -1, "later"),
        ("denied", -4, "denied to Bea"),
    ]
    assert [[rule.number for rule in tile.rules] for tile in tiles] == [["S35", "S37"], ["S51"], []]
    alike = advised._replace(moves=(), turns=(best, other._replace(reason=best.reason)))
    assert hint_of(LESSON, alike, NAMES, speech("en")).tiles == ()
