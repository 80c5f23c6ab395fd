"""Prometheus metrics of a running server, and a log line for every request.

Both name a request by its route: ids of tables, keys of links and queries stay out. With several
workers the metrics are those of all workers: each keeps its own in a file below
PROMETHEUS_MULTIPROC_DIR, and the worker that is asked adds them up.
"""

from __future__ import annotations

import functools
import logging
import os
import time
from collections.abc import Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client import values as metric_values
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.web.middleware.http import HttpMiddleware

log = logging.getLogger("ludotheque.requests")

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)
NO_ROUTE = "none"  # the label of requests without a route
DIRECT_SEND = "ludotheque.direct_send"  # key of the scope: sends past the middleware, which changes no open stream


def share_metrics() -> None:
    """Keeps the metrics that are made from now on in files: the library looked for the folder when it was imported."""
    metric_values.ValueClass = metric_values.get_value_class()  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of this process."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        labels = ["method", "route", "status"]
        self.requests = Counter("ludotheque_requests", "Requests answered.", labels, registry=registry)
        self.seconds = Histogram(
            "ludotheque_request_seconds",
            "Time to the end of an answer, without event streams.",
            ["route"],
            registry=registry,
            buckets=SECONDS,
        )
        self.streams = Gauge(
            "ludotheque_streams", "Event streams that are open.", registry=registry, multiprocess_mode="livesum"
        )
        self.tables = Gauge(
            "ludotheque_tables",
            "Tables in the database.",
            ["status"],
            registry=registry,
            multiprocess_mode="livemostrecent",
        )

        self.waiting = Gauge(
            "ludotheque_waiting", "What waits.", ["queue"], registry=registry, multiprocess_mode="livesum"
        )
        self.cached = Gauge(
            "ludotheque_cache_bytes", "Bytes of caches.", ["cache"], registry=registry, multiprocess_mode="livesum"
        )
        self.analysed = Counter(
            "ludotheque_analysis_seconds", "Time that processes have searched for analyses.", registry=registry
        )

    def measure(self, waiting: Mapping[str, int], cached: Mapping[str, int]) -> None:
        """Sets the lengths of queues and the bytes of caches."""
        for gauge, values in ((self.waiting, waiting), (self.cached, cached)):
            for name, value in values.items():
                gauge.labels(name).set(value)

    def text(self, tables: Mapping[str, int]) -> bytes:
        """All metrics in the text format of Prometheus."""
        for status, number in tables.items():
            self.tables.labels(status).set(number)
        registry = self._registry
        if METRICS_FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


class Measured(HttpMiddleware):
    """Counts and logs every request by its route."""

    def __init__(self, app: ASGIApp, metrics: Metrics, routes: Mapping[Any, str], streams: tuple[str, ...]) -> None:
        super().__init__(app)
        self._metrics, self._routes, self._streams = metrics, routes, streams
        self._requests = functools.cache(lambda method, route, status: metrics.requests.labels(method, route, status))
        self._seconds = functools.cache(metrics.seconds.labels)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status, streaming = time.perf_counter(), 500, False
        scope[DIRECT_SEND] = send

        async def watch_and_send(message: Message) -> None:
            nonlocal status, streaming
            if message["type"] == "http.response.start":
                status = message["status"]
                if status == 200 and scope["method"] == "GET" and self._route(scope) in self._streams:
                    streaming = True
                    self._metrics.streams.inc()
            await send(message)

        try:
            await self._app(scope, receive, watch_and_send)
        finally:
            del scope[DIRECT_SEND]  # it refers to the scope: only a garbage collection would free a request
            if streaming:
                self._metrics.streams.dec()
            self._count(scope, status, time.perf_counter() - begun)

    def _route(self, scope: Scope) -> str:
        return self._routes.get(scope.get("endpoint"), NO_ROUTE)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        route = self._route(scope)
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
        self._requests(method, route, status).inc()
        if route not in self._streams:
            self._seconds(route).observe(seconds)
        if log.isEnabledFor(logging.INFO):
            fields = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
            log.info("%s %s %d", method, route, status, extra={"fields": fields})
