"""Connections that send too much, too slowly or nothing, and too many of them."""

from __future__ import annotations

import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from ludotheque.web.middleware.connections import MOST_PIPELINED, limited_connections
from ludotheque.web.server import MOST_FILES, allow_many_files, listen
from ludotheque.web.settings import Settings
from tests.web.serving import serving

pytestmark = pytest.mark.server
MOST = 6
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = b"POST /settings HTTP/1.1\r\nHost: a\r\n" + FORM + b"Transfer-Encoding: chunked\r\n\r\n"
WHOLE = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
Address = tuple[str, int]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder, LUDOTHEQUE_REQUEST_TIME="1", LUDOTHEQUE_CONNECTIONS=str(MOST)) as server:
        host, port = server.address.removeprefix("http://").split(":")
        yield host, int(port)
        assert server.complaints == ""


def answer(connection: socket.socket) -> bytes:
    """All that the server sends until it closes the connection."""
    parts = []
    try:
        while part := connection.recv(65_536):
            parts.append(part)
    except ConnectionResetError:  # it closed with our bytes unread
        pass
    return b"".join(parts)


@pytest.mark.parametrize(
    ("begun", "more"),
    [
        (b"GET /", b"a" * 8192),
        (b"GET / HTTP/1.1\r\nX-Long: ", b"a" * 8192),
        (b"GET / HTTP/1.1\r\n", b"X-More: aaaaaaaaaaa\r\n" * 512),
        (CHUNKED + b"3\r\na=1\r\n0\r\nX-Trailer: ", b"a" * 8192),
        (CHUNKED + b"3\r\na=1\r\n0\r\n", b"X-More: aaaaaaaaaaa\r\n" * 512),
        (CHUNKED + b"3;extension=", b"a" * 8192),
        (CHUNKED, b"1\r\na\r\n" * 2048),
        (CHUNKED, b"6\r\naaaaaa\r\n" * 2048),
        (CHUNKED, b"2000\r\n" + b"a" * 8192 + b"\r\n"),
        (b"POST /settings HTTP/1.1\r\nHost: a\r\n" + FORM + b"Content-Length: 99999999999\r\n\r\n", b"a" * 8192),
    ],
)
def test_an_endless_request_is_cut_off(address: Address, begun: bytes, more: bytes) -> None:
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(begun)
        assert sent_until_closed(connection, more) < 20_000_000  # most of it lies in the buffers of the system


def sent_until_closed(connection: socket.socket, more: bytes) -> int:
    sent = 0
    while sent < 50_000_000:
        try:
            sent += connection.send(more)
        except ConnectionError:
            break
    return sent


def test_the_refusal_of_a_long_head_says_why(address: Address) -> None:
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(b"GET /" + b"a" * 40_000)
        assert answer(connection).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        b"POST /play/sintra HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na",
    ],
)
def test_half_a_request_is_not_waited_for(address: Address, begun: bytes) -> None:
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(begun)
        assert b"HTTP/1.1 200" not in answer(connection)


def test_the_time_is_that_of_a_request_not_of_its_bytes(address: Address) -> None:
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(b"GET /")
        for _ in range(100):
            time.sleep(0.2)
            try:
                connection.sendall(b"a")
            except ConnectionError:
                return
    pytest.fail("The connection stayed open.")


def test_one_address_has_a_limited_number_of_connections(address: Address) -> None:
    with ExitStack() as stack:
        opened = [stack.enter_context(socket.create_connection(address, timeout=20)) for _ in range(MOST + 1)]
        assert answer(opened[-1]).startswith(b"HTTP/1.1 503 ")
        for connection in opened[:-1]:
            assert answer(connection) == b""  # after a second without a request
    with urlopen(f"http://{address[0]}:{address[1]}/health") as health:
        assert health.status == 200


def test_trailers_and_chunks_of_a_short_request_are_read(address: Address) -> None:
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(CHUNKED.replace(b"Host: a", b"Host: a\r\nConnection: close") + b"2\r\na=\r\n")
        connection.sendall(b"1\r\na\r\n" * 200 + b"0\r\nX-Trailer: a\r\n\r\n")
        assert answer(connection).startswith(b"HTTP/1.1 303 ")


def test_few_requests_are_read_before_an_answer(address: Address) -> None:
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(WHOLE * 4000)
        assert answer(connection).count(b"HTTP/1.1 200") == MOST_PIPELINED + 1


def test_an_empty_line_keeps_no_connection_open(address: Address) -> None:
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(WHOLE)
        received = b""
        while not received.endswith(b"}"):  # head and body may come one after the other
            received += connection.recv(65_536)
        assert received.startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"\r\n")
        assert answer(connection) == b""


def test_a_client_that_does_not_read_is_cut_off() -> None:
    """Also from an application that has more to send than the system keeps."""
    ended = threading.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(100):
            await send({"type": "http.response.body", "body": bytes(1_000_000), "more_body": True})
        ended.set()

    limits = limited_connections(app, Settings("", "a secret", request_time=0.05))
    server = uvicorn.Server(uvicorn.Config(app, http=limits, lifespan="off", log_level="error", log_config=None))
    listening = listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        with socket.create_connection(listening.getsockname()) as connection:
            connection.sendall(WHOLE)
            assert ended.wait(60)
    finally:
        server.should_exit = True
        thread.join()


def test_no_connection_becomes_a_websocket(address: Address) -> None:
    key = b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n" + key + b"\r\n")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")


def test_a_server_may_open_as_many_files_as_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {resource.RLIMIT_NOFILE: (1024, 524_288)}
    monkeypatch.setattr(resource, "getrlimit", limits.__getitem__)
    monkeypatch.setattr(resource, "setrlimit", limits.__setitem__)
    allow_many_files()
    assert limits == {resource.RLIMIT_NOFILE: (MOST_FILES, 524_288)}
    allow_many_files()
    assert limits == {resource.RLIMIT_NOFILE: (MOST_FILES, 524_288)}
