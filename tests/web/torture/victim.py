"""A server that is going to be killed, and now and then kills itself: after a commit, before the answer."""

from __future__ import annotations

import os
import random
import signal
import sys

from ludotheque.web.server import listen, make_server
from ludotheque.web.settings import Settings
from ludotheque.web.tables.state import TableState


def main(database: str, port: int, deadly: float) -> None:
    """Serves; after each change it dies with a probability."""
    settings = Settings(database=database, secret="the same for all victims", thinkers=0, tick=0.2, beat=0.2)
    server = make_server(settings, lambda: print(f"http://127.0.0.1:{port}", flush=True))
    luck = random.Random(os.urandom(8))

    def die_sometimes(_: TableState) -> None:
        if luck.random() < deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    server.services.store.listeners.insert(0, die_sometimes)
    server.run([listen("127.0.0.1", port)])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
