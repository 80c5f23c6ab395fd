"""Pages about mails."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MailPage:
    """What happened, or what a link will do (`mail.jinja`)."""

    state: str  # "sent", "confirm", "confirmed", "stop" or "stopped": a section of the words
    address: str
    post: str  # where the button leads, or ""


def mail_page(state: str, address: str, post: str = "") -> MailPage:
    """The page of a state."""
    return MailPage(state, address, post)
