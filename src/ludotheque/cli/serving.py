"""`ludotheque serve`: the games in the browser."""

from __future__ import annotations

import webbrowser

from ludotheque.cli.screen import answers
from ludotheque.errors import Error


def serve(host: str, port: int, opened: bool, **flags: str | int | None) -> None:
    """Serves until stopped, and prints the address; `flags` are settings that were told."""
    try:
        from ludotheque.web.settings import Settings
        from ludotheque.web.supervisor import serve as serve_app
    except ImportError as problem:
        raise Error(f'The server needs {problem.name}: install "ludotheque[web]".') from None

    def ready(address: str) -> None:
        answers().print(f"Ludothèque is at {address} (Ctrl+C stops it)", soft_wrap=True)
        if opened:
            webbrowser.open(address)

    serve_app(Settings.for_people(**flags), host, port, ready)
