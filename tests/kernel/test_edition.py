"""Editions: private copies of the rules by mode and box."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from ludotheque.kernel.edition import box_hash, default_box, edition


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
    box = default_box("sintra")
    box["window_values"]["A"] = [0] * 8
    box["broken_track"]["points"] = [0, 5]
    plain, compiled = edition("sintra", box=box), edition("sintra", mode, box)
    start = plain.state()
    plain.rules.begin(start, 2, [0, 0, 0])
    record = start.pack()
    plain.loops.playout(start, [9, 9, 0], [0] * 67)
    compiled.loops.playout(record[0], np.array([9, 9, 0]), np.zeros(67, np.int64))
    scores = [plain.rules.score(start, seat) for seat in range(2)]
    assert record["score"][0].tolist()[:2] == scores
    assert max(scores) < -40


def test_loading_a_game_does_not_import_numba() -> None:
    code = "import sys, ludotheque; ludotheque.load('sintra').start(2, seed=1); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
