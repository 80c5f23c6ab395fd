"""What players do at a table: the posts to /t/ID/..."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from anyio.to_thread import run_sync
from starlette.responses import HTMLResponse, Response

from ludotheque.bots import players
from ludotheque.core.fair import clean_luck
from ludotheque.web.pages.context import Context, Handler
from ludotheque.web.pages.form import Form
from ludotheque.web.pages.guarding import check_free_table
from ludotheque.web.pages.table import fragment
from ludotheque.web.tables import deciding, links, making, seating
from ludotheque.web.tables.being_played import LATEST
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import USUAL_BOT
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.common import names_of
from ludotheque.web.views.hint import hint_of
from ludotheque.web.work.think_pool import advise, quick_advice

MOST_LOOKS = 2  # times that a hint is asked for again with a longer search


async def play(context: Context) -> Response:
    """A decision. This is the most frequent request, so no thread waits for the commit."""
    form = await context.form()
    seat, version, action = (form.number(name) for name in ("seat", "version", "action"))
    visitor = context.visit.visitor
    await context.store.change_soon(context.table_id, deciding.decide, visitor, seat, version, action)
    if context.visit.htmx and not is_live(context):
        return await run_sync(shown, context, seat)
    return shown(context, seat)


def shown(context: Context, eyes: int | None) -> Response:
    """The table after a post, as the seat `eyes` sees it. A page with an event stream gets it there."""
    if context.visit.htmx and is_live(context):
        return context.answer(Response(status_code=204))
    if context.visit.htmx:
        return context.answer(HTMLResponse(fragment(context, eyes)))
    return context.see_other(f"/t/{context.table_id}" + ("" if eyes is None else f"?eyes={eyes}"))


def is_live(context: Context) -> bool:
    """Whether the page has an open event stream."""
    return "x-live" in context.request.headers


def change(edit: Callable[[Context, Form], int | None]) -> Handler:
    """A handler that changes the table and then shows it, as the seat sees it that `edit` returns."""

    async def handle(context: Context) -> Response:
        form = await context.form()
        return await run_sync(lambda: shown(context, edit(context, form)))

    return handle


@change
def undo(context: Context, form: Form) -> int:
    """Takes a decision back, or asks the others to."""
    seat = form.number("seat")
    context.change(deciding.undo, seat, form.number("version"), form.optional_number("back"))
    return seat


@change
def agree(context: Context, form: Form) -> None:
    """Answers another player's wish to take a decision back."""
    context.change(deciding.agree, form.number("version"), form.choice("yes", ("0", "1"), "") == "1")


@change
def leave(context: Context, form: Form) -> None:
    """Leaves a seat to a bot."""
    level = form.choice("level", players(), USUAL_BOT)
    context.change(seating.leave, form.optional_number("seat"), level)


@change
def return_(context: Context, form: Form) -> None:
    """Takes a seat back from its bot."""
    context.change(seating.return_, form.optional_number("seat"))


@change
def sit(context: Context, form: Form) -> None:
    """Takes a free seat."""
    luck = clean_luck(form.text("luck", ""))
    with context.introduced(form) as name:
        context.change(seating.sit, form.number("seat"), name, luck, context.visit.token)


@change
def seat(context: Context, form: Form) -> None:
    """Frees a seat or gives it to a bot."""
    kind, _, level = form.text("kind").partition(":")
    context.change(seating.seat_as, form.number("seat"), kind, level or USUAL_BOT)


@change
def give_up(context: Context, form: Form) -> None:
    """Gives a seat up for good."""
    context.change(seating.give_up, form.optional_number("seat"))


@change
def hurry(context: Context, form: Form) -> None:
    """Lets the bots decide without a pause until the only person at the table is asked."""
    bots = context.services.bot_runner
    context.change(deciding.move_bots, bots.worker)  # refuses a visitor who is not the only person there
    if context.table().bot_asked:
        bots.hurry(context.table_id)


@change
def start(context: Context, form: Form) -> None:
    """Starts the game; the host may give the free seats to bots."""
    context.change(seating.start, form.choice("fill", ("0", "1"), "0") == "1")


@change
def link(context: Context, form: Form) -> None:
    """Makes or closes a link to a seat."""
    edits = {"make": links.make_link, "close": links.close_link}
    seat = form.number("seat")
    context.change(edits[form.choice("link", tuple(edits), "")], seat)


async def hint(context: Context) -> Response:
    """What a strong bot would do."""
    form = await context.form()
    seat, version, look = (
        form.number("seat"),
        form.number("version"),
        min(form.optional_number("look") or 0, MOST_LOOKS),
    )
    visitor, speech = context.visit.visitor, context.visit.speech

    def asking() -> TableState:
        table = context.table()
        deciding.check_asked(table, visitor, seat, version)
        if not table.hints:
            raise Refusal(403, "no_hints")
        check_free_table(context, table, table.history.positions[-LATEST:])
        return table

    table = await run_sync(asking)
    job = partial(advise, look=look) if look else advise
    advised = await context.search("hint", table, seat, job, quick_advice, look)
    if advised is None:
        return context.answer(Response(status_code=204))
    view = partial(hint_of, table.asked()[seat], advised, names_of(table, speech), speech)
    return await run_sync(lambda: context.render("parts/hint.jinja", replace(view(), look=look)))


async def again(context: Context) -> Response:
    """Makes a new table for the same people."""
    luck = context.luck(await context.form())

    def made() -> str:
        visitor = context.visitor()
        place = (context.store, context.table_id, visitor.id)
        return making.play_again(*place, *luck, visitor.name, visitor.token)

    return context.redirect_to_table(await run_sync(made))


async def from_here(context: Context) -> Response:
    """Makes a new table against bots, from a moment of this game."""
    form = await context.form()
    ply, seat = form.number("ply"), form.number("seat")
    page = form.choice("by", ("replay", "review"), "replay")

    def made() -> str:
        visitor, visit, table = context.visitor_id(), context.visit, context.table()
        check_free_table(context, table, table.history.positions[: ply + 1][-LATEST:])
        place = (context.store, table.id, visitor, ply, seat, visit.name, visit.token, page)
        return making.play_from(*place, *context.luck(form))

    return context.redirect_to_table(await run_sync(made))
