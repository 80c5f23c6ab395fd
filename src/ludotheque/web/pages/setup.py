"""The editor of positions: a position in, a changed position out; nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbits

from starlette.responses import Response

from ludotheque.contract.editing import PositionDict
from ludotheque.core.editing import begun, cleared, opened, repaired, with_field, with_piece
from ludotheque.core.game import Game, game_with
from ludotheque.core.words import words
from ludotheque.errors import Error
from ludotheque.web.pages.analysis import ADDRESS, names_in, node_in, tree_of
from ludotheque.web.pages.context import Context, in_heavy_thread
from ludotheque.web.pages.form import Form
from ludotheque.web.pages.guarding import check_free, check_free_node
from ludotheque.web.pages.own_box import box_in
from ludotheque.web.storage.analyses import kept_analysis
from ludotheque.web.tables.making import RIVAL, Plan, SeatPlan
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import BOT, PERSON
from ludotheque.web.views.analysis_open import why_unreadable
from ludotheque.web.views.setup import setup_of, setup_start

DEALS = 32  # bits of the seed of a dealt set-up


@in_heavy_thread
def choose(context: Context) -> Response:
    """Asks for a game, or for a position or a record."""
    return chosen(context, context.request.query_params.get("position", ""), None)


async def open_text(context: Context) -> Response:
    """Opens a pasted position or record."""
    form = await context.form()
    return await context.run_heavy(chosen, context, form.text("text", ""), form.optional_number("ply"))


def chosen(context: Context, text: str, ply: int | None) -> Response:
    """The editor with the position of a text, or the choice of a game with the reason why not."""
    title, refused = setup_title(context), ""
    if text.strip():
        try:
            if found := ADDRESS.search(text):
                node = node_in(tree_of(kept_analysis(context.store, found[1])), found[2])
                check_free_node(context, node)  # an analysis of the position alone would not know what led to it
                seat, names = max(0, node.position.to_act or 0), node.tree.seats
                return shown(context, node.position.game, node.position.to_dict(), seat, names)
            game, d = opened(text, ply)
            return shown(context, game, d, 0, names_in(context.request.query_params.get))
        except (Error, Refusal) as problem:
            refused = why_unreadable(problem, context.visit.speech)
    body = setup_start(context.visit, text, refused)
    return context.render("setup_start.jinja", body, title, 422 if refused else 200)


@in_heavy_thread
def setup(context: Context) -> Response:
    """The editor of a game, with a position of the address or a dealt set-up."""
    game, text = context.game(), context.request.query_params.get("position", "")
    if text:
        return chosen(context, text, None)
    own = box_in(game.name, context.request.query_params.get("box", ""), context.visit.language)
    game = game_with(game.name, own)
    return shown(context, game, begun(game, usual_players(game), {}), 0)


async def change(context: Context) -> Response:
    """Changes the posted position: by a piece, a field, or as a whole."""
    game, form = context.game(), await context.form()
    return await context.run_heavy(changed, context, game, form)


async def play_from(context: Context) -> Response:
    """Makes a table against bots from the posted position; the visitor takes the seat whose board is large."""
    game, form = context.game(), await context.form()

    def plan_of(name: str) -> Plan:
        found, d = posted_position(context, game, form)
        problems = found.problems(d, context.visit.language)
        seat = form.number("seat")
        if problems or seat >= d["players"]:
            raise Refusal(422, "not_opened", reason=problems[0].sentence if problems else "")
        if d["to_act"] is None:
            raise Refusal(422, "no_moment")
        check_free(context, [found.position(d)])
        seats = [SeatPlan(BOT, level=RIVAL)] * d["players"]
        seats[seat] = SeatPlan(PERSON, name, token=context.visit.token)
        return Plan(game.name, tuple(seats), d["options"], start=d)

    return await context.sit_down(form, plan_of, sent=True)


def posted_position(context: Context, game: Game, form: Form) -> tuple[Game, PositionDict]:
    """The posted position with its game, which may have a corrected box; refused if it cannot be opened."""
    try:
        found, d = opened(form.text("position"), form.optional_number("ply"))
    except Error as problem:
        sentence = words(game.name, context.visit.language).told(problem)
        raise Refusal(422, "not_opened", reason=sentence) from None
    if found.name != game.name:
        raise Refusal(422, "other_game", title=found.title(context.visit.language))
    return found, d


def changed(context: Context, game: Game, form: Form) -> Response:
    """The editor after one change."""
    game, d = posted_position(context, game, form)
    seat = form.optional_number("seat") or 0
    if form.has("part"):
        d = with_piece(game, d, form.text("part"), form.text("piece", ""), seat)
    elif form.has("field"):
        d = with_field(game, d, form.text("field"), form.text("value", ""))
    elif form.has("begin"):
        d = begin(game, d, form.choice("begin", ("deal", "clear"), "deal"))
    elif form.has("repair"):
        d = repaired(game, d)
    return shown(context, game, d, seat, names_in(form.text))


def begin(game: Game, d: PositionDict, how: str) -> PositionDict:
    """Another position to begin with, of as many players: a dealt set-up, or an empty table."""
    players, options = d.get("players"), d.get("options")
    number = players if type(players) is int else 0
    dealt = begun(game, number, options if isinstance(options, dict) else {}, randbits(DEALS))
    return cleared(game, dealt) if how == "clear" else dealt


def shown(context: Context, game: Game, d: PositionDict, seat: int, names: Sequence[str] = ()) -> Response:
    """The editor as a part of its page, or as a page."""
    body = setup_of(game, d, seat, context.visit, names)
    if context.visit.htmx:
        return context.render("parts/setup.jinja", body)
    return context.render("setup.jinja", body, setup_title(context))


def usual_players(game: Game) -> int:
    """The number of players to begin with."""
    return min(game.seats, key=lambda n: abs(n - 3))


def setup_title(context: Context) -> str:
    """The title of the page."""
    return context.visit.speech.say("titles.page", page=context.visit.speech.say("setup.title"))
