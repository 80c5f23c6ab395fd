"""The web application: every URL in one table."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from anyio.to_thread import run_sync
from sqlalchemy.exc import DatabaseError, OperationalError
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
from ludotheque.web.pages import (
    analysis,
    analysis_files,
    analysis_thinking,
    app_files,
    companion,
    company,
    home,
    lessons,
    mail,
    me,
    moves,
    new_table,
    nudges,
    operation,
    own_box,
    puzzles,
    review,
    seat_links,
    setup,
    sharing,
    table,
)
from ludotheque.web.pages.context import Context, Handler, endpoint
from ludotheque.web.services import Services
from ludotheque.web.settings import Settings
from ludotheque.web.storage.store import raise_for_damage
from ludotheque.web.tables.refusal import Refusal

log = logging.getLogger("ludotheque.web")

STATIC = Path(__file__).parent / "static"
EVENTS = "/t/{id}/events"
THINK = "/analysis/{text}/{at}/think"
ENTRY = "/companion/{id}/{key}"  # a companion, for phones that enter


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
    get("/me", me.me),
    post("/me/link", me.link),
    post("/me/device", me.use_device),
    get("/me/device/{key}", me.device),
    post("/me/device/{key}", me.use_device),
    post("/me/unlink", me.unlink),
    post("/me/recovery", me.recovery),
    get("/me/data", me.export),
    post("/me/erase", me.erase),
    get("/mine", me.me),  # its address in version 0.2.0
    get("/waiting", home.waiting),
    get("/push/key", nudges.push_key),
    post("/push", nudges.subscribe),
    post("/push/stop", nudges.unsubscribe),
    post("/mail", mail.ask),
    get("/mail/{key}", mail.link),
    post("/mail/{key}", mail.follow),
    post("/vacation", nudges.vacation),
    get("/calls", nudges.calls),
    get("/rules/{game}", home.rules),
    get("/rules/{game}/piece", home.piece),
    get("/rules/{game}/{number}", home.rule),
    post("/settings", home.change_settings),
    get("/health", operation.health),
    get("/metrics", operation.metrics),
    get("/manifest/{language}.webmanifest", app_files.manifest),
    get("/service-worker.js", app_files.service_worker),
    get("/offline/{language}", app_files.offline),
    get("/favicon/{sign}.svg", app_files.favicon),
    get("/tokens.css", home.tokens_css),
    get("/review.css", review.review_css),
    get("/games/{game}/board.css", home.board_css),
    get("/games/{game}/card.svg", home.card),
    get("/games/{game}/bots/{level}.svg", home.portrait),
    Mount("/static", Static(directory=STATIC), name="static"),
    get("/pledge", new_table.pledge),
    post("/play/{game}", new_table.play_now),
    get("/new/{game}", new_table.new_table),
    post("/new/{game}", new_table.make_table),
    post("/join", new_table.join),
    post("/quick", new_table.quick_match),
    get("/box/{game}", own_box.box),
    post("/box/{game}", own_box.check),
    get("/games/{game}/box.toml", own_box.printed),
    get("/analysis/setup", setup.choose),
    post("/analysis/setup", setup.open_text),
    get("/analysis/setup/{game}", setup.setup),
    post("/analysis/setup/{game}", setup.change),
    post("/analysis/setup/{game}/table", setup.play_from),
    get("/learn/{game}", lessons.lesson),
    post("/learn/{game}", lessons.begin_game),
    get("/learn/{game}/{step}", lessons.step),
    get("/learn/{game}/{step}/{played}", lessons.step),
    get("/learn/{game}/{step}/{played}/part", lessons.part),
    get("/learn/{game}/{step}/{played}/previews", lessons.previews),
    post("/learn/{game}/{step}/{played}/play", lessons.play),
    post("/learn/{game}/{step}/{played}/undo", lessons.undo),
    get("/puzzles", puzzles.overview),
    post("/puzzles/days", puzzles.days),
    get("/puzzles/{game}", puzzles.another),
    get("/puzzles/{game}/{number}", puzzles.puzzle),
    post("/puzzles/{game}/{number}", puzzles.play_on),
    get("/puzzles/{game}/{number}/analysis", analysis.of_puzzle),
    get("/puzzles/{game}/{number}/{tries}", puzzles.puzzle),
    get("/puzzles/{game}/{number}/{tries}/part", puzzles.part),
    get("/puzzles/{game}/{number}/{tries}/previews", puzzles.previews),
    post("/puzzles/{game}/{number}/{tries}/play", puzzles.play),
    get("/companion", companion.new),
    post("/companion", companion.make),
    get(ENTRY, companion.page),
    get(ENTRY + "/part", companion.entering(table.part)),
    get(ENTRY + "/events", companion.entering(table.events)),
    get(ENTRY + "/previews", companion.entering(table.previews)),
    get(ENTRY + "/scores", companion.scores),
    get(ENTRY + "/share", companion.share),
    get(ENTRY + "/recount", companion.recount),
    get(ENTRY + "/{page}", companion.onward),
    post(ENTRY + "/play", companion.play),
    post(ENTRY + "/draws", companion.draws),
    post(ENTRY + "/hands", companion.hands),
    post(ENTRY + "/seen", companion.entering(nudges.seen)),
    post(ENTRY + "/undo", companion.undo),
    post(ENTRY + "/hint", companion.entering(moves.hint)),
    post(ENTRY + "/review", companion.entering(review.begin)),
    post(ENTRY + "/again", companion.entering(companion.again)),
    get("/analysis", analysis.start),
    post("/analysis", analysis.open_text),
    get("/analysis/{text}/{at}", analysis.page),
    get("/analysis/{text}/{at}/part", analysis.page),
    get("/analysis/{text}/{at}/puzzle", analysis_files.as_puzzle),
    get("/analysis/{text}/{at}/previews", analysis.previews),
    get(THINK, analysis_thinking.think),
    post("/analysis/{text}/{at}/play", analysis.play),
    post("/analysis/{text}/{at}/line", analysis.play_line),
    post("/analysis/{text}/{at}/roll", analysis.roll),
    post("/analysis/{text}/{at}/draw", analysis.draw),
    post("/analysis/{text}/{at}/comment", analysis.comment),
    post("/analysis/{text}/{at}/arrow", analysis.arrow),
    post("/analysis/{text}/{at}/promote", analysis.promote),
    post("/analysis/{text}/{at}/cut", analysis.cut),
    post("/analysis/{text}/{at}/table", analysis_files.play_on),
    get("/analysis/{text}/{at}/{file}", analysis_files.file),
    get("/t/{id}", table.table),
    get("/t/{id}/part", table.part),
    get(EVENTS, table.events),
    get("/t/{id}/previews", table.previews),
    get("/t/{id}/coach", lessons.watch),
    get("/t/{id}/picture.svg", home.picture),
    get("/t/{id}/share", sharing.share),
    get("/t/{id}/link.png", sharing.link_picture),
    get("/t/{id}/log", table.log),
    get("/t/{id}/replay", table.replay),
    get("/t/{id}/record", table.record),
    get("/t/{id}/seat/{key}", seat_links.invitation),
    post("/t/{id}/seat/{key}", seat_links.sit),
    get("/t/{id}/chair/{key}", seat_links.old_link),
    post("/t/{id}/chair/{key}", seat_links.old_link),
    get("/t/{id}/review", review.review),
    post("/t/{id}/review", review.begin),
    get("/t/{id}/analysis", analysis.of_table),
    post("/t/{id}/link", moves.link),
    post("/t/{id}/sit", moves.sit),
    post("/t/{id}/seat", moves.seat),
    post("/t/{id}/start", moves.start),
    post("/t/{id}/react", company.react),
    post("/t/{id}/say", company.say),
    post("/t/{id}/chat", company.chat),
    post("/t/{id}/undo", moves.undo),
    post("/t/{id}/agree", moves.agree),
    post("/t/{id}/hint", moves.hint),
    post("/t/{id}/hurry", moves.hurry),
    post("/t/{id}/leave", moves.leave),
    post("/t/{id}/return", moves.return_),
    post("/t/{id}/give-up", moves.give_up),
    post("/t/{id}/again", moves.again),
    post("/t/{id}/seen", nudges.seen),
    post("/t/{id}/mute", nudges.mute),
    post("/t/{id}/nudge", nudges.nudge),
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
            Middleware(Measured, metrics=services.metrics, routes=routes, streams=(EVENTS, ENTRY + "/events", THINK)),
            Middleware(Safety, secure=settings.secure_cookies),
            Middleware(Limits, settings=settings, refuse=refused),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
        ],
        exception_handlers={
            Refusal: refused,
            HTTPException: not_served,
            OperationalError: outage,
            DatabaseError: damaged,
            Exception: broken,
        },
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


async def damaged(request: Request, problem: Exception) -> Response:
    """The response to a request that meets a damaged part of the database; other errors of it are our fault."""
    assert isinstance(problem, DatabaseError)
    try:
        raise_for_damage(problem)
    except Refusal as refusal:
        return Context(request).refused(refusal)
    raise problem


async def broken(request: Request, problem: Exception) -> Response:
    """The response to a request that failed by our fault; the server logs the exception."""
    return Context(request).refused(Refusal(500, "broken"))
