"""A server that the storm kills and that sometimes kills itself, between a commit and its response."""

from __future__ import annotations

import os
import random
import signal
import sys

from ludotheque.web.server import listen, make_server
from ludotheque.web.settings import Settings
from ludotheque.web.tables.state import TableState


def main(database: str, port: int, deadly: float) -> None:
    """Serves, and dies after a change with this probability."""
    settings = Settings(database=database, secret="the same for all victims", think_processes=0, tick=0.2, beat=0.2)
    server = make_server(settings, lambda: print(f"http://127.0.0.1:{port}", flush=True))
    luck = random.Random(os.urandom(8))

    def die_sometimes(_: TableState) -> None:
        if luck.random() < deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    server.services.store.listeners.insert(0, die_sometimes)
    server.run([listen("127.0.0.1", port)])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
