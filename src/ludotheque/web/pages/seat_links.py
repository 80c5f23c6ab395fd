"""Links to chairs: making and closing them, and the page that one leads to."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.web.middleware.visitor import Form, Visit, clean_name
from ludotheque.web.pages.moves import post
from ludotheque.web.services import Services, services
from ludotheque.web.tables.pledges import clean_luck
from ludotheque.web.views.invitation import Invitation, invitation_of


def _link(at: Services, table_id: str, visit: Visit, form: Form) -> None:
    seat = form.number("seat")
    if form.choice("link", ("make", "close"), "") == "make":
        at.links.make(table_id, visit.visitor, seat)
    else:
        at.links.close(table_id, visit.visitor, seat)


link = post(_link)


async def chair(request: Request) -> Response:
    """The page of a link: who invites to what, and a name to sit down with."""
    at, table_id, key = services(request), request.path_params["id"], request.path_params["key"]

    def made(visit: Visit) -> Invitation:
        return invitation_of(*at.links.chair(table_id, key), visit)

    return await at.page(request, "chair.jinja", made)


async def sit(request: Request) -> Response:
    """Takes the chair of a link, and goes to the table."""
    at, visit = services(request), services(request).visit(request)
    table_id, key = request.path_params["id"], request.path_params["key"]
    form = await at.form(request)
    name, luck = clean_name(form.text("name", visit.name)), clean_luck(form.text("luck", ""))
    await run_sync(at.links.use, table_id, key, visit.visitor, name, luck)
    return at.go(request, f"/t/{table_id}")
