"""Work spread over a Ray cluster: every item is done once and told once, whatever happens to the workers."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from ludotheque.contract.reading import shown
from ludotheque.errors import Error

Item = TypeVar("Item")
Done = TypeVar("Done")

AHEAD = 3  # items given to the cluster for each of its processors: none waits, few are lost with a worker
RETRIES = 10  # times that an item whose worker was lost is given to another one
PATIENCE = 5.0  # seconds in which a cluster must answer

GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""How a client of HTTP/2, which Ray speaks, begins: with its preface and an empty frame of settings."""
FRAME, SETTINGS = 9, 4  # bytes of the head of a frame, and the type of the first one that a server sends


def spread(address: str, work: Callable[[Item], Done], items: Iterable[Item]) -> Iterator[tuple[Item, Done]]:
    """The items with what their work gave, in any order, as they are done on the cluster at this address.

    An item whose worker or machine is lost is done again elsewhere, so `work` must depend on its
    item alone. The machines of the cluster need the same version of Ludothèque.
    """
    ray = _ray()
    if not isinstance(address, str):
        raise Error(f"A Ray cluster is found by an address such as 10.0.0.5:6379, not by {shown(address)}.")

    def done_there(item: Item) -> Done:  # Ray takes functions, and no other things that can be called
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
    """Raises unless a server of Ray's kind answers: Ray itself would try for minutes.

    "auto" and whatever else is no host and port is left to Ray, which finds it or says at once what is wrong.
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
        raise Error(f"No Ray cluster answers at {address}: something else does.")


def _connect(ray: Any, address: str) -> None:
    _greet(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as problem:  # Ray raises whatever its transport does
        reason = str(problem).strip().split("\n")[0]
        raise Error(f"No Ray cluster answers at {address}: {reason}") from None


def _fetch(ray: Any, ready: Any) -> Any:
    """What the work gave; an error of the work itself is raised as it was."""
    try:
        return ray.get(ready)
    except ray.exceptions.RayTaskError as problem:
        raise problem.cause from None
    except ray.exceptions.RayError as problem:
        raise Error(f"The cluster could not finish its work: {str(problem).splitlines()[0]}") from None
