"""A table: its page, its fragments, its events, its replay and its record."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.responses import HTMLResponse, Response

from ludotheque.core.fair import BETWEEN
from ludotheque.web.pages.context import Context, in_thread
from ludotheque.web.pages.live import Stream, TableUpdate
from ludotheque.web.tables.companion import entry_url
from ludotheque.web.tables.deciding import check_asked
from ludotheque.web.tables.making import check_over
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import OPEN, WAITING, TableState
from ludotheque.web.views.common import names_of
from ludotheque.web.views.company import company_of, heard_html, heard_of
from ludotheque.web.views.log import whole_log
from ludotheque.web.views.parts import Sent, draw
from ludotheque.web.views.previews import previews_of
from ludotheque.web.views.replay import replay_of
from ludotheque.web.views.sharing import link_preview
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.viewer import viewer_of
from ludotheque.web.views.watching import watcher_of


@in_thread
def table(context: Context) -> Response:
    """The page of a table; the host of a companion enters there instead."""
    state = context.table()
    if state.companion and state.host == context.visit.visitor:
        return context.see_other(entry_url(state))
    context.services.bot_runner.wake(state)
    drawing = draw(state, context.visit, context.number("eyes"), context.store.now())
    watchers, now = context.services.hub.watchers(state.id), context.store.now()
    visitor, nudges = context.visit.visitor, context.services.nudger.nudges
    others = any(seat.kind == OPEN or seat.visitor not in (None, visitor) for seat in state.seats)
    told = others and not state.ended and bool(nudges.reachable([visitor]))
    known = nudges.of_table(state.id).get(visitor) if told else None
    body = drawing.filled()._replace(
        watcher=watcher_of(state, context.visit),
        preview=link_preview(state, context.visit),
        company=company_of(state, context.visit, watchers, now, context.services.settings.chat),
        others=others,
        told=told,
        muted=known is not None and known.muted,
    )
    return context.render("table.jinja", body, drawing.title)


def fragment(context: Context, eyes: int | None) -> str:
    """The part of the page that shows the table."""
    drawing = context.services.render_cache.drawing(context.table(), context.visit, eyes, context.store.now())
    return drawing.whole()


@in_thread
def part(context: Context) -> Response:
    """The table alone, for a page that may have missed an event."""
    return context.answer(HTMLResponse(fragment(context, context.number("eyes"))))


@in_thread
def previews(context: Context) -> Response:
    """What each choice would bring, for a player who points at one."""
    seat, version = context.number("seat"), context.number("version")
    if seat is None or version is None:
        raise Refusal(422, "bad_form")
    state = context.table()
    try:
        check_asked(state, context.visit.visitor, seat, version)
    except Refusal as refusal:
        if refusal.status != 409:
            raise
        return context.answer(Response(status_code=204))  # the table has changed: an event is on its way to the page
    viewer = viewer_of(state, context.visit, seat, context.store.now())
    return context.render("parts/previews.jinja", previews_of(viewer, seat))


async def events(context: Context) -> Response:
    """The event stream of a table: an update after every change."""
    services, visit, table_id, eyes = context.services, context.visit, context.table_id, context.number("eyes")
    await run_sync(context.table)
    if context.request.method == "HEAD":
        return Response(media_type=Stream.media_type)
    if services.hub.count >= services.settings.streams:
        raise Refusal(503, "too_many")
    # A reconnecting client gets the whole table: sealed answers and settings do not change the version.
    seen = -1 if "last-event-id" in context.request.headers else context.number("since") or 0

    def update(state: TableState, sent: Sent | None) -> TableUpdate:
        now = context.store.now()
        heard = heard_html(heard_of(state, visit, services.hub.watchers(table_id), now), visit.language)
        return state.version, *services.render_cache.update(state, visit, eyes, now, sent), heard

    async def newest(at_least: int | None, sent: Sent | None) -> TableUpdate:
        cached = context.store.cached(table_id, at_least)
        if cached is not None:  # drawing a cached table takes less time than calling a thread
            return update(cached, sent)
        return await run_sync(lambda: update(context.store.read(table_id, at_least), sent))

    return Stream(services.hub, table_id, visit, seen, newest, services.settings)


@in_thread
def log(context: Context) -> Response:
    """The log of the whole game, for the sheet of the table; without scripts the replay has it."""
    state, visit = context.table(), context.visit
    if state.status == WAITING:
        raise Refusal(409, "not_started")
    if not visit.htmx:
        return context.see_other(f"/t/{state.id}/replay")
    return context.render("parts/whole_log.jinja", whole_log(viewer_of(state, visit, None, context.store.now())))


@in_thread
def replay(context: Context) -> Response:
    """A moment of the game."""
    state = context.table()
    if state.status == WAITING:
        raise Refusal(409, "not_started")
    body = replay_of(state, context.visit, context.number("ply"), context.number("eyes"))
    return context.render_part("replay", state, body)


@in_thread
def record(context: Context) -> Response:
    """The record of a finished game, as a download."""
    state = context.table()
    check_over(state)
    headers = {"Content-Disposition": f'attachment; filename="{state.id}.json"', "Cache-Control": "no-store"}
    return Response(record_of(state, context.visit.speech), media_type="application/json", headers=headers)


def record_of(state: TableState, speech: PageSpeech) -> str:
    """The record of a finished game, with the seed and the luck of its draws, unless a real box has dealt."""
    played = state.position.record(names_of(state, speech))
    return (played if state.companion else played.opened(state.seed, state.luck.split(BETWEEN))).to_json()
