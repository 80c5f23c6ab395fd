"""Context: a request with its visitor and the services, and the ways to answer it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Concatenate

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.core.fair import clean_luck
from ludotheque.core.game import Game, game_of
from ludotheque.errors import UnknownName
from ludotheque.web.middleware.limits import Buckets, address_of, most_bytes, too_many
from ludotheque.web.middleware.visitor import set_cookie, set_visitor_cookie, visit_of
from ludotheque.web.pages.form import Form, whole_number
from ludotheque.web.services import Services
from ludotheque.web.storage.changes import TableChange
from ludotheque.web.storage.store import EditArgs, EditResult, TableStore
from ludotheque.web.tables.making import Plan, create
from ludotheque.web.tables.pledges import Pledge, bot_seed
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import TableState
from ludotheque.web.tables.visitors import VisitorRow, clean_name, new_visitor, token_of
from ludotheque.web.views.problem import problem_of
from ludotheque.web.views.render import render
from ludotheque.web.views.visit import LANGUAGE, PREFERENCES, Visit
from ludotheque.web.work.heavy_work import Done
from ludotheque.web.work.hints import Found


class Context:
    """A request, and what handlers need to answer it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.services: Services = request.app.state.services
        self.visit = visit_of(request, self.services.settings)
        self.store: TableStore = self.services.store
        self._cookies: dict[str, str] = {}  # to set with the answer
        if self.visit.visitor in self.services.visitors.erased:
            self.become(VisitorRow(new_visitor()))

    # --- what is asked --------------------------------------------------------------------

    @property
    def table_id(self) -> str:
        """The id of the table in the address."""
        return str(self.request.path_params["id"])

    def table(self) -> TableState:
        """The table in the address, as it is now."""
        return self.store.read(self.table_id)

    def game(self) -> Game:
        """The game in the address."""
        try:
            return game_of(self.request.path_params["game"])
        except UnknownName:
            raise Refusal(404, "no_game") from None

    def number(self, name: str) -> int | None:
        """A whole number of the query; None if it is missing or malformed."""
        return whole_number(self.request.query_params.get(name, ""))

    async def form(self) -> Form:
        """The posted form."""
        return await Form.read(self.request, most_bytes(self.request.scope["path"], self.services.settings))

    def visitor(self) -> VisitorRow:
        """The visitor as stored, else as the cookies say."""
        found = self.services.visitors.find(self.visit.visitor) if self.visit.known else None
        if found is not None and found.erased is not None:  # a moment ago, at another server
            self.become(VisitorRow(new_visitor()))
        if found is not None and found.erased is None:
            return found
        cookies = self.request.cookies if self.visit.known else {}
        told = {name: cookies[name] for name in (LANGUAGE, *PREFERENCES) if cookies.get(name)}
        return VisitorRow(self.visit.visitor, self.visit.name, self.visit.token, told)

    def visitor_id(self) -> str:
        """The id under which something of the visitor is kept: never one that was erased, not even a moment ago."""
        return self.visitor().id

    def keep(self, visitor: VisitorRow) -> VisitorRow:
        """Stores the visitor of this request, and lets the browser know."""
        visitor = replace(visitor, created=visitor.created or self.store.now())
        self.services.visitors.save(visitor)
        self.become(visitor)
        return visitor

    def become(self, visitor: VisitorRow) -> None:
        """Lets the browser be this visitor from the answer on. Cookies carry what pages need on every request."""
        known = visitor.id == self.visit.visitor and self.visit.known
        self._cookies = {"name": visitor.name, "token": visitor.token} | visitor.preferences
        if visitor.id != self.visit.visitor:  # the preferences of the other visitor go
            old = (name for name in (LANGUAGE, *PREFERENCES) if name in self.request.cookies)
            self._cookies = dict.fromkeys(old, "") | self._cookies
        token = token_of(visitor.id, visitor.token)
        self.visit = replace(self.visit, visitor=visitor.id, known=known, name=visitor.name, token=token)
        self.request.state.visit = self.visit

    @contextmanager
    def introduced(self, form: Form, field: str = "name") -> Iterator[str]:
        """Gives the name under which the visitor sits down, given in a form now or earlier.

        It is kept, so it is asked once; but not if the visitor may not sit down.
        """
        visitor, name = self.visitor(), clean_name(form.text(field, ""))
        yield name or visitor.name
        if not visitor.created or name not in ("", visitor.name):
            self.keep(replace(visitor, name=name or visitor.name))

    def luck(self, form: Form) -> tuple[str, Pledge | None]:
        """The luck that the visitor adds to the draws of a new table, and the pledge made before."""
        return clean_luck(form.text("luck", "")), self.services.pledger.kept(form.text("pledge", ""))

    async def sit_down(self, form: Form, plan_of: Callable[[str], Plan], sent: bool = False) -> Response:
        """Makes a table that is planned for the name of the visitor, with their luck, and leads there.

        `sent`: from a position that the visitor sent.
        """
        luck, pledge = self.luck(form)

        def made() -> str:
            with self.introduced(form) as name:
                plan = replace(plan_of(name), luck=luck, pledge=pledge)
                return create(self.store, plan, self.visit.visitor)

        return self.redirect_to_table(await self.run(made, sent=sent))

    def change(
        self,
        edit: Callable[Concatenate[TableChange, str, EditArgs], EditResult],
        *args: EditArgs.args,
        **kwargs: EditArgs.kwargs,
    ) -> EditResult:
        """Runs an edit of the table in the address for this visitor."""
        return self.store.change(self.table_id, edit, self.visit.visitor, *args, **kwargs)

    def part_or_page(self, url: str, draw: Callable[[], str]) -> Response:
        """A table that only its address keeps: what a page swaps in, or the way to its page."""
        return self.answer(HTMLResponse(draw())) if self.visit.htmx else self.see_other(url)

    async def search(
        self,
        what: str,
        table: TableState,
        seat: int,
        job: Callable[..., Found],
        substitute: Callable[..., Found],
        look: int = 0,
    ) -> Found | None:
        """What a search finds for the decision of a seat, or its substitute; None if the visitor has gone."""

        def asked() -> tuple[str, dict[str, Any], int]:
            seed = bot_seed(table.seed, len(table.history.choices), seat)
            return table.game, table.asked()[seat].to_dict(), seed

        about = await run_sync(asked)
        place, ask = (what, table.id, seat), self.services.hints.ask
        instead = partial(substitute, *about)
        address = address_of(self.request)
        return await ask(place, (table.move_version, look), self.visit.visitor, job, about, instead, self.gone, address)

    def limit_visitor(self, limit: Buckets) -> None:
        """Refuses what the visitor does too often."""
        _take(limit, self.visit.visitor)

    def limit_address(self, limit: Buckets) -> None:
        """Refuses what is done too often from the visitor's address; without cookies each request has a new visitor."""
        _take(limit, address_of(self.request))

    async def run(self, work: Callable[..., Done], *args: object, sent: object) -> Done:
        """Runs something in a thread: one of pages, or one for long checks if it checks what the visitor sent."""
        return await (self.run_heavy(work, *args) if sent else run_sync(work, *args))

    async def run_heavy(self, work: Callable[..., Done], *args: object) -> Done:
        """Runs a long check of what the visitor sent, off the threads of pages."""
        return await self.services.heavy_work.run(address_of(self.request), work, *args)

    async def gone(self) -> None:
        """Waits until the visitor has closed the connection; call this after the form was read."""
        while (await self.request.receive())["type"] != "http.disconnect":
            pass

    # --- answers --------------------------------------------------------------------------

    def render(self, template: str, body: Any, title: str = "", status: int = 200) -> Response:
        """A template as the response."""
        return self.answer(HTMLResponse(render(template, self.visit, body, title), status))

    def render_game(self, page: str, view_of: Callable[[Game, Visit], Any]) -> Response:
        """A page about the game in the address."""
        game, visit = self.game(), self.visit
        title = visit.speech.say(f"titles.{page}", game=game.title(visit.language))
        return self.render(f"{page}.jinja", view_of(game, visit), title)

    def render_part(self, page: str, table: TableState, body: Any) -> Response:
        """A page about a table, or for htmx the part of it that changes."""
        title = self.visit.speech.say(f"titles.{page}", game=table.position.game.title(self.visit.language))
        return self.render(f"parts/{page}.jinja" if self.visit.htmx else f"{page}.jinja", body, title)

    def answer(self, response: Response) -> Response:
        """A response for this visitor only; a new visitor gets a cookie."""
        set_visitor_cookie(response, self.request, self.services.settings, self.visit)
        for name, value in self._cookies.items():
            set_cookie(response, self.request, name, value)
        response.headers["Cache-Control"] = "no-store"
        return response

    def see_other(self, url: str) -> Response:
        """Redirects the browser to another page."""
        return self.answer(RedirectResponse(url, 303))

    def redirect_to_table(self, id: str) -> Response:
        """Sends the visitor to a table, also from a request by htmx."""
        if self.visit.htmx:
            return self.answer(Response(status_code=204, headers={"HX-Redirect": f"/t/{id}"}))
        return self.see_other(f"/t/{id}")

    def refused(self, refusal: Refusal) -> Response:
        """A refusal in one sentence: a page, or a part of one for htmx."""
        template, headers = "error.jinja", refusal.headers
        if self.visit.htmx:
            template = "parts/refusal.jinja"
            headers = {"HX-Retarget": "#refusal", "HX-Reswap": "innerHTML"} | headers
        response = self.render(template, problem_of(refusal, self.visit), status=refusal.status)
        response.headers.update(headers)
        return response


def _take(limit: Buckets, key: str) -> None:
    if (wait := limit.take(key)) > 0:
        raise too_many("too_fast", wait)


Endpoint = Callable[[Request], Awaitable[Response]]
Handler = Callable[[Context], Awaitable[Response]]


def endpoint(handler: Handler) -> Endpoint:
    """The endpoint of a handler, as Starlette calls it."""

    async def handle(request: Request) -> Response:
        return await handler(Context(request))

    return handle


def in_thread(handler: Callable[[Context], Response]) -> Handler:
    """A handler that runs in a thread, since it reads the database; each address has a few at a time."""

    async def handle(context: Context) -> Response:
        async with context.services.page_turns.turn(address_of(context.request)):
            return await run_sync(handler, context)

    return handle


def in_heavy_thread(handler: Callable[[Context], Response]) -> Handler:
    """A handler that replays or checks what a visitor made, off the threads of other pages."""

    async def handle(context: Context) -> Response:
        return await context.run_heavy(handler, context)

    return handle


def lasting(text: str, media_type: str) -> Response:
    """A response that browsers may cache for an hour."""
    return Response(text, media_type=media_type, headers={"Cache-Control": "max-age=3600"})
