"""The visitor of a request: a signed cookie, a language and display settings."""

from __future__ import annotations

import functools
import secrets
from dataclasses import dataclass
from urllib.parse import quote, unquote

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.words import LANGUAGES
from ludotheque.web.settings import Settings
from ludotheque.web.views.speech import PageSpeech, preferred, speech

VISITOR = "visitor"
YEAR = 365 * 24 * 3600
LONGEST_NAME = 24
LONGEST_COOKIE = 200  # ours are far shorter
COOKIE_CACHE = 10_000  # cookies whose signature is not checked again
THEMES = ("light", "dark", "")


@dataclass(frozen=True)
class Visit:
    """One request of a visitor."""

    visitor: str  # a random id
    known: bool  # the request has a cookie of ours
    language: str
    theme: str  # "light", "dark" or "" for the system's theme
    helper: bool  # phases are explained the first time that the visitor meets them
    colour_blind: bool  # boards use their layout for people who cannot tell the colours apart
    name: str  # of the visitor, or ""
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


def visit_of(request: Request, settings: Settings) -> Visit:
    """The visit that a request makes; a visitor without a cookie gets a new id."""
    cookies = request.cookies
    known = _verified(settings.secret, cookies.get(VISITOR, "")[:LONGEST_COOKIE])
    language = cookies.get("language", "")
    theme = cookies.get("theme", "")
    query = request.scope["query_string"].decode("utf-8", "replace")
    return Visit(
        visitor=known or secrets.token_urlsafe(18),
        known=known is not None,
        language=language if language in LANGUAGES else preferred(request.headers.get("accept-language", "")),
        theme=theme if theme in THEMES else "",
        helper=cookies.get("helper") != "off",
        colour_blind=cookies.get("colour_blind") == "on",
        name=clean_name(unquote(cookies.get("name", ""))),
        here=f"{request.scope['path']}?{query}" if query else request.scope["path"],
        site=site_of(request),
        htmx=request.headers.get("hx-request") == "true",
    )


def site_of(request: Request) -> str:
    """The address of this server as the visitor knows it."""
    scope, host = request.scope, request.headers.get("host")
    return f"{scope['scheme']}://{host}{scope.get('root_path', '')}" if host else str(request.base_url).rstrip("/")


def set_visitor_cookie(response: Response, request: Request, settings: Settings, visit: Visit) -> None:
    """Gives a new visitor a cookie that scripts cannot read and other sites cannot send."""
    if not visit.known:
        value = str(_signer(settings.secret).dumps(visit.visitor))
        _set_cookie(response, VISITOR, value, settings.secure_cookies or request.url.scheme == "https")


def set_cookie(response: Response, request: Request, name: str, value: str) -> None:
    """Keeps a display setting in a cookie."""
    _set_cookie(response, name, quote(value), request.url.scheme == "https")


def _set_cookie(response: Response, name: str, value: str, secure: bool) -> None:
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


@functools.cache
def _signer(secret: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt="visitor")


@functools.lru_cache(COOKIE_CACHE)
def _verified(secret: str, cookie: str) -> str | None:
    """The visitor of a cookie; None if the signature is wrong."""
    try:
        return str(_signer(secret).loads(cookie))
    except BadSignature:
        return None


def clean_name(text: str) -> str:
    """A name in one line, of bounded length and without invisible characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:LONGEST_NAME].strip()
