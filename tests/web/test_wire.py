"""Bytes that no HTTP library sends: a real server survives them and reveals nothing."""

from __future__ import annotations

import json
import random
import socket
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.web.serving import serving

pytestmark = pytest.mark.server

WEBSOCKET = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n"
)


def get(target: bytes, headers: bytes = b"", method: bytes = b"GET") -> bytes:
    return method + b" " + target + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + b"\r\n"


def post(headers: bytes, body: bytes = b"") -> bytes:
    return get(b"/join", headers, b"POST") + body


STRANGE = [
    b"",
    b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET\r\n\r\n",
    get(b"/\x00"),
    get(b"/\xff\xfe"),
    get(b"/t/%00"),
    get(b"/?\xfc\xf0"),
    get(b"/" + b"a" * 100_000),
    get(b"http://evil.example/"),
    get(b"/", b"Host: another\r\n"),
    get(b"/", b"X: " + b"a" * 200_000 + b"\r\n"),
    get(b"/", b"X:\r\n y\r\n\x00: z\r\n"),
    get(b"/", b"Cookie: " + b"\xff" * 99 + b"\r\n"),
    get(b"/", WEBSOCKET),
    get(b"/t/none/events", WEBSOCKET),
    get(b"*", method=b"OPTIONS"),
    get(b"a:1", method=b"CONNECT"),
    post(b"Content-Length: -5\r\n"),
    post(b"Content-Length: 5\r\n", b"ab"),
    post(b"Content-Length: 2\r\nContent-Length: 9\r\n", b"ab"),
    post(b"Content-Length: 99999999\r\nExpect: 100-continue\r\n"),
    post(b"Transfer-Encoding: chunked\r\n", b"ZZ\r\nab"),
    post(b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", b"1\r\na\r\n0\r\n\r\n"),
]


def sent(port: int, data: bytes) -> bytes:
    """What comes back until the server has nothing more to say."""
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        connection.settimeout(0.3)
        answer = b""
        try:
            connection.sendall(data)
            while part := connection.recv(65536):
                answer += part
        except OSError:
            pass  # it has hung up, or waits for more
        return answer


def test_strange_bytes_do_no_harm(tmp_path: Path) -> None:
    luck = random.Random(6)
    noise = [luck.randbytes(luck.choice([1, 20, 500])) + b"\r\n\r\n" for _ in range(20)]
    cut = [b"GET / HTTP/1.1\r\n"[: luck.randrange(1, 16)] + luck.randbytes(9) for _ in range(10)]
    with serving(tmp_path, LUDOTHEQUE_THINK_PROCESSES="0") as server:
        port = int(urlsplit(server.address).port or 0)
        for data in (*STRANGE, *noise, *cut):
            answer = sent(port, data)
            assert not answer.startswith(b"HTTP/1.1 5"), (data[:100], answer[:300])
            assert b"Traceback" not in answer
            assert b"uvicorn" not in answer.lower()
        with urlopen(f"{server.address}/health") as health:
            assert json.load(health)["status"] == "ok"
        assert server.stop() == 0
    assert "Traceback" not in server.complaints, server.complaints
