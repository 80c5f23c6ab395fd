"""Editions: private copies of the rules by mode and box."""

from __future__ import annotations

import copy
import subprocess
import sys
import threading
from types import ModuleType

import pytest

from ludotheque.kernel import edition as edition_module
from ludotheque.kernel.edition import Edition, box_hash, default_box, edition
from ludotheque.kernel.places import PACKAGE
from ludotheque.kernel.rule import INTERPRETED


def test_the_default_edition_is_the_package_itself() -> None:
    from ludotheque.games.sintra import rules

    assert edition("sintra").rules is rules


def test_an_edition_is_made_once() -> None:
    assert edition("sintra", "compiled") is edition("sintra", "compiled")
    assert edition("sintra", "compiled") is not edition("sintra", "checked")


def test_a_box_with_the_same_data_is_the_same_edition() -> None:
    assert edition("sintra", box=default_box("sintra")) is edition("sintra")


def test_the_hash_of_a_box_is_about_its_data() -> None:
    box = default_box("sintra")
    reordered = dict(reversed(list(box.items())))
    assert box_hash(reordered) == box_hash(box)
    other = default_box("sintra")
    other["panes"]["per_colour"] = 19
    assert box_hash(other) != box_hash(box)


def test_copies_call_only_their_own_copies() -> None:
    box = default_box("sintra")
    box["broken_track"]["points"] = [0, 1, 2, 3]
    short = edition("sintra", box=box)
    points = short.module("rules.points")
    assert points.LAST_SPACE == 3
    assert points.__name__.startswith(short.root)
    assert points.step_down.__globals__["lose"] is points.lose
    assert edition("sintra").module("rules.points").LAST_SPACE == 8


@pytest.mark.compiled
@pytest.mark.parametrize("mode", ["compiled", "checked"])
def test_compiled_rules_follow_the_box(mode: str) -> None:
    """Two rules that read the box are enough: a whole game would be compiled for this box alone."""
    box = default_box("sintra")
    box["window_values"]["A"] = [7] * 8
    box["broken_track"]["points"] = [0, 5]
    plain, compiled = edition("sintra", box=box), edition("sintra", mode, box)
    start = plain.state()
    plain.rules.begin(start, 2, [0, 0, 0])
    record = start.pack()
    for rules, state in ((plain, start), (compiled, record[0])):
        rules.module("rules.turn").score_windows(state, 0, 3)
        rules.module("rules.points").step_down(state, 1)
    assert record["score"][0].tolist()[:2] == [7, -5]
    assert record.tobytes() == start.pack().tobytes()


def test_loading_a_game_does_not_import_numba() -> None:
    code = "import sys, ludotheque; ludotheque.load('sintra').start(2, seed=1); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_old_editions_with_other_boxes_are_forgotten_and_still_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edition_module, "MOST_OWN", 1)
    made = []
    for size in (41, 42):
        box = copy.deepcopy(default_box("sintra"))
        box["panes"]["set_size"] = size
        made.append(edition("sintra", INTERPRETED, box))
    assert made[0].root not in sys.modules
    assert made[1].root in sys.modules
    assert made[0].module("box").SET_SIZE == 41
    assert made[0].module("board").panels is not made[1].module("board").panels


def test_no_two_threads_wait_for_each_other_while_editions_are_made() -> None:
    """One works a property out and needs a module; the other makes a module and needs that property of its edition."""
    one, other = (Edition("sintra", INTERPRETED, default_box("sintra"), PACKAGE) for _ in range(2))
    asked, asks = threading.Event(), one.module

    def module(name: str) -> ModuleType:
        asked.set()
        return asks(name)

    vars(one)["module"] = module

    def make() -> None:
        with edition_module._lock:  # as while a module is made
            threading.Thread(target=lambda: one.rules, daemon=True).start()
            asked.wait(0.2)
            _ = other.rules

    making = threading.Thread(target=make, daemon=True)
    making.start()
    making.join(30)
    assert not making.is_alive()
