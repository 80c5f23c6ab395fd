"""Health, metrics, and logs without secrets."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock
from urllib.request import Request, urlopen

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

import ludotheque
from ludotheque.errors import Error
from ludotheque.web.middleware.logs import Counted, JsonLines, set_up_logging
from ludotheque.web.storage.schema import metadata, open_store
from ludotheque.web.work.think_pool import ThinkPool
from tests.cli.running import run
from tests.web.serving import serving
from tests.web.site import Site, served, settings


def test_health_reports_version_and_database(site: Site) -> None:
    answer = site.person().get("/health")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok", "database": "ok", "version": ludotheque.__version__}


def test_health_fails_with_the_database(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("select 1", {}, Exception("gone"))

    monkeypatch.setattr(site.services.store.engine, "connect", away)
    answer = site.person().get("/health")
    assert answer.status_code == 503
    assert answer.json()["database"] == "away"


@pytest.mark.parametrize(
    ("sign", "state"),
    [("database or disk is full", "full"), ("attempt to write a readonly database", "read-only")],
)
def test_health_tells_a_disk_that_cannot_be_written(site: Site, sign: str, state: str) -> None:
    """Reading still works then; a trigger fails in place of the disk."""
    engine = site.services.store.engine
    with engine.begin() as connection:
        connection.execute(text(f"CREATE TRIGGER t BEFORE UPDATE ON identity BEGIN SELECT RAISE(ABORT, '{sign}'); END"))
        connection.execute(text("UPDATE tables SET version = version"))
    answer = site.person().get("/health")
    assert (answer.status_code, answer.json()["database"]) == (503, state)
    with engine.begin() as connection:
        connection.execute(text("DROP TRIGGER t"))
    assert site.person().get("/health").status_code == 200


def test_health_tells_a_disk_without_room(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    assert site.person().get("/health").json()["database"] == "full"


def damage(file: Path, part: str) -> None:
    """Overwrites the first page of a part of the database."""
    with sqlite3.connect(file) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (part,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    data = bytearray(file.read_bytes())
    data[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(data)


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("part", ["identity", "tables", "seats"])
def test_no_server_starts_on_a_damaged_list_of_tables(tmp_path: Path, part: str, workers: str) -> None:
    file = tmp_path / "tables.sqlite3"
    open_store(f"sqlite:///{file}").dispose()
    damage(file, part)
    told = run("serve", "--port", "0", "--database", f"sqlite:///{file}", "--workers", workers)
    assert told.code != 0
    assert "The database is damaged" in told.err
    assert "Traceback" not in told.err


def test_a_damaged_page_is_told_in_a_sentence_and_found(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with served(settings(tmp_path, pace=3600)) as site:
        ann = site.person()
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
        ann.make("stanza", seats=2, seat_0="me", seat_1="me")
    sound = run("check-database", "--database", f"sqlite:///{file}")
    assert (sound.code, sound.out) == (0, "The database is sound, and its 2 games replay.")
    damage(file, "plies")
    with served(settings(tmp_path, pace=3600, beat=3600)) as site:
        answer = site.person("fr").get(f"/t/{table}")
        assert answer.status_code == 503
        assert "La base de données de ce serveur est endommagée" in answer.text
    found = run("check-database", "--database", f"sqlite:///{file}")
    assert found.code == 2
    assert "The file of the database is damaged" in found.err
    assert table in found.err


def test_health_tells_damage_that_nobody_has_met(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with served(settings(tmp_path, beat=3600)) as site:
        ann = site.person()
        ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    damage(tmp_path / "tables.sqlite3", "analyses")
    with served(settings(tmp_path, beat=3600)) as site:
        ann, look = site.person(), site.services.damage_watch.look
        assert ann.get("/health").json()["database"] == "ok"
        for _ in metadata.tables:
            look()
        answer = ann.get("/health")
        assert (answer.status_code, answer.json()["database"]) == (503, "damaged")
        assert [
            line.getMessage().partition(" is damaged")[0]
            for line in caplog.records
            if "check-database" in line.getMessage()
        ] == ["analyses"]


def numbers(text: str) -> dict[str, float]:
    """The samples of a page of metrics."""
    lines = [line.rpartition(" ") for line in text.splitlines() if line and line[0] != "#"]
    return {name: float(value) for name, _, value in lines}


def test_metrics_are_not_public(tmp_path: Path) -> None:
    with served(settings(tmp_path)) as site:
        assert site.person().get("/metrics").status_code == 404
    with served(settings(tmp_path, metrics="a token")) as site:
        ann = site.person()
        assert ann.get("/metrics").status_code == 404
        assert ann.get("/metrics", Authorization="Bearer another").status_code == 404
        assert ann.get("/metrics", Authorization="Bearer a token").status_code == 200


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    with served(settings(tmp_path, metrics="*")) as site:
        ann = site.person()
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
        for _ in range(3):
            ann.get(f"/t/{table}/part")
        ann.get("/t/none/part")
        ann.get(f"/{table}")
        ann.client.request("BREW", "/")
        page = ann.get("/metrics").text
    found = numbers(page)
    assert found['ludotheque_requests_total{method="GET",route="/t/{id}/part",status="200"}'] == 3
    assert found['ludotheque_requests_total{method="GET",route="/t/{id}/part",status="404"}'] == 1
    assert found['ludotheque_requests_total{method="GET",route="none",status="404"}'] == 1
    assert found['ludotheque_requests_total{method="other",route="/",status="405"}'] == 1
    assert found['ludotheque_request_seconds_count{route="/t/{id}/part"}'] == 4
    assert found['ludotheque_tables{status="running"}'] == 1
    assert found["ludotheque_streams"] == 0
    assert table not in page


COUNTS = """
from ludotheque.web.middleware.metrics import Metrics
metrics = Metrics()
metrics.requests.labels("GET", "/", "200").inc(20)
print(metrics.text({}).decode())
"""


def test_metrics_of_several_workers_are_added_up(tmp_path: Path) -> None:
    shared = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    given = [sys.executable, "-c", COUNTS]
    pages = [subprocess.run(given, env=shared, capture_output=True, text=True, check=True).stdout for _ in "ab"]
    sample = 'ludotheque_requests_total{method="GET",route="/",status="200"}'
    assert [numbers(page)[sample] for page in pages] == [20, 40]


@pytest.mark.server
def test_metrics_of_a_server_with_two_workers(tmp_path: Path) -> None:
    given = {"LUDOTHEQUE_METRICS": "a token", "LUDOTHEQUE_THINK_PROCESSES": "0"}
    with serving(tmp_path, "--workers", "2", **given) as server:
        for _ in range(20):
            with urlopen(f"{server.address}/health") as answer:  # a connection of its own: any worker may answer
                assert json.load(answer)["status"] == "ok"
        asked = Request(f"{server.address}/metrics", headers={"Authorization": "Bearer a token"})
        with urlopen(asked) as answer:
            found = numbers(answer.read().decode())
        assert server.stop() == 0
    assert found['ludotheque_requests_total{method="GET",route="/health",status="200"}'] == 20


# --- logs ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that is logged at any level, as JSON lines."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: not record.name.startswith("httpx"))  # our clients, not the server
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def lines_of(log: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_logs_hold_no_secret_and_no_hidden_card(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game with hidden cards, and everything that can go wrong in it."""
    with served(settings(tmp_path, secret="the secret of the server")) as site:
        ann, eve = site.person(), site.person()
        fields = {"name-0": "Ann", "luck": "clover", "pledge": ann.get("/pledge").text}
        table = ann.make("fourberies", seats=3, seat_0="me", seat_1="me", seat_2="bot:random", **fields)
        while not site.table(table).position.to_dict()["seats"][0]["requests"]:
            state = site.wait(table, lambda now: any(seat < 2 and seat not in now.seals for seat in now.asked()))
            seat = next(seat for seat in state.asked() if seat < 2 and seat not in state.seals)
            ann.play(table, seat, state.asked()[seat].legal()[0])
        ann.play(table, 0, 99999)
        eve.play(table, 0, 1)
        eve.client.cookies.set("visitor", "forged")
        eve.get(f"/t/{table}?eyes=0&secret=query")
        _lose_a_table(site, table)
        _lose_a_bot(site, monkeypatch)
        state, cookie = site.table(table), ann.client.cookies["visitor"]
    lines, written = lines_of(log), log.getvalue()
    assert {line.get("route") for line in lines} >= {"/t/{id}/play", "/t/{id}", "/pledge"}
    assert any("the database does not answer" in line["message"] for line in lines)
    assert any("RuntimeError: the bot is gone" in line.get("exception", "") for line in lines)
    for secret in (state.seed, "secret of the server", cookie, cookie.partition(".")[0], state.host, "clover"):
        assert secret not in written
    assert "secret=query" not in written
    assert "Ann" not in written
    assert re.search(r"\bR\d+\b", written) is None  # a Request card


def _lose_a_table(site: Site, table: str) -> None:
    """The database fails while it is asked for a table."""
    with site.services.store.engine.begin() as connection:
        connection.execute(text("ALTER TABLE seats RENAME TO gone"))
    site.services.store.forget()
    assert site.person().get(f"/t/{table}").status_code == 503
    with site.services.store.engine.begin() as connection:
        connection.execute(text("ALTER TABLE gone RENAME TO seats"))


def _lose_a_bot(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot dies while it thinks."""
    lost = Event()

    def gone(*_: object) -> None:
        lost.set()
        raise RuntimeError("the bot is gone")

    with monkeypatch.context() as patch:
        patch.setattr(ThinkPool, "submit", gone)
        site.person().make("fourberies", seats=3, seat_0="me", seat_1="bot:random", seat_2="bot:random")
        assert lost.wait(20)
        while site.services.bot_runner._busy:
            time.sleep(0.01)


def test_a_log_for_people_and_a_log_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    handlers, level = logging.getLogger().handlers[:], logging.getLogger().level
    try:
        set_up_logging("text", "info")
        logging.getLogger("ludotheque.web").info("It %s.", "runs")
        set_up_logging("json", "warning")
        logging.getLogger("ludotheque.web").info("not given")
        logging.getLogger("ludotheque.web").warning("Ça %s.", "marche", extra={"fields": {"status": 200}})
    finally:
        logging.basicConfig(handlers=handlers, level=level, force=True)
    plain, line = capsys.readouterr().err.splitlines()
    assert plain == "INFO ludotheque.web: It runs."
    given = json.loads(line)
    assert (given["level"], given["message"], given["status"]) == ("warning", "Ça marche.", 200)
    assert given["time"].endswith("+00:00")


def test_the_noise_of_bad_requests_is_one_counted_line(monkeypatch: pytest.MonkeyPatch) -> None:
    heard, timers = list[str](), list[Mock]()

    def timer(seconds: float, tell: Callable[..., None], args: tuple[Any, ...]) -> Mock:
        timers.append(Mock(elapse=partial(tell, *args)))
        return timers[-1]

    monkeypatch.setattr("threading.Timer", timer)
    noisy, handler = logging.getLogger("noisy"), logging.StreamHandler(io.StringIO())
    handler.emit = lambda record: heard.append(record.getMessage())  # type: ignore[method-assign]
    noisy.addHandler(handler)
    noisy.addFilter(Counted(seconds=3600.0))
    for _ in range(1000):
        noisy.warning("Invalid HTTP request received.")
    for number in range(5):
        noisy.error("Something else: %d.", number)
    assert heard == ["Invalid HTTP request received.", "Something else: 0."]
    for started in timers[:]:
        started.start.assert_called_once_with()
        started.elapse()
    assert heard[2:] == [
        "Invalid HTTP request received. (999 times more in 3600 seconds)",
        "Something else: 0. (4 times more in 3600 seconds)",
    ]
    noisy.warning("Invalid HTTP request received.")
    assert len(heard) == 5


def test_equal_lines_of_all_loggers_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    before = logging.getLogger().handlers[:]
    try:
        set_up_logging("text", "warning")
        for name in ("ludotheque.hints", "ludotheque.store"):
            for number in range(20):
                logging.getLogger(name).warning("it failed %d times", number)
        assert capsys.readouterr().err.count("it failed") == 2
    finally:
        logging.getLogger().handlers[:] = before


def test_an_error_that_visitors_repeat_has_one_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    before = logging.getLogger().handlers[:]
    try:
        set_up_logging("text", "warning")
        for number in range(20):
            try:
                raise TypeError(number)
            except TypeError:
                logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
        try:
            raise TypeError("of another line")
        except TypeError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
        assert capsys.readouterr().err.count("Traceback") == 2
    finally:
        logging.getLogger().handlers[:] = before


@pytest.mark.parametrize(("form", "level"), [("xml", "info"), ("json", "loud")])
def test_a_log_that_there_is_not(form: str, level: str) -> None:
    with pytest.raises(Error, match="The log"):
        set_up_logging(form, level)
