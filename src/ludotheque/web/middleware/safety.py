"""Headers that keep visitors safe, and what is refused before anything looks at it, such as posts from other sites."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.web.tables.refusal import Refusal

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
FOR_A_YEAR = {"Strict-Transport-Security": "max-age=31536000"}
NUL = "\0"  # no text has it, and not every database can be asked for it
READING = ("GET", "HEAD", "OPTIONS")


class Safety:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, secure: bool = False) -> None:
        self._app = app
        headers = HEADERS | (FOR_A_YEAR if secure else {})
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers]
            await send(message)

        await self._app(scope, receive, send_safely)


def refused(scope: Scope) -> Refusal | None:
    """What is not even looked at: an address that is no text, or a post that another site has sent."""
    try:
        scope["query_string"].decode("utf-8")
    except UnicodeDecodeError:
        return Refusal(400, "bad_form")
    if NUL in scope["path"]:
        return Refusal(404, "no_page")
    if scope["method"] not in READING and from_elsewhere(Headers(scope=scope)):
        return Refusal(403, "from_elsewhere")
    return None


def from_elsewhere(headers: Headers) -> bool:
    """Whether a page of another site has sent this."""
    if (site := headers.get("sec-fetch-site")) is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc != headers.get("host")
    except ValueError:  # it is no address at all
        return True
