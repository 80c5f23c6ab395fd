"""Which puzzle comes when: the one of a day, and the next one of a kind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from ludotheque.puzzles.puzzle import KINDS, Puzzle, mixed

DAYS_OF_WEEK = 7
RARE = 10  # a kind with fewer than one puzzle in so many has no days of its own


def number_of_day(puzzles: Sequence[Puzzle], day: date) -> int:
    """The number of a day's puzzle, from 1: easy on Monday, hard on Sunday, and no group twice in a row."""
    week, weekday = divmod(day.toordinal() - 1, DAYS_OF_WEEK)
    groups = groups_of(puzzles)
    pool = groups[day.toordinal() % len(groups)]
    part = pool[len(pool) * weekday // DAYS_OF_WEEK : len(pool) * (weekday + 1) // DAYS_OF_WEEK] or pool
    return part[week // len(groups) % len(part)]


def groups_of(puzzles: Sequence[Puzzle]) -> list[list[int]]:
    """The numbers of the puzzles by kind, the easiest first; a rare kind joins the smallest group."""
    by_kind = [[n for n, each in enumerate(puzzles, start=1) if each.kind == kind] for kind in KINDS]
    large = [numbers for numbers in by_kind if RARE * len(numbers) >= len(puzzles)]
    smallest = min(large, key=len)
    smallest += [number for numbers in by_kind if numbers not in large for number in numbers]
    return [sorted(numbers, key=lambda number: (puzzles[number - 1].difficulty, number)) for numbers in large]


def number_after(puzzles: Sequence[Puzzle], after: int, kind: str = "", difficulty: int = 0) -> int | None:
    """The number of the next puzzle after one, of a kind and a difficulty if they are given; None if there is none.

    The puzzles of one difficulty are mixed anew: those of others, which lay between them, are left out.
    """
    later = ((after + step) % len(puzzles) + 1 for step in range(len(puzzles)))
    wanted = [n for n in later if kind in ("", puzzles[n - 1].kind) and difficulty in (0, puzzles[n - 1].difficulty)]
    if kind or not difficulty or not wanted:
        return wanted[0] if wanted else None
    last = puzzles[(after - 1) % len(puzzles)]
    if after not in wanted:
        return next((number for number in wanted if puzzles[number - 1].kind != last.kind), wanted[0])
    order = mixed([puzzles[number - 1] for number in sorted(wanted)])
    return puzzles.index(order[(order.index(last) + 1) % len(order)]) + 1
