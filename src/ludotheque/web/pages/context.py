"""Context: a request with its visitor and the services, and the ways to answer it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Concatenate

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.core.fair import clean_luck
from ludotheque.core.game import Game, game_of
from ludotheque.errors import UnknownName
from ludotheque.web.middleware.visitor import clean_name, set_visitor_cookie, visit_of
from ludotheque.web.pages.form import Form, whole_number
from ludotheque.web.services import Services
from ludotheque.web.storage.changes import TableChange
from ludotheque.web.storage.store import EditArgs, EditResult, TableStore
from ludotheque.web.tables.pledges import Pledge, kept_pledge
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.problem import problem_of
from ludotheque.web.views.render import render
from ludotheque.web.views.visit import Visit


class Context:
    """A request, and what handlers need to answer it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.services: Services = request.app.state.services
        self.visit = visit_of(request, self.services.settings)
        self.store: TableStore = self.services.store

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
        return await Form.read(self.request, self.services.settings.body)

    def name(self, form: Form) -> str:
        """The name that the visitor gives in a form, or gave earlier."""
        return clean_name(form.text("name", self.visit.name))

    def luck(self, form: Form) -> tuple[str, Pledge | None]:
        """The luck that the visitor adds to the draws of a new table, and the pledge made before."""
        pledge = kept_pledge(self.services.settings.secret, form.text("pledge", ""))
        return clean_luck(form.text("luck", "")), pledge

    def change(
        self,
        edit: Callable[Concatenate[TableChange, str, EditArgs], EditResult],
        *args: EditArgs.args,
        **kwargs: EditArgs.kwargs,
    ) -> EditResult:
        """Runs an edit of the table in the address for this visitor."""
        return self.store.change(self.table_id, edit, self.visit.visitor, *args, **kwargs)

    # --- answers --------------------------------------------------------------------------

    def render(self, template: str, body: Any, title: str = "", status: int = 200) -> Response:
        """A template as the response."""
        return self.answer(HTMLResponse(render(template, self.visit, body, title), status))

    def render_game(self, page: str, view_of: Callable[[Game, Visit], Any]) -> Response:
        """A page about the game in the address."""
        game, visit = self.game(), self.visit
        title = visit.speech.say(f"titles.{page}", game=game.title(visit.language))
        return self.render(f"{page}.jinja", view_of(game, visit), title)

    def answer(self, response: Response) -> Response:
        """A response for this visitor only; a new visitor gets a cookie."""
        set_visitor_cookie(response, self.request, self.services.settings, self.visit)
        response.headers["Cache-Control"] = "no-store"
        return response

    def see_other(self, url: str) -> Response:
        """Redirects the browser to another page."""
        return self.answer(RedirectResponse(url, 303))

    def redirect_to_table(self, id: str, query: str = "") -> Response:
        """Sends the visitor to a table, also from a request by htmx."""
        if self.visit.htmx:
            return self.answer(Response(status_code=204, headers={"HX-Redirect": f"/t/{id}{query}"}))
        return self.see_other(f"/t/{id}{query}")

    def refused(self, refusal: Refusal) -> Response:
        """A refusal in one sentence: a page, or a part of one for htmx."""
        template, headers = "error.jinja", refusal.headers
        if self.visit.htmx:
            template = "parts/refusal.jinja"
            headers = {"HX-Retarget": "#refusal", "HX-Reswap": "innerHTML"} | headers
        response = self.render(template, problem_of(refusal, self.visit), status=refusal.status)
        response.headers.update(headers)
        return response


Endpoint = Callable[[Request], Awaitable[Response]]
Handler = Callable[[Context], Awaitable[Response]]


def endpoint(handler: Handler) -> Endpoint:
    """The endpoint of a handler, as Starlette calls it."""

    async def handle(request: Request) -> Response:
        return await handler(Context(request))

    return handle


def in_thread(handler: Callable[[Context], Response]) -> Handler:
    """A handler that runs in a thread, since it reads the database."""

    async def handle(context: Context) -> Response:
        return await run_sync(handler, context)

    return handle


def lasting(text: str, media_type: str) -> Response:
    """A response that browsers may cache for an hour."""
    return Response(text, media_type=media_type, headers={"Cache-Control": "max-age=3600"})
