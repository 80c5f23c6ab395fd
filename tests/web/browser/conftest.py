"""A real server and a real browser, once for the browser tests of a process."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, expect, sync_playwright

from ludotheque.web.app import create_app
from tests.web.browser.people import PATIENCE, Guest
from tests.web.site import Site, settings

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
REVIEW_TRIES = 60  # few: the review must be quick, not good
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # the console tells of requests to another host
)

Invite = Callable[..., Guest]


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The server, seen from inside."""
    return Site(create_app(settings(tmp_path_factory.mktemp("tables"), review_tries=REVIEW_TRIES)))


@pytest.fixture(scope="package")
def address(site: Site) -> Iterator[str]:
    """Where the server answers."""
    quiet: dict[str, Any] = {"log_level": "error", "log_config": None}  # other tests look at the loggers of uvicorn
    config = uvicorn.Config(site.app, host="127.0.0.1", port=0, timeout_graceful_shutdown=1, **quiet)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, closed before any other test: while its driver runs, no other event loop can."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIETLY))
        yield opened
        opened.close()


@pytest.fixture
def invite(browser: Browser, address: str) -> Iterator[Invite]:
    """Opens a browser for a guest; in the end no error may have occurred in it."""
    guests: list[Guest] = []

    def invited(**settings: Any) -> Guest:
        guest = Guest(browser, address, **settings)
        guests.append(guest)
        return guest

    yield invited
    problems = [problem for guest in guests for problem in guest.problems]
    for guest in guests:
        guest.context.close()
    assert problems == []


@pytest.fixture(scope="session")
def axe() -> str:
    return (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
