"""Who asks: a visitor with a signed cookie, a language, and tastes."""

from __future__ import annotations

import functools
import secrets
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, unquote, unquote_to_bytes

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ludotheque.core.words import LANGUAGES
from ludotheque.web.settings import Settings
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.speech import PageSpeech, preferred, speech

VISITOR = "visitor"
YEAR = 365 * 24 * 3600
LONGEST_NAME = 24
LONGEST_COOKIE = 200  # ours are far shorter
MOST_COOKIES = 10_000  # whose signature is not checked again
THEMES = ("light", "dark", "")
SWITCHED_ON = (["false", "true"], ["0", "1"])


@dataclass(frozen=True)
class Visit:
    """One request of a visitor."""

    visitor: str
    known: bool  # came with a cookie of ours
    language: str
    theme: str
    helper: bool
    colour_blind: bool
    name: str
    here: str
    site: str  # where this site is, such as http://127.0.0.1:8000
    htmx: bool  # a part of a page is wanted

    @property
    def speech(self) -> PageSpeech:
        return speech(self.language)

    @property
    def board_settings(self) -> frozenset[str]:
        """As boards know them (`Scene.settings`)."""
        return frozenset({"colour_blind"} if self.colour_blind else ())


def visit(request: Request, settings: Settings) -> Visit:
    """Who asks, from the cookies of a request."""
    cookies = request.cookies
    known = _signed(settings.secret, cookies.get(VISITOR, "")[:LONGEST_COOKIE])
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
    """The address under which this server is known to who asks."""
    scope, host = request.scope, request.headers.get("host")
    return f"{scope['scheme']}://{host}{scope.get('root_path', '')}" if host else str(request.base_url).rstrip("/")


def remember(response: Response, request: Request, settings: Settings, seen: Visit) -> None:
    """Gives a new visitor a cookie; scripts cannot read it, and other sites cannot use it."""
    if not seen.known:
        response.set_cookie(
            VISITOR,
            str(_signer(settings.secret).dumps(seen.visitor)),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=settings.secure_cookies or request.url.scheme == "https",
        )


def keep(response: Response, request: Request, name: str, value: str) -> None:
    """Keeps a taste in a cookie."""
    response.set_cookie(
        name, quote(value), max_age=YEAR, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )


@functools.cache
def _signer(secret: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt="visitor")


@functools.lru_cache(MOST_COOKIES)
def _signed(secret: str, cookie: str) -> str | None:
    """The visitor of a cookie, if we have signed it."""
    try:
        return str(_signer(secret).loads(cookie))
    except BadSignature:
        return None


def clean_name(text: str) -> str:
    """A name as it may be shown: one line, not too long, nothing invisible."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:LONGEST_NAME].strip()


class Form:
    """The fields of a post."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self._fields = fields

    @classmethod
    async def read(cls, request: Request, most: int) -> Form:
        """Reads a urlencoded form that is not too long; refused if it is anything else."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = b""
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Refusal(413, "too_long")
        except ClientDisconnect:
            raise Refusal(400, "bad_form") from None
        if not body:
            return cls({})
        if kind != "application/x-www-form-urlencoded":
            raise Refusal(415, "no_form")
        if b"\0" in unquote_to_bytes(body):
            raise Refusal(422, "bad_form")
        try:
            return cls(parse_qs(body.decode("utf-8"), keep_blank_values=True, strict_parsing=True, max_num_fields=100))
        except ValueError:
            raise Refusal(422, "bad_form") from None

    def text(self, name: str, default: str | None = None) -> str:
        """A field as text; refused if it is missing and has no default."""
        values = self._fields.get(name, [] if default is None else [default])
        if len(values) != 1:
            raise Refusal(422, "bad_form")
        return values[0]

    def switch(self, name: str, default: str) -> str:
        """A field that may be a switch: before the value that it has when it is on, a form sends the other one."""
        values = self._fields.get(name, [])
        return values[1] if values in SWITCHED_ON else self.text(name, default)

    def number(self, name: str) -> int:
        """A field that is a whole number."""
        text = self.text(name)
        if not text.isascii() or not text.isdecimal() or len(text) > 9:
            raise Refusal(422, "bad_form")
        return int(text)

    def maybe(self, name: str) -> int | None:
        """A field that is a whole number, or is not there."""
        return self.number(name) if self._fields.get(name, [""]) != [""] else None

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        """A field that is one of few."""
        text = self.switch(name, default)
        if text not in choices:
            raise Refusal(422, "bad_form")
        return text
