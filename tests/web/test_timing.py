"""The time of an answer tells nothing about hidden cards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

import ludotheque
from ludotheque.bots import Sight
from ludotheque.core.history import asked
from ludotheque.core.position import Position
from ludotheque.web.views import parts, render_cache
from ludotheque.web.work import bot_runner
from ludotheque.web.work.bot_runner import BotRunner
from ludotheque.web.work.leases import WorkerLease
from ludotheque.web.work.think_pool import BotDecision, think
from tests.web.site import Site


class PassingTime:
    """The time as a test wants it: it passes while somebody thinks."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def answered_after(
    site: Site, level: str, thought: float, monkeypatch: pytest.MonkeyPatch, waited: float = 0.0, hurried: bool = False
) -> float:
    """Seconds until a bot seals its answer that thinks for so long about it."""
    watch = PassingTime()

    def decide(game: str, position: dict[str, Any], *_: object) -> BotDecision:
        watch.time += waited + thought
        return BotDecision(site.table(table).asked()[1].legal()[0], own=True, seconds=thought)

    site.services.bot_runner.close()
    monkeypatch.setattr(bot_runner, "time", SimpleNamespace(monotonic=watch))
    lease = WorkerLease(site.services.store.engine)
    lease.renew()
    runner = BotRunner(site.services.store, lease, cast("Any", SimpleNamespace(decide=decide)), pace=0.7)
    table = site.person().make("fourberies", seats=2, seat_0="me", seat_1=f"bot:{level}")
    if hurried:
        monkeypatch.setattr(runner, "_hurried", {table})
    answer = runner._decide(table)
    runner._pauses.close()
    assert answer is not None
    runner._make(table, answer)
    assert 1 in site.table(table).seals
    return answer.due - 1000.0


@pytest.mark.parametrize(
    ("level", "thoughts", "answer"),
    [("greedy", (0.0, 0.3, 0.65), 0.7), ("master", (0.001, 1.1, 2.2), 2.7), ("master", (2.8, 4.0), 5.4)],
)
def test_a_bot_with_hidden_cards_answers_at_a_fixed_time(
    site: Site, level: str, thoughts: tuple[float, ...], answer: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one legal choice or many, after a short search or a long one."""
    for thought in thoughts:
        assert answered_after(site, level, thought, monkeypatch) == pytest.approx(answer)


@pytest.mark.parametrize("waited", [0.5, 2.1, 9.0])
def test_waiting_for_others_does_not_count_as_thinking(
    site: Site, waited: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a long thought after the waiting would cross a multiple that a short one does not."""
    for thought in (0.0, 2.1):
        assert answered_after(site, "master", thought, monkeypatch, waited) == pytest.approx(waited + 2.7)


def test_the_time_of_a_hurried_bot_is_enough_for_its_thought(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for thought in (0.0, 0.1, 0.3):
        answered = answered_after(site, "greedy", thought, monkeypatch, hurried=True)
        assert answered == pytest.approx(bot_runner.SECRET_PACE)


@pytest.mark.parametrize("level", ["greedy", "casual", pytest.param("expert", marks=pytest.mark.compiled)])
def test_one_legal_answer_is_thought_about_as_several_are(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot does with its time shows in the time of others that wait for the same processes."""
    start = ludotheque.load("fourberies").start(2, seed=1)
    one = next(position for position in secret_choices(start) if len(position.legal()) == 1)
    imagined = list[int]()
    imagine = Sight.imagine
    monkeypatch.setattr(Sight, "imagine", lambda sight, seed: imagined.append(seed) or imagine(sight, seed))  # type: ignore[func-returns-value]
    assert think("fourberies", one.to_dict(), level, 5) == one.legal()[0]
    assert imagined


def secret_choices(position: Position) -> Iterator[Position]:
    """The secret choices of a game that is played by chance."""
    random = Random(1)
    while position.to_act is not None:
        if position.secret:
            yield from asked(position).values()
        position = position.play(random.choice(position.legal()))


def test_a_changed_answer_makes_no_work_for_other_readers(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others could measure the time of a new drawing; the player's own page is drawn anew."""
    people = [site.person() for _ in range(2)]
    table = people[0].make("fourberies", seats=2, seat_0="me", seat_1="friend")
    people[1].post(f"/t/{table}/sit", seat=1, name="Bea")
    people[0].post(f"/t/{table}/start")
    readers = [people[0], site.person()]
    first, second = site.table(table).asked()[1].legal()[:2]
    people[1].play(table, 1, first)
    for reader in (*readers, people[1]):
        reader.get(f"/t/{table}/part")
    drawn, draw = list[int | None](), parts.draw
    monkeypatch.setattr(render_cache, "draw", lambda *given: drawn.append(given[2]) or draw(*given))  # type: ignore[func-returns-value]
    assert people[1].post(f"/t/{table}/play", seat=1, version=site.table(table).version, action=second).status_code in (
        200,
        204,
    )
    drawn.clear()
    for reader in readers:
        reader.get(f"/t/{table}/part")
    assert drawn == []
    position = site.table(table).asked()[1]
    assert position.say(second, "en") in people[1].get(f"/t/{table}/part").text
