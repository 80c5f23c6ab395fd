"""The course of a game at a table: deciding, sealing, chance, and taking back."""

from __future__ import annotations

from ludotheque.core.history import History
from ludotheque.core.plies import ply_of
from ludotheque.errors import UnknownName
from ludotheque.kernel.state import CHANCE
from ludotheque.web.storage.changes import Edit, TableChange
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables import pledges
from ludotheque.web.tables.clock import use_time
from ludotheque.web.tables.refusal import Refusal, stale
from ludotheque.web.tables.state import OVER, RUNNING, Seat, TableState


class Deciding:
    """Everything that moves a game on or back."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    # --- deciding -----------------------------------------------------------------------

    def decide(self, id: str, visitor: str, seat: int, version: int, action: int) -> None:
        """A person's decision, made on a version of the table; it counts when this returns."""
        self._store.change(id, decision(visitor, seat, version, action))

    async def decide_soon(self, id: str, visitor: str, seat: int, version: int, action: int) -> None:
        """As `decide`, for the event loop."""
        await self._store.soon(id, decision(visitor, seat, version, action))

    def decide_for(self, id: str, runner: str, seat: int, moved: int, action: int) -> None:
        """A bot's decision; refused if the table has moved on or waits, or another worker runs its bots."""

        def edit(change: TableChange) -> None:
            table = change.table
            if (table.runner, table.moved) != (runner, moved) or not table.seats[seat].is_bot or seat in table.seals:
                raise stale()
            if not table.people():  # the last of them left while the bot was thinking
                raise stale()
            answer(change, seat, action)

        self._store.change(id, edit)

    def asks(self, id: str, visitor: str, seat: int, version: int) -> TableState:
        """The table at which the visitor's seat is to decide; refused if it is not."""
        table = self._store.read(id)
        sitting(table, visitor, seat)
        on_this_position(table, version)
        if seat not in table.asked():
            raise Refusal(409, "not_asked")
        return table

    def ask_hint(self, id: str, visitor: str, seat: int, version: int) -> tuple[TableState, int]:
        """The table, and a seed for who is asked; refused unless the seat is to decide and may have a hint."""
        table = self.asks(id, visitor, seat, version)
        if not table.hints:
            raise Refusal(403, "no_hints")
        return table, pledges.bot_seed(table.seed, len(table.history.choices), seat)

    # --- taking back ----------------------------------------------------------------------

    def undo(self, id: str, visitor: str, seat: int, version: int, back: int | None = None) -> None:
        """Takes a decision of this turn back at once; an earlier one if all other people agree."""

        def edit(change: TableChange) -> None:
            present(change.table, visitor, seat)
            on_this_position(change.table, version)
            free = change.table.history.own_steps(seat)
            if back is not None and back not in free:
                raise Refusal(409, "undo_not_free")
            if free:
                take_back(change, free[-1] if back is None else back)
            else:
                ask_to_take_back(change, visitor, seat)

        self._store.change(id, edit)

    def agree(self, id: str, visitor: str, version: int, yes: bool) -> None:
        """Another person's answer to who asks to take a decision back."""

        def edit(change: TableChange) -> None:
            table, asking = change.table, change.table.undo_asked
            on_this_position(table, version)
            if asking is None or "refused" in asking:
                raise Refusal(409, "undo_not_asked")
            if version < asking.get("since", 0):
                raise stale()  # the answer was meant for an earlier question
            if visitor not in table.people():
                raise Refusal(403, "not_seated")
            agreed = [*asking["agreed"], visitor]
            if not yes:
                change.set(undo_asked=asking | {"refused": visitor})
            elif table.people() <= set(agreed):
                take_back(change, asking["back"])
            else:
                change.set(undo_asked=asking | {"agreed": agreed})

        self._store.change(id, edit)


def decision(visitor: str, seat: int, version: int, action: int) -> Edit[None]:
    """A person's decision, made on a version of the table."""

    def edit(change: TableChange) -> None:
        present(change.table, visitor, seat)
        on_this_position(change.table, version)
        answer(change, seat, action)

    return edit


def sitting(table: TableState, visitor: str, seat: int) -> Seat:
    """The seat, if the visitor holds it."""
    if not 0 <= seat < table.players:
        raise Refusal(422, "no_seat")
    if seat not in table.seats_of(visitor):
        raise Refusal(403, "not_your_seat")
    return table.seats[seat]


def present(table: TableState, visitor: str, seat: int) -> None:
    """Refuses who does not hold the seat, or has left it to a bot."""
    if sitting(table, visitor, seat).away:
        raise Refusal(409, "away")


def on_this_position(table: TableState, version: int) -> None:
    """Refuses what was decided on another position than the table's."""
    if table.status != RUNNING:
        raise Refusal(409, "game_over" if table.status == OVER else "not_started")
    if not table.moved <= version <= table.version:
        raise stale()


def answer(change: TableChange, seat: int, action: int) -> None:
    """Makes a decision, or seals it until all who are asked have decided."""
    table = change.table
    asked = table.asked()
    if seat not in asked:
        raise Refusal(409, "not_asked")
    try:
        rule = asked[seat].why_not(action)
    except UnknownName:
        raise Refusal(422, "no_action") from None
    if rule is not None:
        raise Refusal(422, "forbidden", rule=rule, game=table.game)
    if not table.history.simultaneous:
        use_time(change, seat, change.now)
        go_on(change, table.history.followed([action], judged=True))
        return
    change.seal(seat, action)
    sealed = change.table.seals
    if sealed.keys() >= asked.keys():
        for each in sorted(asked):
            use_time(change, each, sealed[each][1])
        go_on(change, table.history.followed([sealed[each][0] for each in sorted(asked)], judged=True))


def ask_to_take_back(change: TableChange, visitor: str, seat: int) -> None:
    """Takes the last decision of a seat back if nobody else is there; else asks the others."""
    table, last = change.table, change.table.history.last_decision(seat)
    if last is None:
        raise Refusal(409, "undo_nothing")
    if others(table, visitor):
        asking = {"seat": seat, "back": last, "agreed": [visitor], "since": table.version + 1}
        change.set(undo_asked=asking)
    else:
        take_back(change, last)


def take_back(change: TableChange, count: int) -> None:
    """Takes all but the first choices back; the clocks go on, so that taking back gains nobody time."""
    before = change.table
    for seat in before.asked():
        use_time(change, seat, before.seals[seat][1] if seat in before.seals else change.now)
    change.back(count)
    if before.clock == "move" and change.table.asked().keys() & before.asked().keys():
        change.set(moved_at=before.moved_at)


def go_on(change: TableChange, history: History) -> None:
    """Draws the outcomes of chance until a seat is to act, and closes a finished game."""
    table = change.table
    while (position := history.position).to_act == CHANCE:
        outcome = pledges.draw(position, table.seed, table.luck, len(history.choices))
        history = history.followed([ply_of(outcome, by_chance=True)])
    if history is not table.history:
        change.follow(history)
    if position.to_act is None:
        change.set(status=OVER, runner=None)


def others(table: TableState, visitor: str) -> set[str]:
    """The other people at the table."""
    return table.people() - {visitor}
