"""Deliveries and name look-ups by domain: a domain that is slow, perhaps on purpose, holds up only its own messages.

Anybody may give an address. So every domain gets few threads at a time, and the push services of the usual browsers
have threads that no other domain can take.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address

log = logging.getLogger("ludotheque.nudges")

SERVICES = (
    "fcm.googleapis.com", "android.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com",
)  # fmt: skip
SERVICE_THREADS, OTHER_THREADS = 8, 16
MOST_AT_ONCE = 2  # deliveries to one domain that is no push service of a usual browser
MOST_LOOKUPS = 4  # look-ups of its names, also of those whose answer nobody waits for any more
LAST_WAIT = 10.0  # seconds for what waits when the server ends
MOST_WAITING = 1000  # deliveries to one domain that wait; more are dropped
MOST_IN_ALL = 20_000  # deliveries to all domains that wait


def domain_of(host: str) -> str:
    """The domain whose owner decides how fast a host answers: a push service, or the last two labels of the name."""
    name = host.lower().rstrip(".")
    try:
        return str(ip_address(name))
    except ValueError:
        service = next((each for each in SERVICES if f".{name}".endswith(f".{each}")), None)
        return service or ".".join(name.split(".")[-2:])


class NameLookups:
    """Looks names up in threads, since a name server may take its time."""

    def __init__(self) -> None:
        self._pools = ThreadPoolExecutor(OTHER_THREADS, "resolver"), ThreadPoolExecutor(SERVICE_THREADS, "resolver")
        self._running: Counter[str] = Counter()
        self._lock = threading.Lock()

    def addresses(self, host: str, port: int, patience: float) -> tuple[str, ...]:
        """The addresses of a host in the order that the system prefers.

        Raises TimeoutError after `patience` seconds, or at once while too many look-ups of the domain are not answered.
        """
        domain = domain_of(host)
        with self._lock:
            if domain not in SERVICES and self._running[domain] >= MOST_LOOKUPS:
                raise TimeoutError
            self._running[domain] += 1

        def done() -> None:
            with self._lock:
                self._running[domain] -= 1
                if not self._running[domain]:
                    del self._running[domain]

        def look() -> list[str]:
            try:
                return [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
            finally:
                done()

        asked = self._pools[domain in SERVICES].submit(look)
        try:
            return tuple(dict.fromkeys(asked.result(patience)))
        except TimeoutError:
            if asked.cancel():  # it has not begun
                done()
            raise


class DeliveryQueue:
    """Runs deliveries in threads, those of one domain in the order in which they came."""

    def __init__(self) -> None:
        self._pools = ThreadPoolExecutor(OTHER_THREADS, "push"), ThreadPoolExecutor(SERVICE_THREADS, "push")
        self._waiting: dict[str, deque[Callable[[], None]]] = {}  # by domain; a domain without deliveries has no entry
        self.length = 0  # deliveries that wait
        self._running: Counter[str] = Counter()
        self._changed = threading.Condition()

    def add(self, host: str, deliver: Callable[[], None]) -> None:
        """Runs a delivery to a host soon."""
        domain = domain_of(host)
        service = domain in SERVICES
        with self._changed:
            if len(self._waiting.get(domain, ())) >= MOST_WAITING or self.length >= MOST_IN_ALL:
                log.warning("too many messages wait for %s", domain)
                return
            self._waiting.setdefault(domain, deque()).append(deliver)
            self.length += 1
            if self._running[domain] < (SERVICE_THREADS if service else MOST_AT_ONCE):
                self._running[domain] += 1
                self._pools[service].submit(self._work, domain)

    def wait(self) -> None:
        """Waits until nothing is left to deliver."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting)

    def close(self) -> None:
        """Waits some seconds for all deliveries, then only for those that have begun."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting, LAST_WAIT)
            for waiting in self._waiting.values():
                waiting.clear()
            self.length = 0
        for pool in self._pools:
            pool.shutdown()

    def _work(self, domain: str) -> None:
        """Delivers what waits for a domain, one after the other."""
        while (deliver := self._next(domain)) is not None:
            try:
                deliver()
            except Exception:
                log.exception("a message cannot be sent")

    def _next(self, domain: str) -> Callable[[], None] | None:
        with self._changed:
            if waiting := self._waiting[domain]:
                self.length -= 1
                return waiting.popleft()
            self._running[domain] -= 1
            if not self._running[domain]:
                del self._running[domain], self._waiting[domain]
                self._changed.notify_all()
            return None
