"""A table from its rows."""

from __future__ import annotations

from sqlalchemy import BindParameter, Connection, Engine, bindparam, select

from ludotheque.core.game import game_of
from ludotheque.core.history import History, Undo, counting
from ludotheque.errors import Error
from ludotheque.web.storage import schema
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import Seat, TableState

# Statements are made once: to build one costs more than to run it.
_ID: BindParameter[str] = bindparam("id")
_TABLE = select(schema.tables).where(schema.tables.c.id == _ID)
_SEATS = select(schema.seats).where(schema.seats.c.table == _ID).order_by(schema.seats.c.seat)
_PLIES = (
    select(schema.plies.c.ply, schema.plies.c.choice).where(schema.plies.c.table == _ID).order_by(schema.plies.c.ply)
)
_UNDOS = (
    select(schema.undos.c.ply, schema.undos.c.back)
    .where(schema.undos.c.table == _ID)
    .order_by(schema.undos.c.ply, schema.undos.c.number)
)
_SEALS = select(schema.seals.c.seat, schema.seals.c.action, schema.seals.c.at).where(
    schema.seals.c.table == _ID, schema.seals.c.moved == bindparam("moved")
)


def loaded(connection: Connection, id: str, known: History | None) -> TableState:
    """A table from its rows; the positions that a line knows are not played again."""
    row = connection.execute(_TABLE, {"id": id}).mappings().one()
    chairs = connection.execute(_SEATS, {"id": id}).mappings()
    seats = tuple(Seat(**{name: value for name, value in chair.items() if name != "table"}) for chair in chairs)
    made, choices = choices_of(connection, id)
    try:
        history = History.begun(game_of(row["game"]), row["players"], row["options"], row["start"]).followed(
            choices, known
        )
    except Error:
        raise Refusal(410, "does_not_replay") from None
    fields = {name: row[name] for name in TableState.__dataclass_fields__ if name in row}
    return TableState(**fields, seats=seats, seals=seals_of(connection, id, row["moved"]), history=history, made=made)


def seals_of(connection: Connection, id: str, moved: int) -> dict[int, tuple[int, float]]:
    """The sealed answers: seat, action and when."""
    return {seat: (action, at) for seat, action, at in connection.execute(_SEALS, {"id": id, "moved": moved})}


def choices_of(connection: Connection, id: str) -> tuple[int, list[int]]:
    """How many plies were ever made at a table, and the choices that count."""
    made = connection.execute(_PLIES, {"id": id}).all()
    undone = connection.execute(_UNDOS, {"id": id})
    return len(made), counting([(ply, choice) for ply, choice in made], [Undo(*undo) for undo in undone])


def snapshots(engine: Engine) -> Engine:
    """The same database, for readers: all that one reads is of one moment."""
    if engine.dialect.name != "postgresql":
        return engine  # SQLite is always so
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
