"""A step of a lesson as a table that only its address keeps: the step, and what the pupil has chosen since."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.history import History
from ludotheque.core.lessons import FirstGame, Step
from ludotheque.web.tables.making import Plan, SeatPlan
from ludotheque.web.tables.state import BOT, OVER, PERSON, RUNNING, TableSeat, TableState

RIVAL = "child"  # the bot of the short game at the end of a lesson


def seat_plans(lesson: FirstGame, step: Step, name: str, token: str) -> tuple[SeatPlan, ...]:
    """The pupil, and the others by the names that the coach calls them."""
    names = (*lesson.names, *[""] * step.start.players)[: step.start.players - 1]
    return (SeatPlan(PERSON, name, token=token), *(SeatPlan(BOT, other, RIVAL) for other in names))


def lesson_table(
    lesson: FirstGame, step: Step, played: tuple[int, ...], visitor: str, name: str, token: str, version: int
) -> TableState:
    """The table after these choices of the pupil; raises IllegalAction if one of them cannot be made."""
    return private_table(
        step.name, step.after(played), seat_plans(lesson, step, name, token), visitor, version, step.seed
    )


def private_table(
    id: str, history: History, plans: Sequence[SeatPlan], visitor: str, version: int, seed: str
) -> TableState:
    """A table that only its address keeps; the visitor plays the seats of people."""
    seats = [
        TableSeat(
            seat=number,
            kind=plan.kind,
            name=plan.name,
            level=plan.level,
            visitor=visitor if plan.kind == PERSON else None,
            token=plan.token,
        )
        for number, plan in enumerate(plans)
    ]
    position = history.position
    return TableState(
        id=id,
        game=position.game.name,
        players=position.players,
        options={},
        host=visitor,
        status=OVER if position.to_act is None else RUNNING,
        version=version,
        move_version=version,
        seed=seed,
        seats=tuple(seats),
        history=history,
        stored_plies=len(history.choices),
    )


def short_game(lesson: FirstGame, name: str, token: str) -> Plan:
    """The short game at the end of a lesson, against children."""
    step = lesson.steps[-1]
    return Plan(lesson.game.name, seat_plans(lesson, step, name, token), start=step.start.to_dict())
