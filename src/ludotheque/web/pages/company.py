"""Company at a table: reactions and the chat."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.responses import Response

from ludotheque.web.pages.context import Context
from ludotheque.web.tables import company
from ludotheque.web.tables.refusal import Refusal


async def react(context: Context) -> Response:
    """Shows a reaction to everybody at the table."""
    reaction = (await context.form()).choice("reaction", company.REACTIONS, "")
    context.limit_visitor(context.services.reaction_limit)
    await run_sync(context.change, company.react, reaction)
    if reaction == company.WAKE:
        await run_sync(lambda: context.services.nudger.nudge(context.table(), context.visit.visitor))
    return heard(context)


async def say(context: Context) -> Response:
    """Adds a line to the chat."""
    text = (await context.form()).text("text")
    check_allowed(context)
    context.limit_visitor(context.services.chat_limit)
    await run_sync(context.change, company.say, text)
    return heard(context)


async def chat(context: Context) -> Response:
    """Switches the chat of a table on or off."""
    on = (await context.form()).choice("on", ("0", "1"), "") == "1"
    check_allowed(context)
    await run_sync(context.change, company.allow_chat, on)
    return heard(context)


def check_allowed(context: Context) -> None:
    """Refuses a chat on a server that has none."""
    if not context.services.settings.chat:
        raise Refusal(403, "no_chat")


def heard(context: Context) -> Response:
    """The answer: the event stream tells everybody; a browser without scripts loads the table again."""
    if context.visit.htmx:
        return context.answer(Response(status_code=204))
    return context.see_other(f"/t/{context.table_id}")
