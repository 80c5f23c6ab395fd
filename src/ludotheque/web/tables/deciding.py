"""Decisions at a table: making and sealing them, drawing chance events, taking decisions back.

Each public function edits one table; `TableStore.change` runs it in a transaction.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.fair import draw
from ludotheque.core.history import History
from ludotheque.core.plies import ply_of
from ludotheque.errors import UnknownName
from ludotheque.kernel.state import CHANCE
from ludotheque.web.storage.changes import TableChange
from ludotheque.web.tables.clock import end_grace, use_time
from ludotheque.web.tables.company import show_stood_in
from ludotheque.web.tables.refusal import Refusal, stale
from ludotheque.web.tables.state import OVER, RUNNING, TableSeat, TableState


def decide(change: TableChange, visitor: str, seat: int, version: int, action: int) -> None:
    """Makes a player's decision; `version` is the one that the player saw."""
    check_present(change.table, visitor, seat)
    check_version(change.table, version)
    check_kept(change.table.seats[seat : seat + 1], len(change.table.history.choices))
    answer(change, seat, action)


def decide_as_bot(
    change: TableChange, worker: str, seat: int, move_version: int, action: int, own: bool = True
) -> None:
    """Makes a bot's decision; refused if the game has moved on, another worker runs the bots or all people left."""
    table = change.table
    current = (table.worker, table.move_version) == (worker, move_version)
    if not current or not table.seats[seat].is_bot or seat in table.seals or not table.people():
        raise stale()
    if table.seats[seat].away and table.seats[seat].visitor and not table.hints:
        change.seat(seat, kept=len(table.history.choices) + 1)
    answer(change, seat, action)
    if not own:
        show_stood_in(change, seat)


def move_bots(change: TableChange, visitor: str, worker: str) -> None:
    """Gives the bots of a table with one person to another worker."""
    if change.table.people() != {visitor}:
        raise Refusal(403, "not_alone")
    if change.table.bot_asked:
        change.set(worker=worker)


def undo(change: TableChange, visitor: str, seat: int, version: int, back: int | None = None) -> None:
    """Takes a decision of this turn or a sealed answer back; for an earlier decision the other people must agree."""
    check_present(change.table, visitor, seat)
    check_version(change.table, version)
    if seat in change.table.seals:
        check_kept(change.table.seats[seat : seat + 1], len(change.table.history.choices))
        change.unseal(seat)
        return
    own_steps = change.table.free_steps(seat)
    if own_steps and change.table.rated and seat not in change.table.asked():
        raise Refusal(409, "undo_rated")  # the others are asked, so they have seen the move
    if back is not None and back not in own_steps:
        raise Refusal(409, "undo_not_free")
    if own_steps:
        take_back(change, own_steps[-1] if back is None else back, seat)
    else:
        ask_to_take_back(change, visitor, seat)


def agree(change: TableChange, visitor: str, version: int, yes: bool) -> None:
    """Answers another player's wish to take a decision back."""
    table, asking = change.table, change.table.undo_asked
    check_version(table, version)
    if asking is None or "refused" in asking or "done" in asking:
        raise Refusal(409, "undo_not_asked")
    if version < asking.get("since", 0):
        raise stale()  # the answer was meant for an earlier question
    must_agree = table.agreeing(asking["back"])
    if visitor not in must_agree:
        raise Refusal(403, "not_seated")
    agreed = [*asking["agreed"], visitor]
    if not yes:
        change.set(undo_asked=asking | {"refused": visitor})
    elif must_agree <= set(agreed):
        take_back(change, asking["back"], asking["seat"])
    else:
        change.set(undo_asked=asking | {"agreed": agreed})


def check_present(table: TableState, visitor: str, seat: int) -> None:
    """Refuses a visitor who does not hold the seat or has left it to a bot."""
    if table.seat_of(visitor, seat).away:
        raise Refusal(409, "away")


def check_version(table: TableState, version: int) -> None:
    """Refuses a request that was made on another position than the table's."""
    if table.status != RUNNING:
        raise Refusal(409, "game_over" if table.ended else "not_started")
    if not table.move_version <= version <= table.version:
        raise stale()


def check_kept(seats: Sequence[TableSeat], count: int) -> None:
    """Refuses to keep only `count` choices if a bot made a later one for a player, where that would be a hint."""
    if any(seat.kept is not None and seat.kept > count and not seat.gave_up for seat in seats):
        raise Refusal(409, "undo_bot")


def check_asked(table: TableState, visitor: str, seat: int, version: int) -> None:
    """Refuses a request for a seat that the visitor does not hold or that has nothing to decide."""
    table.seat_of(visitor, seat)
    check_version(table, version)
    if seat not in table.asked():
        raise Refusal(409, "not_asked")


def answer(change: TableChange, seat: int, action: int) -> None:
    """Plays a decision, or seals it until every seat that is asked has decided."""
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
    """Asks the other people to take the last decision of a seat back; without others it is taken back at once."""
    table, last = change.table, change.table.history.last_decision(seat)
    if last is None:
        raise Refusal(409, "undo_nothing")
    if table.rated:
        raise Refusal(409, "undo_rated")
    check_kept(table.seats, last)
    if table.agreeing(last) - {visitor}:
        change.set(undo_asked={"seat": seat, "back": last, "agreed": [visitor], "since": table.version + 1})
    else:
        take_back(change, last, seat)


def take_back(change: TableChange, count: int, seat: int) -> None:
    """Keeps only the first `count` choices, and tells who took the others back until somebody decides.

    Clocks run on, so taking back wins no time: a step of one's own is asked again since it was first asked.
    """
    before = change.table
    alone = set(before.history.deciders[count : len(before.history.choices)]) == {seat}
    check_kept(before.seats, count)
    for each in before.asked():
        use_time(change, each, before.seals[each][1] if each in before.seals else change.now)
    change.back(count)
    change.set(undo_asked={"seat": seat, "back": count, "agreed": [], "done": True})
    still_asked = change.table.asked().keys() & before.asked().keys()
    if alone or not still_asked:
        end_grace(change)
    if before.clock == "move" and (alone or still_asked):
        change.set(moved_at=(change.made_at(count - 1) if alone else None) or before.moved_at)


def go_on(change: TableChange, history: History) -> None:
    """Draws chance events until a seat is to act, unless people enter them, and closes a finished game."""
    table = change.table
    while (position := history.position).to_act == CHANCE and not table.companion:
        outcome = draw(position, table.seed, table.luck, len(history.choices))
        history = history.followed([ply_of(outcome, by_chance=True)])
    if history is not table.history:
        end_grace(change)
        change.follow(history)
    if position.to_act is None:
        change.set(status=OVER, worker=None)
