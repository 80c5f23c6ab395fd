"""WorkerLease: one of several servers on a database, and the tables and reviews that it has claimed.

Every server is a worker with a row whose beat grows. Clocks are never compared: a worker counts as
dead once another one has seen the same beat several times in a row. Its tables are then free, and the
first worker that claims one runs its bots. A worker that was declared dead by mistake finds its row
gone and continues under a new id; its decisions for tables claimed meanwhile are refused.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Table, delete, insert, or_, select, update

from ludotheque.web.storage.schema import tables, workers, writing

MISSED_BEATS = 4  # looks at an unchanged beat after which a worker counts as dead


class WorkerLease:
    """This server among the others."""

    def __init__(self, engine: Engine) -> None:
        self.id = secrets.token_hex(8)
        self._engine = engine
        self._seen: dict[str, tuple[int, int]] = {}  # other workers: their beat, and looks since it changed
        # Who watches at this worker, and what to do with those who watch at others: JSON, by table.
        self.watching: Callable[[], dict[str, Any]] = dict
        self.on_watching: Callable[[list[dict[str, Any]]], None] = lambda others: None

    def renew(self) -> None:
        """Shows that this worker is alive, and removes those that are dead."""
        with writing(self._engine) as connection:
            beats: dict[str, int] = dict(connection.execute(select(workers.c.id, workers.c.beat)).all())
            self._beat(connection, beats)
            if beats.keys() - {self.id}:
                self._share_watching(connection)
            before = self._seen
            self._seen = {
                other: (beat, before[other][1] + 1 if before.get(other, (-1, 0))[0] == beat else 0)
                for other, beat in beats.items()
                if other != self.id
            }
            for other, (beat, looks) in self._seen.items():
                if looks >= MISSED_BEATS:
                    connection.execute(delete(workers).where(workers.c.id == other, workers.c.beat == beat))

    def _beat(self, connection: Connection, beats: dict[str, int]) -> None:
        if self.id in beats:
            beat = beats[self.id] + 1
            connection.execute(update(workers).where(workers.c.id == self.id).values(beat=beat))
        else:
            self.id = secrets.token_hex(8)
            connection.execute(insert(workers).values(id=self.id, beat=0))

    def _share_watching(self, connection: Connection) -> None:
        """Tells the other workers who watches here, and learns who watches there."""
        connection.execute(update(workers).where(workers.c.id == self.id).values(watching=self.watching()))
        others = connection.execute(select(workers.c.watching).where(workers.c.id != self.id)).scalars()
        self.on_watching([each for each in others if each])

    def claim(self, id: str) -> bool:
        """Claims the bots of a table, unless another living worker runs them."""
        with writing(self._engine) as connection:
            claimed = update(tables).where(tables.c.id == id, self.claimable(tables)).values(worker=self.id)
            return connection.execute(claimed).rowcount == 1

    def dismiss(self, id: str, version: int) -> None:
        """Stores that no bot is asked at this version of a table."""
        with writing(self._engine) as connection:
            same = (tables.c.id == id, tables.c.version == version)
            connection.execute(update(tables).where(*same).values(bot_asked=False))

    def unclaimed_tables(self) -> list[str]:
        """The tables where a bot is asked and no other living worker runs the bots."""
        found = select(tables.c.id).where(tables.c.bot_asked, self.claimable(tables))
        with self._engine.connect() as connection:
            return list(connection.execute(found).scalars())

    def claimable(self, claimed: Table) -> ColumnElement[bool]:
        """The rows of tables or reviews that no other living worker has claimed."""
        worker = claimed.c.worker
        return or_(worker.is_(None), worker == self.id, worker.not_in(select(workers.c.id)))

    def end(self) -> None:
        """Ends the lease, so that the other workers need not wait for it to run out."""
        with writing(self._engine) as connection:
            connection.execute(delete(workers).where(workers.c.id == self.id))
