"""Plugged-in bots: loaded by name, given what they may know, replaced when they fail."""

from __future__ import annotations

import inspect
from itertools import pairwise

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots import Sight, player
from ludotheque.bots.plugged import PluggedPlayer, guest_seed
from tests.bots.games_of_bots import decisions, played

GUESTS = "tests.arena.guests"


def sight() -> Sight:
    return Sight.of(ludotheque.load("sintra").start(2, seed=7))


def test_a_bot_chooses_from_its_view() -> None:
    assert player(f"{GUESTS}:First").choose(sight()) == sight().legal[0]


def test_a_bot_that_wants_a_seed_gets_one_that_tells_nothing_of_the_deal() -> None:
    """A seat's seed contains the seeds of the contest and of the deal, so a bot must not be able to compute it."""
    legal = sight().legal
    given = [guest_seed(seed) for seed in range(400)]
    assert [player(f"{GUESTS}:Seeded", seed).choose(sight()) for seed in (3, 4)] == [
        legal[given[seed] % len(legal)] for seed in (3, 4)
    ]
    assert len(set(given)) == 400
    assert 150 < sum(later > seed for seed, later in pairwise(given)) < 250  # as many up as down
    assert 150 < sum(seed % 2 for seed in given) < 250
    assert all(0 <= seed < 2**32 for seed in given)
    assert guest_seed(1 << 80) != guest_seed(0)


def test_what_a_bot_is_given_is_its_own() -> None:
    seen = sight()
    assert player(f"{GUESTS}:Meddler").choose(seen) == seen.legal[0]
    assert seen == sight()


@pytest.mark.parametrize("game", ["fourberies", "sintra"])
def test_a_bot_can_take_a_sight_and_imagine_worlds(game: str) -> None:
    seen = Sight.of(ludotheque.load(game).start(2, seed=7))
    bot = PluggedPlayer(f"{GUESTS}:Dealing", 1)
    assert (bot.choose(seen), bot.failures) == (seen.legal[-1], [])
    assert seen.view  # the bot cleared its own copy


def test_the_real_position_is_not_within_reach_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    real = decisions("fourberies", 4)[2]
    given: list[Sight] = []
    bot = PluggedPlayer(f"{GUESTS}:Dealing", 1)

    def keep(sight: Sight, allowed: tuple[int, ...]) -> int:
        given.append(sight)
        return allowed[0]

    monkeypatch.setattr(bot, "_answer", keep)
    bot.choose(Sight.of(real))
    cells = inspect.getclosurevars(given[0]._redeal).nonlocals
    assert all(world != real for world in cells.values() if isinstance(world, Position))
    assert given[0].imagine(5) == Sight.of(real).imagine(5)


@pytest.mark.compiled
def test_rollouts_play_every_action_in_one_world() -> None:
    seen = Sight.of(decisions("fourberies", 4)[2])
    found = seen.rollouts(3, games=5)
    assert tuple(found) == seen.legal
    assert all(ends.scores.shape == (5, seen.imagine(3).players) for ends in found.values())
    with pytest.raises(ludotheque.Error, match="is not legal now"):
        seen.rollouts(3, actions=[10**6])
    again = seen.rollouts(3, games=5, world=seen.imagine(3))
    assert all((again[action].scores == ends.scores).all() for action, ends in found.items())


def test_rollouts_refuse_worlds_of_others() -> None:
    seen = Sight.of(decisions("fourberies", 4)[2])
    played = seen.imagine(3).play(seen.legal[0])
    for world in (7, played, decisions("sintra", 1)[0]):
        with pytest.raises(ludotheque.Error, match="The world must be a position as `imagine` gives it"):
            seen.rollouts(3, world=world)  # type: ignore[arg-type]
    with pytest.raises(ludotheque.Error, match=r"The actions must be a list such as \[\d+\], not 3"):
        seen.rollouts(3, actions=3)  # type: ignore[arg-type]
    with pytest.raises(ludotheque.Error, match="A sight is made of a position, not of None"):
        Sight.of(None)  # type: ignore[arg-type]


@pytest.mark.compiled
def test_the_example_with_secrets_plays() -> None:
    seen = Sight.of(decisions("fourberies", 4)[2])
    bot = PluggedPlayer("examples.dealing_bot:DealingBot", 1, 0.1)
    assert bot.choose(seen) in seen.legal
    assert bot.failures == []


@pytest.mark.parametrize("path", ["examples.first_bot:FirstBot", "examples.watchful_bot:WatchfulBot"])
def test_the_examples_play(path: str) -> None:
    bot = PluggedPlayer(path, 1, 0.1)
    assert bot.choose(sight()) in sight().legal
    assert bot.failures == []


@pytest.mark.parametrize(
    ("guest", "sentence"),
    [
        ("Crashing", "has crashed (RuntimeError: 'no idea')."),
        ("Stillborn", "has crashed (RuntimeError: 'no bot')."),
        ("Leaving", "has crashed (SystemExit: '3')."),
        ("Slow", "has not decided within 0.05 seconds."),
        ("Cheating", "which is not legal."),
        ("Wordy", "has chosen 'pass', which is not legal."),
        ("Evasive", "has not decided within 0.05 seconds."),
        ("Numberless", "has crashed (ValueError: 'no number')."),
        ("Speechless", "has crashed (UnspeakableError)."),
    ],
)
def test_a_bot_that_fails_is_replaced_by_the_greedy_bot(
    guest: str, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    bot, greedy = PluggedPlayer(f"{GUESTS}:{guest}", 3, 0.05), player("greedy", 3)
    first, *_ = played(ludotheque.load("sintra").start(2, seed=7), [bot, bot])
    assert first[1] == greedy.choose(sight())
    (failure,) = bot.failures
    assert failure.startswith(f"The bot {GUESTS}:{guest} has ")
    assert failure.endswith(sentence)
    assert caplog.text.count("The greedy bot plays on in its place.") == 1


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere.at_all:Bot", "cannot be loaded .ModuleNotFoundError: \"No module named 'nowhere'\""),
        ("tests.arena.script:Bot", "cannot be loaded .SystemExit: '7'"),
        (f"{GUESTS}:Nobody", "must be a class with a method `choose`"),
        (f"{GUESTS}:NO_CLASS", "must be a class with a method `choose`"),
        ("master@soon", "A player is named as master, master@0.5"),
        ("master@0", "A player needs more than 0 seconds"),
        ("master?cutoff", "A player is named as master, master@0.5"),
        ("greedy?cutoff=3", "Only a level can be changed, not 'greedy'"),
        ("wizard", "There is no bot 'wizard'"),
        (None, "A player is known by its name, not by None"),
    ],
)
def test_a_name_that_says_nothing_is_refused_with_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(ludotheque.Error, match=sentence):
        player(name)


def test_what_a_module_prints_when_it_is_loaded_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ludotheque.Error):
        player("tests.arena.script:Bot")
    assert capsys.readouterr() == ("", "I am a script.\n")


@pytest.mark.compiled
def test_a_level_can_be_changed_for_a_match() -> None:
    assert player("child?iterations=5&noise=0&threads=2", 1).choose(sight()) in sight().legal
    with pytest.raises(ludotheque.UnknownName, match="A level has no 'depth': it has exploration, "):
        player("child?depth=3").choose(sight())
