"""A moment of a lesson as a table, with the coach beside it."""

from __future__ import annotations

from ludotheque.core.lessons import PUPIL
from ludotheque.web.tables.lesson_table import lesson_table
from ludotheque.web.tables.state import RUNNING
from ludotheque.web.views.coach import LessonMoment, coach_of
from ludotheque.web.views.parts import Drawing, parts_of
from ludotheque.web.views.table import table_of, title_of
from ludotheque.web.views.viewer import Viewer
from ludotheque.web.views.visit import Visit


def lesson_viewer(moment: LessonMoment, visit: Visit) -> Viewer:
    """The pupil at the table of this moment."""
    table = lesson_table(
        moment.lesson, moment.step, moment.played, visit.visitor, visit.name, visit.token, moment.version
    )
    return Viewer(table, visit, PUPIL, None, 0.0)


def draw_lesson(moment: LessonMoment, visit: Visit) -> Drawing:
    """The table of this moment with its coach. No bot searches: the others answer at once or wait for the pupil."""
    viewer = lesson_viewer(moment, visit)
    body, coach = table_of(viewer), coach_of(moment, viewer)
    body = body._replace(
        url=moment.url, events="", can_leave=False, explained=None, log=(), coach=coach,
        turn=body.turn and body.turn._replace(seat=PUPIL, name=viewer.names[PUPIL], waits="", thinking=False),
        players=tuple(player._replace(asked=player.mine and coach.do != "") for player in body.players),
    )  # fmt: skip
    parts = parts_of(body) if viewer.table.status == RUNNING else {}
    return Drawing(visit, body, title_of(viewer), viewer.table.position, parts)
