"""The web application: every URL in one table."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from anyio.to_thread import run_sync
from sqlalchemy.exc import OperationalError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ludotheque.web.middleware.limits import Limits
from ludotheque.web.middleware.metrics import Measured, Metrics
from ludotheque.web.middleware.safety import Safety
from ludotheque.web.pages import home, moves, new_table, operation, review, seat_links, table
from ludotheque.web.services import Services, services
from ludotheque.web.settings import Settings
from ludotheque.web.tables.refusal import Refusal

log = logging.getLogger("ludotheque.web")

STATIC = Path(__file__).parent / "static"


class Static(StaticFiles):
    """Static files that all stay fresh for the same time, so that a page never mixes modules of two versions."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "max-age=3600"
        return response


ROUTES: list[Route | Mount] = [
    Route(
        "/t/{id}/play", moves.play, methods=["POST"]
    ),  # first, for it is asked for most: the first that fits is taken
    Route("/", home.home),
    Route("/mine", home.mine),
    Route("/rules/{game}", home.rules),
    Route("/rules/{game}/{number}", home.rule),
    Route("/settings", home.taste, methods=["POST"]),
    Route("/health", operation.health),
    Route("/metrics", operation.metrics),
    Route("/tokens.css", home.tokens_css),
    Route("/review.css", review.review_css),
    Route("/games/{game}/board.css", home.board_css),
    Route("/games/{game}/card.svg", home.card),
    Mount("/static", Static(directory=STATIC), name="static"),
    Route("/pledge", new_table.pledge),
    Route("/play/{game}", new_table.play_now, methods=["POST"]),
    Route("/new/{game}", new_table.new_table),
    Route("/new/{game}", new_table.make_table, methods=["POST"]),
    Route("/join", new_table.join, methods=["POST"]),
    Route("/t/{id}", table.table),
    Route("/t/{id}/part", table.part),
    Route("/t/{id}/events", table.events),
    Route("/t/{id}/slips", table.slips),
    Route("/t/{id}/picture.svg", home.picture),
    Route("/t/{id}/replay", table.replay),
    Route("/t/{id}/record", table.record),
    Route("/t/{id}/chair/{key}", seat_links.chair),
    Route("/t/{id}/chair/{key}", seat_links.sit, methods=["POST"]),
    Route("/t/{id}/link", seat_links.link, methods=["POST"]),
    Route("/t/{id}/review", review.review),
    Route("/t/{id}/review", review.begin, methods=["POST"]),
    Route("/t/{id}/sit", moves.sit, methods=["POST"]),
    Route("/t/{id}/seat", moves.seat, methods=["POST"]),
    Route("/t/{id}/start", moves.start, methods=["POST"]),
    Route("/t/{id}/undo", moves.undo, methods=["POST"]),
    Route("/t/{id}/agree", moves.agree, methods=["POST"]),
    Route("/t/{id}/hint", moves.hint, methods=["POST"]),
    Route("/t/{id}/leave", moves.leave, methods=["POST"]),
    Route("/t/{id}/return", moves.return_, methods=["POST"]),
    Route("/t/{id}/again", moves.again, methods=["POST"]),
    Route("/t/{id}/from", moves.from_here, methods=["POST"]),
]


def create_app(settings: Settings) -> Starlette:
    """The application; it begins to serve when its lifespan does."""
    at = Services(settings)
    app = Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=middleware(settings, at.metrics),
        exception_handlers={
            Refusal: refused,
            HTTPException: not_served,
            OperationalError: store_away,
            Exception: broken,
        },
    )
    app.state.services = at
    return app


def middleware(settings: Settings, metrics: Metrics) -> list[Middleware]:
    """What every request goes through, from the outside in."""
    served = {route.app if isinstance(route, Mount) else route.endpoint: route.path for route in ROUTES}
    trusted = [Middleware(ProxyHeadersMiddleware, trusted_hosts=settings.proxies)] if settings.proxies else []
    return [
        *trusted,
        Middleware(Measured, metrics=metrics, routes=served, stream=served[table.events]),
        Middleware(Safety, secure=settings.secure_cookies),
        Middleware(Limits, settings=settings),
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
    ]


@contextlib.asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Wakes the bots of running games, watches the clocks, and in the end stops all of it."""
    at: Services = app.state.services
    at.open()
    try:
        yield
    finally:
        at.hub.close()
        await run_sync(at.close)


async def refused(request: Request, problem: Exception) -> Response:
    """What cannot be done, in one sentence."""
    assert isinstance(problem, Refusal)
    return services(request).refused(request, problem)


async def not_served(request: Request, problem: Exception) -> Response:
    """No such page, or not with this method."""
    assert isinstance(problem, HTTPException)
    key = {404: "no_page", 405: "wrong_method"}.get(problem.status_code, "bad_form")
    response = services(request).refused(request, Refusal(problem.status_code, key))
    response.headers.update(problem.headers or {})
    return response


async def store_away(request: Request, problem: Exception) -> Response:
    """The database does not answer."""
    log.error("the database does not answer: %s", problem)
    return services(request).refused(request, Refusal(503, "store_away"))


async def broken(request: Request, problem: Exception) -> Response:
    """A mistake of ours: logged, and said in one sentence."""
    return services(request).refused(request, Refusal(500, "broken"))
