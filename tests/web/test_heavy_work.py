"""Long checks of what visitors send hold up no page, and one address does not hold up the others."""

from __future__ import annotations

import asyncio
import json
import threading

import pytest
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.analysis import AnalysisTree
from ludotheque.core.game import game_of
from ludotheque.core.toml_scan import MOST_DEPTH, is_deep
from ludotheque.kernel.places import file_of
from ludotheque.web.middleware.limits import address_of
from ludotheque.web.pages import analysis
from ludotheque.web.pages.context import Context, Handler, in_thread
from ludotheque.web.services import PAGES_OF_ADDRESS
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.work import heavy_work
from ludotheque.web.work.heavy_work import MOST_OF_ADDRESS, HeavyWork
from tests.web.site import Site
from tests.web.test_analysis import moved, opened
from tests.web.test_own_box import box_of


def test_an_address_with_long_checks_holds_up_no_other() -> None:
    async def ask() -> None:
        heavy, released = HeavyWork(), threading.Event()
        mine = [asyncio.ensure_future(heavy.run("mine", released.wait, 20)) for _ in range(MOST_OF_ADDRESS)]
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(heavy.run("another", abs, -3), 10) == 3
        assert await asyncio.to_thread(abs, -4) == 4
        with pytest.raises(Refusal) as refused:
            await heavy.run("mine", abs, -5)
        assert (refused.value.status, refused.value.key) == (503, "busy")
        assert heavy.waiting == MOST_OF_ADDRESS
        released.set()
        assert all(await asyncio.gather(*mine))
        assert (heavy.waiting, heavy._turns._turns) == (0, {})

    asyncio.run(ask())


def test_an_address_that_asks_for_many_pages_holds_up_no_other(site: Site) -> None:
    """There are 40 threads for pages; one address takes a few of them."""
    released, running = threading.Event(), threading.Semaphore(0)

    def slow(context: Context) -> Response:
        if address_of(context.request) == "192.0.2.1":
            running.release()
            released.wait(120)
        return Response("done")

    async def ask(handler: Handler, address: str) -> Response:
        scope = {
            "type": "http",
            "app": site.app,
            "client": (address, 1),
            "headers": [],
            "path": "/",
            "query_string": b"",
        }
        return await handler(Context(Request(scope)))

    async def flood() -> None:
        handler = in_thread(slow)
        pages = [asyncio.ensure_future(ask(handler, "192.0.2.1")) for _ in range(60)]
        for _ in range(PAGES_OF_ADDRESS):
            await asyncio.to_thread(running.acquire)
        try:
            assert (await asyncio.wait_for(ask(handler, "192.0.2.2"), 60)).body == b"done"
        finally:
            released.set()
        await asyncio.gather(*pages)

    asyncio.run(flood())


def test_boxes_and_positions_are_checked_off_the_threads_of_pages(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = site.person()
    sent, start = {"box": box_of(ann)}, AnalysisTree.start(game_of("sintra"), 2)
    position = {"position": json.dumps(start.root.roll(seed=1).position.to_dict()), "seat": "0"}
    moment = opened(ann)
    names = {"name-0": "Ann", "name-1": "Ben"}
    seats = {"seats": "2", "seat-0": "me", "seat-1": "me"}
    monkeypatch.setattr(heavy_work, "MOST_OF_ADDRESS", 0)
    assert [ann.get(f"{url}?box={sent['box']}").status_code for url in ("/new/sintra", "/companion")] == [503, 503]
    posts = [
        ("/new/sintra", seats | sent),
        ("/companion", {"game": "sintra"} | names | sent),
        ("/companion", {"game": "sintra"} | names | position),
        ("/analysis/setup/sintra/table", position),
        (f"{moment}/table", {"seat": "0", "level": "child"}),
    ]
    assert [ann.send(url, **fields).status_code for url, fields in posts] == [503] * len(posts)
    assert [ann.get(url).status_code for url in ("/new/sintra", "/companion")] == [200, 200]
    assert ann.send("/new/sintra", **seats).status_code == 303
    assert ann.send("/companion", game="sintra", **names).status_code == 303


@pytest.mark.parametrize("game", ["sintra", "stanza", "fourberies"])
def test_our_own_boxes_are_not_deep(game: str) -> None:
    assert not is_deep(file_of(game, "box.toml").read_text(encoding="utf-8"))
    assert not is_deep('a = "' + "." * 99 + '" # ' + "[" * 99 + "\n" + "b.c = [1.5, 2.5]\n" * 99)
    assert is_deep("a = " + "[" * (MOST_DEPTH + 1))


def test_a_change_of_an_analysis_replays_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = site.person()
    url = opened(ann)
    assert ann.get(url).status_code == 200
    monkeypatch.setattr(analysis, "from_link", lambda text: pytest.fail("the whole analysis is replayed"))
    url = moved(ann, url, "comment", text="Hello")
    assert "Hello" in ann.get(url).text


def test_a_copy_of_an_analysis_is_a_tree_by_itself() -> None:
    tree = AnalysisTree.start(game_of("sintra"), 2)
    node = tree.root.roll(seed=1)
    first, second = node.position.legal()[:2]
    node.play(first).comment = "one"
    node.play(second).mark = "!"
    copy = tree.copy()
    assert (copy.size, [each.id for each in copy.nodes()]) == (tree.size, [each.id for each in tree.nodes()])
    assert [(each.comment, each.mark, each.drawn) for each in copy.nodes()] == [
        (each.comment, each.mark, each.drawn) for each in tree.nodes()
    ]
    copy.at(node.id).delete()
    assert tree.at(node.id) is node
    assert copy.size < tree.size
