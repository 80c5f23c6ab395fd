"""Archives of what the walks have left: all of it is imported elsewhere, and a changed table is imported or refused."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from pathlib import Path

from sqlalchemy import Engine

from ludotheque.errors import BadRecord
from ludotheque.web.storage import archive
from ludotheque.web.storage.archive_check import check
from ludotheque.web.storage.schema import open_store
from tests.web.test_mutated_import import change

LONGEST = 300  # plies of a table that is changed: a long game takes long to replay


def move_and_change(engine: Engine, folder: Path, luck: random.Random, changes: int) -> Counter[str]:
    """Moves all tables to another database, twice, and checks copies with a changed value; counts what was done."""
    file, seen = folder / "games.jsonl", Counter[str]()
    archive.export(engine, file, lambda *_: None)
    other = open_store(f"sqlite:///{folder}/other.sqlite3")
    try:
        for what in ("new", "known"):
            done = archive.import_(other, file, lambda *_: None)
            assert not done.refused, done.refused
            seen[f"archived table imported as {what}"] += getattr(done, what)
    finally:
        other.dispose()
    short = [entry for entry in archive.entries(file) if len(entry["plies"]) <= LONGEST]
    for _ in range(changes if short else 0):
        entry = copy.deepcopy(luck.choice(short))
        change(entry, luck)
        try:
            check(json.loads(json.dumps(entry)))
            seen["changed archived table imported"] += 1
        except BadRecord:
            seen["changed archived table refused"] += 1
    return seen
