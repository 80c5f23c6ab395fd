"""Exports with one or two values changed at random are imported or refused; no other error comes of them."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from ludotheque.errors import BadRecord
from ludotheque.web.storage import archive
from ludotheque.web.storage.archive_check import check
from tests.web.stored import FILE

TRIES = 300
ODD: tuple[Any, ...] = (
    None, True, 0, 1, -1, 7, 2**31, 2**63, 10**400, 0.5, 1e308, "", "x", "0", "a" * 5000, "\x00", "\u202e", [], {},
    [[]], [None], {"seat": 0}, "person", "bot", "open", "over", "running", "move", "none", "master", "abcd-efgh-jkmn",
)  # fmt: skip

ArchivePath = tuple[str | int, ...]


def places(part: Any, path: ArchivePath = ()) -> Iterator[ArchivePath]:
    """Every place of a table that holds a value; of long lists the first three."""
    found = part.items() if isinstance(part, dict) else enumerate(part[:3]) if isinstance(part, list) else ()
    for key, value in found:
        yield (*path, key)
        yield from places(value, (*path, key))


def change(entry: Any, luck: random.Random) -> None:
    """Changes one value, or takes it away."""
    *path, last = luck.choice(list(places(entry)))
    for key in path:
        entry = entry[key]
    value = entry[last]
    if luck.random() < 0.1:
        del entry[last]
    elif isinstance(value, int | float) and luck.random() < 0.3:
        entry[last] = value + luck.choice((-1, 1, 0.5, 1000))
    else:
        entry[last] = copy.deepcopy(luck.choice(ODD))


@pytest.mark.parametrize("seed", range(3))
def test_a_changed_export_is_imported_or_refused(seed: int) -> None:
    luck, refused = random.Random(seed), 0
    entries = sorted(archive.entries(FILE), key=lambda entry: len(entry["plies"]))
    for _ in range(TRIES):
        entry = copy.deepcopy(luck.choice(entries[: len(entries) // 2]))
        for _ in range(luck.choice((1, 1, 2))):
            change(entry, luck)
        try:
            check(json.loads(json.dumps(entry)))
        except BadRecord:
            refused += 1
    assert refused > TRIES / 2
