"""Puzzles: the ones of the day, any other one, and the tries at one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from anyio.to_thread import run_sync
from starlette.responses import PlainTextResponse, Response

from ludotheque.errors import Error
from ludotheque.puzzles import KINDS, puzzles_of
from ludotheque.puzzles.daily import number_after, number_of_day
from ludotheque.web.pages.context import Context, in_thread
from ludotheque.web.pages.form import whole_number
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.previews import previews_of
from ludotheque.web.views.puzzle import draw_puzzle, puzzle_plan, puzzle_viewer, puzzles_page
from ludotheque.web.views.puzzle_card import ASKS, TRIES, PuzzleMoment

START, SHOW = "start", "show"
MOST_DAYS = 1000  # days kept for one visitor


def today() -> date:
    """The day by which all visitors get the same puzzle."""
    return datetime.now(UTC).date()


def moment_in(context: Context) -> PuzzleMoment:
    """The moment of a puzzle in the address."""
    game, parts = context.game().name, context.request.path_params
    number = whole_number(parts["number"])
    if number is None or not 1 <= number <= len(puzzles_of(game)):
        raise Refusal(404, "no_puzzle")
    told = parts.get("tries", START).split("-")
    shown = told[-1] == SHOW
    words = [] if told == [START] else told[: len(told) - shown]
    tries = [whole_number(word) for word in words[: TRIES + 1]]
    legal = puzzles_of(game)[number - 1].start().legal()
    moment = PuzzleMoment(game, number, tuple(each for each in tries if each in legal and each is not None), shown)
    before = PuzzleMoment(game, number, moment.tries[:-1], False)
    if len(moment.tries) != len(words) or (words and before.state != ASKS):
        raise Refusal(404, "no_moment")
    return moment


@in_thread
def overview(context: Context) -> Response:
    """The puzzles of the day, earlier ones, and more."""
    title = context.visit.speech.say("titles.page", page=context.visit.speech.say("puzzles.title"))
    return context.render("puzzles.jinja", puzzles_page(context.visit, today()), title)


async def days(context: Context) -> Response:
    """Joins the days whose puzzle a browser has solved with those of the visitor's other devices.

    A visitor of whom we keep nothing else keeps them in the browser alone.
    """
    told = (await context.form()).text("days", "").split()

    def joined() -> Response:
        visitor = context.visitor()
        solved = sorted({*visitor.puzzle_days, *filter(is_past_day, told)})[-MOST_DAYS:]
        if visitor.created and solved != visitor.puzzle_days:
            context.keep(replace(visitor, puzzle_days=solved))
        return context.answer(PlainTextResponse(" ".join(solved)))

    return await run_sync(joined)


def is_past_day(text: str) -> bool:
    """Whether a text is a day up to today, as our pages write it."""
    try:
        return date.fromisoformat(text).isoformat() == text <= today().isoformat()
    except ValueError:
        return False


@in_thread
def another(context: Context) -> Response:
    """Leads to the next puzzle of a kind or a difficulty, or to the one of the day."""
    game, query = context.game().name, context.request.query_params
    known = puzzles_of(game)
    if not known:
        raise Refusal(404, "no_puzzle")
    kind, difficulty = query.get("kind", ""), context.number("difficulty") or 0
    after = context.number("after")
    if after is None and not kind and not difficulty:
        return context.see_other(f"/puzzles/{game}/{number_of_day(known, today())}")
    number = number_after(known, after or number_of_day(known, today()), kind if kind in KINDS else "", difficulty)
    if number is None:
        raise Refusal(404, "no_puzzle")
    wishes = [f"kind={kind}"] * (kind in KINDS) + [f"difficulty={difficulty}"] * (difficulty > 0)
    return context.see_other(f"/puzzles/{game}/{number}{'?' * bool(wishes)}{'&'.join(wishes)}")


@in_thread
def puzzle(context: Context) -> Response:
    """A puzzle."""
    drawing = draw_puzzle(moment_in(context), context.visit, today())
    return context.render("puzzle.jinja", drawing.filled(), drawing.title)


@in_thread
def part(context: Context) -> Response:
    """The table of a puzzle alone."""
    return shown(context, moment_in(context))


def shown(context: Context, moment: PuzzleMoment) -> Response:
    """The table of a moment, as a part of its page or as a page."""
    return context.part_or_page(moment.url, lambda: draw_puzzle(moment, context.visit, today()).whole())


@in_thread
def previews(context: Context) -> Response:
    """What each choice would bring."""
    moment = moment_in(context)
    viewer = puzzle_viewer(moment, context.visit)
    if moment.state != ASKS or viewer.seat is None:
        return context.answer(Response(status_code=204))
    return context.render("parts/previews.jinja", previews_of(viewer, viewer.seat))


async def play(context: Context) -> Response:
    """A try."""
    form = await context.form()
    action = form.number("action")

    def tried() -> Response:
        moment = moment_in(context)
        if moment.state != ASKS:
            raise Refusal(409, "stale")
        try:
            rule = moment.puzzle.start().why_not(action)
        except Error:
            raise Refusal(422, "no_action") from None
        if rule is not None:
            raise Refusal(422, "not_asked", rule=rule, game=moment.game)
        return shown(context, PuzzleMoment(moment.game, moment.number, (*moment.tries, action), False))

    return await run_sync(tried)


async def play_on(context: Context) -> Response:
    """Makes a table from the position of a puzzle."""
    token = context.visit.token
    return await context.sit_down(
        await context.form(), lambda name: puzzle_plan(moment_in(context).puzzle, name, token)
    )
