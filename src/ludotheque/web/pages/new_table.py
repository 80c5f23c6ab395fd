"""New tables: against bots with one click, as planned in a form, or found by a link."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from anyio.to_thread import run_sync
from starlette.responses import PlainTextResponse, Response

from ludotheque.bots import players
from ludotheque.contract.options import Value as OptionValue
from ludotheque.core.fair import clean_luck
from ludotheque.core.game import Game
from ludotheque.web.pages.context import Context
from ludotheque.web.pages.form import Form
from ludotheque.web.pages.own_box import box_in
from ludotheque.web.storage.played_games import rivals_near
from ludotheque.web.tables.clock import CLOCKS
from ludotheque.web.tables.making import LONGEST_TITLE, Plan, SeatPlan, create
from ludotheque.web.tables.pledges import Pledge
from ludotheque.web.tables.quick_match import find_match, matches
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import BOT, OPEN, PERSON, WANTED
from ludotheque.web.tables.visitors import clean_name
from ludotheque.web.views.common import posted
from ludotheque.web.views.new_table import new_of
from ludotheque.web.views.visit import Visit

QUICK_GAME = 3  # players of a game against bots, if the game allows it


async def play_now(context: Context) -> Response:
    """One click: a game against bots."""
    game, form = context.game(), await context.form()
    number = QUICK_GAME if QUICK_GAME in game.seats else game.seats[0]
    luck, pledge = context.luck(form)
    rated = form.choice("rated", ("0", "1"), "0") == "1"

    def made() -> str:
        visitor = context.visitor_id()
        rivals = rivals_near(context.store, visitor, game.name, number - 1)
        with context.introduced(form) as name:
            me = SeatPlan(PERSON, name, token=context.visit.token)
            seats = (me, *(SeatPlan(BOT, level=level) for level in rivals))
            plan = Plan(game.name, seats, hints=not rated, rated=rated or None, luck=luck, pledge=pledge)
            return create(context.store, plan, visitor)

    return context.redirect_to_table(await run_sync(made))


async def pledge(context: Context) -> Response:
    """The pledge for a new table; a browser asks for it before it adds its luck."""
    return PlainTextResponse(context.services.pledger.new(), headers={"Cache-Control": "no-store"})


async def new_table(context: Context) -> Response:
    """The form of a new table."""
    box = context.request.query_params.get("box", "")

    def shown() -> Response:
        own = box_in(context.game().name, box, context.visit.language)
        return context.render_game("new", lambda game, visit: new_of(game, visit, own=own))

    return await context.run(shown, sent=box)


async def make_table(context: Context) -> Response:
    """Makes the planned table, or shows the form again with the reason why not."""
    game, visit, form = context.game(), context.visit, await context.form()
    box = form.text("box", "")

    def made() -> str:
        with context.introduced(form, "name-0" if form.text("seat-0", "me") == "me" else "") as name:
            visitor = replace(context.visit, name=name)
            return create(context.store, plan_of(game, form, visitor, *context.luck(form)), visitor.visitor)

    def again(problem: str) -> Response:
        own = None
        with suppress(Refusal):
            own = box_in(game.name, box, visit.language)
        return context.render("new.jinja", new_of(game, visit, problem, own), status=422)

    try:
        return context.redirect_to_table(await context.run(made, sent=box))
    except Refusal as refusal:
        if visit.htmx or refusal.status != 422:
            raise
        return await context.run(again, visit.speech.say(f"errors.{refusal.key}", **refusal.gaps), sent=box)


async def join(context: Context) -> Response:
    """Goes to the table of a code or a link."""
    code = (await context.form()).text("code").strip().rstrip("/").rpartition("/")[2].lower()
    return context.redirect_to_table((await run_sync(context.store.read, code)).id)


async def quick_match(context: Context) -> Response:
    """Sits down with the first people who want the same game."""
    form = await context.form()
    wanted = {match.key: match for match in matches()}.get(form.text("match"))
    if wanted is None:
        raise Refusal(422, "bad_form")

    def found() -> str:
        with context.introduced(form) as name:
            seat = SeatPlan(PERSON, name, token=context.visit.token)
            return find_match(context.store, wanted, context.visit.visitor, seat, clean_luck(form.text("luck", "")))

    return context.redirect_to_table(await run_sync(found))


def plan_of(game: Game, form: Form, visit: Visit, luck: str, pledge: Pledge | None) -> Plan:
    """The table that a form plans; refused if a field is malformed."""
    number = form.number("seats")
    if number not in game.seats:
        raise Refusal(422, "bad_seats", fewest=game.seats[0], most=game.seats[-1])
    own = box_in(game.name, form.text("box", ""), visit.language)
    rated = form.choice("rated", ("0", "1"), "0") == "1" and own is None
    clock, seconds = CLOCKS[form.choice("clock", tuple(CLOCKS), "none")]
    return Plan(
        game=game.name,
        seats=tuple(seat_of(form, seat, visit) for seat in range(number)),
        options=options_of(game, form, number),
        title=clean_name(form.text("title", ""))[:LONGEST_TITLE],
        listed=form.choice("listed", ("0", "1"), "0") == "1",
        hints=form.choice("hints", ("0", "1"), "1") == "1" and not rated,
        rated=rated or None,
        live_analysis=(form.choice("analysis", ("0", "1"), "0") == "1" and not rated) or None,
        wanted=form.choice("wanted", ("", *WANTED), "") or None,
        clock=clock,
        clock_seconds=seconds,
        luck=luck,
        pledge=pledge,
        own_box=own,
    )


def seat_of(form: Form, seat: int, visit: Visit) -> SeatPlan:
    """One seat of the plan."""
    kind, _, level = form.text(f"seat-{seat}", "me" if seat == 0 else "friend").partition(":")
    name = clean_name(form.text(f"name-{seat}", ""))
    if kind == "me":
        return SeatPlan(PERSON, name or (visit.name if seat == 0 else ""), token=visit.token)
    if kind == "friend":
        return SeatPlan(OPEN)
    if kind == "bot" and level in players():
        return SeatPlan(BOT, name, level)
    raise Refusal(422, "bad_form")


def options_of(game: Game, form: Form, number: int) -> dict[str, OptionValue]:
    """The options of the plan."""
    chosen: dict[str, OptionValue] = {}
    for option in game.options.values():
        values = {posted(value): value for value in option.allowed(number)}
        text = form.switch(f"option-{option.name}", posted(option.default))
        if text not in values:
            raise Refusal(422, "bad_options")
        chosen[option.name] = values[text]
    return chosen
