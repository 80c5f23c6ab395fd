"""The way of a decision through the code, as CONTRIBUTING.md lists it, is short and true."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path
from types import FrameType

import ludotheque
from tests.web.site import HTMX, first_choice, served, settings
from tests.web.test_live import Client

PACKAGE = Path(ludotheque.__file__).parent
TEXT = (PACKAGE.parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTION = TEXT.partition("## The way of a decision")[2].partition("\n## ")[0]
LIST = "".join(re.findall(r"^\d+\. .*\n(?: {3}.*\n)*", SECTION, re.MULTILINE))
FILES = re.findall(r"`([\w/]+\.\w+)`", LIST)

MOST_FILES = 12
QUIET = 0.3  # seconds, ten looks of the change feed
QUIET_LOOKS = 3  # in a row: on a busy machine the server may just not have had its turn
NOT_CALLED = ("web/static/js/choices.js", "web/app.py", "web/static/js/swap.js")  # in the browser, or only a table


def test_the_way_is_short_and_its_files_exist() -> None:
    assert 0 < len(FILES) == len(re.findall(r"^\d+\. `", LIST, re.MULTILINE)) <= MOST_FILES
    assert [file for file in FILES if not (PACKAGE / file).is_file()] == []


def test_a_decision_takes_this_way(database: str) -> None:
    """The Python files of the list first run in its order, from the post of a decision to the event with the table."""
    called = dict[str, None]()
    posted = threading.Event()

    def note(frame: FrameType, event: str, _: object) -> None:
        if posted.is_set() and event == "call" and str(PACKAGE) in frame.f_code.co_filename:
            called.setdefault(str(Path(frame.f_code.co_filename).relative_to(PACKAGE)))

    threading.setprofile(note)  # the threads of the server start after this
    try:
        with served(settings(database, tick=600.0, beat=600.0, heartbeat=600.0, patience=600.0)) as site:
            ann = site.person()
            table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
            state = site.table(table)
            fields = {"seat": state.position.to_act, "version": state.version, "action": first_choice(state.position)}

            async def listen() -> Client:
                cookie = "; ".join(f"{name}={value}" for name, value in ann.client.cookies.items())
                stream = Client(site.app, f"/t/{table}/events", "since=0", cookie=cookie)
                await stream.until(lambda: bool(stream.heard))
                return stream

            async def hear() -> None:
                await stream.until(lambda: len(stream.tables) == 2)
                await stream.leave()

            stream = site.run(listen)
            posted.set()
            quiet = 0
            while quiet < QUIET_LOOKS:  # the making of the table, which all servers hear of, goes on
                time.sleep(QUIET)
                quiet = quiet + 1 if called.keys().isdisjoint(FILES) else 0
                called.clear()
            response = ann.client.post(f"/t/{table}/play", data=fields, headers=HTMX | {"X-Live": "1"})
            site.run(hear)
            posted.clear()  # the server stops
    finally:
        threading.setprofile(None)
    assert response.status_code == 204
    assert [file for file in called if file in FILES] == [file for file in FILES if file not in NOT_CALLED]
