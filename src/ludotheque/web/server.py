"""The server: the application under uvicorn, in one process or several, until it is told to stop."""

from __future__ import annotations

import gc
import signal
import socket
import sys
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from ludotheque.errors import Error
from ludotheque.web.app import create_app
from ludotheque.web.middleware.logs import set_up
from ludotheque.web.services import Services
from ludotheque.web.settings import Settings

LAST_ANSWERS = 5  # seconds that clients have to take their answers when the server stops
SWITCH = 0.0005  # seconds after which a thread that computes lets another one go on, such as who waited for the disk
SELDOM = (50_000, 50, 100)  # garbage is looked for: positions live long, hold no cycles, and are very many


class Server(uvicorn.Server):
    """Ends all event streams when it stops, for it waits until every client has its answer."""

    def __init__(self, app: Starlette, ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=LAST_ANSWERS,
                server_header=False,
                proxy_headers=False,
            )
        )
        self.services: Services = app.state.services
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.services.hub.close()
        await super().shutdown(sockets)


def serve(settings: Settings, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serves until stopped; says its address as soon as it answers."""
    from ludotheque.web.work.supervisor import Supervisor

    if settings.workers < 1:
        raise Error(f"A server needs at least one worker, not {settings.workers}.")
    listening = listen(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}"
    if settings.workers > 1:
        Supervisor(settings, listening, lambda: ready(address)).run()
    else:
        server = made(settings, lambda: ready(address))
        server.run([listening])


def made(settings: Settings, ready: Callable[[], None]) -> Server:
    """A server that is told to stop by SIGTERM or SIGINT, and then ends as any program does."""
    app = create_app(settings)
    set_up(settings.log_format, settings.log_level)
    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.set_threshold(*SELDOM)
    # When it has stopped uvicorn raises the signal again: that must not kill us before we have tidied up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    return Server(app, ready)


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
