"""What people do at a table: every post to /t/ID/..."""

from __future__ import annotations

from collections.abc import Callable

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.bots import players
from ludotheque.web.middleware.visitor import Form, Visit, clean_name
from ludotheque.web.pages.table import fragment
from ludotheque.web.services import Handler, Services, services
from ludotheque.web.tables.pledges import clean_luck
from ludotheque.web.tables.seating import STAND_IN
from ludotheque.web.views.common import names_of
from ludotheque.web.views.hint import hint_of
from ludotheque.web.views.render import render

PostAction = Callable[[Services, str, Visit, Form], int | None]
"""Does what was posted; returns the seat that did it, if one did."""


def post(action: PostAction) -> Handler:
    """A handler that does something at a table and then shows it."""

    async def handler(request: Request) -> Response:
        at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
        form = await at.form(request)

        def done() -> Response:
            return shown(request, visit, table_id, action(at, table_id, visit, form))

        return at.answer(request, await run_sync(done))

    return handler


def shown(request: Request, visit: Visit, table_id: str, eyes: int | None) -> Response:
    """The table after a action, or the way to it; a page that listens gets it by its event stream, as all others do."""
    if visit.htmx and "x-live" in request.headers:
        return Response(status_code=204)
    if visit.htmx:
        return HTMLResponse(fragment(request, visit, table_id, eyes))
    return RedirectResponse(f"/t/{table_id}" + ("" if eyes is None else f"?eyes={eyes}"), 303)


async def play(request: Request) -> Response:
    """A decision. Nothing is done as often: no thread waits for it, and none is needed to answer who has no scripts."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
    form = await at.form(request)
    seat, version, action = (form.number(name) for name in ("seat", "version", "action"))
    await at.deciding.decide_soon(table_id, visit.visitor, seat, version, action)
    if visit.htmx and "x-live" not in request.headers:
        return at.answer(request, await run_sync(shown, request, visit, table_id, seat))
    return at.answer(request, shown(request, visit, table_id, seat))


def _undo(at: Services, table_id: str, visit: Visit, form: Form) -> int:
    seat = form.number("seat")
    at.deciding.undo(table_id, visit.visitor, seat, form.number("version"), form.maybe("back"))
    return seat


def _agree(at: Services, table_id: str, visit: Visit, form: Form) -> None:
    yes = form.choice("yes", ("0", "1"), "") == "1"
    at.deciding.agree(table_id, visit.visitor, form.number("version"), yes)


def _leave(at: Services, table_id: str, visit: Visit, form: Form) -> None:
    level = form.choice("level", players(), STAND_IN)
    at.tables.leave(table_id, visit.visitor, form.maybe("seat"), level)


def _return(at: Services, table_id: str, visit: Visit, form: Form) -> None:
    at.tables.return_(table_id, visit.visitor, form.maybe("seat"))


def _sit(at: Services, table_id: str, visit: Visit, form: Form) -> None:
    name = clean_name(form.text("name", visit.name))
    at.tables.sit(table_id, form.number("seat"), visit.visitor, name, clean_luck(form.text("luck", "")))


def _seat(at: Services, table_id: str, visit: Visit, form: Form) -> None:
    kind, _, level = form.text("kind").partition(":")
    at.tables.seat_as(table_id, form.number("seat"), visit.visitor, kind, level or STAND_IN)


def _start(at: Services, table_id: str, visit: Visit, form: Form) -> None:
    at.tables.start(table_id, visit.visitor)


undo, agree = post(_undo), post(_agree)
leave, return_, sit, seat, start = post(_leave), post(_return), post(_sit), post(_seat), post(_start)


async def hint(request: Request) -> Response:
    """What a bot would do."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
    form = await at.form(request)

    def made() -> str:
        seat = form.number("seat")
        table, seed = at.deciding.ask_hint(table_id, visit.visitor, seat, form.number("version"))
        position = table.asked()[seat]
        thought = at.think_pool.hint(table.game, position.to_dict(), seed)
        return render(
            "parts/hint.jinja", visit, hint_of(position, thought, names_of(table, visit.speech), visit.speech)
        )

    return at.answer(request, HTMLResponse(await run_sync(made)))


async def again(request: Request) -> Response:
    """A new table of the same people."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
    luck, pledge = at.luck(await at.form(request))
    return at.go(request, f"/t/{await run_sync(at.tables.again, table_id, visit.visitor, luck, pledge)}")


async def from_here(request: Request) -> Response:
    """A new game against bots, from a moment of this one."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
    form = await at.form(request)
    ply, chair = form.number("ply"), form.number("seat")
    new = await run_sync(at.tables.from_here, table_id, visit.visitor, ply, chair, visit.name, *at.luck(form))
    return at.go(request, f"/t/{new}")
