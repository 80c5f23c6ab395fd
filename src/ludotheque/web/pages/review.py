"""The review of a finished game: requested, made in the background, and read."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.responses import Response

from ludotheque.kernel.places import PACKAGE_FOLDER
from ludotheque.web.pages.context import Context, in_thread, lasting
from ludotheque.web.pages.guarding import check_free_table
from ludotheque.web.tables.making import check_over
from ludotheque.web.views.review import review_of


@in_thread
def review(context: Context) -> Response:
    """The review at a moment, or its progress."""
    table = context.table()
    check_over(table)
    progress = context.services.reviews.read(table.id)
    body = review_of(table, progress, context.visit, context.number("ply"), context.number("at"))
    return context.render_part("review", table, body)


async def review_css(context: Context) -> Response:
    """The style sheet of reviews."""
    return lasting((PACKAGE_FOLDER / "review" / "review.css").read_text(encoding="utf-8"), "text/css")


async def begin(context: Context) -> Response:
    """Begins the review, for one of the players."""
    await context.form()
    table = await run_sync(context.table)
    await run_sync(check_free_table, context, table, table.history.positions)
    await run_sync(context.services.reviews.begin, table.id, context.visit.visitor)
    return await review(context) if context.visit.htmx else context.see_other(f"/t/{context.table_id}/review")
