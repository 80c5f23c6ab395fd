"""`ludotheque serve`: the games in the browser."""

from __future__ import annotations

import webbrowser

from ludotheque.cli.screen import answers
from ludotheque.errors import Error


def serve(host: str, port: int, database: str | None, workers: int | None, opened: bool) -> None:
    """Serves until stopped, and prints the address."""
    try:
        from ludotheque.web.server import serve as serve_app
        from ludotheque.web.settings import Settings
    except ImportError as problem:
        raise Error(f'The server needs {problem.name}: install "ludotheque[web]".') from None

    def ready(address: str) -> None:
        answers().print(f"Ludothèque is at {address} (Ctrl+C stops it)", soft_wrap=True)
        if opened:
            webbrowser.open(address)

    serve_app(Settings.for_people(database, workers=workers), host, port, ready)
