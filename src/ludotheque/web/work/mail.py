"""Mail, where the host has set an SMTP server: turns for visitors who have confirmed their address.

Links in a mail are signed: they name the visitor and the address. Nothing is kept of an address before its owner has
confirmed it.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from itsdangerous import BadData, URLSafeTimedSerializer

from ludotheque.errors import Error
from ludotheque.web.settings import Settings
from ludotheque.web.tables.clock import DAY
from ludotheque.web.tables.refusal import Refusal

LONGEST_LINE = 998  # characters of a mail (RFC 5322); early versions of Python 3.11 need a number here
TIMEOUT = 10.0  # seconds for each step of a connection
CONFIRM_LIFE = 2 * DAY  # seconds for which the link of a question works
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+", re.ASCII)
LONGEST_ADDRESS = 200
CONFIRM, STOP = "confirm", "stop"


class MailLink(NamedTuple):
    """What a link in a mail does, for whom."""

    purpose: str  # CONFIRM or STOP
    visitor: str
    address: str
    language: str


class Mailer:
    """Sends mails by the SMTP server of the host."""

    def __init__(self, settings: Settings) -> None:
        self._server, self._from, self._site = urlsplit(settings.smtp), settings.mail_from, settings.site.rstrip("/")
        self._signer = URLSafeTimedSerializer(settings.secret, salt="mail")
        if not settings.smtp:
            return
        if self._server.scheme not in ("smtp", "smtps") or not self._server.hostname:
            raise Error("LUDOTHEQUE_SMTP must be smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the start.")
        if not self._site.startswith(("https://", "http://")) or not is_address(self._from):
            raise Error("Mails need LUDOTHEQUE_SITE, the address of this site, and LUDOTHEQUE_MAIL_FROM.")

    @property
    def ready(self) -> bool:
        """Whether the host has set an SMTP server."""
        return bool(self._server.hostname)

    def check(self, address: str) -> None:
        """Refuses an address that is none."""
        if not self.ready:
            raise Refusal(404, "no_page")
        if not is_address(address):
            raise Refusal(422, "bad_mail")

    def link(self, link: MailLink) -> str:
        """The address of a signed link."""
        return f"{self._site}/mail/{self._signer.dumps(tuple(link))}"

    def read(self, key: str) -> MailLink:
        """The link of a key; refuses a forged one, and a question that is too old."""
        try:
            made = MailLink(*self._signer.loads(key[:1000]))
            if made.purpose == CONFIRM:
                self._signer.loads(key, max_age=CONFIRM_LIFE)
        except (BadData, TypeError):
            raise Refusal(404, "link_gone") from None
        return made

    def send(self, to: str, subject: str, text: str, stop: str = "") -> None:
        """Sends a mail; raises OSError or SMTPException if the server does not take it."""
        mail = EmailMessage(SMTP.clone(max_line_length=LONGEST_LINE))  # a folded link would be no link
        mail["From"], mail["To"], mail["Subject"] = self._from, to, subject
        if stop:
            mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
        mail.set_content(text)
        host, safely = self._server.hostname or "", ssl.create_default_context()
        if self._server.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(host, self._server.port or 465, timeout=TIMEOUT, context=safely)
        else:
            server = smtplib.SMTP(host, self._server.port or 587, timeout=TIMEOUT)
        with server:
            server.ehlo()
            secure = self._server.scheme == "smtps"
            if not secure and server.has_extn("starttls"):
                server.starttls(context=safely)
                secure = True
            if self._server.username:
                if not secure:
                    raise OSError("the SMTP server has no TLS, so no password is sent to it")
                server.login(unquote(self._server.username), unquote(self._server.password or ""))
            server.send_message(mail)

    def url(self, path: str) -> str:
        """The address of a page, for a mail."""
        return self._site + path


def is_address(text: str) -> bool:
    """Whether a text is the address of a mailbox, and nothing else."""
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(text) is not None
