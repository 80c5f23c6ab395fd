"""Trainings on the CPU: small ones, of the smallest game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.errors import Error

torch = pytest.importorskip("torch")

from ludotheque.core.network import load_network  # noqa: E402
from ludotheque.learn import checkpoint, inputs  # noqa: E402
from ludotheque.learn.learner import Learner, TrainingSettings, players_of  # noqa: E402
from ludotheque.learn.quantize import quantize, quantize_checkpoint  # noqa: E402
from ludotheque.learn.training import Training  # noqa: E402

torch.set_num_threads(1)  # more of them wait for each other on a busy machine

SMALL = TrainingSettings((2, 3), games=16, steps=4, minibatch=32, depth=10, widths=(32, 16))


@pytest.fixture(scope="module")
def game() -> ludotheque.Game:
    return ludotheque.load("sintra")


@pytest.fixture(scope="module")
def read(game: ludotheque.Game) -> Any:
    """What a network reads; found once, since it takes a while."""
    return inputs.choose_inputs(game, game.seats, "cpu")


def advance(learner: Learner, updates: int) -> None:
    for _ in range(updates):
        learner.schedule(learner.progress.updates / 10)
        learner.advance()


def test_a_resumed_training_is_the_same_bit_for_bit(game: ludotheque.Game, read: Any, tmp_path: Path) -> None:
    whole = Learner(game, SMALL, "cpu", read)
    advance(whole, 2)
    checkpoint.save(whole, tmp_path / "half.npz")
    whole.restart()
    advance(whole, 2)
    resumed = checkpoint.resume(tmp_path / "half.npz", game, "cpu")
    advance(resumed, 2)
    assert resumed.progress.updates == whole.progress.updates == 4
    ours, theirs = resumed.state(), whole.state()
    assert ours.keys() == theirs.keys()
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)


def test_whole_numbers_say_what_the_training_network_says(game: ludotheque.Game, read: Any, tmp_path: Path) -> None:
    learner = Learner(game, SMALL, "cpu", read)
    advance(learner, 2)
    network = quantize(learner.net, learner.inputs, game)
    rows, points = learner.rollout.rows[0], learner.rollout.points[0]
    with torch.no_grad():
        said = learner.net(rows, points, learner.tables.players).preferences.numpy()
    ours = network.evaluate(rows.numpy())[:, : game.action_count] / network.unit
    assert np.abs(ours - said).max() < 2 / network.unit * 32
    network.save(tmp_path / "net.npz")
    assert np.array_equal(
        load_network(tmp_path / "net.npz", game).evaluate(rows.numpy()), network.evaluate(rows.numpy())
    )
    checkpoint.save(learner, tmp_path / "point.npz")
    again = quantize_checkpoint(tmp_path / "point.npz", game)
    assert np.array_equal(again.evaluate(rows.numpy()), network.evaluate(rows.numpy()))


def test_a_training_leaves_checkpoint_network_and_curve(game: ludotheque.Game, read: Any, tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    Training(Learner(game, SMALL, "cpu", read), tmp_path / "t.npz", told.append).run(updates=2)
    assert told[-1]["updates"] == 2
    assert set(told[-1]["past"]) == {2, 3}
    assert {path.name for path in tmp_path.iterdir()} == {"t.npz", "t.network.npz", "t.svg"}


def test_a_training_that_diverges_stops_with_the_last_good_checkpoint(
    game: ludotheque.Game, read: Any, tmp_path: Path
) -> None:
    learner = Learner(game, SMALL, "cpu", read)
    training = Training(learner, tmp_path / "t.npz", lambda figures: None)
    training.run(updates=1)
    before = (tmp_path / "t.npz").read_bytes()
    with torch.no_grad():
        learner.net.biases[0][0] = float("nan")
    with pytest.raises(Error, match="diverged after 2 updates; the last good checkpoint is"):
        training.run(updates=1)
    assert (tmp_path / "t.npz").read_bytes() == before


def test_what_cannot_be_resumed_is_refused(game: ludotheque.Game, read: Any, tmp_path: Path) -> None:
    path = tmp_path / "point.npz"
    checkpoint.save(Learner(game, SMALL, "cpu", read), path)
    with pytest.raises(Error, match=r"is incomplete: adam\.0\.step is missing"):
        checkpoint.resume(path, game, "cpu")  # nothing was learned yet
    with pytest.raises(Error, match="There is no file"):
        checkpoint.resume(tmp_path / "none.npz", game, "cpu")
    with pytest.raises(Error, match="is no network"):
        load_network(path, game)
    with pytest.raises(Error, match="is not for La Stanza as it is here: the game is 'sintra', not 'stanza'"):
        checkpoint.resume(path, ludotheque.load("stanza"), "cpu")
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(Error, match="cannot be read: it is no checkpoint, or not the whole of it"):
        checkpoint.resume(path, game, "cpu")


def test_too_little_memory_is_said_before_it_is_taken(game: ludotheque.Game, read: Any) -> None:
    with pytest.raises(Error, match=r"too little memory for 1000000000 games at once: at most \d+ would fit"):
        Learner(game, replace(SMALL, games=10**9), "cpu", read)


def test_numbers_of_players(game: ludotheque.Game) -> None:
    assert players_of(game, None) == (2, 3, 4)
    assert players_of(game, "3") == (3,)
    assert players_of(game, "2-3") == (2, 3)
    for wrong in ("x", "2-", "3-2", "2-9", ""):
        with pytest.raises(Error):
            players_of(game, wrong)
