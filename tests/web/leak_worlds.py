"""Worlds for the test of leaks: two servers with the same table, at which only differs what some seats may not know."""

from __future__ import annotations

import functools
import json
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from httpx2 import Cookies

from ludotheque.core.game import load
from ludotheque.core.history import History
from ludotheque.core.position import SPECTATOR
from ludotheque.errors import IllegalAction
from ludotheque.kernel.state import CHANCE
from ludotheque.web.tables.company import STOOD_IN
from tests.web.site import Person, Site, served, settings

SEATS = 3
PATIENCE = 600.0  # seconds for a hint: the first one may have to wait until the rules are compiled
TRIES = 2000  # worlds that are tried until one fits
VERSION = 1000  # the table's version in all worlds
Statement = tuple[str, tuple[object, ...]]


@dataclass(frozen=True)
class BaseTable:
    """A table of three people at Fourberies, in a database that is copied for each world."""

    file: Path
    id: str
    cookies: tuple[Cookies, ...]  # one for each person


@pytest.fixture(scope="module")
def base_table(tmp_path_factory: pytest.TempPathFactory) -> BaseTable:
    folder = tmp_path_factory.mktemp("base")
    with served(settings(folder)) as site:
        people = [site.person() for _ in range(SEATS)]
        form = {"seat_0": "me", "name_0": "Ann", "seat_1": "friend", "seat_2": "friend"}
        table = people[0].make("fourberies", seats=SEATS, listed=1, analysis=1, **form)
        for seat in (1, 2):
            people[seat].post(f"/t/{table}/sit", seat=seat, name=f"Friend {seat}")
        people[0].post(f"/t/{table}/start")
        cookies = tuple(person.client.cookies for person in people)
    return BaseTable(folder / "tables.sqlite3", table, cookies)


@functools.cache
def history_at(phase: str, turn: int) -> History:
    """A game of Fourberies until a phase after this many turns. All travel to the same City, so all draw Requests."""
    luck, history = random.Random(turn), History.begun(load("fourberies"), SEATS, {}, None)
    while (position := history.position).phase != phase or position.to_dict()["turn"] <= turn:
        if position.to_act == CHANCE:
            history = history.followed([-1 - luck.choice(list(position.outcomes()))])
        else:
            history = history.followed([position.legal()[0]])
    return history


def found_world(history: History, viewers: Sequence[int]) -> History:
    """A history that these seats cannot tell from this one even together, with other hidden things in it."""
    for seed in range(TRIES):
        if (made := other_world(history, viewers, random.Random(seed))) is not None:
            return made
    raise AssertionError("no other world was found")


def other_world(history: History, viewers: Sequence[int], luck: random.Random) -> History | None:
    """Such a history, or None if it does not fit.

    Some draws that the viewers did not see come out differently, and then some choices; revealed choices stay.
    """
    made = history.back(0)
    for ply, choice in enumerate(history.choices):
        position = made.position
        hidden = not any(map(position.sees_choice, viewers or [SPECTATOR]))
        if hidden and position.to_act == CHANCE and luck.random() < 0.2:
            choice = -1 - luck.choice(list(position.outcomes()))
        elif hidden and choice >= 0 and choice not in position.legal():
            choice = luck.choice(position.legal())  # another card is discarded
        try:
            made = made.followed([choice])
        except IllegalAction:
            return None
        seats: Sequence[int | None] = viewers or [None]
        if any(made.position.view(seat) != history.positions[ply + 1].view(seat) for seat in seats):
            return None
    return made if made.position != history.position else None


@contextmanager
def world(folder: Path, base: BaseTable, history: History, changes: Sequence[Statement] = ()) -> Iterator[Site]:
    """A server at which the game has this history."""
    folder.mkdir()
    file = folder / "tables.sqlite3"
    shutil.copy(base.file, file)
    plies = [(base.id, ply, choice, 0.0) for ply, choice in enumerate(history.choices)]
    with closing(sqlite3.connect(file)) as database:
        database.execute('DELETE FROM plies WHERE "table" = ?', (base.id,))
        database.executemany('INSERT INTO plies ("table", ply, choice, at) VALUES (?, ?, ?, ?)', plies)
        database.execute("UPDATE tables SET version = ?, moved = ? WHERE id = ?", (VERSION, VERSION, base.id))
        for statement, values in changes:
            database.execute(statement, values)
        database.commit()
    with served(settings(folder, thought=PATIENCE, pace=PATIENCE)) as site:
        yield site


def seat_is(base: BaseTable, seat: int, **values: object) -> Statement:
    """Changes a seat of the table."""
    named = ", ".join(f"{name} = ?" for name in values)
    return f'UPDATE seats SET {named} WHERE "table" = ? AND seat = ?', (*values.values(), base.id, seat)


def sealed(base: BaseTable, history: History, seat: int) -> list[Statement]:
    """Seals an answer of a seat, which the greedy bot has chosen for it."""
    row = (base.id, VERSION, seat, history.asked[seat].legal()[-1], 0.0)
    shown = json.dumps([[seat, [STOOD_IN, time.time()]]])
    return [
        ("INSERT INTO seals VALUES (?, ?, ?, ?, ?)", row),
        ("DELETE FROM company", ()),
        ("INSERT INTO company VALUES (?, NULL, ?, NULL)", (base.id, shown)),
    ]


def person_at(site: Site, cookies: Cookies) -> Person:
    """A visitor at a server."""
    person = site.person()
    person.client.cookies.update(cookies)
    return person
