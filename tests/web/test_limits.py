"""Limits: excess requests get a sentence and a time to retry, and a family stays below them."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.requests import Request

from ludotheque.web.middleware import limits
from ludotheque.web.middleware.limits import Buckets, address_of
from ludotheque.web.settings import Settings
from tests.web.site import HTMX, Site, served, settings


class ManualClock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_refills() -> None:
    clock = ManualClock()
    buckets = Buckets(rate=2.0, burst=3, now=clock)
    assert [buckets.take("a") for _ in range(5)] == [0, 0, 0, 0.5, 0.5]
    assert buckets.take("b") == 0
    clock.now += 0.5
    assert [buckets.take("a") for _ in range(2)] == [0, 0.5]
    clock.now += 1000
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]  # never more than it holds


def test_a_rate_of_nothing_is_no_limit() -> None:
    buckets = Buckets(rate=0, burst=1)
    assert {buckets.take("a") for _ in range(1000)} == {0.0}


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    buckets = Buckets(rate=1, burst=1, now=ManualClock())
    for number in range(1000):
        buckets.take(f"address {number}")
    assert len(buckets._left) == 10


def test_requests_of_one_address(tmp_path: Path) -> None:
    with served(settings(tmp_path, request_rate=0.01, request_burst=5)) as site:
        ann = site.person("fr")
        assert [ann.get("/pledge").status_code for _ in range(6)] == [200] * 5 + [429]
        refused = site.person("nl").get("/")
        assert refused.status_code == 429
        assert 90 <= int(refused.headers["retry-after"]) <= 100
        assert "Dat ging te snel" in refused.text
        assert "default-src 'none'" in refused.headers["content-security-policy"]


def test_a_family_that_comes_at_once_gets_all_files(tmp_path: Path) -> None:
    """Twenty first visits of one address: a page and its sixty files each."""
    with served(settings(tmp_path, request_rate=0.01, request_burst=400)) as site:
        first = site.person()
        for _ in range(20):
            assert first.get("/new/sintra").status_code == 200
            assert {first.get("/static/mark.svg").status_code for _ in range(60)} == {200}
        assert {first.get("/games/sintra/card.svg").status_code for _ in range(700)} == {200}
        assert first.get("/static/mark.svg").status_code == 429


def test_what_is_refused_counts_too(tmp_path: Path) -> None:
    with served(settings(tmp_path, request_rate=0.01, request_burst=4)) as site:
        post = site.person().client.post
        answers = [post("/join", headers={"Origin": origin}) for origin in ("http://evil.example", "//[") * 3]
        assert [answer.status_code for answer in answers] == [403] * 4 + [429] * 2
        assert all("default-src 'none'" in answer.headers["content-security-policy"] for answer in answers)


def test_posts_of_one_visitor(tmp_path: Path) -> None:
    with served(settings(tmp_path, seat_rate=0.01, seat_burst=3)) as site:
        ann, bea = site.person(), site.person()
        for person in (ann, bea):  # each has an own bucket, though both have one address
            person.get("/")
            codes = [person.post("/settings", theme="dark").status_code for _ in range(4)]
            assert codes == [204, 204, 204, 429]
        assert ann.get("/").status_code == 200
        refused = ann.post("/play/sintra")
        assert refused.status_code == 429
        assert refused.headers["HX-Retarget"] == "#refusal"
        assert site.running_tables() == []


def test_tables_made_from_one_address(tmp_path: Path) -> None:
    with served(settings(tmp_path, tables_an_hour=1.0, tables_burst=2)) as site:
        assert site.person().send("/play/sintra").status_code == 303
        assert site.person().send("/new/sintra", seats=2, seat_1="me").status_code == 303
        assert site.person().send("/puzzles/sintra/1").status_code == 429
        refused = site.person().send("/play/stanza")
        assert refused.status_code == 429
        assert "Too many tables were opened from here" in refused.text
        assert int(refused.headers["retry-after"]) > 3000
        assert len(site.running_tables()) == 2
        assert site.person().get("/new/sintra").status_code == 200


def test_a_long_body_is_refused_before_it_is_read(site: Site) -> None:
    ann = site.person()
    for path in ("/settings", "/t/none/again", "/nowhere"):
        answer = ann.client.post(path, content=b"", headers=HTMX | {"Content-Length": "999999"})
        assert answer.status_code == 413, path


def test_streams_of_one_address(tmp_path: Path) -> None:
    with served(settings(tmp_path, watching=1)) as site:
        ann = site.person()
        table = ann.play_now("sintra")
        app = site.app.middleware_stack
        while not isinstance(app, limits.Limits):
            app = app._app if hasattr(app, "_app") else app.app  # type: ignore[union-attr]
        app._streams["testclient"] = 1  # as if another stream were open
        for stream in (f"/t/{table}/events", "/analysis/1abc/0/think"):
            refused = ann.get(stream)
            assert refused.status_code == 429
            assert refused.headers["retry-after"] == "60"
        app._streams["testclient"] = 0
        assert ann.client.head(f"/t/{table}/events").status_code == 200
        assert app._streams == {}


def request_from(host: str) -> Request:
    return Request({"type": "http", "client": (host, 1), "headers": [], "path": "/", "method": "GET"})


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_the_address_that_a_limit_counts(host: str, counted: str) -> None:
    assert address_of(request_from(host)) == counted


def test_only_a_trusted_proxy_names_the_address(tmp_path: Path) -> None:
    limited = {"request_rate": 0.01, "request_burst": 2}
    with served(settings(tmp_path, **limited)) as site:  # nobody is trusted: the header changes nothing
        ann = site.person()
        codes = [ann.get("/pledge", **{"X-Forwarded-For": f"192.0.2.{n}"}).status_code for n in range(3)]
        assert codes == [200, 200, 429]
    with served(settings(tmp_path, proxies="testclient", **limited)) as site:
        ann = site.person()
        codes = [ann.get("/pledge", **{"X-Forwarded-For": f"192.0.2.{n}"}).status_code for n in range(3)]
        assert codes == [200, 200, 200]
        # What a visitor writes there stands further left and is ignored.
        forged = [ann.get("/pledge", **{"X-Forwarded-For": f"10.0.0.{n}, 192.0.2.99"}).status_code for n in range(3)]
        assert forged == [200, 200, 429]


def test_a_family_is_not_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five people behind one address load a table with all its files, and each decides every second."""
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))
    usual, clock = Settings.for_people(), ManualClock()
    requests = Buckets(usual.request_rate, usual.request_burst, clock)
    posts = Buckets(usual.seat_rate, usual.seat_burst, clock)
    assert {requests.take("home") for _ in range(5 * 25)} == {0.0}
    for _ in range(600):
        clock.now += 1
        assert {requests.take("home") for _ in range(5 * 4)} | {posts.take("ann") for _ in range(2)} == {0.0}
