"""Companions: tables at which people enter what their real box deals, and everybody's moves.

One visitor, the host, holds all seats. Every phone that knows the key of the table enters for the host. An entry names
the version that its phone saw and the number of choices then. So an entry that is there already changes nothing, sent
twice by one phone or once by two, and one that does not fit any more is refused, for its phone to keep and offer again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from hmac import compare_digest

from ludotheque.core.fair import draw
from ludotheque.core.history import History, shared
from ludotheque.core.plies import choice_of, ply_of
from ludotheque.core.position import Position
from ludotheque.errors import UnknownName
from ludotheque.kernel.state import CHANCE
from ludotheque.web.storage.changes import TableChange
from ludotheque.web.tables.deciding import go_on
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.sealed_pieces import settled, showing, standing_in, unseen_pieces, with_hands
from ludotheque.web.tables.state import OVER, RUNNING, TableState


class ImpossibleDraw(Exception):
    """A draw that cannot be; nothing has changed."""

    def __init__(self, position: Position, outcome: int) -> None:
        super().__init__(outcome)
        self.position = position  # at this chance event
        self.outcome = outcome


def entry_key(table: TableState) -> str:
    """The key with which phones may enter; it follows from the seed, which nobody else knows."""
    return hashlib.sha256(f"companion {table.id} {table.seed}".encode()).hexdigest()[:16]


def entry_url(table: TableState) -> str:
    """The page on which phones enter."""
    return f"/companion/{table.id}/{entry_key(table)}"


def check_key(table: TableState, key: str) -> None:
    """Refuses a key that is not the one of this companion."""
    if not table.companion or not compare_digest(entry_key(table).encode(), key.encode()):
        raise Refusal(404, "no_page")


def enter(change: TableChange, visitor: str, version: int, ply: int, plies: Sequence[int]) -> None:
    """Enters decisions and draws, as plies of a record, after the first `ply` choices."""
    table = change.table
    check_host(table, visitor)
    if plies and table.history.choices[ply : ply + len(plies)] == tuple(plies):
        return  # they are entered already
    check_current(table, version)
    history = table.history
    for each in plies:
        history = settled(followed(history, each, table.game))
    replace_history(change, history)


def followed(history: History, ply: int, game: str) -> History:
    """The history and then a ply; refuses one that does not fit."""
    position, choice = history.position, choice_of(ply)
    if position.to_act is None or (position.to_act == CHANCE) != (ply < 0):
        raise Refusal(409, "not_wanted")
    if ply < 0:
        if choice not in position.weights():
            raise ImpossibleDraw(position, choice)
        return history.followed([ply], judged=True)
    try:
        rule = position.why_not(choice)
    except UnknownName:
        raise Refusal(422, "no_action") from None
    shown = showing(history, choice) if rule else history
    if shown is None:
        raise Refusal(422, "forbidden", rule=rule, game=game)
    return shown.followed([ply], judged=True)


def replace_history(change: TableChange, history: History) -> None:
    """Stores a history that may differ from the table's in its past, where sealed pieces have changed places."""
    same = shared(change.table.history.choices, history.choices)
    if same < len(change.table.history.choices):
        change.back(same)
    go_on(change, history)


def draw_by_phone(change: TableChange, visitor: str, version: int, ply: int, count: int) -> None:
    """Lets the server draw the chance events after the first `ply` choices, as at other tables."""
    table = change.table
    check_host(table, visitor)
    history = table.history.back(min(ply, len(table.history.choices)))
    while (position := history.position).to_act == CHANCE and count > 0:
        outcome = draw(position, table.seed, table.luck, len(history.choices))
        history, count = settled(history.followed([ply_of(outcome, by_chance=True)])), count - 1
    if ply < len(history.choices) == shared(table.history.choices, history.choices):
        return  # they are drawn already
    check_current(table, version)
    if ply != len(table.history.choices):
        raise Refusal(409, "other_phone")
    go_on(change, history)


def open_hands(change: TableChange, visitor: str, version: int, numbers: Sequence[int]) -> None:
    """Tells what was left in secret hands at the end of a game, by the numbers of the pieces that nobody has shown."""
    table = change.table
    check_host(table, visitor)
    if table.status != OVER or version != table.version:
        raise Refusal(409, "other_phone")
    pieces, left = list(unseen_pieces(table.history)), list(numbers)
    if not all(number < len(pieces) for number in left):
        raise Refusal(422, "no_hands")
    hands = [[pieces[left.pop(0)] for _ in hand if left] for hand in standing_in(table.history)]
    history = None if left else with_hands(table.history, hands)
    if history is None:
        raise Refusal(422, "no_hands")
    replace_history(change, history)


def take_back(change: TableChange, visitor: str, version: int, back: int) -> None:
    """Keeps only the first `back` choices, also of a finished game: here the people own the game."""
    table = change.table
    check_host(table, visitor)
    if table.status == OVER:
        change.set(status=RUNNING)
    check_current(change.table, version)
    if not 0 <= back < len(table.history.choices):
        raise Refusal(409, "undo_nothing")
    change.back(back)


def check_host(table: TableState, visitor: str) -> None:
    """Refuses a visitor who may not enter."""
    if not table.companion or visitor != table.host:
        raise Refusal(403, "not_your_seat")


def check_current(table: TableState, version: int) -> None:
    """Refuses an entry that was made on another position than the table's."""
    if table.status != RUNNING:
        raise Refusal(409, "game_over")
    if not table.move_version <= version <= table.version:
        raise Refusal(409, "other_phone")
