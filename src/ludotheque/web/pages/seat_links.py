"""The page that a link to a seat leads to."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.responses import RedirectResponse, Response

from ludotheque.core.fair import clean_luck
from ludotheque.web.pages.context import Context, in_thread
from ludotheque.web.tables.links import linked_seat, use_link
from ludotheque.web.views.invitation import invitation_of


@in_thread
def invitation(context: Context) -> Response:
    """The host, the game, and a field for the visitor's name."""
    table = context.table()
    seat = linked_seat(table, context.request.path_params["key"])
    return context.render("seat.jinja", invitation_of(table, seat, context.visit))


async def sit(context: Context) -> Response:
    """Takes the seat of a link, and goes to the table."""
    form, key = await context.form(), context.request.path_params["key"]
    luck = clean_luck(form.text("luck", ""))

    def sit_down() -> None:
        with context.introduced(form) as name:
            context.change(use_link, key, name, luck, context.visit.token)

    await run_sync(sit_down)
    return context.redirect_to_table(context.table_id)


async def old_link(context: Context) -> Response:
    """Redirects a link of version 0.2.0, in which seats were chairs."""
    return context.answer(RedirectResponse(f"/t/{context.table_id}/seat/{context.request.path_params['key']}", 308))
