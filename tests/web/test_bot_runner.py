"""Bots think outside the server's own threads, and their failures do not stop a game."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from math import e
from types import SimpleNamespace
from typing import Any

import pytest

import ludotheque
from ludotheque import load
from ludotheque.bots import levels
from ludotheque.core.words import words
from ludotheque.web.tables.company import STOOD_IN
from ludotheque.web.tables.deciding import decide_as_bot
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.company import heard_of
from ludotheque.web.views.visit import spectator
from ludotheque.web.work import bot_runner, think_pool
from ludotheque.web.work.think_pool import BotDecision, ThinkPool, decision, think
from tests.web.site import Site, first_choice, served, settings

pytestmark = pytest.mark.both_databases


def think_elsewhere(server: int, *asked: Any) -> BotDecision:
    assert os.getpid() != server
    return decision(*asked)


@pytest.mark.server
def test_bots_think_in_another_process(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with served(settings(database, think_processes=1)) as site:
        pool, ann = site.services.think_pool, site.person()
        submit = pool.submit
        monkeypatch.setattr(pool, "submit", lambda work, *asked: submit(think_elsewhere, os.getpid(), *asked))
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="bot:greedy", option_first_seat=1)
        for _ in range(2):
            state = site.wait(table, lambda t: 0 in t.asked(), 60)
            ann.play(table, 0, first_choice(state.position))
        assert pool._decided == {"sintra"}
    assert "the greedy bot decides instead" not in caplog.text


def test_a_thought_is_legal_and_always_the_same() -> None:
    position = load("fourberies").start(players=3, seed=1)
    actions = {think("fourberies", position.to_dict(), "greedy", 5) for _ in range(3)}
    assert len(actions) == 1
    assert position.why_not(actions.pop()) is None


def die(*_: object) -> int:
    os._exit(1)


def dawdle(*_: object) -> int:
    time.sleep(3)
    return 0


def cheat(*_: object) -> int:
    raise ludotheque.Error("The bot expert chose 77, which is not legal.")


def test_a_bot_that_waits_for_other_bots_is_not_replaced(caplog: pytest.LogCaptureFixture) -> None:
    position, pool = ludotheque.load("sintra").start(2, seed=1), ThinkPool(0, limit=2)
    pool.submit(time.sleep, 3)  # another bot, for longer than the limit
    instead = think("sintra", position.to_dict(), "greedy", 5)
    assert pool.decide("sintra", position.to_dict(), "greedy", 5)[:2] == (instead, True)
    assert "took more than" not in caplog.text
    pool.close()


@pytest.mark.server
@pytest.mark.parametrize(("mischief", "said"), [(die, "failed"), (dawdle, "took more than"), (cheat, "failed")])
def test_a_bot_that_fails_or_dawdles_is_replaced_by_the_greedy_bot(
    mischief: Callable[..., int], said: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    position = load("sintra").start(players=2, seed=1)
    instead = think("sintra", position.to_dict(), "greedy", 5)
    pool = ThinkPool(1, limit=1 if mischief is dawdle else 60)
    assert pool.decide("sintra", position.to_dict(), "greedy", 5).own
    real = pool.submit
    monkeypatch.setattr(pool, "submit", lambda work, *given: real(mischief, *given))
    assert pool.decide("sintra", position.to_dict(), "expert", 5)[:2] == (instead, False)
    assert f"the bot expert of sintra {said}" in caplog.text
    assert "the greedy bot decides instead" in caplog.text
    monkeypatch.undo()  # the pool goes on, also after a process has died
    assert pool.submit(think, "sintra", position.to_dict(), "greedy", 5).result() == instead
    pool.close()


def test_the_first_bot_of_a_game_may_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process loads the search first, which takes long on a loaded machine."""
    position, pool = load("sintra").start(players=2, seed=1).to_dict(), ThinkPool(0, limit=0.5)

    def slowly(*_: object) -> BotDecision:
        time.sleep(1)
        return BotDecision(0, own=True)

    real = pool.submit
    monkeypatch.setattr(pool, "submit", lambda work, *given: real(slowly, *given))
    assert [pool.decide("sintra", position, "greedy", 5).own for _ in range(2)] == [True, False]
    pool.close()


@pytest.mark.server
def test_a_bot_whose_process_has_died_thinks_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A process that dies ends the jobs of all, also those of bots that did nothing wrong."""
    position, pool, mischief = load("sintra").start(players=2, seed=1).to_dict(), ThinkPool(1, limit=60), [die]
    real = pool.submit
    monkeypatch.setattr(pool, "submit", lambda work, *given: real(mischief.pop() if mischief else work, *given))
    assert pool.decide("sintra", position, "greedy", 5)[:2] == (think("sintra", position, "greedy", 5), True)
    assert (mischief, caplog.text) == ([], "")
    pool.close()


@pytest.mark.parametrize("game", ["sintra", "fourberies"])
def test_the_table_hears_that_the_greedy_bot_decided(site: Site, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Of a secret choice only when it is revealed: nobody learns that a bot has chosen."""
    monkeypatch.setattr(site.services.think_pool, "submit", failed)
    ann, eve = site.person(), spectator("en")
    table = ann.make(game, seats=2, seat_0="me", seat_1="bot:greedy")

    def heard() -> list[tuple[int, str]]:
        seen = heard_of(site.table(table), eve, (), site.services.store.now()).reactions
        return [(each.seat, each.reaction) for each in seen]

    if game == "fourberies":
        state = site.wait(table, lambda state: 1 in state.seals)
        assert (state.version, heard()) == (2, [])
    while 0 in (state := site.wait(table, lambda state: 0 in state.asked() or bool(heard()))).asked() and not heard():
        assert ann.play(table, 0, first_choice(state.asked()[0])).status_code == 200
    assert heard() == [(1, STOOD_IN)]
    assert "Clockwork decided" in ann.get(f"/t/{table}").text


def failed(*_: object) -> None:
    raise RuntimeError("this bot cannot think")


def test_an_illegal_thought_is_no_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(think_pool, "player", lambda *_: SimpleNamespace(choose=lambda sight: 10**6))
    with pytest.raises(ludotheque.Error, match="which is not legal"):
        think("sintra", load("sintra").start(players=2, seed=1).to_dict(), "expert", 5)


def test_bots_make_no_pause_when_the_only_person_is_in_a_hurry(database: str) -> None:
    with served(settings(database, pace=3600)) as site:
        ann, bea = site.person(), site.person()
        table = ann.make("sintra", seats=3, seat_0="bot:greedy", seat_1="bot:greedy", seat_2="me", option_first_seat=0)
        assert f"/t/{table}/hurry" in ann.get(f"/t/{table}").text
        assert f"/t/{table}/hurry" not in bea.get(f"/t/{table}").text
        assert bea.post(f"/t/{table}/hurry").status_code == 403
        assert bea.post("/t/none/hurry").status_code == 404
        assert not site.services.bot_runner._hurried  # a stranger hurries nobody, nor is the id kept
        assert ann.post(f"/t/{table}/hurry").status_code == 200
        state = site.wait(table, lambda t: 2 in t.asked())
        ann.play(table, 2, first_choice(state.position))
        assert f"/t/{table}/hurry" not in ann.get(f"/t/{table}").text


def test_every_level_can_sit_at_a_table_and_take_a_seat_over(site: Site) -> None:
    ann = site.person()
    page = ann.get("/new/fourberies").text
    for level in levels():
        named = words("fourberies", "en").find("levels")[level]
        assert named["name"] in page
        assert named["sentence"] in page
    table = ann.make("fourberies", seats=2, seat_0="me", seat_1="bot:beginner")
    state = site.wait(table, lambda t: 0 in t.asked(), 120)
    assert ann.post(f"/t/{table}/leave", level="wizard").status_code == 422
    assert ann.post(f"/t/{table}/leave", level="casual").status_code == 200
    assert (site.table(table).seats[0].level, site.table(table).seats[0].away) == ("casual", True)
    assert state.seats[1].level == "beginner"


@pytest.mark.compiled
def test_a_hint_is_the_best_action_of_a_search(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    state = site.table(table)
    state.position.advice(None, iterations=1)  # compiles
    seat = state.position.to_act or 0
    said = ann.post(f"/t/{table}/hint", seat=seat, version=state.version).text
    action = int(re.findall(r'data-hint="(\d+)"', said)[0])
    assert state.position.why_not(action) is None
    assert "Hint from a strong bot" in said
    assert ann.post(f"/t/{table}/hint", seat=seat, version=state.version).text == said


def test_a_hint_does_not_wait_for_the_compiler(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[object] = []
    monkeypatch.setattr(think_pool, "is_compiled", lambda game: False)
    monkeypatch.setattr(think_pool, "_compiling", SimpleNamespace(submit=lambda *job, **_: compiled.append(job)))
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    state = site.table(table)
    said = ann.post(f"/t/{table}/hint", seat=state.position.to_act or 0, version=state.version).text
    assert "First look:" in said
    assert re.search(r'data-steps="a\d+', said)
    assert len(compiled) == 1


def test_a_first_look_compares_no_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few iterations can find the best action, but their shares of the others say nothing."""
    monkeypatch.setattr(think_pool, "is_compiled", lambda _: False)
    monkeypatch.setattr(think_pool._compiling, "submit", lambda *_, **__: None)
    position = ludotheque.load("sintra").start(2, seed=1)
    advised = think_pool.advise("sintra", position.to_dict(), 1)
    assert advised.first_look
    assert [move.actions[0] for move in advised.moves] == [advised.action]


def test_a_casual_player_plays_better_moves_more_often() -> None:
    moves = [think_pool.AdvisedMove((action,), share) for action, share in enumerate((0.5, 0.45, 0.1))]
    assert think_pool.casual_share(moves) == pytest.approx((0.5 + 0.45 / e) / (1 + 1 / e), abs=0.001)


def test_a_failing_bot_does_not_stop_the_others(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = site.person().play_now("sintra")
    real = site.services.bot_runner._decide

    def decide(table_id: str) -> bot_runner.BotAnswer | None:
        if table_id == broken:
            raise ValueError("a mistake")
        return real(table_id)

    monkeypatch.setattr(site.services.bot_runner, "_decide", decide)
    site.services.bot_runner.wake_id(broken)
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="bot:random")
    state = site.wait(table, lambda t: 0 in t.asked())
    assert ann.play(table, 0, first_choice(state.position)).status_code == 200


def test_a_decision_for_a_table_that_has_moved_on_is_dropped(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    state = site.table(table)
    assert state.bot_to_decide() is None
    with pytest.raises(Refusal) as refused:  # a person sits there
        site.services.store.change(
            table,
            decide_as_bot,
            state.worker or "",
            state.position.to_act or 0,
            state.move_version,
            first_choice(state.position),
        )
    assert refused.value.status == 409
    assert site.table(table) == state
