"""New tables: at once against bots, as planned in the form, or by a link."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from ludotheque.bots import players
from ludotheque.contract.options import Value as OptionValue
from ludotheque.core.game import Game, game_of
from ludotheque.web.middleware.visitor import Form, Visit, clean_name
from ludotheque.web.services import known_game, services
from ludotheque.web.tables.pledges import Pledge, new_pledge
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import Plan, SeatPlan
from ludotheque.web.tables.state import BOT, OPEN, PERSON
from ludotheque.web.views.common import posted
from ludotheque.web.views.new_table import CLOCKS, new_of
from ludotheque.web.views.render import render

LONGEST_TITLE = 40
ALONE = 3  # players of a game that is played at once, if the game allows it


async def play_now(request: Request) -> Response:
    """One click: a game against bots."""
    at, visit, name = services(request), services(request).visit(request), known_game(request)
    form = await at.form(request)
    game = game_of(name)
    number = ALONE if ALONE in game.seats else game.seats[0]
    me = SeatPlan(PERSON, clean_name(form.text("name", visit.name)))
    luck, pledge = at.luck(form)
    plan = Plan(name, (me, *(SeatPlan(BOT) for _ in range(number - 1))), luck=luck, pledge=pledge)
    return at.go(request, f"/t/{await run_sync(at.tables.create, plan, visit.visitor)}")


async def pledge(request: Request) -> Response:
    """What is promised for a table to come; a browser asks for it before it adds its luck."""
    text = new_pledge(services(request).settings.secret)
    return PlainTextResponse(text, headers={"Cache-Control": "no-store"})


async def new_table(request: Request) -> Response:
    """The form of a new table."""
    name = known_game(request)
    return await services(request).page(
        request,
        "new.jinja",
        lambda visit: new_of(game_of(name), visit),
        lambda visit: visit.speech.say("titles.new", game=game_of(name).title(visit.language)),
    )


async def make_table(request: Request) -> Response:
    """Makes the table that was planned; the form comes back with a sentence if it cannot be."""
    at, visit, name = services(request), services(request).visit(request), known_game(request)
    form = await at.form(request)
    try:
        new = await run_sync(
            lambda: at.tables.create(plan_of(game_of(name), form, visit, *at.luck(form)), visit.visitor)
        )
    except Refusal as refusal:
        if visit.htmx or refusal.status != 422:
            raise
        problem = visit.speech.say(f"errors.{refusal.key}", **refusal.gaps)
        text = render("new.jinja", visit, new_of(game_of(name), visit, problem))
        return at.answer(request, HTMLResponse(text, 422))
    return at.go(request, f"/t/{new}")


async def join(request: Request) -> Response:
    """Goes to the table of a code or a link."""
    at = services(request)
    code = (await at.form(request)).text("code").strip().rstrip("/").rpartition("/")[2].lower()
    table = await run_sync(at.tables.read, code)
    return at.go(request, f"/t/{table.id}")


def plan_of(game: Game, form: Form, visit: Visit, luck: str, pledge: Pledge | None) -> Plan:
    """The table that a form plans; refused if any field makes no sense."""
    number = form.number("seats")
    if number not in game.seats:
        raise Refusal(422, "bad_seats", fewest=game.seats[0], most=game.seats[-1])
    kind, seconds = CLOCKS[form.choice("clock", tuple(CLOCKS), "none")]
    chairs = tuple(chair_of(form, n, visit) for n in range(number))
    return Plan(
        game=game.name,
        chairs=chairs,
        options=options_of(game, form, number),
        title=clean_name(form.text("title", ""))[:LONGEST_TITLE],
        listed=form.choice("listed", ("0", "1"), "0") == "1",
        hints=form.choice("hints", ("0", "1"), "1") == "1",
        clock=kind,
        clock_seconds=seconds,
        luck=luck,
        pledge=pledge,
    )


def chair_of(form: Form, seat: int, visit: Visit) -> SeatPlan:
    """One chair of the plan."""
    kind, _, level = form.text(f"seat-{seat}", "me" if seat == 0 else "friend").partition(":")
    name = clean_name(form.text(f"name-{seat}", ""))
    if kind == "me":
        return SeatPlan(PERSON, name or (visit.name if seat == 0 else ""))
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
