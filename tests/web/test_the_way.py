"""The way of a decision through the code, as CONTRIBUTING.md lists it, is short and true."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from types import FrameType

import ludotheque
from tests.web.site import HTMX, Site, first_choice

PACKAGE = Path(ludotheque.__file__).parent
TEXT = (PACKAGE.parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTION = TEXT.partition("## The way of a decision")[2].partition("\n## ")[0]
FILES = re.findall(r"^\d+\. `([^`]+)`", SECTION, re.MULTILINE)

MOST_FILES = 12


def test_the_way_is_short_and_its_files_exist() -> None:
    assert 0 < len(FILES) <= MOST_FILES
    assert [file for file in FILES if not (PACKAGE / file).is_file()] == []


def test_a_decision_takes_this_way(site: Site) -> None:
    """Every Python file of the list runs between the post of a decision and the answer with the new table."""
    used: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and str(PACKAGE) in frame.f_code.co_filename:
            used.add(str(Path(frame.f_code.co_filename).relative_to(PACKAGE)))

    threading.setprofile(note)  # the threads of the event loop and of the write queue start after this
    try:
        ann = site.person()
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
        state = site.table(table)
        fields = {"seat": state.position.to_act, "version": state.version, "action": first_choice(state.position)}
        assert ann.client.post(f"/t/{table}/play", data=fields, headers=HTMX).status_code == 200
    finally:
        threading.setprofile(None)
    assert [file for file in FILES if file.endswith(".py") and file not in used | {"web/app.py"}] == []
