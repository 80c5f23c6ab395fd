"""The visitor of a request: a signed cookie, a language and display settings."""

from __future__ import annotations

import functools
from dataclasses import replace
from urllib.parse import quote, unquote

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request, cookie_parser
from starlette.responses import Response

from ludotheque.core.words import LANGUAGES
from ludotheque.web.middleware.http import HeaderValues, header_text, headers_of
from ludotheque.web.settings import Settings
from ludotheque.web.tables.clock import DAY
from ludotheque.web.tables.visitors import clean_name, new_visitor, token_of
from ludotheque.web.views.speech import preferred
from ludotheque.web.views.visit import LANGUAGE, PREFERENCES, Visit

VISITOR = "visitor"
LIFE = 400 * DAY  # seconds that a cookie lives, the most that browsers allow
LONGEST_COOKIE = 200  # ours are far shorter
VISIT_CACHE = 10_000  # visits kept by the headers that make them
LONGEST_KNOWN = 1000  # characters of headers and address; a visit with more is not cached


def visit_of(request: Request, settings: Settings) -> Visit:
    """The visit that a request makes; a visitor without a cookie gets one new id throughout the request."""
    scope = request.scope
    state = scope.setdefault("state", {})
    made: Visit | None = state.get("visit")
    if made is not None:
        return made
    headers = headers_of(scope)
    cookie = b";".join([value for name, value in scope["headers"] if name == b"cookie"]).decode("latin-1")
    query = scope["query_string"].decode("utf-8", "replace")
    here = f"{scope['path']}?{query}" if query else scope["path"]
    site = site_of(headers, request)
    about = (
        settings.secret,
        cookie,
        header_text(headers, b"accept-language"),
        here,
        site,
        headers.get(b"hx-request") == b"true",
    )
    visit = (_visit if sum(map(len, about[1:5])) <= LONGEST_KNOWN else _visit.__wrapped__)(*about)
    if not visit.known:
        visitor = new_visitor()
        visit = replace(visit, visitor=visitor, token=token_of(visitor, visit.token))
    state["visit"] = visit
    return visit


@functools.lru_cache(VISIT_CACHE)
def _visit(secret: str, cookie: str, accepted: str, here: str, site: str, htmx: bool) -> Visit:
    """A visit by its headers; without a signed cookie it has no visitor yet."""
    cookies = cookie_parser(cookie)
    visitor = _verified(secret, cookies.get(VISITOR, "")[:LONGEST_COOKIE])
    language, token = cookies.get(LANGUAGE, ""), cookies.get("token", "")
    taste = {name: cookies[name] if cookies.get(name) in all_ else all_[0] for name, all_ in PREFERENCES.items()}
    return Visit(
        visitor=visitor or "",
        known=visitor is not None,
        language=language if language in LANGUAGES else preferred(accepted),
        theme=taste["theme"],
        helper=taste["helper"] == "on",
        colour_blind=taste["colour_blind"] == "on",
        sound=taste["sound"] == "on",
        animation=taste["animation"],
        confirm=taste["confirm"],
        notifications=taste["notifications"] == "on",
        rule_numbers=taste["rule_numbers"] == "on",
        name=clean_name(unquote(cookies.get("name", ""))),
        token=token if visitor is None else token_of(visitor, token),
        here=here,
        site=site,
        htmx=htmx,
    )


def site_of(headers: HeaderValues, request: Request) -> str:
    """The address of this server as the visitor knows it."""
    scope, host = request.scope, header_text(headers, b"host")
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


def _verified(secret: str, cookie: str) -> str | None:
    """The visitor of a cookie; None if the signature is wrong."""
    try:
        return str(_signer(secret).loads(cookie))
    except BadSignature:
        return None
