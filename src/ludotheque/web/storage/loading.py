"""Loads a table from its rows."""

from __future__ import annotations

from sqlalchemy import BindParameter, Connection, Engine, bindparam, select

from ludotheque.core.game import game_with
from ludotheque.core.history import History, Undo, counting
from ludotheque.errors import Error
from ludotheque.web.storage.prepared import PreparedSelect
from ludotheque.web.storage.schema import company, plies, seals, seats, tables, undos
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import ChatLine, TableCompany, TableSeat, TableState

# Statements are built once: building one takes longer than running it.
_ID: BindParameter[str] = bindparam("id")
_TABLE = select(tables).where(tables.c.id == _ID)
_SEATS = select(seats).where(seats.c.table == _ID).order_by(seats.c.seat)
_PLIES = select(plies.c.ply, plies.c.choice).where(plies.c.table == _ID).order_by(plies.c.ply)
_UNDOS = select(undos.c.ply, undos.c.back).where(undos.c.table == _ID).order_by(undos.c.ply, undos.c.number)
_SEALS = PreparedSelect(
    select(seals.c.seat, seals.c.action, seals.c.at).where(
        seals.c.table == _ID, seals.c.move_version == bindparam("move_version")
    )
)

_COMPANY = select(company.c.chat, company.c.reactions, company.c.quick).where(company.c.table == _ID)


def load(connection: Connection, id: str, known: History | None) -> TableState:
    """Loads a table. Positions that the history `known` has are not played again."""
    row = connection.execute(_TABLE, {"id": id}).mappings().one()
    rows = connection.execute(_SEATS, {"id": id}).mappings()
    made = connection.execute(_PLIES, {"id": id}).all()
    undone = connection.execute(_UNDOS, {"id": id})
    choices = counting([(ply, choice) for ply, choice in made], [Undo(*undo) for undo in undone])
    try:
        begun = History.begun(game_with(row["game"], row["own_box"]), row["players"], row["options"], row["start"])
        history = begun.followed(choices, known)
    except (Error, LookupError, TypeError, ValueError):  # the rows may be somebody else's
        raise Refusal(410, "does_not_replay") from None
    held = tuple(TableSeat(**{name: value for name, value in row.items() if name != "table"}) for row in rows)
    if not [seat.seat for seat in held] == list(range(row["players"])) == list(range(history.position.players)):
        raise Refusal(410, "does_not_replay")
    return TableState(
        **{name: row[name] for name in TableState.__dataclass_fields__ if name in row},
        seats=held,
        seals=load_seals(connection, id, row["move_version"]),
        history=history,
        stored_plies=len(made),
        company=load_company(connection, id),
    )


def load_seals(connection: Connection, id: str, move_version: int) -> dict[int, tuple[int, float]]:
    """Loads the sealed answers by seat: the action and its time."""
    rows = _SEALS.rows(connection, {"id": id, "move_version": move_version})
    return {seat: (action, at) for seat, action, at in rows}


def load_company(connection: Connection, id: str) -> TableCompany:
    """Loads what people say and show at a table."""
    row = connection.execute(_COMPANY, {"id": id}).one_or_none()
    if row is None:
        return TableCompany()
    reactions = tuple((seat, (reaction, at)) for seat, (reaction, at) in row.reactions)
    chat = None if row.chat is None else tuple(ChatLine(*line) for line in row.chat)
    return TableCompany(chat, reactions, row.quick)


def snapshots(engine: Engine) -> Engine:
    """The same database for readers: everything that one connection reads is of one moment."""
    if engine.dialect.name != "postgresql":
        return engine  # SQLite always works this way
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
