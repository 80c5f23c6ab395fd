"""Several servers on one store: who of them is alive, and who runs the bots of which table.

Every server is a worker with a row whose beat grows. No two clocks are compared: a worker is dead
for another one when that has looked several times and seen the same beat. Its tables are then free,
and whoever claims one first runs its bots. A worker that was thought dead and is not finds its row
gone and goes on under a new name; what it decides for tables that were claimed meanwhile is refused.
"""

from __future__ import annotations

import secrets

from sqlalchemy import ColumnElement, Connection, Engine, delete, insert, or_, select, update

from ludotheque.web.storage import schema

SILENT = 4  # looks at an unchanged beat after which a worker is dead


class WorkerLease:
    """This server among the others."""

    def __init__(self, engine: Engine) -> None:
        self.id = secrets.token_hex(8)
        self._engine = engine
        self._seen: dict[str, tuple[int, int]] = {}  # of the others: beat, looks since it changed

    def beat(self) -> None:
        """Shows that it is alive, and removes those who do not."""
        with schema.writing(self._engine) as connection:
            beats: dict[str, int] = dict(connection.execute(select(schema.workers.c.id, schema.workers.c.beat)).all())
            self._beat(connection, beats)
            self._look(beats)
            for other, (beat, looks) in self._seen.items():
                if looks >= SILENT:
                    same = (schema.workers.c.id == other, schema.workers.c.beat == beat)
                    connection.execute(delete(schema.workers).where(*same))

    def _beat(self, connection: Connection, beats: dict[str, int]) -> None:
        mine = schema.workers.c.id == self.id
        if self.id in beats:
            connection.execute(update(schema.workers).where(mine).values(beat=beats[self.id] + 1))
            return
        self.id = secrets.token_hex(8)
        connection.execute(insert(schema.workers).values(id=self.id, beat=0))

    def _look(self, beats: dict[str, int]) -> None:
        before = self._seen
        self._seen = {
            other: (beat, before[other][1] + 1 if before.get(other, (-1, 0))[0] == beat else 0)
            for other, beat in beats.items()
            if other != self.id
        }

    def claims(self, table: str) -> bool:
        """Makes this worker the one that runs the bots of a table, if no other living one does."""
        with schema.writing(self._engine) as connection:
            claimed = update(schema.tables).where(schema.tables.c.id == table, self._free()).values(runner=self.id)
            return connection.execute(claimed).rowcount == 1

    def dismiss(self, table: str, version: int) -> None:
        """No bot is to decide at this version of a table."""
        tables = schema.tables
        with schema.writing(self._engine) as connection:
            same = (tables.c.id == table, tables.c.version == version)
            connection.execute(update(tables).where(*same).values(robot_asked=False))

    def left_to_me(self) -> list[str]:
        """The tables where a bot is to decide and no other worker sees to it."""
        found = select(schema.tables.c.id).where(schema.tables.c.robot_asked, self._free())
        with self._engine.connect() as connection:
            return list(connection.execute(found).scalars())

    def _free(self) -> ColumnElement[bool]:
        runner, alive = schema.tables.c.runner, select(schema.workers.c.id)
        return or_(runner.is_(None), runner == self.id, runner.not_in(alive))

    def leave(self) -> None:
        """Goes: the others need not wait to find out."""
        with schema.writing(self._engine) as connection:
            connection.execute(delete(schema.workers).where(schema.workers.c.id == self.id))
