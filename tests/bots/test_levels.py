"""The levels: named in every language, legal to the end of every game, replaced when they fail."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.bots import Sight, engine, greedy, levels, player, players, searcher
from ludotheque.bots.levels import Level, by_strength, level_of
from ludotheque.bots.limits import RANGES, check_changes
from ludotheque.bots.search.tree import Tuning
from ludotheque.core.words import LANGUAGES, words
from tests.bots.games_of_bots import decisions, played
from tests.samples import OURS

GAMES = ludotheque.games()
QUICK = levels()[:3]
RATINGS = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")


@pytest.mark.parametrize("column", range(3))
def test_bots_are_listed_by_their_ratings(column: int) -> None:
    game = ("sintra", "fourberies", "stanza")[column]
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \[.*?\| (\d+) \[.*?\| (\d+) \[", RATINGS, re.MULTILINE)
    rated = {name: int(ratings[column]) for name, *ratings in rows}
    assert by_strength(game) == tuple(sorted(rated, key=rated.__getitem__))
    assert sorted(by_strength(game)) == sorted(players())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_six_levels_have_a_name_and_a_sentence(game: str, language: str) -> None:
    assert len(levels()) == 6
    named = words(game, language).find("levels")
    assert tuple(named) == levels()
    assert len({text for level in named.values() for text in (level["name"], level["sentence"])}) == 12


@pytest.mark.parametrize("game", GAMES)
def test_stronger_levels_think_longer_and_err_less(game: str) -> None:
    found = [level_of(game, name) for name in levels()]
    assert found[-1].seconds == 2
    assert found[-1].iterations is None
    thoughts = [10**9 if level.iterations is None else level.iterations for level in found]
    assert thoughts == sorted(thoughts)
    assert [level.noise for level in found] == sorted((level.noise for level in found), reverse=True)
    assert found[-1].noise == 0


def test_an_unknown_level_is_refused_with_a_sentence() -> None:
    with pytest.raises(ludotheque.UnknownName, match="There is no level 'wizard': choose child, "):
        searcher.SearchPlayer(1, "wizard")


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_legal_to_the_end_of_the_game(game: str) -> None:
    loaded = ludotheque.load(game)
    for seats in loaded.seats:
        bots = [player(QUICK[seat % len(QUICK)], seat) for seat in range(seats)]
        for position, choice in played(loaded.start(seats, seed=seats), bots):
            assert choice in position.legal()


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", levels()[:-1])
def test_a_level_decides_alike_in_worlds_that_it_cannot_tell_apart(game: str, name: str) -> None:
    """The strongest level is limited by time, not by iterations; test_search.py tests its search."""
    for position in decisions(game, 12 if name in QUICK else 3):
        other = position.redeal(position.to_act, seed=99)
        choices = {player(name, 5).choose(Sight.of(world)) for world in (position, other)}
        assert len(choices) == 1


@pytest.mark.compiled
@pytest.mark.parametrize("game", OURS)  # a small game is more a matter of luck
def test_the_third_level_beats_the_random_player(game: str) -> None:
    loaded, matches = ludotheque.load(game), 10
    won = 0
    for seed in range(matches):
        seat = seed % 2
        bots = [player("casual" if s == seat else "random", seed + s) for s in range(2)]
        *_, (position, choice) = played(loaded.start(2, seed=seed), bots)
        won += position.play(choice).winners() == [seat]
    assert won >= 0.9 * matches


def test_a_search_that_fails_is_replaced_by_the_greedy_bot(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Any:
        raise ArithmeticError

    monkeypatch.setattr(searcher, "lent", fail)
    sight = Sight.of(ludotheque.load("sintra").start(2, seed=7))
    assert player("expert", 3).choose(sight) == player("greedy", 3).choose(sight)
    assert "the greedy bot decides instead" in caplog.text


def test_a_decision_without_a_choice_takes_no_time() -> None:
    position = next(p for p in decisions("sintra", 1000) if len(p.legal()) > 1)
    sight = Sight.of(position)
    alone = Sight(sight.game, sight.seat, sight.view, sight.legal[:1], sight.imagine)
    assert player("master").choose(alone) == sight.legal[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_level_without_a_search_plays_as_the_network_prefers(game: str) -> None:
    for position in decisions(game, 6):
        sight = Sight.of(position)
        assert player("master?iterations=0").choose(sight) == player("policy").choose(sight)


def test_a_number_of_iterations_replaces_the_time_of_a_level() -> None:
    master = level_of("sintra", "master")
    assert master.changed({"margin": 0.5}).seconds == master.seconds
    assert master.changed({"iterations": 40})[1:3] == (40, None)
    assert master.changed({"iterations": 40, "seconds": 0.5})[1:3] == (40, 0.5)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("master?iterations=-5", "The iterations of a level must be a whole number from 0 to 1e+09, not -5.0."),
        ("master?iterations=inf", "not inf."),
        ("master?iterations=2.5", "not 2.5."),
        ("master?seconds=0", "The seconds of a level must be a number above 0 up to 86400, not 0.0."),
        ("child?seconds=inf", "not inf."),
        ("master?threads=0", "The threads of a level must be a whole number from 1 to 64, not 0.0."),
        ("master?cutoff=1e30", "The cutoff of a level must be"),
        ("master?noise=nan", "The noise of a level must be a number from 0 to 1e+09, not nan."),
        ("master?noise=-1", "not -1.0."),
        ("master?exploration=nan", "not nan."),
        ("master?even=-5", "The even of a level must be a number from 0 to 1, not -5.0."),
        ("master?margin=2", "The margin of a level must be a number from 0 to 1, not 2.0."),
        ("master?depth=2", "A level has no 'depth': it has exploration, "),
    ],
)
def test_a_level_that_could_not_play_is_refused_before_it_has_to(name: str, said: str) -> None:
    with pytest.raises(ludotheque.Error, match=re.escape(said)):
        player(name)


@pytest.mark.parametrize("seconds", ["2", 0, -1, float("nan"), float("inf"), True])
def test_a_player_without_time_is_refused(seconds: Any) -> None:
    with pytest.raises(ludotheque.Error, match="A player needs more than 0 seconds and no more than a day, not "):
        player("child", seconds=seconds)


def test_what_a_level_can_be_changed_to_is_known_of_each_of_its_numbers() -> None:
    numbers_of_a_level = [name for name in Level._fields if name != "tuning"]
    assert tuple(RANGES) == (*Tuning._fields, *numbers_of_a_level)
    for game in GAMES:
        for name in levels():
            numbers = level_of(game, name)
            check_changes({**numbers.tuning._asdict(), "noise": numbers.noise, "threads": numbers.threads})


@pytest.mark.compiled
@pytest.mark.parametrize("extreme", ["least", "most"])
def test_a_level_plays_with_the_extremes_of_what_it_can_be_changed_to(extreme: str) -> None:
    sight = Sight.of(ludotheque.load("sintra").start(2, seed=7))
    for name, range_ in RANGES.items():
        if name not in ("iterations", "seconds", "threads", "secret"):
            value = getattr(range_, extreme) + (1e-9 if range_.beyond and extreme == "least" else 0)
            bot = searcher.SearchPlayer(1, "expert", changes={name: value})
            assert bot.choose(sight) in sight.legal
            assert bot.failures == [], name


@pytest.mark.compiled
def test_a_stop_at_the_beginning_of_a_choice_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = searcher.SearchPlayer(1, "master", changes={"iterations": 10**9})

    def stopped_meanwhile(*wanted: Any) -> Any:
        bot.stop()
        return engine.lent(*wanted)

    monkeypatch.setattr(searcher, "lent", stopped_meanwhile)
    sight = Sight.of(ludotheque.load("sintra").start(2, seed=7))
    assert bot.choose(sight) in sight.legal


@pytest.mark.parametrize("secret", [False, True])
def test_the_greedy_bots_values_do_not_grow_with_the_worlds(secret: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greedy, "value_of_secret", lambda *_: (100, 50))
    position = next(p for p in decisions("fourberies", 1000) if len(p.legal()) > 1 and bool(p.secret) == secret)
    legal = position.legal()
    monkeypatch.setattr(greedy, "best_ends", lambda *_: dict.fromkeys(legal, 100))
    assert set(greedy.GreedyPlayer(1).values(Sight.of(position)).values()) == {100}
