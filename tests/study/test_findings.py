"""The first sentences of a report follow from its numbers, and leave out what may be chance."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.study.findings import findings, side
from ludotheque.study.summary import wilson


def share(part: float, games: int) -> dict[str, float]:
    return wilson(part * games, games)._asdict()


def setting(seat_0: float, games: int = 100_000, points: float = 50.0, **more: Any) -> dict[str, Any]:
    """A summary for two players."""
    return {
        "players": 2,
        "options": {},
        "seats": [share(seat_0, games), share(1 - seat_0, games)],
        "winning_score": {"mean": points},
        "lines": [{"line": "A", "decided": share(0.2, games)}, {"line": "B", "decided": share(0.6, games)}],
        "choices": [],
    } | more


def keys(*settings: dict[str, Any], others: tuple[dict[str, Any], ...] = ()) -> list[str]:
    return [key for key, _ in findings(settings, others)]


@pytest.mark.parametrize(
    ("part", "games", "known"), [(0.52, 100_000, 1), (0.48, 100_000, -1), (0.52, 1_000, 0), (0.515, 5_000, 0)]
)
def test_a_share_stands_out_only_where_chance_would_not_do_it(part: float, games: int, known: int) -> None:
    """The last share is outside its interval of 95%, as one in twenty is by chance."""
    assert side(share(part, games), 0.5) == known


def test_the_best_seat_is_told_or_that_there_is_none() -> None:
    (seat, given), *_ = findings([setting(0.45)], [])
    assert (seat, given["number"], given["share"]) == ("found.seat", 2, share(0.55, 100_000))
    assert keys(setting(0.5)) == ["found.no_seat", "found.line"]


def test_the_line_that_decided_most_is_told() -> None:
    told = dict(findings([setting(0.5)], []))
    assert told["found.line"]["line"] == "B"


def test_the_choice_that_won_most_is_told_unless_hardly_anybody_made_it() -> None:
    def choice(label: str, seats: float, won: float) -> dict[str, Any]:
        return {"label": label, "seats": seats, "won": share(won, round(seats * 200_000))}

    group = {"title": "tiles", "choices": [choice("x", 0.5, 0.6), choice("y", 0.5, 0.7), choice("z", 0.0001, 1.0)]}
    told = dict(findings([setting(0.5, choices=[group])], []))
    assert (told["found.choice"]["group"], told["found.choice"]["choice"]) == ("tiles", "y")
    nothing = {"title": "tiles", "choices": [choice("x", 0.5, 0.5)]}
    assert "found.choice" not in keys(setting(0.5, choices=[nothing]))


def test_an_option_that_favours_a_seat_is_told_and_the_one_that_changes_most() -> None:
    favours = setting(0.6, options={"side": "B"}, points=51.0)
    changes = setting(0.5, options={"floor": True}, points=80.0)
    told = dict(findings([setting(0.5)], [favours, changes]))
    assert told["found.option_seat"]["option"] is favours
    assert told["found.option_points"]["option"] is changes
    assert (told["found.option_points"]["before"], told["found.option_points"]["after"]) == ("50.0", "80.0")
    assert "found.option_seat" not in keys(setting(0.6), others=(favours,))
    another = setting(0.4, options={"side": "C"})
    assert keys(setting(0.5), others=(favours, another)).count("found.option_seat") == 1
