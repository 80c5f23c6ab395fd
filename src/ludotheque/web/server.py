"""The server: the application under uvicorn, until it is told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from ludotheque.errors import Error
from ludotheque.web.app import create_app
from ludotheque.web.logs import set_up
from ludotheque.web.settings import Settings


class Server(uvicorn.Server):
    """Ends all event streams when it stops, for it waits until every client has its answer."""

    ready: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.house.hub.close()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def serve(settings: Settings, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serves until stopped; says its address as soon as it answers."""
    listening = listen(host, port)
    number = listening.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    app = create_app(settings)
    set_up(settings.log_format, settings.log_level)
    server = Server(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=5,
            server_header=False,
            proxy_headers=False,
        )
    )
    server.ready = lambda: ready(f"http://{name}:{number}")
    server.run([listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address; raises if it is taken or none of ours."""
    if not 0 <= port <= 65535:
        raise Error(f"A port is a number from 0 to 65535, not {port}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as problem:
        reason = problem.strerror or "there is no such address"
        raise Error(f"{host} port {port} cannot be used: {reason}.") from None
