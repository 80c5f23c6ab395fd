"""Puzzles: how they are found, kept, ordered and explained."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.bots.engine import borrowed
from ludotheque.core.game import game_of
from ludotheque.core.lessons import lesson_of
from ludotheque.errors import Error
from ludotheque.puzzles import KINDS, Puzzle, make, puzzles_of, read_puzzles, write_puzzles
from ludotheque.puzzles.counting import counted
from ludotheque.puzzles.daily import number_after
from ludotheque.puzzles.facts import kind_of
from ludotheque.puzzles.finding import Finder, clear, same_as
from ludotheque.puzzles.limits import Search
from ludotheque.puzzles.puzzle import Move, mixed
from tests.cli.running import run

PUZZLED = [name for name in games() if puzzles_of(name)]
QUICK = Search(scan=100, look=100, verify=400)


def move(points: int = 0, mine: float = 0.0, theirs: float = 0.0, reply: int | None = None) -> Move:
    return Move(1, (1, 2), 0.5, points, reply, mine, theirs)


def sample(kind: str = "points", number: int = 0) -> Puzzle:
    position = game_of("sintra").start(2, seed=number).to_dict()
    return Puzzle("sintra", position, 0, (3,), move(4), move(), move(), kind, 2, (0, number, 5))


def test_an_ending_is_counted_out() -> None:
    last = lesson_of("sintra").steps[7]
    taken = last.after([49]).position
    assert counted(last.start) == {49: 1.0, 50: 1.0}
    assert counted(taken) == dict.fromkeys(taken.legal(), 1.0)
    assert counted(lesson_of("sintra").steps[0].start) is None
    exact = {1: 1.0, 2: 0.5, 3: 0.0}
    assert clear(exact, 1, [2, 3]) == exact
    assert clear(exact | {2: 1.0}, 1, [2]) is None


def test_a_move_is_good_for_what_it_changes_most() -> None:
    step = lesson_of("sintra").steps[5]  # the pink pane brings 7 points, any other choice none

    def kind(best: Move, other: Move) -> str | None:
        return kind_of(step.start, (14,), best, other)

    assert kind(move(points=7), move()) == "points"
    assert kind(move(points=7, mine=30), move(points=2)) == "points"
    assert kind(move(points=5), move()) == "plan", "the turn can bring more"
    assert kind_of(step.start, (13,), move(points=7), move()) == "plan", "another move brings as many points"
    assert kind(move(), move(points=-18)) == "plan", "to bring nothing is no puzzle of points"
    assert kind(move(mine=5), move(points=1)) == "plan"
    assert kind(move(theirs=1), move(theirs=9)) == "defend"
    assert kind(move(mine=3, reply=0), move(reply=6)) == "defend"
    assert kind(move(mine=1), move()) is None
    assert kind(move(), move(points=5)) is None


@pytest.mark.parametrize("name", ["some.jsonl", "some.jsonl.gz"])
def test_a_file_keeps_puzzles(name: str, tmp_path: Path) -> None:
    file, made = tmp_path / name, [sample("points", 1), sample("plan", 2)]
    write_puzzles(file, made)
    with pytest.raises(Error, match="cannot be written"):
        write_puzzles(tmp_path / "nowhere" / name, made)
    assert read_puzzles(file) == made
    assert made[0].start().to_dict() == made[0].position
    file.write_bytes(b"rubbish")
    with pytest.raises(Error, match="holds no puzzles"):
        read_puzzles(file)


def test_no_idea_comes_twice_in_a_row_while_there_are_others() -> None:
    made = [sample(kind, number) for number, kind in enumerate(["points"] * 2 + ["plan"] * 20 + ["defend"] * 18)]
    order = mixed(made)
    assert sorted(each.source for each in order) == sorted(each.source for each in made)
    assert all(one.kind != other.kind for one, other in pairwise(order))


def test_no_idea_comes_twice_in_a_row_among_puzzles_of_one_difficulty() -> None:
    kinds = ("defend", "defend", "plan", "defend", "defend", "plan", "defend", "plan")  # the even ones are easy
    puzzles = [replace(sample(kind, number), difficulty=2 - number % 2) for number, kind in enumerate(kinds)]
    seen = [1]
    for _ in range(4):
        seen.append(number_after(puzzles, seen[-1], difficulty=1) or 0)
    assert seen[1] == 6  # another kind than the hard one
    assert sorted(seen[1:]) == [2, 4, 6, 8]
    assert all(kinds[one - 1] != kinds[other - 1] for one, other in pairwise(seen))
    assert number_after(puzzles, 1, difficulty=6) is None


@pytest.mark.parametrize(
    "wrong", [("--count", 0), ("--minutes", 0), ("--iterations", 0), ("--cores", 0), ("--only", "x")]
)
def test_the_command_refuses_what_makes_no_puzzles(wrong: tuple[object, ...], tmp_path: Path) -> None:
    assert run("puzzles", "sintra", "--out", tmp_path / "some.jsonl", *wrong).code == 2


@pytest.mark.compiled
def test_a_small_game_is_searched_until_the_time_is_over(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    told = run("puzzles", "harvest", "--out", file, "--minutes", 0.03, "--cores", 1, "--iterations", 50)
    assert (told.code, "puzzles of Harvest" in told.out) == (0, True)
    read_puzzles(file)


@pytest.mark.compiled
def test_a_puzzle_has_one_best_move_that_the_greedy_bot_does_not_find() -> None:
    puzzle = next(make("sintra", seed=3, cores=1, search=QUICK))
    position = puzzle.start()
    assert position.to_act == puzzle.seat
    assert puzzle.answers == same_as(position, puzzle.best.action)
    assert puzzle.greedy.action not in puzzle.answers
    assert puzzle.best.share - max(puzzle.second.share, puzzle.greedy.share) >= 0.08
    assert puzzle.kind in KINDS
    assert 1 <= puzzle.difficulty <= 6
    with borrowed(position.game, position.players) as engine:
        finder = Finder(position.game, engine, QUICK)
        assert finder.verified(position, puzzle.best.action, [puzzle.second.action, puzzle.greedy.action]) is not None
    assert replace(puzzle) == Puzzle.from_json(puzzle.to_json())


@pytest.mark.parametrize("game", PUZZLED)
def test_the_puzzles_of_the_package_are_sound(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= 300
    assert len({repr(puzzle.position) for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        position = puzzle.start()
        assert position.to_act == puzzle.seat
        assert not position.secret
        assert len(position.legal()) >= 3
        assert puzzle.answers == same_as(position, puzzle.best.action)
        assert not {puzzle.greedy.action, puzzle.second.action} & set(puzzle.answers)
        assert puzzle.best.share - max(puzzle.second.share, puzzle.greedy.share) >= 0.079
        assert kind_of(position, puzzle.answers, puzzle.best, puzzle.greedy) == puzzle.kind
        assert position.redeal(puzzle.seat, 1).view(puzzle.seat) == position.view(puzzle.seat)
    assert all(one.kind != other.kind for one, other in pairwise(puzzles))
    assert all(one.source[:2] != other.source[:2] for one, other in pairwise(puzzles))


@pytest.mark.compiled
@pytest.mark.parametrize("game", PUZZLED)
def test_a_search_of_our_own_agrees_with_a_sample_of_the_puzzles(game: str) -> None:
    agreed = 0
    sample = puzzles_of(game)[:: len(puzzles_of(game)) // 5]
    for puzzle in sample:
        agreed += puzzle.start().advice(None, iterations=4000, seed=5)[0].action in puzzle.answers
    assert agreed >= len(sample) - 1
