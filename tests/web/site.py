"""A server for tests, and people who use it over HTTP."""

from __future__ import annotations

import functools
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from anyio.from_thread import BlockingPortal
from httpx2 import Response
from sqlalchemy import select
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ludotheque.core.position import Position
from ludotheque.web.app import create_app
from ludotheque.web.services import Services
from ludotheque.web.settings import Settings
from ludotheque.web.storage.schema import open_store, tables
from ludotheque.web.tables.state import RUNNING, TableState

HTMX = {"HX-Request": "true"}
LoopResult = TypeVar("LoopResult")


def settings(where: Path | str, **others: Any) -> Settings:
    """A database, or a new SQLite file in a folder, and bots that think in threads."""
    database = where if isinstance(where, str) else f"sqlite:///{where}/tables.sqlite3"
    values: dict[str, Any] = {"database": database, "secret": "a test", "think_processes": 0}
    return Settings(**(values | {"tick": 0.05} | others))


class Site:
    """A running server."""

    def __init__(self, app: Starlette, portal: BlockingPortal | None = None) -> None:
        self.app = app
        self._portal = portal  # the event loop of the server; without it each request would start one
        self.services: Services = app.state.services

    def person(self, language: str = "en") -> Person:
        """A new visitor."""
        client = TestClient(self.app, raise_server_exceptions=True, follow_redirects=False)
        client.headers["Accept-Language"] = language
        client.portal = self._portal
        return Person(self, client)

    def run(self, work: Callable[[], Awaitable[LoopResult]]) -> LoopResult:
        """Runs something in the event loop of the server."""
        assert self._portal is not None
        return self._portal.call(work)

    def table(self, table_id: str) -> TableState:
        return self.services.store.read(table_id)

    def running_tables(self) -> list[str]:
        """The ids of the tables where a game is being played."""
        return self.services.store.find(select(tables.c.id).where(tables.c.status == RUNNING))

    def wait(self, table_id: str, happened: Callable[[TableState], bool], seconds: float = 20) -> TableState:
        """The table as soon as something has happened at it."""
        end = time.monotonic() + seconds
        while not happened(table := self.table(table_id)):
            assert time.monotonic() < end, f"nothing happened: {table.position}, {table.seats}, {table.seals}"
            time.sleep(0.005)
        return table

    def moves_on(self, table_id: str, version: int) -> TableState:
        """The table when it has changed since a version."""
        return self.wait(table_id, lambda table: table.version != version)


class Person:
    """A visitor with a browser: cookies, and nothing that a browser would not know."""

    def __init__(self, site: Site, client: TestClient) -> None:
        self.site = site
        self.client = client

    def get(self, path: str, **headers: str) -> Response:
        return self.client.get(path, headers=headers)

    def post(self, path: str, **fields: object) -> Response:
        """Posts as htmx does: a part of a page comes back."""
        return self.client.post(path, data=_posted(fields), headers=HTMX)

    def send(self, path: str, **fields: object) -> Response:
        """Posts as a browser without scripts does."""
        return self.client.post(path, data=_posted(fields))

    def play_now(self, game: str) -> str:
        """Starts a game against bots; the id of its table."""
        return _made(self.send(f"/play/{game}"))

    def make(self, game: str, **fields: object) -> str:
        """Makes a table with the form; the id of it."""
        return _made(self.send(f"/new/{game}", **fields))

    def play(self, table_id: str, seat: int, action: int, version: int | None = None) -> Response:
        """Posts a decision, on the newest version by default."""
        on = self.site.table(table_id).version if version is None else version
        return self.post(f"/t/{table_id}/play", seat=seat, version=on, action=action)

    def undo(self, table_id: str, seat: int, **fields: object) -> Response:
        return self.post(f"/t/{table_id}/undo", seat=seat, version=self.site.table(table_id).version, **fields)


def _posted(fields: dict[str, object]) -> dict[str, str]:
    return {name.replace("_", "-", 1): str(value) for name, value in fields.items()}  # such as option-first_seat


def _made(response: Response) -> str:
    assert response.status_code == 303, response.text
    return str(response.headers["location"]).rpartition("/")[2].partition("?")[0]


def first_choice(position: Position) -> int:
    """Some legal action, not always the first, so that games differ."""
    legal = position.legal()
    return legal[(sum(position.scores()) * 7 + 3) % len(legal)]


@functools.cache
def empty_database() -> Path:
    """A database that is migrated once and then copied."""
    file = Path(tempfile.mkdtemp()) / "tables.sqlite3"
    open_store(f"sqlite:///{file}").dispose()
    return file


def migrated(database: str) -> str:
    """The address of a database; a new SQLite file gets all tables: to copy them is quicker than to migrate."""
    file = Path(database.removeprefix("sqlite:///"))
    if database.startswith("sqlite:///") and not file.exists():
        shutil.copy(empty_database(), file)
    return database


@contextmanager
def served(made: Settings) -> Iterator[Site]:
    """Runs a server."""
    migrated(made.database)
    app = create_app(made)
    with TestClient(app) as client:
        yield Site(app, client.portal)


@contextmanager
def quiet(made: Settings) -> Iterator[Site]:
    """Runs a server that does nothing by itself."""
    app = create_app(made)
    app.state.services.periodic.clear()
    with TestClient(app) as client:
        yield Site(app, client.portal)
