"""Mails about turns: a visitor gives an address, its owner confirms it, and every mail has a link that ends them."""

from __future__ import annotations

from smtplib import SMTPException

from anyio.to_thread import run_sync
from starlette.responses import Response

from ludotheque.web.middleware.limits import too_many
from ludotheque.web.pages.context import Context
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.mail import mail_page
from ludotheque.web.work.mail import CONFIRM, MailLink


async def ask(context: Context) -> Response:
    """Sends a question to an address; only its owner can answer it. An empty address ends the mails."""
    address, visit, nudger = (await context.form()).text("address").strip(), context.visit, context.services.nudger

    def question() -> str:
        if not address:
            nudger.nudges.set_mail(visit.visitor, "", "")
            return "stopped"
        visitor = context.visitor_id()
        nudger.mailer.check(address)
        if (wait := context.services.mail_limit(visitor, address)) > 0:
            raise too_many("too_fast", wait)
        say, link = visit.speech.say, MailLink(CONFIRM, visitor, address, visit.language)
        text = f"{say('mail.question')}\n{nudger.mailer.link(link)}\n\n{say('mail.ignore')}\n"
        try:
            nudger.mailer.send(address, say("mail.question_title"), text)
        except (OSError, SMTPException):
            raise Refusal(503, "mail_away") from None
        return "sent"

    return context.render("mail.jinja", mail_page(await run_sync(question), address))


async def link(context: Context) -> Response:
    """The page of a link in a mail. A program that follows links does nothing by that."""
    key = context.request.path_params["key"]
    found = context.services.nudger.mailer.read(key)
    return context.render("mail.jinja", mail_page(found.purpose, found.address, f"/mail/{key}"))


async def follow(context: Context) -> Response:
    """Does what a link in a mail says."""
    nudger = context.services.nudger
    found = nudger.mailer.read(context.request.path_params["key"])

    def done() -> str:
        if found.purpose == CONFIRM:
            known = context.services.visitors.find(found.visitor)
            if known is not None and known.erased is not None:
                raise Refusal(404, "link_gone")
            nudger.nudges.set_mail(found.visitor, found.address, found.language)
            return "confirmed"
        nudger.nudges.stop_mail(found.address)
        return "stopped"

    return context.render("mail.jinja", mail_page(await run_sync(done), found.address))
