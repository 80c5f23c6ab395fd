"""The way of a decision through the code, as CONTRIBUTING.md lists it, is short and true."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from types import FrameType

import ludotheque
from tests.web.site import HTMX, first_choice, served, settings

PACKAGE = Path(ludotheque.__file__).parent
TEXT = (PACKAGE.parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTION = TEXT.partition("## The way of a decision")[2].partition("\n## ")[0]
FILES = re.findall(r"^\d+\. `([^`]+)`", SECTION, re.MULTILINE)

MOST_FILES = 12
NOT_CALLED = ("web/static/js/choices.js", "web/app.py")  # runs in the browser; is only a table


def test_the_way_is_short_and_its_files_exist() -> None:
    assert 0 < len(FILES) <= MOST_FILES
    assert [file for file in FILES if not (PACKAGE / file).is_file()] == []


def test_a_decision_takes_this_way(database: str) -> None:
    """The Python files of the list first run in its order, from the post of a decision to the answer with the table."""
    called: dict[str, None] = {}
    posted = threading.Event()

    def note(frame: FrameType, event: str, _: object) -> None:
        if posted.is_set() and event == "call" and str(PACKAGE) in frame.f_code.co_filename:
            called.setdefault(str(Path(frame.f_code.co_filename).relative_to(PACKAGE)))

    with served(settings(database, tick=600.0, beat=600.0)) as site:  # no other work runs meanwhile
        threading.setprofile(note)  # the threads that handle requests and that write start after this
        try:
            ann = site.person()
            ann.client.portal = None  # its requests start threads too: those that run already are not watched
            table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
            state = site.table(table)
            fields = {"seat": state.position.to_act, "version": state.version, "action": first_choice(state.position)}
            posted.set()
            response = ann.client.post(f"/t/{table}/play", data=fields, headers=HTMX)
        finally:
            threading.setprofile(None)
    assert response.status_code == 200
    assert [file for file in called if file in FILES] == [file for file in FILES if file not in NOT_CALLED]
