"""Taking back: as far as your last decision, and never past something that cannot be forgotten."""

from __future__ import annotations

import pytest

import ludotheque
from ludotheque.bots import Sight, player
from ludotheque.cli.match import Match
from ludotheque.core.history import Barrier, Ply
from ludotheque.core.position import SPECTATOR
from tests.cli.running import run

GAMES = ludotheque.games()


def match(game: str, seed: int = 3, players: int = 2) -> Match:
    return Match.start(ludotheque.load(game), players, seed, {})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_dealt_as_the_library_deals_it(game: str, seed: int) -> None:
    ours, bot = match(game, seed), player("random", seed)
    theirs = ludotheque.load(game).start(2, seed=seed)
    while theirs.to_act is not None:
        assert ours.position == theirs
        action = bot.choose(Sight.of(theirs))
        ours.play(action)
        theirs = theirs.play(action)
    assert ours.position.record() == theirs.record()


def test_a_step_of_a_turn_is_taken_back() -> None:
    sintra = match("sintra")
    before, seat = sintra.position, sintra.position.to_act
    assert seat is not None
    take = before.legal()[0]
    sintra.play(take)
    assert sintra.position.to_act == seat
    assert sintra.undo(seat, people={0, 1}) == Ply(before, take)
    assert sintra.position == before
    assert sintra.position.record() == before.record()


def test_nothing_is_taken_back_before_anything_was_decided() -> None:
    sintra = match("sintra")
    assert sintra.undo(0, people={0}) == Barrier("nothing")


def test_a_turn_is_taken_back_from_a_bot_but_not_from_a_person() -> None:
    sintra = match("sintra")
    before, seat = sintra.position, sintra.position.to_act
    assert seat is not None
    while sintra.position.to_act == seat:
        sintra.play(sintra.position.legal()[0])
    other = 1 - seat
    while sintra.position.to_act == other:
        sintra.play(sintra.position.legal()[0])
    assert sintra.undo(seat, people={0, 1}) == Barrier("other", other)
    while sintra.position != before:
        assert isinstance(sintra.undo(seat, people={seat}), Ply)


@pytest.mark.parametrize("game", GAMES)
def test_taking_back_never_passes_chance_or_what_was_hidden(game: str) -> None:
    played, bot = match(game, players=ludotheque.load(game).seats[-1]), player("random", 1)
    kept = 0
    while (seat := played.position.to_act) is not None and kept < 400:
        here = played.history
        undone = played.undo(seat, people={seat})
        if isinstance(undone, Ply):
            gone = list(here.plies(len(played.history.choices)))
            assert undone == gone[0]
            assert undone.position.to_act == seat
            assert all(ply.position.to_act != -1 for ply in gone)
            open_to_all = undone.position.sees_choice(SPECTATOR) and len(gone) == 1
            assert open_to_all or undone.position.view(seat) == undone.position.to_dict()
            played.history = here
        kept += 1
        played.play(bot.choose(Sight.of(played.position)))


def test_undo_is_typed_and_answered() -> None:
    told = run("play", "sintra", "--seed", 5, "--option", "first_seat=0", lines=["undo", "1", "undo", "annuler"])
    assert told.says("You have not decided anything yet.")
    assert told.says("Undone: Take ")
    assert told.says("annuler is neither a choice nor a command")
    french = run("play", "sintra", "--seed", 5, "--language", "fr", lines=["1", "annuler"])
    assert french.says("Annulé : Prendre ")
