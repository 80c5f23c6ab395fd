"""Characters keep name and face from the pile to the board, the tracks and the discard."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import cast

import pytest

from ludotheque import Position
from ludotheque.core.svg import changes_between
from ludotheque.core.words import words
from ludotheque.games.stanza import box
from ludotheque.games.stanza.characters import discarded, face, in_pile, rows
from ludotheque.games.stanza.state import State

from .build import GAME, before_bonus_room


def state_of(p: Position) -> State:
    return cast(State, p.hidden(None))


def faces(p: Position) -> list[list[str]]:
    """The faces in every place of the table."""
    people = [[face(tile) if 0 <= tile < box.PATRON else "" for tile in row] for row in rows(state_of(p))]
    return people + [discarded(state_of(p), d) for d in range(box.DISCIPLINES)]


def game(players: int, seed: int) -> Iterator[Position]:
    chooser, p = random.Random(seed), GAME.start(players, seed=seed)
    while p.to_act is not None:
        yield p
        p = p.play(chooser.choice(p.legal())).sharing(p)
    yield p


@pytest.mark.parametrize("players", GAME.seats)
def test_each_person_is_in_one_place_throughout_a_game(players: int) -> None:
    for p in game(players, 3):
        s = state_of(p)
        there = [name for row in faces(p) for name in row if name and name[0] != "s"]
        assert len(set(there)) == len(there)
        assert [len(in_pile(s, d)) for d in range(box.DISCIPLINES)] == s.pile
        assert [len(discarded(s, d)) for d in range(box.DISCIPLINES)] == s.discard


@pytest.mark.parametrize("players", GAME.seats)
def test_nobody_changes_but_by_moving(players: int) -> None:
    """From one position to the next the people of a place stay, or come from another place or from the pile."""
    before: list[list[str]] = []
    for p in game(players, 5):
        now = faces(p)
        if before:
            seen = {name for row in before for name in row}
            pile = {f"{box.LETTERS[d]}{n + 1}" for d in range(box.DISCIPLINES) for n in range(8)} - seen
            assert {name for row in now for name in row if name and name[0] != "s"} <= seen | pile
        before = now


def test_a_recruit_keeps_the_face_and_the_name_of_the_space() -> None:
    p = GAME.start(2, seed=1)
    space = face(state_of(p).board[1])
    after = p.play(0)
    assert face(state_of(after).recruits[0][0]) == space
    assert p.say(0).endswith(f" {words('stanza', 'en').find(f'characters.{space}')}")
    change = next(change for change in changes_between(p, after, 0) if change.rule == "L21")
    assert change.symbol == f"mini-{space}"


def test_records_and_positions_know_nothing_of_people() -> None:
    last = list(game(3, 7))[-1]
    again = last.record().last()
    assert (again, hash(again)) == (last, hash(last))
    assert faces(again) == faces(last)  # the deal decides, and the record has the deal
    assert GAME.position(last.to_dict()) == last


def test_everybody_is_told_the_same_people() -> None:
    p = list(game(2, 9))[40]
    seen = [[list(map(id, row)) for row in rows(cast(State, p.hidden(seat)))] for seat in (None, 0, 1)]
    assert seen[0] == seen[1] == seen[2]


def test_a_position_that_was_set_up_has_people_too() -> None:
    for p in (before_bonus_room(grid="TD4"), pickle.loads(pickle.dumps(GAME.start(2, seed=1).play(0)))):
        there = [name for row in faces(p) for name in row if name and name[0] != "s"]
        assert len(set(there)) == len(there) > 0
