"""My page: what a visitor has here, and may change, take along or erase."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from anyio.to_thread import run_sync
from starlette.responses import Response, StreamingResponse

from ludotheque.core.game import games
from ludotheque.web.pages.context import Context, in_thread
from ludotheque.web.pages.table import record_of
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.visitors import VisitorRow, new_visitor
from ludotheque.web.views.me import Device, Filter, me_of

RESULTS = ("", "won", "lost", "rated")
MOST_PLAYERS = 9


@in_thread
def me(context: Context) -> Response:
    """The visitor's name, token, preferences, games and statistics."""
    return shown(context)


def shown(context: Context, key: str = "") -> Response:
    """My page; `key` is that of a new link for another device."""
    visitor = context.visitor()
    context.become(visitor)  # what was changed on another device reaches this browser
    link = f"{context.visit.site}/me/device/{key}" if key else ""
    body = me_of(context.store, context.visit, visitor, filter_of(context), Device(key, link))
    return context.render("me.jinja", body, context.visit.speech.say("titles.me"))


def filter_of(context: Context) -> Filter:
    """What the address asks to see; anything else in it is ignored."""
    asked, players = context.request.query_params, context.number("players")
    return Filter(
        statistics=asked.get("of", "") if asked.get("of") in games() else "",
        game=asked.get("game", "") if asked.get("game") in games() else "",
        players=players if players is not None and 1 < players <= MOST_PLAYERS else None,
        result=asked.get("result", "") if asked.get("result") in RESULTS else "",
        before=time_in(asked.get("before", "")),
    )


def time_in(text: str) -> float | None:
    """The time in an address; None for other texts."""
    return float(text) if re.fullmatch(r"[0-9]{1,10}(\.[0-9]{1,9})?", text, re.ASCII) else None


async def link(context: Context) -> Response:
    """Makes a link by which another device becomes this visitor."""
    await context.form()  # a malformed one is refused, as everywhere

    def made() -> Response:
        visitor = context.keep(context.visitor())
        return shown(context, context.services.visitors.make_link(visitor))

    return await run_sync(made)


@in_thread
def device(context: Context) -> Response:
    """The page that a link for another device leads to. It changes nothing: previews of links open it, too."""
    key = context.request.path_params["key"]
    found = context.services.visitors.linked(key)
    return context.render("device.jinja", (found, key), context.visit.speech.say("titles.me"))


async def use_device(context: Context) -> Response:
    """Lets this browser be the visitor of a link."""
    key = context.request.path_params.get("key") or (await context.form()).text("code")

    def used() -> Response:
        context.become(context.services.visitors.use_link(key))
        return context.see_other("/me")

    return await run_sync(used)


async def unlink(context: Context) -> Response:
    """Unlinks all other devices of the visitor."""
    await context.form()

    def unlinked() -> Response:
        context.limit_address(context.services.erasing_limit)
        context.become(context.services.visitors.unlink(context.keep(context.visitor())))
        return context.see_other("/me#device")

    return await run_sync(unlinked)


async def recovery(context: Context) -> Response:
    """Makes a sheet to print, by which the visitor comes back when all devices are lost."""
    await context.form()

    def made() -> Response:
        visitor = context.keep(context.visitor())
        key = context.services.visitors.make_recovery(visitor)
        called = visitor.name or context.visit.speech.say(f"tokens.{context.visit.token}")
        body = (called, Device(key, f"{context.visit.site}/me/device/{key}"))
        return context.render("recovery.jinja", body, context.visit.speech.say("me.recovery"))

    return await run_sync(made)


@in_thread
def export(context: Context) -> Response:
    """All that the database has of the visitor, and the records of the finished games, as a download."""
    visitors, visitor, speech = context.services.visitors, context.visitor(), context.visit.speech
    text = json.dumps(visitors.export(visitor), ensure_ascii=False, indent=1)
    records = ((f"games/{table.id}.json", record_of(table, speech)) for table in visitors.finished(visitor.id))
    headers = {"Content-Disposition": 'attachment; filename="ludotheque.zip"'}
    files = zipped(chain([("ludotheque.json", text)], records))
    return context.answer(StreamingResponse(files, media_type="application/zip", headers=headers))


class Written(io.RawIOBase):
    """Keeps what is written until it is sent."""

    def __init__(self) -> None:
        self.bytes = b""

    def write(self, data: Any) -> int:
        self.bytes += bytes(data)
        return len(data)

    def take(self) -> bytes:
        taken, self.bytes = self.bytes, b""
        return taken


def zipped(files: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """A ZIP archive piece by piece: a visitor may have played very many games."""
    written = Written()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for name, text in files:
            archive.writestr(name, text)
            yield written.take()
    yield written.take()


async def erase(context: Context) -> Response:
    """Erases the visitor, who has typed the name to confirm it."""
    form = await context.form()

    def erased() -> Response:
        visitor = context.visitor()
        called = visitor.name or context.visit.speech.say(f"tokens.{context.visit.token}")
        if form.text("name", "").strip().casefold() != called.casefold():
            raise Refusal(422, "other_name")
        context.limit_address(context.services.erasing_limit)
        context.services.visitors.erase(visitor.id)
        context.become(VisitorRow(new_visitor()))
        response = context.see_other("/")
        response.headers["Clear-Site-Data"] = '"cache", "storage"'  # copies of pages, and the service worker
        return response

    return await run_sync(erased)
