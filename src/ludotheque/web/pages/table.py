"""A table: its page, its fragments, its events, its replay and its record."""

from __future__ import annotations

from collections.abc import Callable

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ludotheque.core.fair import BETWEEN
from ludotheque.web.middleware.visitor import Visit
from ludotheque.web.pages.live import Stream
from ludotheque.web.services import number_in, services
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import OVER, WAITING, TableState
from ludotheque.web.views.common import names_of
from ludotheque.web.views.parts import Sent, draw
from ludotheque.web.views.render import render
from ludotheque.web.views.replay import replay_of
from ludotheque.web.views.slips import slips_of
from ludotheque.web.views.viewer import viewer_of


def fragment(request: Request, visit: Visit, table_id: str, eyes: int | None) -> str:
    """A table for one viewer."""
    table = services(request).tables.read(table_id)
    return services(request).render_cache.drawing(table, visit, eyes, services(request).store.now()).whole()


async def table(request: Request) -> Response:
    """The page of a table."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
    eyes = number_in(request, "eyes")

    def made() -> str:
        state = at.tables.read(table_id)
        at.bot_runner.wake(state)
        shown = draw(state, visit, eyes, at.store.now())
        return render("table.jinja", visit, shown.filled(), shown.title)

    return at.answer(request, HTMLResponse(await run_sync(made)))


async def part(request: Request) -> Response:
    """The table alone, for a page that wants to be sure."""
    visit, table_id, eyes = services(request).visit(request), request.path_params["id"], number_in(request, "eyes")
    return services(request).answer(request, HTMLResponse(await run_sync(fragment, request, visit, table_id, eyes)))


async def slips(request: Request) -> Response:
    """What each choice would bring, for who points at one."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
    seat, version = number_in(request, "seat"), number_in(request, "version")
    if seat is None or version is None:
        raise Refusal(422, "bad_form")

    def made() -> Response:
        try:
            state = at.deciding.asks(table_id, visit.visitor, seat, version)
        except Refusal as refusal:
            if refusal.status != 409:
                raise
            return Response(status_code=204)  # the table has moved on: the page will know in a moment
        viewer = viewer_of(state, visit, seat, at.store.now())
        return HTMLResponse(render("parts/slips.jinja", visit, slips_of(viewer, seat)))

    return at.answer(request, await run_sync(made))


async def events(request: Request) -> Response:
    """The table again, whenever it changes."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
    eyes = number_in(request, "eyes")
    await run_sync(at.tables.read, table_id)
    if request.method == "HEAD":
        return Response(media_type=Stream.media_type)
    if at.hub.count >= at.settings.streams:
        raise Refusal(503, "too_many")
    # Who comes back is sent everything: what it has may be older than its version, which tells no seals and no tastes.
    seen = -1 if "last-event-id" in request.headers else number_in(request, "since") or 0

    def update(state: TableState, sent: Sent | None) -> tuple[int, Callable[[], str], Sent]:
        return state.version, *at.render_cache.update(state, visit, eyes, at.store.now(), sent)

    async def newest(at_least: int | None, sent: Sent | None) -> tuple[int, Callable[[], str], Sent]:
        kept = at.store.kept(table_id, at_least)
        if kept is not None:  # to draw what is here takes less time than to call a thread
            return update(kept, sent)
        return await run_sync(lambda: update(at.tables.read(table_id, at_least), sent))

    return Stream(at.hub, table_id, visit.visitor, seen, newest, at.settings.heartbeat, at.settings.patience)


async def replay(request: Request) -> Response:
    """A moment of the game."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
    ply, eyes = number_in(request, "ply"), number_in(request, "eyes")

    def made() -> str:
        state = at.tables.read(table_id)
        if state.status == WAITING:
            raise Refusal(409, "not_started")
        template = "parts/replay.jinja" if visit.htmx else "replay.jinja"
        title = visit.speech.say("titles.replay", game=state.position.game.title(visit.language))
        return render(template, visit, replay_of(state, visit, ply, eyes), title)

    return at.answer(request, HTMLResponse(await run_sync(made)))


async def record(request: Request) -> Response:
    """The record of a finished game, to keep."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]

    def made() -> str:
        state = at.tables.read(table_id)
        if state.status != OVER:
            raise Refusal(409, "not_over")
        played = state.position.record(names_of(state, visit.speech))
        return played.opened(state.seed, state.luck.split(BETWEEN)).to_json()

    text = await run_sync(made)
    headers = {"Content-Disposition": f'attachment; filename="{table_id}.json"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)
