"""What can be taken along from an analysis: files, pictures, and a table to play on at."""

from __future__ import annotations

import json

from starlette.responses import Response

from ludotheque.analysis.tree import AnalysisTree
from ludotheque.analysis.writing import to_json
from ludotheque.web.pages.analysis import begun, moment_in
from ludotheque.web.pages.context import Context, in_heavy_thread
from ludotheque.web.pages.guarding import check_free_node
from ludotheque.web.tables.making import Plan, SeatPlan
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import BOT, PERSON
from ludotheque.web.views.analysis import AnalysisMoment
from ludotheque.web.views.plain_style import plain_picture


def free_moment_in(context: Context) -> AnalysisMoment:
    """The moment in the address, to be taken along without its past: not if that is on a guarded table now."""
    moment = moment_in(context)
    check_free_node(context, moment.node)
    return moment


def record(moment: AnalysisMoment, context: Context) -> str:
    """The record of the line that is shown, to its end."""
    return moment.tree.record(moment.node.onward()[-1]).to_json()


def variations(moment: AnalysisMoment, context: Context) -> str:
    """The record of the main line with all variations and comments."""
    return to_json(moment.tree)


def position(moment: AnalysisMoment, context: Context) -> str:
    """The position."""
    return json.dumps(moment.position.to_dict(), ensure_ascii=False, indent=1) + "\n"


def picture(moment: AnalysisMoment, context: Context) -> str:
    """The table as one picture."""
    return moment.position.svg(moment.viewer_seat, context.visit.language)


def painting(moment: AnalysisMoment, context: Context) -> bytes:
    """The same in PNG; it takes most of a second of a core."""
    context.limit_address(context.services.picture_limit)
    return context.services.link_pictures.rasterize(plain_picture(moment.tree.game.name, picture(moment, context)))


FILES = {
    "record.json": (record, "application/json"),
    "variations.json": (variations, "application/json"),
    "position.json": (position, "application/json"),
    "picture.svg": (picture, "image/svg+xml"),
    "picture.png": (painting, "image/png"),
}


@in_heavy_thread
def file(context: Context) -> Response:
    """A file of this moment, as a download."""
    name = context.request.path_params["file"]
    if name not in FILES:
        raise Refusal(404, "no_page")
    make, kind = FILES[name]
    moment = (free_moment_in if make is position else moment_in)(context)
    headers = {
        "Content-Disposition": f'attachment; filename="{moment.tree.game.name}-{name}"',
        "Cache-Control": "no-store",
    }
    return Response(make(moment, context), media_type=kind, headers=headers)


@in_heavy_thread
def as_puzzle(context: Context) -> Response:
    """The position alone, as a question for somebody else: without the moves and the strongest bot."""
    moment = free_moment_in(context)
    if moment.seat is None:
        raise Refusal(422, "no_moment")
    return context.see_other(f"{begun(context, AnalysisTree(moment.position, moment.tree.seats)).url}?ask=1")


async def play_on(context: Context) -> Response:
    """Makes a table from this position, against bots of a level."""
    form = await context.form()
    seat, level = form.number("seat"), form.text("level")

    def plan_of(name: str) -> Plan:
        moment = free_moment_in(context)  # else a hint at the new table would tell what to play at the other
        if moment.position.to_act is None or seat >= moment.position.players:
            raise Refusal(422, "no_moment")
        seats = [SeatPlan(BOT, level=level)] * moment.position.players
        seats[seat] = SeatPlan(PERSON, name, token=context.visit.token)
        game, start = moment.tree.game, moment.position.to_dict()
        return Plan(game.name, tuple(seats), start=start, own_box=game.own_box)

    return await context.sit_down(form, plan_of, sent=True)
