"""For the operator of the server: health and metrics."""

from __future__ import annotations

import hmac

from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import func, select
from starlette.responses import JSONResponse, Response

from ludotheque import __version__
from ludotheque.web.pages.context import Context, in_thread
from ludotheque.web.storage import schema
from ludotheque.web.storage.condition import OK, condition
from ludotheque.web.tables.refusal import Refusal

EVERYBODY = "*"


@in_thread
def health(context: Context) -> Response:
    """Whether the server can read and write its database, and the version of the server."""
    state = condition(context.store.engine, context.store.now())
    if state == OK:
        state = context.services.damage_watch.condition
    well = state == OK
    report = {"status": "ok" if well else "failing", "database": state, "version": __version__}
    return JSONResponse(report, 200 if well else 503, {"Cache-Control": "no-store"})


@in_thread
def metrics(context: Context) -> Response:
    """The metrics, for clients that may read them; others get a page that is not found."""
    setting = context.services.settings.metrics
    token = context.request.headers.get("authorization", "").encode()
    if not setting or (setting != EVERYBODY and not hmac.compare_digest(f"Bearer {setting}".encode(), token)):
        raise Refusal(404, "no_page")
    status = schema.tables.c.status
    with context.store.engine.connect() as connection:
        tables = {row[0]: row[1] for row in connection.execute(select(status, func.count()).group_by(status))}
    context.services.measure()
    text = context.services.metrics.text(tables)
    return Response(text, headers={"Cache-Control": "no-store"}, media_type=CONTENT_TYPE_LATEST)
