"""Compares what the database holds after a storm with what people sent and what was acknowledged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from ludotheque.web.storage.schema import open_store
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.state import OVER, TableState
from tests.web.torture.people import RemotePlayer, SentDecision
from tests.web.torture.servers import GentleEnd


@dataclass
class Report:
    """What happened."""

    servers: int = 0  # servers killed with all their processes
    workers: int = 0  # workers killed while their server went on
    thinking: int = 0  # thinking processes killed
    suicides: int = 0  # workers that killed themselves between a commit and its answer
    hits: int = 0  # kills from outside that left at least one post without an answer
    stops: int = 0  # servers that were told to stop and answered every request first
    games: int = 0
    sealed: int = 0  # simultaneous decisions in them
    acknowledged: int = 0
    lost: int = 0  # players whose acknowledged decision is stored in another way, and tables that are stuck
    changed: int = 0  # sealed answers that were changed
    undone: int = 0  # how often decisions or sealed answers were taken back
    doubtful: int = 0  # decisions that were made and not acknowledged
    streams: int = 0  # how often a client had to come back

    @property
    def kills(self) -> int:
        """All kills."""
        return self.servers + self.workers + self.thinking + self.suicides

    def told(self) -> str:
        """The report as JSON."""
        return json.dumps({"kills": self.kills} | asdict(self))


class Loss(AssertionError):
    """The database does not hold what was acknowledged."""

    def __init__(self, told: str, report: Report) -> None:
        super().__init__(told, report)
        self.told, self.report = told, report


def check(database: str, games: list[tuple[str, list[RemotePlayer]]], ends: list[GentleEnd], report: Report) -> None:
    """Compares the stored decisions with those sent and acknowledged; raises Loss."""
    engine = open_store(database)
    store = TableStore(engine, 1)
    problems = [problem for table, people in games for problem in check_table(store.read(table), people, ends, report)]
    engine.dispose()
    report.lost = len(problems)
    if problems:
        raise Loss("; ".join(problems), report)


def check_table(state: TableState, people: list[RemotePlayer], ends: list[GentleEnd], report: Report) -> Iterator[str]:
    """What is wrong with a table; counts what happened there."""
    if state.status != OVER:
        yield f"{state.id} is stuck"
    if state.position.record().verify() != state.position:
        yield f"the record of {state.id} is not its game"
    for person in people:
        made = decisions(state, person.seat)
        if problem := difference(person.sent, made) or unanswered(person.sent, made, ends):
            yield f"seat {person.seat} at {state.id}, {problem}"
        count(person, made, report)
    report.sealed += sum(
        state.history.positions[ply].to_act == 0 and state.history.positions[ply].secret
        for ply in range(len(state.history.choices))
    )
    report.games += 1


def count(person: RemotePlayer, made: dict[int, int], report: Report) -> None:
    """Adds what a person did."""
    acknowledged = [(sent.ply, sent.action) for sent in person.sent if sent.acknowledged]
    report.acknowledged += len(acknowledged)
    report.doubtful += len(made.items() - set(acknowledged))
    kept = [sent.ply for sent in person.sent if sent.sure]
    report.changed += len(kept) - len(set(kept))
    report.streams += person.streams
    report.undone += person.undone


def decisions(state: TableState, seat: int) -> dict[int, int]:
    """The decisions of a seat, by the number of choices made before the question."""
    line = state.history
    return {line.group_start(ply): choice for ply, choice in enumerate(line.choices) if line.deciders[ply] == seat}


def difference(sent: list[SentDecision], made: dict[int, int]) -> str:
    """An acknowledged decision that is missing, or a stored one that nobody sent; "" if there is none.

    Of several answers to one question, as sealed ones can be changed, the last that was acknowledged counts, or one
    that was sent after it and not answered. What was taken back must be gone.
    """
    for ply in {each.ply for each in sent} | made.keys():
        mine = [each for each in sent if each.ply == ply and not each.undone]
        last = max((n for n, each in enumerate(mine) if each.sure), default=None)
        if ply not in made:
            if last is not None:
                return f"ply {ply}: the decision {mine[last].action} is lost"
        elif made[ply] not in [each.action for each in mine[last or 0 :]]:
            return f"ply {ply}: {made[ply]} is not what was decided: {mine}"
    return ""


def unanswered(sent: list[SentDecision], made: dict[int, int], ends: list[GentleEnd]) -> str:
    """A decision that was made by a server that stopped, and not answered; "" if there is none."""
    for each in sent:
        same = [other for other in sent if (other.ply, other.action) == (each.ply, each.action)]
        if same == [each] and made.get(each.ply) == each.action and any(end.broke(each.unanswered) for end in ends):
            return f"ply {each.ply}: {each.action} was decided by a server that stopped without an answer"
    return ""
