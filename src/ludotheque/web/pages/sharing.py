"""Sharing a table: the sheet with its link, and the picture that messengers show with it."""

from __future__ import annotations

from starlette.responses import Response

from ludotheque.core.words import LANGUAGES
from ludotheque.web.pages.context import Context, in_thread
from ludotheque.web.views.sharing import share_sheet


@in_thread
def share(context: Context) -> Response:
    """The link of a table, to copy, to scan or to send; a page, or a part for the sheet of the table."""
    table = context.table()
    return context.render_part("share", table, share_sheet(table, context.visit))


@in_thread
def link_picture(context: Context) -> Response:
    """The picture of a table for messengers: the same for everybody, as a spectator sees the table."""
    language = context.request.query_params.get("language", "")
    language = language if language in LANGUAGES else context.visit.language
    services, table = context.services, context.table()
    png = services.link_pictures.kept(table, language)
    if png is None:
        context.limit_address(services.picture_limit)
        png = services.link_pictures.draw(table, language)
    return Response(png, media_type="image/png", headers={"Cache-Control": "public, max-age=60"})
