"""A visit: one request of a visitor, and how its answer is to be shown."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.web.views.speech import PageSpeech, speech


@dataclass(frozen=True)
class Visit:
    """One request of a visitor."""

    visitor: str  # a random id
    known: bool  # the request has a cookie of ours
    language: str
    theme: str  # "light", "dark" or "" for the system's theme
    helper: bool  # phases are explained the first time that the visitor meets them
    colour_blind: bool  # boards use their layout for people who cannot tell the colours apart
    name: str  # name of the visitor, or ""
    here: str  # path and query of the request
    site: str  # the address of this site, such as http://127.0.0.1:8000
    htmx: bool  # htmx sent the request: the response is a part of a page

    @property
    def speech(self) -> PageSpeech:
        return speech(self.language)

    @property
    def board_settings(self) -> frozenset[str]:
        """The settings by the names that boards know (`Scene.settings`)."""
        return frozenset({"colour_blind"} if self.colour_blind else ())
