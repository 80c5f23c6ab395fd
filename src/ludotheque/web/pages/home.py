"""Home, my games, rules, and tastes."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.core.game import game_of, games
from ludotheque.core.svg import style, thumbnail
from ludotheque.core.words import LANGUAGES, words
from ludotheque.errors import UnknownName
from ludotheque.kernel.edition import FOLDER
from ludotheque.web.middleware.visitor import THEMES, Visit, clean_name, keep
from ludotheque.web.services import known_game, services
from ludotheque.web.storage.store import OVER, RUNNING, WAITING
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.boards import board_of
from ludotheque.web.views.common import game_card, ledger_line, option_fields, rule_link
from ludotheque.web.views.context import Home, Mine
from ludotheque.web.views.context_reading import Chapter, Rule, Rules
from ludotheque.web.views.lists import slip_of
from ludotheque.web.views.render import render


async def home(request: Request) -> Response:
    """The shelf: games, my tables, open tables."""
    tables = services(request).tables

    def made(visit: Visit) -> Home:
        mine = [slip_of(table, visit) for table in tables.of(visit.visitor, WAITING, RUNNING)]
        ids = {slip.id for slip in mine}
        listed = [slip_of(table, visit) for table in tables.open_tables() if table.id not in ids]
        return Home(
            games=tuple(game_card(name, visit.speech) for name in games()),
            mine=tuple(sorted(mine, key=lambda slip: not slip.my_turn)),
            open=tuple(sorted(listed, key=lambda slip: not slip.free)),
        )

    return await services(request).page(request, "home.jinja", made)


async def mine(request: Request) -> Response:
    """My games, running and finished."""
    tables = services(request).tables

    def made(visit: Visit) -> Mine:
        running = [slip_of(table, visit) for table in tables.of(visit.visitor, WAITING, RUNNING)]
        over = [slip_of(table, visit) for table in tables.of(visit.visitor, OVER)]
        first = tuple(sorted(running, key=lambda slip: not slip.my_turn))
        return Mine(first, tuple(over), tables.unplayable(visit.visitor))

    return await services(request).page(request, "mine.jinja", made, lambda visit: visit.speech.say("titles.mine"))


async def rules(request: Request) -> Response:
    """The rules of a game, every one with its number."""
    name = known_game(request)

    def made(visit: Visit) -> Rules:
        game, speech = game_of(name), visit.speech
        found = tuple(_rule(name, number, visit) for number in game.rules())
        return Rules(
            game=game_card(name, speech),
            rules=found,
            chapters=_chapters(name, found, visit),
            games=tuple(game_card(each, speech) for each in games()),
            ledger=tuple(
                (ledger_line(name, line, speech), rule_link(name, line.partition(".")[0])) for line in game.about.LEDGER
            ),
            options=option_fields(game, speech, {}, game.seats[-1]),
        )

    return await services(request).page(
        request,
        "rules.jinja",
        made,
        lambda visit: visit.speech.say("titles.rules", game=game_of(name).title(visit.language)),
    )


def _chapters(game: str, rules: tuple[Rule, ...], visit: Visit) -> tuple[Chapter, ...]:
    """The rules under the headings of the booklet; each heading is known by the rule it begins with."""
    titles: dict[str, str] = words(game, visit.language).find("booklet.chapters")
    starts = [at for at, rule in enumerate(rules) if at == 0 or rule.number in titles]
    return tuple(
        Chapter(titles.get(rules[start].number, ""), rules[start:end])
        for start, end in zip(starts, [*starts[1:], len(rules)], strict=True)
    )


async def rule(request: Request) -> Response:
    """One rule, for the popover."""
    name, visit = known_game(request), services(request).visit(request)
    try:
        found = _rule(name, request.path_params["number"], visit)
    except UnknownName:
        raise Refusal(404, "no_rule") from None
    return services(request).answer(request, HTMLResponse(render("parts/rule.jinja", visit, found)))


def _rule(game: str, number: str, visit: Visit) -> Rule:
    sentence = game_of(game).rule(number, visit.language)
    return Rule(number, sentence, rule_link(game, number).url, game_of(game).title(visit.language))


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
