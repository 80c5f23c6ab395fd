"""A PostgreSQL of our own for the tests: made in a temporary folder, reached by a socket in it, gone afterwards."""

from __future__ import annotations

import functools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from ludotheque.web.storage.schema import open_store
from tests.needs import require

BINARIES = Path("/usr/lib/postgresql")  # where Debian has them, by version
USER = "ludotheque"


def binary(name: str) -> str:
    """A program of PostgreSQL, the newest that is here."""
    found = sorted(BINARIES.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    where = str(found[-1]) if found else shutil.which(name)
    assert where is not None, "PostgreSQL is missing: `make test` installs it, or apt-get install postgresql"
    return where


class Cluster:
    """One server with its data; it can be stopped and started again.

    Without `fsync` it outlives the end of its processes, but no power failure. It then stops at once: hundreds of new
    databases took a busy disk more than a minute.
    """

    def __init__(self, *, fsync: bool = False) -> None:
        require("database")
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self._owner = _unprivileged_user() if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
        if self._owner is not None:
            shutil.chown(self.folder, self._owner)
        self._fsync = "on" if fsync else "off"
        self._made = 0
        self._server: subprocess.Popen[bytes] | None = None
        how = ("--username", USER, "--auth", "trust", "--no-sync", "--no-locale", "--encoding", "UTF8")
        subprocess.run(
            [binary("initdb"), "--pgdata", str(self.folder / "data"), *how],
            user=self._owner, cwd=self.folder, stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip

    def start(self) -> None:
        """Starts the server, and waits until it answers."""
        given = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "shared_buffers": "16MB",
            "fsync": self._fsync,
        }
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [binary("postgres"), "-D", str(self.folder / "data"), *(f"--{key}={given[key]}" for key in given)],
                user=self._owner, cwd=self.folder, stdout=log, stderr=log,
            )  # fmt: skip
        end = time.monotonic() + 60
        while not self._answers():
            assert time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stops the server, whoever is connected; with SIGQUIT as if the power had gone."""
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait(60)
            self._server = None

    @property
    def process(self) -> int:
        """The number of the server's process."""
        assert self._server is not None
        return self._server.pid

    def remove(self) -> None:
        """Stops the server, and removes its data."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def new_database(self, *, migrated: bool = False) -> str:
        """The address of a new database: an empty one, or a copy of one that is migrated once, which is quicker."""
        template = self._migrated if migrated else "template1"
        self._made += 1
        name = f"tables_{self._made}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self._address(name)

    @functools.cached_property
    def _migrated(self) -> str:
        """The name of a database with all tables."""
        open_store(self.new_database()).dispose()
        return f"tables_{self._made}"

    def _address(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def _answers(self) -> bool:
        try:
            psycopg.connect(self._address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True


def _unprivileged_user() -> str:
    """A user without rights."""
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
