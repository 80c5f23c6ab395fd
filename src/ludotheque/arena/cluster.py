"""Spreads work over a Ray cluster. Every item is done and returned once, even if workers are lost."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from ludotheque.contract.reading import shown
from ludotheque.errors import Error

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 3  # items submitted for each processor: none waits, and few are lost with a worker
RETRIES = 10  # retries of an item whose worker was lost
PATIENCE = 5.0  # seconds in which a cluster must answer

GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""The start of an HTTP/2 connection, which Ray uses: the preface and an empty SETTINGS frame."""
FRAME, SETTINGS = 9, 4  # bytes of a frame's header, and the type of the first frame that a server sends


def spread(address: str, work: Callable[[T], R], items: Iterable[T]) -> Iterator[tuple[T, R]]:
    """The items with their results, in any order, as the cluster at this address finishes them.

    An item whose worker or machine is lost is done again elsewhere, so `work` must depend on its item alone. The
    machines of the cluster need the same version of Ludothèque.
    """
    ray = _ray()
    if not isinstance(address, str):
        raise Error(f"The address of a Ray cluster must be a string such as 10.0.0.5:6379, not {shown(address)}.")

    def done_there(item: T) -> R:  # Ray accepts functions, but no other callables
        return work(item)

    _connect(ray, address)
    try:
        task = ray.remote(num_cpus=1, max_retries=RETRIES)(done_there)
        waiting = iter(items)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        given = {task.remote(item): item for item in islice(waiting, room)}
        while given:
            (ready, *_), _ = ray.wait(list(given), num_returns=1)
            done = _fetch(ray, ready)
            item = given.pop(ready)
            given |= {task.remote(more): more for more in islice(waiting, 1)}
            yield item, done
    finally:
        ray.shutdown()


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise Error("A Ray cluster needs the extra `ray`: pip install 'ludotheque[ray]'.") from None
    return ray


def _greet(address: str) -> None:
    """Raises unless a server of Ray's kind answers. Ray itself would retry for minutes.

    Other addresses than a host and port, such as "auto", are left to Ray, which fails on them at once.
    """
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        with socket.create_connection((host.strip("[]"), int(port)), PATIENCE) as line:
            if os.environ.get("RAY_USE_TLS") == "1":
                return
            line.sendall(GREETING)
            answer = line.recv(FRAME)
    except (OSError, OverflowError, UnicodeError) as problem:
        raise Error(f"No Ray cluster answers at {address}: {problem}.") from None
    if len(answer) < FRAME or answer[3] != SETTINGS:
        raise Error(f"No Ray cluster answers at {address}: another server does.")


def _connect(ray: Any, address: str) -> None:
    _greet(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as problem:  # Ray passes on any exception of its transport
        reason = str(problem).strip().split("\n")[0]
        raise Error(f"No Ray cluster answers at {address}: {reason}") from None


def _fetch(ray: Any, ready: Any) -> Any:
    """The result of a task; an error of the work itself is raised unchanged."""
    try:
        return ray.get(ready)
    except ray.exceptions.RayTaskError as problem:
        raise problem.cause from None
    except ray.exceptions.RayError as problem:
        raise Error(f"The cluster could not finish its work: {str(problem).splitlines()[0]}") from None
