"""What the strongest bot thinks of a position, as a stream of events that gets better while somebody watches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing

from anyio.to_thread import run_sync
from starlette.responses import Response, StreamingResponse

from ludotheque.analysis.evaluating import Evaluation
from ludotheque.web.middleware.limits import address_of
from ludotheque.web.pages.analysis import moment_in
from ludotheque.web.pages.context import Context
from ludotheque.web.pages.guarding import FreeLine
from ludotheque.web.pages.live import event
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.analysis import AnalysisMoment, names_in
from ludotheque.web.views.evaluation import evaluation_of
from ludotheque.web.views.render import render
from ludotheque.web.work.analyses import EvaluationEnd, Queued

MOST_LINES = 5


async def think(context: Context) -> Response:
    """The event stream: `look` has the evaluation so far, `note` a sentence, `done` the last one."""
    moment = await context.run_heavy(moment_in, context)
    return StreamingResponse(
        events(context, moment), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def events(context: Context, moment: AnalysisMoment) -> AsyncIterator[bytes]:
    """The looks at a position as events, until the search ends or the visitor goes."""
    visit, lines = context.visit, min(max(context.number("lines") or 1, 1), MOST_LINES)
    all_open = context.number("open") == 1 and not moment.tree.game.about.PUBLIC
    names = names_in(moment.tree, visit.speech)
    free = FreeLine(context, moment.node)
    address = address_of(context.request)
    found = context.services.analyses.evaluate(
        visit.visitor, moment.position, lines=lines, all_open=all_open, address=address
    )

    def drawn(look: Evaluation) -> str:
        free.check()  # a game among people may have begun or come here since the last look
        return render("parts/evaluation.jinja", visit, evaluation_of(look, moment.position, lines, names, visit.speech))

    try:
        await run_sync(free.check)
        async with aclosing(found) as looks:
            async for each in looks:
                if isinstance(each, Evaluation):
                    yield event("look", [await run_sync(drawn, each)])
                elif isinstance(each, Queued) and each.before:
                    yield event("note", [visit.speech.say("analysis.waiting", count=each.before)])
                elif isinstance(each, EvaluationEnd):
                    yield event("done", [ending(context, each)])
    except Refusal as refusal:  # the stream has begun: its status cannot tell it any more
        yield event("done", [visit.speech.say(f"errors.{refusal.key}")])


def ending(context: Context, done: EvaluationEnd) -> str:
    """Why the search has ended, in a sentence, or ""."""
    if done.why == "budget":
        return context.visit.speech.say("analysis.budget", count=max(1, round(done.seconds)))
    return context.visit.speech.say("analysis.failed") if done.why == "failed" else ""
