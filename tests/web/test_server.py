"""`ludotheque serve`: a real server in a process of its own, with bots that think in another."""

from __future__ import annotations

import signal
import socket
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener, urlopen

import pytest

from ludotheque.errors import Error
from ludotheque.web.server import listen
from ludotheque.web.settings import Settings, data_folder, kept_secret
from tests.web.serving import serving


class Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


@pytest.mark.server
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_plays_and_stops(tmp_path: Path, how: signal.Signals) -> None:
    with serving(tmp_path, LUDOTHEQUE_SECRET="", LUDOTHEQUE_THINK_PROCESSES="1", LUDOTHEQUE_PACE="0") as server:
        address = server.address
        with urlopen(address) as home:
            assert home.status == 200
        with pytest.raises(HTTPError) as moved:
            build_opener(Stay).open(Request(f"{address}/play/sintra", method="POST"))
        table = moved.value.headers["Location"]
        moved.value.close()
        with urlopen(f"{address}{table}/events?since=1", timeout=20) as stream:
            while not stream.readline().startswith(b"id: "):
                pass
            server.stop(how)  # with a stream open, and bots that have thought
        assert server.complaints == ""
    assert (tmp_path / "tables.sqlite3").exists()
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(Error, match="cannot be used"):
        listen("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(Error, match="0 to 65535"):
        listen("127.0.0.1", 70000)


def test_the_environment_names_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "here"))
    assert data_folder() == tmp_path / "here"
    assert Settings.for_people().database == f"sqlite:///{tmp_path}/here/tables.sqlite3"
    assert Settings.for_people(database="sqlite:///x").database == "sqlite:///x"
    monkeypatch.delenv("LUDOTHEQUE_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "ludotheque"


def test_the_secret_is_made_once(tmp_path: Path) -> None:
    first = kept_secret(tmp_path / "secret")
    assert len(first) == 64
    assert kept_secret(tmp_path / "secret") == first
