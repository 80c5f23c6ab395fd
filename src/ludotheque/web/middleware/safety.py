"""Security headers, and the checks before all others: malformed addresses, posts from other sites."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.web.middleware.http import HeaderValues, HttpMiddleware, header_text
from ludotheque.web.tables.refusal import Refusal

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}  # a year, in seconds
NUL = "\0"  # PostgreSQL accepts it in no text
READING = ("GET", "HEAD", "OPTIONS")


class Safety(HttpMiddleware):
    """Adds the security headers to every response."""

    def __init__(self, app: ASGIApp, secure: bool = False) -> None:
        super().__init__(app)
        headers = HEADERS | (HTTPS_ONLY if secure else {})
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers]
            await send(message)

        await self._app(scope, receive, send_safely)


def refused(scope: Scope, headers: HeaderValues) -> Refusal | None:
    """The refusal of a malformed address or of a post from another site; None for other requests."""
    try:
        scope["query_string"].decode("utf-8")
    except UnicodeDecodeError:
        return Refusal(400, "bad_form")
    if NUL in scope["path"]:
        return Refusal(404, "no_page")
    if scope["method"] not in READING and from_elsewhere(headers):
        return Refusal(403, "from_elsewhere")
    return None


def from_elsewhere(headers: HeaderValues) -> bool:
    """Whether a page of another site sent the request."""
    if (site := headers.get(b"sec-fetch-site")) is not None:
        return site not in (b"same-origin", b"none")
    if b"origin" not in headers:
        return False
    try:
        origin = header_text(headers, b"origin")
        return b"host" not in headers or urlsplit(origin).netloc != header_text(headers, b"host")
    except ValueError:  # the origin is malformed
        return True
