"""For who keeps the server running: whether it works, and its numbers."""

from __future__ import annotations

import hmac

from anyio.to_thread import run_sync
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludotheque import __version__
from ludotheque.web.services import Services, services
from ludotheque.web.storage import schema
from ludotheque.web.tables.refusal import Refusal

EVERYBODY = "*"


async def health(request: Request) -> Response:
    """Whether the server can read its database, and which version it is."""

    def reachable() -> bool:
        try:
            with services(request).store.engine.connect() as connection:
                return connection.execute(select(1)).scalar() == 1
        except SQLAlchemyError:
            return False

    well = await run_sync(reachable)
    told = {"status": "ok" if well else "failing", "database": "ok" if well else "away", "version": __version__}
    return JSONResponse(told, 200 if well else 503, {"Cache-Control": "no-store"})


async def metrics(request: Request) -> Response:
    """The numbers of the server, for those who may know them; to others there is no such page."""
    at = services(request)
    if not _may_know(at.settings.metrics, request.headers.get("authorization", "")):
        raise Refusal(404, "no_page")
    text = at.metrics.text(await run_sync(_tables, at))
    return Response(text, headers={"Cache-Control": "no-store"}, media_type=CONTENT_TYPE_LATEST)


def _may_know(setting: str, authorization: str) -> bool:
    if setting in ("", EVERYBODY):
        return setting == EVERYBODY
    return hmac.compare_digest(f"Bearer {setting}".encode(), authorization.encode())


def _tables(at: Services) -> dict[str, int]:
    status = schema.tables.c.status
    with at.store.engine.connect() as connection:
        return {row[0]: row[1] for row in connection.execute(select(status, func.count()).group_by(status))}
