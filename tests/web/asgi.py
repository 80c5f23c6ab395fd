"""Requests to the application without a server and a client: what a million of them need."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.types import Message

from tests.web.junk import RawRequest


class RawResponse(NamedTuple):
    """A response as a server sends it."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes


async def ask(app: Starlette, asked: RawRequest, client: str = "192.0.2.1") -> RawResponse:
    """Sends a request to the application as a server does; exceptions pass through."""
    given: list[Message] = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in asked.chunks]
    if not asked.cut:
        given.append({"type": "http.request", "body": b"", "more_body": False})
    given.reverse()
    sent: list[Message] = []

    async def receive() -> Message:
        if asked.waits and not given:
            await asyncio.Event().wait()
        return given.pop() if given else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": "http",
        "path": asked.path,
        "raw_path": asked.path.encode("utf-8", "surrogatepass"),
        "root_path": "",
        "query_string": asked.query,
        "headers": asked.headers,
        "client": (client, 5000),
        "server": ("testserver", 80),
    }
    await app(scope, receive, send)
    return RawResponse(
        sent[0]["status"], dict(sent[0]["headers"]), b"".join(part.get("body", b"") for part in sent[1:])
    )
