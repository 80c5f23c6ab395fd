"""Reviews of finished games: everybody's share of the victory over time, luck, and the worst mistakes.

>>> from ludotheque.review import Effort, review
>>> story = review(record, Effort(iterations=2000, seconds=None))  # doctest: +SKIP
>>> [f"{decision.lost:.0%}" for decision in story.turning_points()]  # doctest: +SKIP
['23%', '19%', '11%']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ludotheque.core.game import Game
from ludotheque.core.record import GameRecord
from ludotheque.review.judging import DEFAULT, Effort, Judged, Moment, Shares, judge, moments, result
from ludotheque.review.story import Balance, Decision, Draw, Story, tell_story

__all__ = [
    "Balance",
    "Decision",
    "Draw",
    "Effort",
    "Judged",
    "Moment",
    "Shares",
    "Story",
    "judged_part",
    "review",
    "tell_story",
]


def review(
    record: GameRecord,
    effort: Effort = DEFAULT,
    *,
    seed: int = 0,
    game: Game | None = None,
    progress: Callable[[int, int], None] = lambda done, count: None,
) -> Story:
    """Reviews a finished game; calls `progress` with the number of judged moments and of all.

    With iterations instead of seconds, the same seed gives the same review. Raises if the record is invalid or the
    game is not over.
    """
    positions = list(record.replay(game))
    which = moments(positions)
    judged = []
    for each in judge(positions, record.plies, which, effort, seed):
        judged.append(each)
        progress(len(judged), len(which))
    return tell_story(judged, result(positions[-1]))


def judged_part(
    record: GameRecord,
    first: int,
    last: int,
    effort: Effort,
    seed: int = 0,
    game: Game | None = None,
    interpreted: bool = False,
) -> Iterator[Judged]:
    """Judges the moments first..last-1 of a finished game, so that a review can be made in parts."""
    positions = list(record.replay(game))
    return judge(positions, record.plies, moments(positions)[first:last], effort, seed, interpreted)
