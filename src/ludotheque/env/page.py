"""Writes the page of each game in docs/observations/ from the tables of its `observe.py`.

python -m ludotheque.env.page docs/observations
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import ludotheque
from ludotheque.core.game import Game
from ludotheque.env.observing import fields, table_of
from ludotheque.kernel.observation import Span

INTRODUCTION = """\
# {title}: observations, actions, rewards

*Written by `python -m ludotheque.env.page` from the tables in `games/{name}/observe.py`; a test keeps it true.*

An observation is a row of {length} whole numbers (int16): all that one seat may know, and nothing else. It is
written from a state that `hide` has blanked, so two games that differ only in what the seat cannot know give the
same row. The rules that write it run interpreted, compiled and on the GPU, with the same numbers.

Every row looks from the seat that observes: **seat 0 is the observer**, seat 1 sits on its left, and so on
clockwise. A field of yes or no holds 1 or 0. Of several places in such a field that exclude each other, one is 1,
or none if there is nothing to say. A shape such as 6 x 5 means 6 times 5 numbers, the last index running fastest.
"""

REWARDS = """\
## Rewards

While the game goes on every reward is 0. At its end a seat of n gets (n x share - 1) / (n - 1), where share is its
share of the victory: 1 / w for each of w winners ({winner} says who wins), else 0. So a lone winner gets 1, the
rewards of all seats sum to 0, and with two players the loser gets -1. Environments of Gymnasium (also the vector
environment) and PettingZoo that are made with `reward="score"` instead give a seat the points that it gained since its
last decision: by so much its field `{score}` grew.
"""


def page(game: Game) -> str:
    """The whole page of a game, as Markdown."""
    table = table_of(game)
    parts = [
        INTRODUCTION.format(title=game.title(), name=game.name, length=table.OBSERVATION),
        "## Fields of the table\n\n" + _field_table(span for span in fields(game) if span.seat < 0),
        _seats(game),
        f"## Actions\n\nAn action is one of {game.action_count} ids; the mask says which are legal.\n\n"
        + _rows(("Ids", "Meaning"), ((_ids(a.first, a.how_many), a.meaning) for a in table.ACTION_TABLE)),
        REWARDS.format(winner=game.about.WINNER, score=table.SCORE),
        "## Versions\n\nA version changes when a row, an id or a reward changes its meaning.\n\n"
        + _rows(("Version", "Since", "What changed"), ((str(c.version), c.release, c.what) for c in table.HISTORY)),
    ]
    return "\n".join(parts)


def _seats(game: Game) -> str:
    seats = [span for span in fields(game) if span.seat >= 0]
    first = [span for span in seats if span.seat == 0]
    stride = sum(span.field.length for span in first)
    begins = [span.offset for span in seats if span.field.name == first[0].field.name]
    return (
        f"## Fields of every seat\n\nThe {len(begins)} seats begin at {', '.join(map(str, begins))}, each {stride} "
        f"numbers long. The places below are those of the observer, seat 0.\n\n" + _field_table(iter(first))
    )


def _field_table(spans: Iterator[Span]) -> str:
    rows = (
        (
            f"`{field.name}`",
            _ids(offset, field.length),
            " x ".join(map(str, field.shape)),
            f"{field.low} to {field.high}",
            field.meaning,
        )
        for field, offset, _ in spans
    )
    return _rows(("Field", "Places", "Shape", "Range", "Meaning"), rows)


def _ids(first: int, count: int) -> str:
    return str(first) if count == 1 else f"{first}-{first + count - 1}"


def _rows(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main(folder: Path) -> None:
    """Writes the pages of all games."""
    for name in ludotheque.games():
        (folder / f"{name}.md").write_text(page(ludotheque.load(name)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
