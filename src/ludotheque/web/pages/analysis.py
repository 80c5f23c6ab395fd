"""The analysis board: any position, a tree of moves in its address, and the ways to open and to leave it."""

from __future__ import annotations

import functools
import re
import secrets
import threading
from collections.abc import Callable

from starlette.responses import Response

from ludotheque.analysis.limits import MOST_COMMENTS
from ludotheque.analysis.tree import AnalysisTree, Node
from ludotheque.analysis.writing import from_link, opened, to_link
from ludotheque.core.game import game_of, games
from ludotheque.errors import Error, IllegalAction, UnknownName
from ludotheque.kernel.state import CHANCE
from ludotheque.web.pages.context import Context, Handler, in_heavy_thread, in_thread
from ludotheque.web.pages.form import Form, whole_number
from ludotheque.web.pages.new_table import options_of
from ludotheque.web.pages.puzzles import moment_in as puzzle_in
from ludotheque.web.storage.analyses import is_long, keep_analysis, kept_analysis
from ludotheque.web.tables.making import check_over
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.results import may_analyse
from ludotheque.web.tables.state import RUNNING, TableState
from ludotheque.web.tables.visitors import clean_name
from ludotheque.web.views.analysis import AnalysisMoment, analyst_of, draw_analysis
from ludotheque.web.views.analysis_open import open_page, why_unreadable
from ludotheque.web.views.common import names_of
from ludotheque.web.views.previews import previews_of

ADDRESS = re.compile(r"/analysis/([\w-]+)/(\d+)")  # the address of a moment, in a pasted text

_made = threading.local()  # the tree that this thread has made, for `tree_of`


@functools.lru_cache(64)
def tree_of(text: str) -> AnalysisTree:
    """The tree of a link, which many requests read: nobody may change it."""
    made: tuple[str, AnalysisTree] | None = getattr(_made, "tree", None)
    if made is not None and made[0] == text:
        return made[1]
    try:
        return from_link(text)
    except Error:
        raise Refusal(404, "bad_analysis") from None


def remember(text: str, tree: AnalysisTree) -> None:
    """Keeps a tree that was made now for the requests that follow: they need not replay it."""
    _made.tree = (text, tree)
    tree_of(text)
    del _made.tree


def moment_in(context: Context) -> AnalysisMoment:
    """The moment of an analysis in the address."""
    parts = context.request.path_params
    text = kept_analysis(context.store, parts["text"])
    tree = tree_of(text)
    node, asks = node_in(tree, parts["at"]), context.number("ask") == 1
    return AnalysisMoment(tree, text, node, parts["text"], context.number("eyes"), asks)


def node_in(tree: AnalysisTree, at: str) -> Node:
    """The node of a number."""
    number = whole_number(at)
    if number is None or number >= tree.size:
        raise Refusal(404, "no_moment")
    return list(tree.nodes())[number]


def begun(context: Context, tree: AnalysisTree, node: Node | None = None) -> AnalysisMoment:
    """A moment of a tree that was made or changed now. One that is too long for an address is kept."""
    text = name = to_link(tree)
    if is_long(text):
        context.limit_visitor(context.services.analysis_limit)
        context.limit_address(context.services.analyses_of_address)
        name = keep_analysis(context.store, text)
    return AnalysisMoment(tree, text, node or tree.root, name)


@in_thread
def start(context: Context) -> Response:
    """The ways to open an analysis."""
    title = context.visit.speech.say("titles.page", page=context.visit.speech.say("analysis.title"))
    return context.render("analysis_open.jinja", open_page(context.visit), title)


async def open_text(context: Context) -> Response:
    """Opens a new game, or a record, a position or a link that was pasted."""
    form = await context.form()

    def made() -> Response:
        try:
            moment = wanted(context, form)
            asks = form.has("ask") and moment.seat is not None
            return context.see_other(f"{moment.url}{'?ask=1' * asks}")
        except (Error, Refusal) as problem:
            body = open_page(context.visit, form.text("text", ""), why_unreadable(problem, context.visit.speech))
            title = context.visit.speech.say("titles.page", page=context.visit.speech.say("analysis.title"))
            return context.render("analysis_open.jinja", body, title, status=422)

    return await context.run_heavy(made)


def wanted(context: Context, form: Form) -> AnalysisMoment:
    """The start of a new game, or what a pasted text is."""
    if form.has("game"):
        return begun(context, fresh(form))
    text = form.text("text", "")
    if found := ADDRESS.search(text):
        tree = tree_of(kept_analysis(context.store, found[1]))
        return begun(context, tree, node_in(tree, found[2]))
    tree = opened(text)
    if any(names := names_in(form.text)):
        tree.seats = tuple(names[: tree.root.position.players])
    return begun(context, tree)


def names_in(field: Callable[[str, str], str]) -> list[str]:
    """The names of players, by seat, in the fields of a form or an address; "" where none is given."""
    most = max(game_of(name).seats[-1] for name in games())
    return [clean_name(field(f"name-{seat}", "")) for seat in range(most)]


def fresh(form: Form) -> AnalysisTree:
    """A new game as a form wants it."""
    try:
        game = game_of(form.text("game"))
    except UnknownName:
        raise Refusal(404, "no_game") from None
    players = form.number("players")
    return AnalysisTree.start(game, players, **options_of(game, form, players))


@in_heavy_thread
def of_table(context: Context) -> Response:
    """Opens the game of a table at a moment; of a running one what the visitor may know, where that is allowed."""
    table = context.table()
    if table.status == RUNNING and may_analyse(table) and table.seats_of(context.visit.visitor):
        return context.see_other(begun(context, known_now(table, context)).url)
    check_over(table)
    try:
        tree = AnalysisTree.of_record(table.position.record(names_of(table, context.visit.speech)))
    except Error:
        raise Refusal(409, "bad_analysis") from None
    line, ply = tree.main_line(), context.number("ply")
    return context.see_other(begun(context, tree, line[-1 if ply is None else min(ply, len(line) - 1)]).url)


def known_now(table: TableState, context: Context) -> AnalysisTree:
    """The position of a running game, without its past: what the visitor's seat may not know is drawn anew."""
    mine = table.seats_of(context.visit.visitor)
    seat = next((seat for seat in table.asked() if seat in mine), mine[0])
    position = table.asked().get(seat, table.position)
    world = position.redeal(seat, secrets.randbits(32), deals=False)
    return AnalysisTree(world, names_of(table, context.visit.speech))


@in_heavy_thread
def of_puzzle(context: Context) -> Response:
    """Opens the position of a puzzle."""
    return context.see_other(begun(context, AnalysisTree(puzzle_in(context).puzzle.start())).url)


@in_heavy_thread
def page(context: Context) -> Response:
    """A moment of an analysis; the table alone for htmx."""
    drawing = draw_analysis(moment_in(context), context.visit)
    if context.visit.htmx:
        return context.part_or_page("", drawing.whole)
    return context.render("analysis.jinja", drawing.filled(), drawing.title)


@in_heavy_thread
def previews(context: Context) -> Response:
    """What each choice would bring."""
    viewer = analyst_of(moment_in(context), context.visit)
    if viewer.seat not in viewer.asked:
        return context.answer(Response(status_code=204))
    return context.render("parts/previews.jinja", previews_of(viewer, viewer.seat))


def edit(change: Callable[[Node, Form], Node]) -> Handler:
    """A handler that changes the tree at the moment in the address, and shows the node that `change` returns."""

    async def handle(context: Context) -> Response:
        form = await context.form()

        def made() -> Response:
            moment = moment_in(context)
            tree = moment.tree.copy()  # others read the one that is kept
            try:
                node = change(node_in(tree, str(moment.at)), form)
            except IllegalAction as problem:
                raise Refusal(422, "not_asked", rule=problem.rule, game=tree.game.name) from None
            except Error:
                raise Refusal(422, "analysis_full") from None
            if sum(len(each.comment) for each in tree.nodes()) > MOST_COMMENTS:
                raise Refusal(422, "analysis_full")
            after = begun(context, tree, node)
            remember(after.text, tree)
            return context.part_or_page(after.url, lambda: draw_analysis(after, context.visit).whole())

        return await context.run_heavy(made)

    return handle


@edit
def play(node: Node, form: Form) -> Node:
    """A move of the seat to act."""
    if form.number("seat") != node.position.to_act:
        raise Refusal(409, "stale")
    return node.play(form.number("action"))


@edit
def play_line(node: Node, form: Form) -> Node:
    """The moves of a line that the strongest bot expects."""
    actions = [whole_number(text) for text in form.text("line").split()]
    for action in actions:
        if action is None:
            raise Refusal(422, "bad_form")
        node = node.play(action)
    return node


@edit
def roll(node: Node, form: Form) -> Node:
    """Draws by chance until a seat is to act."""
    return at_chance(node).roll()


@edit
def draw(node: Node, form: Form) -> Node:
    """One draw that the visitor chooses."""
    return at_chance(node).draw([form.number("outcome")])


def at_chance(node: Node) -> Node:
    """The node, if chance is to act; refused otherwise."""
    if node.position.to_act != CHANCE:
        raise Refusal(409, "stale")
    return node


@edit
def comment(node: Node, form: Form) -> Node:
    """Writes a comment and judges the move, or takes both away."""
    node.comment, node.mark = form.text("text", ""), form.text("mark", "")
    return node


@edit
def arrow(node: Node, form: Form) -> Node:
    """Draws an arrow between two places of the board, or takes it away."""
    drawn = (form.text("start"), form.text("end"))
    node.arrows = [*node.arrows, drawn] if drawn not in node.arrows else [each for each in node.arrows if each != drawn]
    return node


@edit
def promote(node: Node, form: Form) -> Node:
    """Makes the line that leads here the main line."""
    node.make_main()
    return node


@edit
def cut(node: Node, form: Form) -> Node:
    """Takes a move and all that follows it away."""
    return node.delete()
