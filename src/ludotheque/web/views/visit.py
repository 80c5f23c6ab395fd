"""A visit: one request of a visitor, and how its answer is to be shown."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.web.views.speech import PageSpeech, speech

LANGUAGE = "language"
ON_OFF = ("off", "on")
PREFERENCES: dict[str, tuple[str, ...]] = {
    "theme": ("", "light", "dark"),
    "helper": ("on", "off"),
    "colour_blind": ON_OFF,
    "sound": ON_OFF,
    "animation": ("normal", "off", "calm", "fast"),
    "confirm": ("secret", "never", "all"),
    "rule_numbers": ("on", "off"),
    "notifications": ON_OFF,
}
"""The values of each preference but the language, the default first. Cookies carry them; a `VisitorRow` keeps them."""


@dataclass(frozen=True)
class Visit:
    """One request of a visitor."""

    visitor: str  # a random id (`web/tables/visitors.py`)
    known: bool  # the request has a cookie of ours
    language: str
    theme: str  # "light", "dark" or "" for the system's theme
    helper: bool  # phases are explained the first time that the visitor meets them
    colour_blind: bool  # boards use their layout for people who cannot tell the colours apart
    name: str  # name of the visitor, or ""
    here: str  # path and query of the request
    site: str  # the address of this site, such as http://127.0.0.1:8000
    htmx: bool  # htmx sent the request: the response is a part of a page
    token: str = ""  # token of the visitor: one of `TOKENS`
    sound: bool = False  # a soft sound tells the visitor's turn
    animation: str = "normal"  # "off", "calm", "normal" or "fast"
    confirm: str = "secret"  # the moves that the visitor confirms: "never", "secret" or "all"
    notifications: bool = False
    rule_numbers: bool = True  # the log shows the numbers of rules

    @property
    def speech(self) -> PageSpeech:
        return speech(self.language)

    @property
    def board_settings(self) -> frozenset[str]:
        """The settings by the names that boards know (`Scene.settings`)."""
        return frozenset({"colour_blind"} if self.colour_blind else ())


def spectator(language: str) -> Visit:
    """The visit of somebody who holds no seat anywhere."""
    return Visit("", False, language, "light", False, False, "", "", "", False)
