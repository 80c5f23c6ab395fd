"""The review of a finished game: asked for, made in the background, and read."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.kernel.edition import FOLDER
from ludotheque.web.services import number_in, services
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import OVER
from ludotheque.web.views.render import render
from ludotheque.web.views.review import review_of


async def review(request: Request) -> Response:
    """The review at a moment, or how far it is."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
    ply, moment = number_in(request, "ply"), number_in(request, "at")

    def made() -> str:
        state = at.tables.read(table_id)
        if state.status != OVER:
            raise Refusal(409, "not_over")
        title = visit.speech.say("titles.review", game=state.position.game.title(visit.language))
        template = "parts/review.jinja" if visit.htmx else "review.jinja"
        return render(template, visit, review_of(state, at.reviews.read(table_id), visit, ply, moment), title)

    return at.answer(request, HTMLResponse(await run_sync(made)))


async def review_css(request: Request) -> Response:
    """The style sheet of reviews."""
    sheet = (FOLDER / "review" / "review.css").read_text(encoding="utf-8")
    return Response(sheet, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


async def begin(request: Request) -> Response:
    """Somebody who played wants the review."""
    at, visit, table_id = services(request), services(request).visit(request), request.path_params["id"]
    await at.form(request)
    await run_sync(at.reviews.begin, table_id, visit.visitor)
    if visit.htmx:
        return await review(request)
    return at.answer(request, RedirectResponse(f"/t/{table_id}/review", 303))
