"""The history of a game: every choice that counts, the positions between them, and what may be taken back."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ludotheque.contract.lazy import lazy
from ludotheque.core.plies import choice_of
from ludotheque.core.position import SPECTATOR, Position
from ludotheque.errors import BadRecord, Error
from ludotheque.kernel.state import CHANCE

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.record import GameRecord


CountedPly = TypeVar("CountedPly")


class Ply(NamedTuple):
    """A choice that was made: the position before it, and the action or outcome."""

    position: Position
    choice: int


class Undo(NamedTuple):
    """Before ply `ply` was added, all but the first `back` of the plies that counted were taken back."""

    ply: int
    back: int


class Barrier(NamedTuple):
    """Why a decision cannot be taken back: "nothing", "chance", "other" (a seat has decided since) or "hidden"."""

    reason: str
    seat: int | None = None


@dataclass(frozen=True)
class History:
    """positions[n] is where the first n choices lead. Choices are plies, as in a record."""

    positions: tuple[Position, ...]
    choices: tuple[int, ...]

    @classmethod
    def begun(cls, game: Game, players: int, options: dict[str, Any], start: dict[str, Any] | None) -> History:
        """The history before the first choice."""
        return cls((game.start(players, **options) if start is None else game.position(start),), ())

    @classmethod
    def of(cls, record: GameRecord, game: Game | None = None) -> History:
        """The history of a record; raises BadRecord for an unsound one."""
        return cls(tuple(record.replay(game)), record.plies)

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @lazy
    def asked(self) -> dict[int, Position]:
        """The seats that may decide now, each with a position in which it is to act."""
        return asked(self.position)

    @property
    def simultaneous(self) -> bool:
        """Whether several seats decide now, in secret."""
        return self.position.secret

    def plies(self, first: int = 0) -> Iterator[Ply]:
        """The choices from `first` on, each with the position before it."""
        for n in range(first, len(self.choices)):
            yield Ply(self.positions[n], choice_of(self.choices[n]))

    @lazy
    def deciders(self) -> list[int | None]:
        """The seat that made each choice, and the one that is to make the next; None for chance."""
        return _deciders(self.positions)

    # --- forth and back ---------------------------------------------------------------------

    def followed(self, choices: Sequence[int], known: History | None = None, judged: bool = False) -> History:
        """This history and then these choices; `judged` says that they are legal.

        Positions that the history `known` has are not played again.
        """
        whole = (*self.choices, *choices)
        same = 0 if known is None else shared(known.choices, whole)
        positions = list(self.positions)
        for n in range(len(self.choices), len(whole)):
            if known is not None and n < same:
                positions.append(known.positions[n + 1])
            else:
                before = positions[-1]
                after = (before.after if judged else before.play)(choice_of(whole[n]))
                positions.append(after.sharing(before))
        longer = History(tuple(positions), whole)
        vars(longer)["deciders"] = self.deciders + _deciders(longer.positions[len(self.positions) :])
        return longer

    def back(self, count: int) -> History:
        """Only the first choices."""
        shorter = History(self.positions[: count + 1], self.choices[:count])
        vars(shorter)["deciders"] = self.deciders[: count + 1]
        return shorter

    def last_decision(self, seat: int) -> int | None:
        """The ply of a seat's last decision, or the first of the simultaneous decision it belongs to."""
        ply, deciders = len(self.choices) - 1, self.deciders
        while ply >= 0 and deciders[ply] != seat:
            ply -= 1
        return None if ply < 0 else self.group_start(ply)

    def barrier(self, ply: int, seat: int, passing: Container[int] = ()) -> Barrier | None:
        """What keeps a seat from taking the game back to one of its decisions; None: nothing.

        That is chance, a decision of another seat and, in a game with hidden things, anything that may have
        shown one of them. Decisions of the seats in `passing` (bots) do not count by themselves.
        """
        since = self.deciders[ply + 1 : len(self.choices)]
        if None in since:
            return Barrier("chance")
        if other := [each for each in since if each != seat and each not in passing]:
            return Barrier("other", other[-1])
        before = self.positions[ply]
        alone = all(each == seat for each in since)
        if not all(map(is_open, self.positions[ply:-1])) or not (alone or before.view(seat) == before.to_dict()):
            return Barrier("hidden")
        return None

    def own_steps(self, seat: int) -> list[int]:
        """How far a seat may take its present turn back by itself: numbers of choices that would be left."""
        if seat not in self._own_steps:
            first = len(self.choices)
            while first > 0 and self.deciders[first - 1] == seat and self.barrier(first - 1, seat) is None:
                first -= 1
            self._own_steps[seat] = list(range(first, len(self.choices)))
        return self._own_steps[seat]

    @lazy
    def _own_steps(self) -> dict[int, list[int]]:
        return {}  # by seat, once it was asked for

    # --- simultaneous decisions -------------------------------------------------------------

    def group_start(self, ply: int) -> int:
        """The first ply of the simultaneous decision that this one belongs to; else itself."""
        while ply > 0 and self.together(ply - 1):
            ply -= 1
        return ply

    def together(self, ply: int) -> bool:
        """Whether a choice and the next are parts of one simultaneous decision."""
        one, other = self.positions[ply], self.positions[ply + 1]
        if not (one.secret and other.secret):
            return False
        return (one.to_act or 0) < (-1 if other.to_act is None else other.to_act) and one.phase == other.phase

    def is_told(self, ply: int, viewer: int) -> bool:
        """Whether a viewer (a seat, or SPECTATOR) may know a choice: seen, revealed, or the game is over.

        Simultaneous decisions are revealed when the last seat has decided. A history always holds them
        whole, because they are sealed until then.
        """
        before = self.positions[ply]
        return before.sees_choice(viewer) or self.position.to_act is None or before.secret


def _deciders(positions: Sequence[Position]) -> list[int | None]:
    return [None if (seat := position.to_act) == CHANCE else seat for position in positions]


def replayed(first: Position, plies: Sequence[int], before: int = 0) -> Iterator[Position]:
    """A position that so many plies lead to, then the one after each ply; raises BadRecord where a ply does not fit."""
    position = first
    yield position
    for number, ply in enumerate(plies, start=before + 1):
        if (ply < 0) != (position.to_act == CHANCE):
            expected = "a chance outcome" if position.to_act == CHANCE else "a decision"
            raise BadRecord(f"Ply {number} of the record does not fit: {expected} was expected.")
        try:
            position = position.play(choice_of(ply))
        except Error as problem:
            raise BadRecord(f"Ply {number} of the record is impossible: {problem}") from None
        yield position


def counting(choices: Iterable[tuple[int, CountedPly]], undos: Iterable[Undo]) -> list[CountedPly]:
    """The choices that count, from all that were made (ply, choice) and what was taken back; or their times."""
    left = sorted(undos, key=lambda undo: undo.ply)
    count: list[CountedPly] = []
    for ply, choice in choices:
        while left and left[0].ply <= ply:
            del count[left.pop(0).back :]
        count.append(choice)
    for undo in left:
        del count[undo.back :]
    return count


def asked(position: Position) -> dict[int, Position]:
    """The seats that may decide now, each with a position in which it is to act.

    Simultaneous decisions are made in the order of the seats. The position of a later seat has some
    legal choice for each seat before it: what a seat may choose and see does not depend on it.
    """
    seat = position.to_act
    if seat is None or seat == CHANCE:
        return {}
    found = {seat: position}
    if position.secret:
        after = position.play(position.legal()[0])
        while after.to_act is not None and after.to_act > seat and after.phase == position.phase:
            seat = after.to_act
            found[seat] = after
            after = after.play(after.legal()[0])
    return found


def is_open(position: Position) -> bool:
    """Whether everybody sees what is chosen now."""
    return position.sees_choice(SPECTATOR)


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many choices two histories have in common from the start."""
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return n
    return min(len(one), len(other))
