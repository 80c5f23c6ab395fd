"""Corrected boxes: a changed `box.toml` is checked, named, compared; its address carries it, and nothing is stored."""

from __future__ import annotations

from typing import Any

from starlette.responses import PlainTextResponse, Response

from ludotheque.core.boxes import MOST_LINK, checked, from_link, own_box, read_corrections, to_link
from ludotheque.core.game import Game
from ludotheque.core.words import words
from ludotheque.errors import BadBox
from ludotheque.kernel.places import file_of
from ludotheque.web.pages.context import Context, in_heavy_thread, in_thread
from ludotheque.web.pages.form import Form
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.own_box import own_box_page

MOST_TOLD = 100  # problems of a box that a page tells


def box_in(game: str, text: str, language: str) -> dict[str, Any] | None:
    """The corrected box of an address or a form; None without one; refused if it does not fit."""
    if not text:
        return None
    try:
        own = from_link(game, text)
    except BadBox as problem:
        raise Refusal(422, "bad_box", reason=told(game, problem, language)) from None
    return own if own["tables"] else None


def told(game: str, problem: BadBox, language: str) -> str:
    """What is wrong with a box, in the visitor's language."""
    return words(game, language).told(problem)


def game_with_box(context: Context) -> Game:
    """The game in the address, which must have a box file."""
    game = context.game()
    if not game.edition.box:
        raise Refusal(404, "no_page")
    return game


@in_heavy_thread
def box(context: Context) -> Response:
    """The box in the address, or the form that asks for one."""
    game = game_with_box(context)
    own = box_in(game.name, context.request.query_params.get("box", ""), context.visit.language)
    return context.render("own_box.jinja", own_box_page(game, context.visit, own), page_title(context))


async def check(context: Context) -> Response:
    """Checks a posted box: leads to its address, or says what is wrong."""
    game, form = game_with_box(context), await context.form()
    return await context.run_heavy(checked_box, context, game, form)


def checked_box(context: Context, game: Game, form: Form) -> Response:
    """The way to the page of a posted box, or the form with the reason why not."""
    text, refused = form.text("text", ""), []
    try:
        own = checked(game.name, own_box(form.text("name", ""), read_corrections(text)))
        if not own["tables"]:
            refused = [context.visit.speech.say("box.same")]
        elif len(link := to_link(own)) > MOST_LINK:
            refused = [context.visit.speech.say("box.too_different")]
        else:
            return context.see_other(f"/box/{game.name}?box={link}")
    except BadBox as problem:
        refused = [words(game.name, context.visit.language).told(each) for each in problem.problems[:MOST_TOLD]]
    body = own_box_page(game, context.visit, None, text, refused)
    return context.render("own_box.jinja", body, page_title(context), 422)


@in_thread
def printed(context: Context) -> Response:
    """The box file of the game, to be corrected."""
    path = file_of(context.game().name, "box.toml")
    if not path.exists():
        raise Refusal(404, "no_page")
    headers = {"Content-Disposition": "attachment; filename=box.toml"}
    return PlainTextResponse(path.read_text(encoding="utf-8"), headers=headers)


def page_title(context: Context) -> str:
    """The title of the page."""
    return context.visit.speech.say("titles.page", page=context.visit.speech.say("box.title"))
