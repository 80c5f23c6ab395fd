"""Numbers about a running server, as Prometheus reads them, and a line in the log for every request.

Neither knows more of an address than the pattern of its route: ids of tables, keys of chairs and
queries never get here. With several workers the numbers are those of all of them together: each
keeps its own in a file below PROMETHEUS_MULTIPROC_DIR, and whichever is asked adds them up.
"""

from __future__ import annotations

import functools
import logging
import os
import time
from collections.abc import Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("ludotheque.requests")

SHARED = "PROMETHEUS_MULTIPROC_DIR"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)
NOWHERE = "none"  # the route of what no route serves


class Metrics:
    """What is counted."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "ludotheque_requests", "Requests answered.", ["method", "route", "status"], registry=self._registry
        )
        self.seconds = Histogram(
            "ludotheque_request_seconds",
            "Time to the end of an answer, without event streams.",
            ["route"],
            registry=self._registry,
            buckets=SECONDS,
        )
        self.streams = Gauge(
            "ludotheque_streams", "Event streams that are open.", registry=self._registry, multiprocess_mode="livesum"
        )
        self.tables = Gauge(
            "ludotheque_tables",
            "Tables in the database.",
            ["status"],
            registry=self._registry,
            multiprocess_mode="livemostrecent",
        )

    def text(self, tables: Mapping[str, int]) -> bytes:
        """All numbers, in the text format of Prometheus."""
        for status, number in tables.items():
            self.tables.labels(status).set(number)
        registry = self._registry
        if SHARED in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


STRAIGHT = "ludotheque.straight"
"""Where a scope keeps the way past all that stands around the application: nothing there changes an open stream."""


class Measured:
    """Around the application: counts and logs every request by its route."""

    def __init__(self, app: ASGIApp, metrics: Metrics, routes: Mapping[Any, str], stream: str) -> None:
        self._app, self._metrics, self._routes, self._stream = app, metrics, routes, stream
        self._requests = functools.cache(lambda method, route, status: metrics.requests.labels(method, route, status))
        self._seconds = functools.cache(metrics.seconds.labels)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status, streaming = time.perf_counter(), 500, False
        scope[STRAIGHT] = send

        async def sending(message: Message) -> None:
            nonlocal status, streaming
            if message["type"] == "http.response.start":
                status = message["status"]
                if status == 200 and scope["method"] == "GET" and self._route(scope) == self._stream:
                    streaming = True
                    self._metrics.streams.inc()
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            if streaming:
                self._metrics.streams.dec()
            self._count(scope, status, time.perf_counter() - begun)

    def _route(self, scope: Scope) -> str:
        return self._routes.get(scope.get("endpoint"), NOWHERE)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        route = self._route(scope)
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
        self._requests(method, route, status).inc()
        if route != self._stream:
            self._seconds(route).observe(seconds)
        if log.isEnabledFor(logging.INFO):
            told = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
            log.info("%s %s %d", method, route, status, extra={"told": told})
