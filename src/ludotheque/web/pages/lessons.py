"""Lessons: the steps of a guided first game, and the short game at its end."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.responses import Response

from ludotheque.core.lessons import MOST_CHOICES, PUPIL, FirstGame, has_lesson, lesson_of
from ludotheque.errors import Error, IllegalAction
from ludotheque.web.middleware.visitor import set_cookie
from ludotheque.web.pages.context import Context, in_thread
from ludotheque.web.pages.form import Form, whole_number
from ludotheque.web.tables.deciding import check_asked
from ludotheque.web.tables.lesson_table import short_game
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.coach import LessonMoment
from ludotheque.web.views.lesson import draw_lesson, lesson_viewer
from ludotheque.web.views.previews import previews_of
from ludotheque.web.views.watching import watched_lesson, watched_of
from ludotheque.web.work.think_pool import Costly, costly_actions


def lesson_in(context: Context) -> FirstGame:
    """The lesson of the game in the address."""
    name = context.game().name
    if not has_lesson(name):
        raise Refusal(404, "no_lesson")
    try:
        return lesson_of(name)
    except Error:
        raise Refusal(410, "bad_lesson") from None


def moment_in(context: Context, version: int = 1) -> LessonMoment:
    """The moment of a lesson in the address."""
    lesson, parts = lesson_in(context), context.request.path_params
    number = whole_number(parts["step"])
    if number is None or not 1 <= number <= len(lesson.steps):
        raise Refusal(404, "no_step")
    told = parts.get("played", "start")
    played = [] if told == "start" else [whole_number(text) for text in told.split("-")[: MOST_CHOICES + 1]]
    if len(played) > MOST_CHOICES or None in played:
        raise Refusal(404, "no_moment")
    moment = LessonMoment(lesson, number, tuple(each for each in played if each is not None), version)
    try:
        moment.step.after(moment.played)
    except Error:
        raise Refusal(404, "no_moment") from None
    return moment


def cookie_of(context: Context) -> str:
    """The cookie that keeps how far a visitor is in a lesson."""
    return f"lesson-{context.game().name}"


async def lesson(context: Context) -> Response:
    """Leads to the step where the visitor was, or to the first one."""
    count = len(lesson_in(context).steps)
    number = whole_number(context.request.cookies.get(cookie_of(context), "")) or 1
    return context.see_other(f"/learn/{context.game().name}/{number if number <= count else 1}")


@in_thread
def step(context: Context) -> Response:
    """A step of a lesson; the browser keeps its number."""
    moment = moment_in(context)
    drawing = draw_lesson(moment, context.visit)
    response = context.render("lesson.jinja", drawing.filled(), drawing.title)
    set_cookie(response, context.request, cookie_of(context), str(moment.number))
    return response


@in_thread
def part(context: Context) -> Response:
    """The table of a step alone."""
    return shown(context, moment_in(context))


def shown(context: Context, moment: LessonMoment) -> Response:
    """The table of a moment, as a part of its page or as a page."""
    return context.part_or_page(moment.url, lambda: draw_lesson(moment, context.visit).whole())


@in_thread
def previews(context: Context) -> Response:
    """What each choice would bring."""
    viewer = lesson_viewer(moment_in(context), context.visit)
    if viewer.seat not in viewer.asked:
        return context.answer(Response(status_code=204))
    return context.render("parts/previews.jinja", previews_of(viewer, viewer.seat))


def version_in(form: Form) -> int:
    """The version that the pupil saw; refused if the form is about another seat."""
    if form.number("seat") != PUPIL:
        raise Refusal(403, "not_your_seat")
    return form.number("version")


async def play(context: Context) -> Response:
    """A choice of the pupil."""
    form = await context.form()
    action, version = form.number("action"), version_in(form)

    def made() -> Response:
        moment = moment_in(context, version + 1)
        after = LessonMoment(moment.lesson, moment.number, (*moment.played, action), moment.version)
        try:
            after.step.after(after.played)
        except IllegalAction as problem:
            raise Refusal(422, "not_asked", rule=problem.rule, game=moment.lesson.game.name) from None
        except Error:
            raise Refusal(422, "no_action") from None
        return shown(context, after)

    return await run_sync(made)


async def undo(context: Context) -> Response:
    """Takes the pupil's last choice back."""
    version = version_in(await context.form())

    def made() -> Response:
        moment = moment_in(context, version + 1)
        return shown(context, LessonMoment(moment.lesson, moment.number, moment.played[:-1], moment.version))

    return await run_sync(made)


async def begin_game(context: Context) -> Response:
    """Makes the table of the short game."""
    token = context.visit.token
    return await context.sit_down(await context.form(), lambda name: short_game(lesson_in(context), name, token))


async def watch(context: Context) -> Response:
    """What the coach says at the table of a short game: before a costly choice, or at the end."""
    visit, seat, version = context.visit, context.number("seat"), context.number("version")

    def asking() -> tuple[TableState, FirstGame]:
        table = context.table()
        lesson = watched_lesson(table, visit.visitor)
        if lesson is None:
            raise Refusal(404, "no_lesson")
        if not table.ended:
            if seat is None or version is None:
                raise Refusal(422, "bad_form")
            check_asked(table, visit.visitor, seat, version)
        return table, lesson

    table, lesson = await run_sync(asking)
    costly: tuple[Costly, ...] | None = ()
    if not table.ended and seat is not None:
        costly = await context.search("coach", table, seat, costly_actions, lambda *_: ())
    if costly is None:
        return context.answer(Response(status_code=204))
    return await run_sync(lambda: context.render("parts/watched.jinja", watched_of(table, lesson, costly, visit)))
