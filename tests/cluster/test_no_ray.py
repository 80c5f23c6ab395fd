"""Without a cluster there is a clear error."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from threading import Thread

import pytest

import ludotheque
import ludotheque.arena.cluster
from ludotheque.arena.cluster import spread


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ludotheque.Error, match=r"needs the extra `ray`"):
        list(spread("auto", abs, [1]))


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """An unused port of this machine, with a short timeout."""
    monkeypatch.setattr(ludotheque.arena.cluster, "PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def address(door: socket.socket) -> str:
    return f"127.0.0.1:{door.getsockname()[1]}"


def refusal(where: str) -> str:
    """The error for this address; Ray alone would retry for minutes."""
    with pytest.raises(ludotheque.Error) as told:
        list(spread(where, abs, [1]))
    return str(told.value)


def test_a_port_where_nobody_listens_is_refused(door: socket.socket) -> None:
    where = address(door)
    door.close()
    assert refusal(where).startswith(f"No Ray cluster answers at {where}: ")
    assert refusal(f"ray://{where}").startswith(f"No Ray cluster answers at ray://{where}: ")


def test_a_server_that_says_nothing_is_refused(door: socket.socket) -> None:
    assert refusal(address(door)) == f"No Ray cluster answers at {address(door)}: timed out."


def test_a_server_of_another_kind_is_refused(door: socket.socket) -> None:
    def answer() -> None:
        line, _ = door.accept()
        with line:
            line.recv(100)
            line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    server = Thread(target=answer)
    server.start()
    assert refusal(address(door)) == f"No Ray cluster answers at {address(door)}: another server does."
    server.join()


@pytest.mark.parametrize("where", ["nonsense", "127.0.0.1", "localhost:99999", "no.such.host.invalid:1", "a:b:c"])
def test_what_is_no_address_is_refused(where: str) -> None:
    assert refusal(where).startswith(f"No Ray cluster answers at {where}: ")


def test_an_address_is_a_text() -> None:
    assert refusal(6379).startswith("The address of a Ray cluster must be a string")  # type: ignore[arg-type]
