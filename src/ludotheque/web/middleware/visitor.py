"""The visitor of a request: a signed cookie, a language and display settings."""

from __future__ import annotations

import functools
from urllib.parse import quote, unquote

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.words import LANGUAGES
from ludotheque.web.settings import Settings
from ludotheque.web.tables.clock import DAY
from ludotheque.web.tables.visitors import clean_name, new_visitor, token_of
from ludotheque.web.views.speech import preferred
from ludotheque.web.views.visit import LANGUAGE, PREFERENCES, Visit

VISITOR = "visitor"
LIFE = 400 * DAY  # seconds that a cookie lives, the most that browsers allow
LONGEST_COOKIE = 200  # ours are far shorter
COOKIE_CACHE = 10_000  # cookies whose signature is not checked again


def visit_of(request: Request, settings: Settings) -> Visit:
    """The visit that a request makes; a visitor without a cookie gets one new id throughout the request."""
    made: Visit | None = request.scope.setdefault("state", {}).get("visit")
    if made is not None:
        return made
    cookies = request.cookies
    known = _verified(settings.secret, cookies.get(VISITOR, "")[:LONGEST_COOKIE])
    language = cookies.get(LANGUAGE, "")
    taste = {name: cookies[name] if cookies.get(name) in all_ else all_[0] for name, all_ in PREFERENCES.items()}
    visitor = known or new_visitor()
    query = request.scope["query_string"].decode("utf-8", "replace")
    visit = request.state.visit = Visit(
        visitor=visitor,
        known=known is not None,
        language=language if language in LANGUAGES else preferred(request.headers.get("accept-language", "")),
        theme=taste["theme"],
        helper=taste["helper"] == "on",
        colour_blind=taste["colour_blind"] == "on",
        sound=taste["sound"] == "on",
        animation=taste["animation"],
        confirm=taste["confirm"],
        notifications=taste["notifications"] == "on",
        rule_numbers=taste["rule_numbers"] == "on",
        name=clean_name(unquote(cookies.get("name", ""))),
        token=token_of(visitor, cookies.get("token", "")),
        here=f"{request.scope['path']}?{query}" if query else request.scope["path"],
        site=site_of(request),
        htmx=request.headers.get("hx-request") == "true",
    )
    return visit


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
    response.set_cookie(name, value, max_age=LIFE, httponly=True, samesite="lax", secure=secure)


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
