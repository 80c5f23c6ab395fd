"""The end of a game in words: laws that hold for every game's score sheet."""

from __future__ import annotations

import functools
import re

import pytest

import ludotheque
from ludotheque import NotOver, Position
from ludotheque.contract.ending import Ending
from tests.samples import GameKind, few_kinds, random_game

LANGUAGES = ("en", "fr", "nl")
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


def end_of(kind: GameKind) -> Position:
    """The end of a random game of a kind; kinds are not hashable, their names are."""
    return _end(str(kind))


@functools.cache
def _end(name: str) -> Position:
    kind = next(kind for kind in few_kinds() if str(kind) == name)
    return [position for position, _ in random_game(kind, seed=11)][-1]


def said(ending: Ending) -> list[str]:
    """Everything that can be read on a sheet."""
    lines = [*ending.lines, *([ending.tie] if ending.tie else [])]
    texts = [ending.verdict.headline, ending.total, ending.came_from, *ending.sources()]
    texts += [reason.text for reason in ending.verdict.reasons]
    texts += [text for part in ending.parts for text in (part.title, part.so_far)]
    texts += [text for line in lines for text in (line.name, line.note)]
    return texts + [text for line in lines for cell in line.cells for text in (cell.note, cell.praise)]


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_the_lines_add_up_to_the_score_and_name_the_winners(kind: GameKind) -> None:
    position = end_of(kind)
    ending = position.ending()
    assert list(ending.scores) == position.scores()
    assert list(ending.winners) == position.winners()
    assert ending.subtotals(len(ending.parts) - 1) == position.scores()
    assert [sum(sums) for sums in zip(*ending.sources().values(), strict=True)] == position.scores()


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_every_rule_of_the_ledger_has_its_points_on_a_line_of_its_number(kind: GameKind) -> None:
    position = end_of(kind)
    ending = position.ending()
    known = set(position.game.rules())
    for seat, ledger in enumerate(position.ledger()):
        for rule, _ in ledger:
            lines = [line for line in ending.lines if rule in line.rules]
            earned = sum(points for number, points in ledger if any(number in line.rules for line in lines))
            assert sum(line.cells[seat].points or 0 for line in lines) == earned, rule
    assert all(set(line.rules) <= known for line in ending.lines)
    assert all(not reason.rule or reason.rule in known for reason in ending.verdict.reasons)


@pytest.mark.parametrize("kind", few_kinds(), ids=str)
def test_in_every_language_all_gaps_are_filled_and_the_numbers_are_the_same(kind: GameKind) -> None:
    position = end_of(kind)
    names = NAMES[: position.players]
    told = {language: position.ending(language, names) for language in LANGUAGES}
    for ending in told.values():
        assert not [text for text in said(ending) if re.search(r"[{}]|Seat \d|-\d", text)]
        assert ending.verdict.headline
        assert any(names[seat] in ending.verdict.headline for seat in ending.winners)
    for language in ("fr", "nl"):
        assert list(told[language].sources().values()) == list(told["en"].sources().values())
        assert told[language].verdict.headline != told["en"].verdict.headline


@pytest.mark.parametrize("name", ludotheque.games())
def test_a_winner_is_spoken_to_and_nobody_else(name: str) -> None:
    position = end_of(next(kind for kind in few_kinds() if kind.game == name and len(end_of(kind).winners()) == 1))
    (winner,) = position.winners()
    names = NAMES[: position.players]
    headlines = {seat: position.ending("en", names, seat).verdict.headline for seat in range(position.players)}
    assert headlines[winner].startswith("You win")
    others = {headline for seat, headline in headlines.items() if seat != winner}
    assert others == {position.ending("en", names).verdict.headline}
    assert others.pop().startswith(names[winner])


@pytest.mark.parametrize("name", ludotheque.games())
def test_a_running_game_has_no_sheet(name: str) -> None:
    """It would show what is hidden until the end."""
    with pytest.raises(NotOver, match="not over yet"):
        ludotheque.load(name).start(2, seed=1).ending()


@pytest.mark.parametrize("name", ludotheque.games())
def test_a_game_that_was_set_up_by_hand_has_a_sheet_too(name: str) -> None:
    kind = next(kind for kind in few_kinds() if kind.game == name)
    late = [position for position, _ in random_game(kind, seed=12)][-30]
    position = ludotheque.load(name).position(late.to_dict())
    while position.to_act is not None:
        position = position.play((position.legal() or list(position.outcomes()))[0])
    ending = position.ending()
    assert ending.subtotals(len(ending.parts) - 1) == position.scores()
    again = ludotheque.load(name).position(position.to_dict()).ending()
    assert (again.scores, again.winners) == (ending.scores, ending.winners)
