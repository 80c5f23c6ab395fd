"""Reviews of finished games: who was winning when, what was luck, and which decisions gave the game away.

>>> from ludotheque.review import Effort, review
>>> story = review(record, Effort(iterations=2000, seconds=None))  # doctest: +SKIP
>>> [f"{decision.lost:.0%}" for decision in story.turning_points()]  # doctest: +SKIP
['23%', '19%', '11%']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ludotheque.core.game import Game
from ludotheque.core.record import GameRecord
from ludotheque.review.judging import DEFAULT, Effort, Judged, Moment, Shares, judge, moments, result
from ludotheque.review.story import Balance, Decision, Draw, Story, story

__all__ = ["Balance", "Decision", "Draw", "Effort", "Judged", "Moment", "Shares", "Story", "review"]


def review(
    record: GameRecord,
    effort: Effort = DEFAULT,
    *,
    seed: int = 0,
    game: Game | None = None,
    progress: Callable[[int, int], None] = lambda done, count: None,
) -> Story:
    """Reviews a finished game; `progress` is told how many moments are judged, and of how many.

    With iterations instead of seconds the same seed gives the same review. Raises if the record is
    not sound or its game is not over.
    """
    positions = list(record.replay(game))
    which = moments(positions)
    judged = []
    for each in judge(positions, record.plies, which, effort, seed):
        judged.append(each)
        progress(len(judged), len(which))
    return told(judged, result(positions[-1]))


def judged_part(
    record: GameRecord, first: int, last: int, effort: Effort, seed: int = 0, game: Game | None = None
) -> Iterator[Judged]:
    """Judges the moments first..last-1 of a finished game: a review can be made in parts."""
    positions = list(record.replay(game))
    return judge(positions, record.plies, moments(positions)[first:last], effort, seed)


def told(judged: Sequence[Judged], end: Shares) -> Story:
    """The story of a game, from the judgements of all its moments."""
    return story(judged, end)
