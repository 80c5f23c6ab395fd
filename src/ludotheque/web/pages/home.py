"""Home, rules, pictures and display settings."""

from __future__ import annotations

from dataclasses import replace

from anyio.to_thread import run_sync
from starlette.responses import PlainTextResponse, Response

from ludotheque.core.svg import style, thumbnail
from ludotheque.core.words import LANGUAGES
from ludotheque.errors import UnknownName
from ludotheque.kernel.places import PACKAGE_FOLDER
from ludotheque.web.pages.context import Context, in_thread, lasting
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.visitors import TOKENS, clean_name, rename_everywhere
from ludotheque.web.views.boards import board_of
from ludotheque.web.views.booklet import booklet_of, rule_of
from ludotheque.web.views.home import home_of, my_tables
from ludotheque.web.views.levels import bot_picture, portrait_file
from ludotheque.web.views.piece_cards import card_by_key, card_of
from ludotheque.web.views.visit import LANGUAGE, PREFERENCES

SETTINGS = {LANGUAGE: LANGUAGES} | PREFERENCES


@in_thread
def home(context: Context) -> Response:
    """The shelf: games, the visitor's tables, open tables."""
    return context.render("home.jinja", home_of(context.store, context.visit))


@in_thread
def waiting(context: Context) -> Response:
    """The number of games that wait for the visitor, for the icon of the tab."""
    number = sum(table.my_turn for table in my_tables(context.store, context.visit)) if context.visit.known else 0
    return context.answer(PlainTextResponse(str(number)))


@in_thread
def rules(context: Context) -> Response:
    """The rules of a game, each with its number."""
    return context.render_game("rules", booklet_of)


async def rule(context: Context) -> Response:
    """One rule, for the popover."""
    try:
        found = rule_of(context.game(), context.request.path_params["number"], context.visit)
    except UnknownName:
        raise Refusal(404, "no_rule") from None
    return context.render("parts/rule.jinja", found)


@in_thread
def piece(context: Context) -> Response:
    """The card of a piece, for the popover; nothing if it has none."""
    game, asked, language = context.game(), context.request.query_params, context.visit.language
    key = asked.get("card")
    found = card_by_key(game, key, language) if key else card_of(game, asked.get("of", ""), language)
    return context.render("parts/piece.jinja", found) if found else context.answer(Response())


@in_thread
def board_css(context: Context) -> Response:
    """The style sheet of a game's board."""
    return lasting(style(context.game().name), "text/css")


async def tokens_css(context: Context) -> Response:
    """The colours that every page uses."""
    return lasting((PACKAGE_FOLDER / "contract" / "tokens.css").read_text(encoding="utf-8"), "text/css")


async def card(context: Context) -> Response:
    """The picture of a game's box."""
    return lasting(board_of(context.game()).card(), "image/svg+xml")


async def portrait(context: Context) -> Response:
    """The portrait of a bot."""
    game, level = context.game().name, context.request.path_params["level"]
    if not bot_picture(game, level):
        raise Refusal(404, "no_page")
    return lasting(portrait_file(game, level).read_text(encoding="utf-8"), "image/svg+xml")


@in_thread
def picture(context: Context) -> Response:
    """A small picture of a table, for lists: as the visitor's only seat sees it, else as a spectator does."""
    table, visit = context.table(), context.visit
    mine = table.seats_of(visit.visitor)
    drawn = thumbnail(table.position, mine[0] if len(mine) == 1 else None, visit.language, visit.theme)
    headers = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie, Accept-Language"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


async def change_settings(context: Context) -> Response:
    """Keeps a language, a theme or another preference, a name or a token, and goes back."""
    form = await context.form()
    back = form.text("back", "/")
    told = {name: form.choice(name, values, "") for name, values in SETTINGS.items() if form.has(name)}
    name = clean_name(form.text("name")) if form.has("name") else None
    token = form.choice("token", TOKENS, "") if form.has("token") else None

    def keep() -> None:
        visitor = context.visitor()
        new = replace(
            visitor,
            name=visitor.name if name is None else name,
            token=visitor.token if token is None else token,
            preferences=visitor.preferences | told,
        )
        if new != visitor:
            context.keep(new)
        if told.get("notifications") == "off":
            context.services.nudger.nudges.forget(visitor.id)
        if (new.name, new.token) != (visitor.name, visitor.token):
            rename_everywhere(context.store, visitor, new)

    await run_sync(keep)
    if context.visit.htmx:
        return context.answer(Response(status_code=204))  # the page stays as it is
    return context.see_other(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
