"""Home, my games, rules, and tastes."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.core.game import game_of
from ludotheque.core.svg import style, thumbnail
from ludotheque.core.words import LANGUAGES
from ludotheque.errors import UnknownName
from ludotheque.kernel.edition import FOLDER
from ludotheque.web.middleware.visitor import THEMES, clean_name, keep
from ludotheque.web.services import known_game, services
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.boards import board_of
from ludotheque.web.views.booklet import booklet_of, rule_of
from ludotheque.web.views.home import home_of, mine_of
from ludotheque.web.views.render import render


async def home(request: Request) -> Response:
    """The shelf: games, my tables, open tables."""
    at = services(request)
    return await at.page(request, "home.jinja", lambda visit: home_of(at.tables, visit))


async def mine(request: Request) -> Response:
    """My games, running and finished."""
    at = services(request)
    return await at.page(
        request, "mine.jinja", lambda visit: mine_of(at.tables, visit), lambda visit: visit.speech.say("titles.mine")
    )


async def rules(request: Request) -> Response:
    """The rules of a game, every one with its number."""
    name = known_game(request)
    return await services(request).page(
        request,
        "rules.jinja",
        lambda visit: booklet_of(name, visit),
        lambda visit: visit.speech.say("titles.rules", game=game_of(name).title(visit.language)),
    )


async def rule(request: Request) -> Response:
    """One rule, for the popover."""
    name, visit = known_game(request), services(request).visit(request)
    try:
        found = rule_of(name, request.path_params["number"], visit)
    except UnknownName:
        raise Refusal(404, "no_rule") from None
    return services(request).answer(request, HTMLResponse(render("parts/rule.jinja", visit, found)))


async def board_css(request: Request) -> Response:
    """The style sheet of a game's board."""
    sheet = await run_sync(style, known_game(request))
    return Response(sheet, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


async def tokens_css(request: Request) -> Response:
    """The colours that every page is built on."""
    sheet = (FOLDER / "contract" / "tokens.css").read_text(encoding="utf-8")
    return Response(sheet, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


async def card(request: Request) -> Response:
    """The picture of a game's box."""
    board = board_of(game_of(known_game(request)))
    if board is None:
        raise Refusal(404, "no_page")
    return Response(board.card(), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


async def picture(request: Request) -> Response:
    """A small picture of a table, for lists: with the eyes of who has one seat there, else with a spectator's."""
    at, visit = services(request), services(request).visit(request)

    def drawn() -> str:
        table = at.tables.read(request.path_params["id"])
        mine = table.seats_of(visit.visitor)
        return thumbnail(table.position, mine[0] if len(mine) == 1 else None, visit.theme)

    headers = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie"}
    return Response(await run_sync(drawn), media_type="image/svg+xml", headers=headers)


async def taste(request: Request) -> Response:
    """Keeps a language, a theme, a name or another taste, and goes back."""
    form = await services(request).form(request)
    back = form.text("back", "/")
    response = RedirectResponse(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)
    for name, values in (
        ("language", LANGUAGES), ("theme", THEMES), ("helper", ("on", "off")), ("colour_blind", ("on", "off")),
    ):  # fmt: skip
        value = form.text(name, "?")
        if value != "?":
            keep(response, request, name, form.choice(name, values, value))
    if (name := form.text("name", "?")) != "?":
        keep(response, request, "name", clean_name(name))
    return services(request).answer(request, response)
