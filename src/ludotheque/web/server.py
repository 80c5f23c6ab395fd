"""The server: the application under uvicorn, in one process."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette

from ludotheque.errors import Error
from ludotheque.web.app import create_app
from ludotheque.web.middleware.connections import limited_connections
from ludotheque.web.middleware.logs import set_up_logging
from ludotheque.web.services import Services
from ludotheque.web.settings import Settings
from ludotheque.web.work.hand_over import HandOver

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

SHUTDOWN_TIMEOUT = 5  # seconds that clients have to read their responses when the server stops
SWITCH_INTERVAL = 0.002  # seconds until a computing thread yields; a commit waits for it up to twenty times
MOST_FILES = 65_536  # open files and connections, where the system allows so many
# Positions are many and live long, and neither they nor requests form cycles: a collection looks at new objects only,
# and at so few that it takes 15 to 70 ms.
GC_THRESHOLD = (20_000, 1_000, 100)


class Server(uvicorn.Server):
    """Ends all event streams when it stops; uvicorn waits for every response to end."""

    def __init__(self, app: Starlette, ready: Callable[[], None], hand_over: HandOver | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=limited_connections(app, app.state.services.settings, hand_over),
                ws="none",  # a connection that becomes a WebSocket would leave all limits behind
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
                server_header=False,
                proxy_headers=False,
            )
        )
        self.services: Services = app.state.services
        self._ready, self._hand_over = ready, hand_over

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            if self._hand_over is not None:
                self._hand_over.open(self._protocol)
            self._ready()

    def _protocol(self) -> asyncio.Protocol:
        """The protocol of a connection, as uvicorn makes it."""
        make: Any = self.config.http_protocol_class
        made: asyncio.Protocol = make(self.config, self.server_state, self.lifespan.state)
        return made

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._hand_over is not None:
            self._hand_over.close()
        self.services.hub.close()
        await super().shutdown(sockets)


def make_server(settings: Settings, ready: Callable[[], None], hand_over: HandOver | None = None) -> Server:
    """A server that SIGTERM and SIGINT stop."""
    allow_many_files()
    app = create_app(settings)
    set_up_logging(settings.log_format, settings.log_level)
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)
    # uvicorn raises the signal again after it has stopped: that must not end the process before its cleanup.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    return Server(app, ready, hand_over)


def allow_many_files() -> None:
    """Raises this process's own limit of open files, which is 1,024 on many systems, as far as the system lets it."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address; raises if the address is taken or not of this machine."""
    if not 0 <= port <= 65535:
        raise Error(f"A port is a number from 0 to 65535, not {port}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as problem:
        reason = problem.strerror or "there is no such address"
        raise Error(f"{host} port {port} cannot be used: {reason}.") from None
