"""Home, my games, rules, pictures and display settings."""

from __future__ import annotations

from starlette.responses import Response

from ludotheque.core.svg import style, thumbnail
from ludotheque.core.words import LANGUAGES
from ludotheque.errors import UnknownName
from ludotheque.kernel.places import FOLDER
from ludotheque.web.middleware.visitor import THEMES, clean_name, set_cookie
from ludotheque.web.pages.context import Context, in_thread, lasting
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.boards import board_of
from ludotheque.web.views.booklet import booklet_of, rule_of
from ludotheque.web.views.home import home_of, mine_of

ON_OFF = ("on", "off")
SETTINGS = {"language": LANGUAGES, "theme": THEMES, "helper": ON_OFF, "colour_blind": ON_OFF}


@in_thread
def home(context: Context) -> Response:
    """The shelf: games, the visitor's tables, open tables."""
    return context.render("home.jinja", home_of(context.store, context.visit))


@in_thread
def mine(context: Context) -> Response:
    """The visitor's games, running and finished."""
    title = context.visit.speech.say("titles.mine")
    return context.render("mine.jinja", mine_of(context.store, context.visit), title)


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
def board_css(context: Context) -> Response:
    """The style sheet of a game's board."""
    return lasting(style(context.game().name), "text/css")


async def tokens_css(context: Context) -> Response:
    """The colours that every page uses."""
    return lasting((FOLDER / "contract" / "tokens.css").read_text(encoding="utf-8"), "text/css")


async def card(context: Context) -> Response:
    """The picture of a game's box."""
    return lasting(board_of(context.game()).card(), "image/svg+xml")


@in_thread
def picture(context: Context) -> Response:
    """A small picture of a table, for lists: as the visitor's only seat sees it, else as a spectator does."""
    table, visit = context.table(), context.visit
    mine = table.seats_of(visit.visitor)
    drawn = thumbnail(table.position, mine[0] if len(mine) == 1 else None, visit.theme)
    headers = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


async def change_settings(context: Context) -> Response:
    """Keeps a language, a theme, a name or another setting in a cookie, and goes back."""
    form = await context.form()
    back = form.text("back", "/")
    response = context.see_other(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    for name, values in SETTINGS.items():
        if (value := form.text(name, "?")) != "?":
            set_cookie(response, context.request, name, form.choice(name, values, value))
    if (name := form.text("name", "?")) != "?":
        set_cookie(response, context.request, "name", clean_name(name))
    return response
