"""A push service of our own on this computer, and a browser that subscribes to it."""

from __future__ import annotations

import json
import secrets
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Received(NamedTuple):
    """A message that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushBrowser:
    """A browser that subscribes: its keys, and what it reads in a message."""

    def __init__(self, endpoint: str) -> None:
        self._private, self._secret = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        texts = [urlsafe_b64encode(part).rstrip(b"=").decode() for part in (point, self._secret)]
        self.form = dict(zip(("endpoint", "p256dh", "auth"), (endpoint, *texts), strict=True))

    def bytes(self, message: Received) -> bytes:
        """What was encrypted, whole."""
        found: bytes = http_ece.decrypt(message.body, private_key=self._private, auth_secret=self._secret)
        return found

    def read(self, message: Received) -> dict[str, str]:
        """The message."""
        found: dict[str, str] = json.loads(self.bytes(message))
        return found


class PushService:
    """What arrives, and the status that it answers."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.status = 201
        service = self

        class PushHandler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.received.append(Received(self.path, dict(self.headers), body))
                self.send_response(service.status)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), PushHandler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"


@contextmanager
def receiving() -> Iterator[PushService]:
    """Runs a push service."""
    service = PushService()
    thread = threading.Thread(target=service.server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
        thread.join()
