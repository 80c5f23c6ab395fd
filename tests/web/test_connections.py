"""Connections that send too much, too slowly or nothing, and too many of them."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.web.serving import serving

pytestmark = pytest.mark.server
MOST = 6
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
    ],
)
def test_an_endless_head_is_refused(address: Address, begun: bytes, more: bytes) -> None:
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
