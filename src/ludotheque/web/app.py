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

from ludotheque.core.guests import broken_games
from ludotheque.web.middleware.limits import Limits
from ludotheque.web.middleware.metrics import Measured
from ludotheque.web.middleware.safety import Safety
from ludotheque.web.pages import home, moves, new_table, operation, review, seat_links, table
from ludotheque.web.pages.context import Context, Handler, endpoint
from ludotheque.web.services import Services
from ludotheque.web.settings import Settings
from ludotheque.web.tables.refusal import Refusal

log = logging.getLogger("ludotheque.web")

STATIC = Path(__file__).parent / "static"
EVENTS = "/t/{id}/events"


class Static(StaticFiles):
    """Static files that all stay fresh for the same time, so that a page never mixes modules of two versions."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "max-age=3600"
        return response


def get(path: str, handler: Handler) -> Route:
    return Route(path, endpoint(handler))


def post(path: str, handler: Handler) -> Route:
    return Route(path, endpoint(handler), methods=["POST"])


ROUTES: list[Route | Mount] = [
    post("/t/{id}/play", moves.play),  # the most frequent request comes first: routes are tried in this order
    get("/", home.home),
    get("/mine", home.mine),
    get("/rules/{game}", home.rules),
    get("/rules/{game}/{number}", home.rule),
    post("/settings", home.change_settings),
    get("/health", operation.health),
    get("/metrics", operation.metrics),
    get("/tokens.css", home.tokens_css),
    get("/review.css", review.review_css),
    get("/games/{game}/board.css", home.board_css),
    get("/games/{game}/card.svg", home.card),
    Mount("/static", Static(directory=STATIC), name="static"),
    get("/pledge", new_table.pledge),
    post("/play/{game}", new_table.play_now),
    get("/new/{game}", new_table.new_table),
    post("/new/{game}", new_table.make_table),
    post("/join", new_table.join),
    get("/t/{id}", table.table),
    get("/t/{id}/part", table.part),
    get(EVENTS, table.events),
    get("/t/{id}/previews", table.previews),
    get("/t/{id}/picture.svg", home.picture),
    get("/t/{id}/replay", table.replay),
    get("/t/{id}/record", table.record),
    get("/t/{id}/seat/{key}", seat_links.invitation),
    post("/t/{id}/seat/{key}", seat_links.sit),
    get("/t/{id}/chair/{key}", seat_links.old_link),
    post("/t/{id}/chair/{key}", seat_links.old_link),
    get("/t/{id}/review", review.review),
    post("/t/{id}/review", review.begin),
    post("/t/{id}/link", moves.link),
    post("/t/{id}/sit", moves.sit),
    post("/t/{id}/seat", moves.seat),
    post("/t/{id}/start", moves.start),
    post("/t/{id}/undo", moves.undo),
    post("/t/{id}/agree", moves.agree),
    post("/t/{id}/hint", moves.hint),
    post("/t/{id}/leave", moves.leave),
    post("/t/{id}/return", moves.return_),
    post("/t/{id}/give-up", moves.give_up),
    post("/t/{id}/again", moves.again),
    post("/t/{id}/from", moves.from_here),
]


def create_app(settings: Settings) -> Starlette:
    """The application; it starts its work with its lifespan."""
    services = Services(settings)
    routes = {route.app if isinstance(route, Mount) else route.endpoint: route.path for route in ROUTES}
    proxies = [Middleware(ProxyHeadersMiddleware, trusted_hosts=settings.proxies)] if settings.proxies else []
    app = Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[  # from the outside in
            *proxies,
            Middleware(Measured, metrics=services.metrics, routes=routes, stream=EVENTS),
            Middleware(Safety, secure=settings.secure_cookies),
            Middleware(Limits, settings=settings, refuse=refused),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
        ],
        exception_handlers={Refusal: refused, HTTPException: not_served, OperationalError: outage, Exception: broken},
    )
    app.state.services = services
    return app


@contextlib.asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Runs the services while the application serves."""
    services: Services = app.state.services
    services.open()
    for sentence in broken_games().values():
        log.warning("%s", sentence)
    try:
        yield
    finally:
        services.hub.close()
        await run_sync(services.close)


async def refused(request: Request, problem: Exception) -> Response:
    """The response to a refused request."""
    assert isinstance(problem, Refusal)
    return Context(request).refused(problem)


async def not_served(request: Request, problem: Exception) -> Response:
    """The response to a request for a page or a method that does not exist."""
    assert isinstance(problem, HTTPException)
    key = {404: "no_page", 405: "wrong_method"}.get(problem.status_code, "bad_form")
    response = Context(request).refused(Refusal(problem.status_code, key))
    response.headers.update(problem.headers or {})
    return response


async def outage(request: Request, problem: Exception) -> Response:
    """The response while the database does not answer."""
    log.error("the database does not answer: %s", problem)
    return Context(request).refused(Refusal(503, "store_away"))


async def broken(request: Request, problem: Exception) -> Response:
    """The response to a request that failed by our fault; the server logs the exception."""
    return Context(request).refused(Refusal(500, "broken"))
