"""The base of our middleware: only HTTP requests are handled, other ASGI events pass through."""

from __future__ import annotations

from abc import ABC, abstractmethod

from starlette.types import ASGIApp, Receive, Scope, Send

HeaderValues = dict[bytes, bytes]
"""The headers of a request by their lower-case names."""


class HttpMiddleware(ABC):
    """Middleware for HTTP requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self.handle if scope["type"] == "http" else self._app)(scope, receive, send)

    @abstractmethod
    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a request."""


def headers_of(scope: Scope) -> HeaderValues:
    """The headers of a request, the first of each name. Starlette's Headers searches the whole list for each name."""
    return dict(reversed(scope["headers"]))


def header_text(headers: HeaderValues, name: bytes, default: str = "") -> str:
    """A header as text, or the default."""
    return headers[name].decode("latin-1") if name in headers else default
