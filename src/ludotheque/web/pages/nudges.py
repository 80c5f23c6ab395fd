"""Where a visitor wants to be told of a turn, and a page in view, which needs no message."""

from __future__ import annotations

import functools
from dataclasses import replace
from hashlib import sha256

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.responses import PlainTextResponse, Response

from ludotheque.web.pages.context import Context, in_thread
from ludotheque.web.storage.nudges import PushAddress
from ludotheque.web.storage.vacations import begin_vacation, end_vacation
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.calls import calls_of
from ludotheque.web.work.push import check_keys, host_of, is_service, public_key

LONGEST_SITE = 300
VACATION = {"1": begin_vacation, "0": end_vacation}


def address_id(endpoint: str) -> str:
    """The id of an address."""
    return sha256(endpoint.encode("utf-8", "surrogatepass")).hexdigest()


@functools.cache
def subscribing(service: bool) -> CapacityLimiter:
    """Few browsers subscribe at once; those of the usual push services wait for no others."""
    return CapacityLimiter(8)


def prefer(context: Context, value: str) -> None:
    """Keeps whether the visitor wants notifications, for my page."""
    visitor = context.visitor()
    if visitor.preferences.get("notifications", "off") != value:
        context.keep(replace(visitor, preferences=visitor.preferences | {"notifications": value}))


async def push_key(context: Context) -> Response:
    """The public key that a browser needs to subscribe."""
    return PlainTextResponse(public_key(context.services.nudger.key), headers={"Cache-Control": "no-store"})


async def subscribe(context: Context) -> Response:
    """Keeps the address of a browser; a hostile one is refused."""
    form, visit, services = await context.form(), context.visit, context.services
    endpoint, p256dh, auth = (form.text(name) for name in ("endpoint", "p256dh", "auth"))

    def keep() -> None:
        check_keys(p256dh, auth)
        host_of(endpoint, services.settings.push_to_loopback)
        site, now, visitor = visit.site[:LONGEST_SITE], context.store.now(), context.visitor_id()
        address = PushAddress(address_id(endpoint), visitor, endpoint, p256dh, auth, visit.language, site, created=now)
        services.nudger.nudges.add_address(address)
        prefer(context, "on")

    limiter = subscribing(is_service(endpoint))
    await run_sync(keep, limiter=limiter)  # a slow name server must hold up no other page
    return context.answer(Response(status_code=204))


async def unsubscribe(context: Context) -> Response:
    """Forgets the address of a browser; without one, all addresses of the visitor."""
    endpoint = (await context.form()).text("endpoint", "")
    nudges = context.services.nudger.nudges

    def forget() -> None:
        nudges.forget(context.visit.visitor, address_id(endpoint) if endpoint else None)
        if not nudges.addresses(context.visit.visitor):
            prefer(context, "off")

    await run_sync(forget)
    return context.see_other("/me")


async def seen(context: Context) -> Response:
    """A page that shows a turn is in view: no message is needed."""
    await run_sync(lambda: context.services.nudger.seen(context.table(), context.visit.visitor))
    return context.answer(Response(status_code=204))


async def mute(context: Context) -> Response:
    """Ends the messages of a table, or lets them come again."""
    muted = (await context.form()).choice("on", ("0", "1"), "1") == "1"

    def keep() -> None:
        if not context.table().seats_of(context.visit.visitor):
            raise Refusal(403, "not_seated")
        context.services.nudger.nudges.mute(context.table_id, context.visit.visitor, muted)

    await run_sync(keep)
    return (
        context.answer(Response(status_code=204)) if context.visit.htmx else context.see_other(f"/t/{context.table_id}")
    )


async def nudge(context: Context) -> Response:
    """Tells the players for whom a table waits that this visitor waits, too."""
    await context.form()
    await run_sync(lambda: context.services.nudger.nudge(context.table(), context.visit.visitor))
    return context.see_other("/me")


@in_thread
def calls(context: Context) -> Response:
    """How the visitor is called to a table: a leaf of my page, or a page of its own."""
    nudger = context.services.nudger
    body = calls_of(context.store, nudger.nudges, nudger.mailer.ready, context.visit)
    template = "parts/calls.jinja" if context.visit.htmx else "calls.jinja"
    return context.render(template, body, context.visit.speech.say("titles.me"))


async def vacation(context: Context) -> Response:
    """Begins a vacation, or ends it."""
    edit = VACATION[(await context.form()).choice("begin", tuple(VACATION), "")]
    await run_sync(lambda: edit(context.store, context.visitor_id()))
    return context.see_other("/me")
