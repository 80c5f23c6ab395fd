"""The services: all that handlers share, made once when the server starts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.core.game import game_of
from ludotheque.errors import UnknownName
from ludotheque.review import Effort
from ludotheque.web.middleware.metrics import Metrics
from ludotheque.web.middleware.visitor import Form, Visit, remember, visit
from ludotheque.web.pages.live import Hub
from ludotheque.web.settings import Settings
from ludotheque.web.storage.change_feed import ChangeFeed
from ludotheque.web.storage.schema import open_store
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.deciding import Deciding
from ludotheque.web.tables.links import Links
from ludotheque.web.tables.pledges import Pledge, clean_luck, kept_pledge
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import Tables
from ludotheque.web.views.problem import problem_of
from ludotheque.web.views.render import render
from ludotheque.web.views.render_cache import RenderCache
from ludotheque.web.work.bot_runner import BotRunner
from ludotheque.web.work.leases import WorkerLease
from ludotheque.web.work.periodic import Periodic, stop_late
from ludotheque.web.work.reviews import Reviews
from ludotheque.web.work.think_pool import ThinkPool

Handler = Callable[[Request], Awaitable[Response]]


class Services:
    """The services, and what every handler does alike."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = TableStore(open_store(settings.database), settings.positions)
        self.tables = Tables(self.store)
        self.deciding = Deciding(self.store)
        self.links = Links(self.store)
        self.hub = Hub()
        self.render_cache = RenderCache()
        self.metrics = Metrics()
        self.think_pool = ThinkPool(settings.thinkers, settings.thought)
        worker = WorkerLease(self.store.engine)
        self.bot_runner = BotRunner(self.store, self.deciding, worker, self.think_pool, settings.pace)
        self.reviews = Reviews(self.store, worker, self.think_pool, Effort(settings.review_tries, None))
        self.change_feed = ChangeFeed(self.store.engine, self.told, self.hub.look)
        self.periodic = [
            Periodic("clocks", settings.tick, lambda: stop_late(self.tables)),
            Periodic("robots", settings.beat, self.bot_runner.look),
            Periodic("reviews", settings.beat, self.reviews.look),
        ]
        self.store.listeners += [lambda table: self.hub.tell(table.id, table.version), self.bot_runner.wake]
        self.store.confidants.append(self.hub.confide)

    def open(self) -> None:
        """Begins to work, in the event loop that serves the clients."""
        self.hub.open()
        self.change_feed.open()
        for each in self.periodic:
            each.open()

    def close(self) -> None:
        """Stops all work; waits for what is being done."""
        for each in self.periodic:
            each.close()
        self.reviews.close()
        self.bot_runner.close()
        self.change_feed.close()
        self.store.engine.dispose()

    def told(self, id: str, version: int) -> None:
        """Another server, or this one, has changed a table."""
        self.hub.tell(id, version)
        self.bot_runner.told(id, version)
        with suppress(Refusal):  # a table that cannot be read now is read again when somebody looks at it
            self.store.told(id, version)

    def visit(self, request: Request) -> Visit:
        """Who asks; a new visitor is the same one throughout the request."""
        if not hasattr(request.state, "visit"):
            request.state.visit = visit(request, self.settings)
        found: Visit = request.state.visit
        return found

    async def form(self, request: Request) -> Form:
        """What is posted."""
        return await Form.read(request, self.settings.body)

    def luck(self, form: Form) -> tuple[str, Pledge | None]:
        """What somebody who makes a table adds to its draws, and what was promised before."""
        return clean_luck(form.text("luck", "")), kept_pledge(self.settings.secret, form.text("pledge", ""))

    async def page(
        self, request: Request, template: str, made: Callable[[Visit], Any], title: Callable[[Visit], str] | None = None
    ) -> Response:
        """A page, made and drawn in a thread."""
        seen = self.visit(request)
        text = await run_sync(lambda: render(template, seen, made(seen), title(seen) if title else ""))
        return self.answer(request, HTMLResponse(text))

    def answer(self, request: Request, response: Response) -> Response:
        """A response for this visitor, who is known from now on."""
        remember(response, request, self.settings, self.visit(request))
        response.headers["Cache-Control"] = "no-store"
        return response

    def go(self, request: Request, url: str) -> Response:
        """Sends the visitor to another page."""
        if self.visit(request).htmx:
            return self.answer(request, Response(status_code=204, headers={"HX-Redirect": url}))
        return self.answer(request, RedirectResponse(url, 303))

    def refused(self, request: Request, refusal: Refusal) -> Response:
        """A refusal as one sentence: a page, or a part of one."""
        seen = self.visit(request)
        problem = problem_of(refusal, seen)
        if seen.htmx:
            text = render("parts/refusal.jinja", seen, problem)
            headers = {"HX-Retarget": "#refusal", "HX-Reswap": "innerHTML"} | refusal.headers
            return self.answer(request, HTMLResponse(text, refusal.status, headers))
        text = render("error.jinja", seen, problem)
        return self.answer(request, HTMLResponse(text, refusal.status, refusal.headers))


def services(request: Request) -> Services:
    """The house of the app that serves a request."""
    found: Services = request.app.state.services
    return found


def known_game(request: Request) -> str:
    """The game that the address names."""
    name = request.path_params["game"]
    try:
        return game_of(name).name
    except UnknownName:
        raise Refusal(404, "no_game") from None


def number_in(request: Request, name: str) -> int | None:
    """A whole number of the query; None if it is not there or is none."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None
