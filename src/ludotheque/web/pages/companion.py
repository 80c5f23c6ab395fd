"""The companion of a game at a real table: people make the moves, and their real box deals."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from anyio.to_thread import run_sync
from starlette.responses import Response

from ludotheque.contract.editing import PositionDict
from ludotheque.core.game import game_of, games
from ludotheque.core.plies import ply_of
from ludotheque.web.pages.analysis import names_in
from ludotheque.web.pages.context import Context, Handler
from ludotheque.web.pages.form import Form, whole_number
from ludotheque.web.pages.guarding import check_free
from ludotheque.web.pages.moves import shown
from ludotheque.web.pages.new_table import options_of
from ludotheque.web.pages.own_box import box_in
from ludotheque.web.pages.setup import posted_position
from ludotheque.web.tables import companion
from ludotheque.web.tables.making import Plan, SeatPlan, create, play_again
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import PERSON
from ludotheque.web.views.common import names_of
from ludotheque.web.views.companion import impossible, new_companion, scores_of, share_companion
from ludotheque.web.views.parts import draw

MOST_DRAWS = 64  # in one entry
PAGES = ("record", "replay", "review", "analysis")  # pages of the table, open to everybody with its link


async def new(context: Context) -> Response:
    """The form of a companion."""
    query = context.request.query_params
    box = query.get("box", "")
    return await context.run(shown_form, context, query.get("game", ""), "", 200, box, sent=box)


def shown_form(
    context: Context,
    game: str,
    problem: str = "",
    status: int = 200,
    box: str = "",
    start: PositionDict | None = None,
    names: Sequence[str] = (),
) -> Response:
    """The form for a game, or for the first one; a companion can start from a position."""
    visit = context.visit
    game = game if game in games() else games()[0]
    body = new_companion(game, visit, problem, box_in(game, box, visit.language), start, names)
    title = visit.speech.say("titles.page", page=visit.speech.say("companion.title"))
    return context.render("new_companion.jinja", body, title, status)


async def make(context: Context) -> Response:
    """Makes a companion, or shows the form again: with the reason why not, or to ask for names at a position."""
    form, visit = await context.form(), context.visit
    game = form.text("game")

    def made() -> Response:
        if game not in games():
            raise Refusal(404, "no_game")
        start = start_of(context, game, form)
        if start is not None and not form.has("name-0"):
            return shown_form(context, game, start=start)
        try:
            id_ = create(context.store, plan_of(game, form, visit.language, start), context.visitor_id())
        except Refusal as refusal:
            if refusal.status != 422:
                raise
            problem = visit.speech.say(f"errors.{refusal.key}", **refusal.gaps)
            return shown_form(context, game, problem, 422, start=start, names=names_in(form.text))
        return context.see_other(companion.entry_url(context.store.read(id_)))

    return await context.run(made, sent=form.text("box", "") or form.text("position", ""))


def start_of(context: Context, game: str, form: Form) -> PositionDict | None:
    """The position that a companion starts from, if one is posted; refused if it cannot be."""
    if not form.text("position", "").strip():
        return None
    found, d = posted_position(context, game_of(game), form)
    if problems := found.problems(d, context.visit.language):
        raise Refusal(422, "not_opened", reason=problems[0].sentence)
    if d["to_act"] is None:
        raise Refusal(422, "no_moment")
    check_free(context, [found.position(d)])  # hints would tell what to play at the other table
    return d


def plan_of(name: str, form: Form, language: str, start: PositionDict | None = None) -> Plan:
    """The companion that a form plans: the people whose names are given, in their order."""
    game = game_of(name)
    seats = tuple(SeatPlan(PERSON, each) for each in names_in(form.text)[: game.seats[-1]] if each)
    fewest, most = (game.seats[0], game.seats[-1]) if start is None else (start["players"],) * 2
    if len(seats) not in game.seats or not fewest <= len(seats) <= most:
        raise Refusal(422, "bad_seats", fewest=fewest, most=most)
    hints = form.choice("hints", ("0", "1"), "0") == "1" and game.about.PUBLIC
    own = box_in(name, form.text("box", ""), language)
    options = options_of(game, form, len(seats)) if start is None else start["options"]
    return Plan(name, seats, options, hints=hints, companion=True, own_box=own, start=start)


def entering(handler: Handler) -> Handler:
    """A handler for phones that enter: with the key of the companion they act for its host."""

    async def handle(context: Context) -> Response:
        table = await run_sync(context.table)
        companion.check_key(table, context.request.path_params["key"])
        context.visit = replace(context.visit, visitor=table.host, known=True)
        return await handler(context)

    return handle


def entering_in_thread(handler: Callable[[Context], Response]) -> Handler:
    """The same for a handler that reads the database."""
    return entering(lambda context: run_sync(handler, context))


def change(edit: Callable[[Context, Form], None]) -> Handler:
    """A handler that changes the companion and then shows it."""

    async def handle(context: Context) -> Response:
        form = await context.form()

        def changed() -> Response:
            try:
                edit(context, form)
            except companion.ImpossibleDraw as problem:
                raise impossible(problem.position, problem.outcome, context.visit) from None
            if context.visit.htmx:
                return shown(context, None)
            return context.see_other(companion.entry_url(context.table()))

        return await run_sync(changed)

    return entering(handle)


@entering_in_thread
def page(context: Context) -> Response:
    """The companion, for a phone that enters."""
    drawing = draw(context.table(), context.visit, None, context.store.now())
    return context.render("companion.jinja", drawing.filled(), drawing.title)


@change
def play(context: Context, form: Form) -> None:
    """A decision of the player whose turn it is."""
    context.change(companion.enter, form.number("version"), form.number("ply"), (form.number("action"),))


@change
def draws(context: Context, form: Form) -> None:
    """A run of draws, or the wish that the phone draws them."""
    version, phone = form.number("version"), form.optional_number("phone")
    if phone is not None:
        context.change(companion.draw_by_phone, version, form.number("ply"), min(phone, MOST_DRAWS))
        return
    plies = [ply_of(outcome, by_chance=True) for outcome in numbers_of(form)]
    context.change(companion.enter, version, form.number("ply"), plies)


def numbers_of(form: Form) -> list[int]:
    """What was tapped on a pad."""
    numbers = [whole_number(text) for text in form.text("draws").split("-")]
    if None in numbers or len(numbers) > MOST_DRAWS:
        raise Refusal(422, "bad_form")
    return [number for number in numbers if number is not None]


@change
def hands(context: Context, form: Form) -> None:
    """What was left in secret hands at the end: numbers of the pieces that the pad lists, seat by seat."""
    context.change(companion.open_hands, form.number("version"), numbers_of(form))


@change
def undo(context: Context, form: Form) -> None:
    """Takes entries back."""
    context.change(companion.take_back, form.number("version"), form.number("back"))


async def again(context: Context) -> Response:
    """Begins another game of the same people."""
    await context.form()
    store = context.store

    def made() -> str:
        return companion.entry_url(store.read(play_again(store, context.table_id, context.visit.visitor)))

    return context.see_other(await run_sync(made))


@entering_in_thread
def scores(context: Context) -> Response:
    """The points so far, each with its rule; a page, or a part for the sheet."""
    table, visit = context.table(), context.visit
    title = visit.speech.say("titles.page", page=visit.speech.say("companion.scores"))
    template = "parts/scores.jinja" if visit.htmx else "scores.jinja"
    return context.render(template, scores_of(table, visit), title)


@entering_in_thread
def share(context: Context) -> Response:
    """The links of a companion: to enter, and to watch."""
    table = context.table()
    return context.render_part("share", table, share_companion(table, context.visit))


@entering_in_thread
def recount(context: Context) -> Response:
    """Leads to the editor with the position now, where table and phone disagree; a companion can start from there."""
    table = context.table()
    position = table.position
    if not position.game.about.PUBLIC:
        raise Refusal(404, "no_page")
    fields = {f"name-{seat}": name for seat, name in enumerate(names_of(table, context.visit.speech))}
    fields["position"] = json.dumps(position.to_dict(), separators=(",", ":"))
    return context.see_other(f"/analysis/setup/{position.game.name}?{urlencode(fields)}")


@entering_in_thread
def onward(context: Context) -> Response:
    """Leads to a page of the table that everybody may see."""
    if (name := context.request.path_params["page"]) not in PAGES:
        raise Refusal(404, "no_page")
    return context.see_other(f"/t/{context.table_id}/{name}")
