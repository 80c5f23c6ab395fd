"""Trainings on the CPU: small ones, of the smallest game."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.errors import Error

torch = pytest.importorskip("torch")

from ludotheque.bots.search.network import layers_of  # noqa: E402
from ludotheque.core.network import load_network, read_arrays, write_arrays  # noqa: E402
from ludotheque.learn import checkpoint, inputs  # noqa: E402
from ludotheque.learn.learner import Learner, TrainingSettings, fitted, players_of  # noqa: E402
from ludotheque.learn.quantize import quantize  # noqa: E402
from ludotheque.learn.training import Training  # noqa: E402
from tests.cli.running import run  # noqa: E402

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


def test_a_training_leaves_checkpoint_network_and_curve(game: ludotheque.Game, read: Any, tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    Training(Learner(game, SMALL, "cpu", read), tmp_path / "t.npz", told.append).run(updates=2)
    assert told[-1]["updates"] == 2
    assert set(told[-1]["past"]) == {"2", "3"}
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
        training.run(updates=2)
    assert (tmp_path / "t.npz").read_bytes() == before


def test_a_training_that_diverges_at_once_names_no_checkpoint(game: ludotheque.Game, read: Any, tmp_path: Path) -> None:
    (tmp_path / "t.npz").write_bytes(b"of another training")
    learner = Learner(game, SMALL, "cpu", read)
    with torch.no_grad():
        learner.net.biases[0][0] = float("nan")
    with pytest.raises(Error, match="has diverged after 1 updates, before its first checkpoint"):
        Training(learner, tmp_path / "t.npz", lambda figures: None).run(updates=1)


def test_what_cannot_be_resumed_is_refused(game: ludotheque.Game, read: Any, tmp_path: Path) -> None:
    path = tmp_path / "point.npz"
    checkpoint.save(Learner(game, SMALL, "cpu", read), path)
    with pytest.raises(Error, match=r"is incomplete: adam\.0\.step is missing"):
        checkpoint.resume(path, game, "cpu")  # nothing was learned yet
    with pytest.raises(Error, match="There is no file"):
        checkpoint.resume(tmp_path / "none.npz", game, "cpu")
    with pytest.raises(Error, match="is not a network"):
        load_network(path, game)
    with pytest.raises(Error, match="is not for La Stanza as it is here: the game is 'sintra', not 'stanza'"):
        checkpoint.resume(path, ludotheque.load("stanza"), "cpu")
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(Error, match="cannot be read: it is not a checkpoint, or is incomplete"):
        checkpoint.resume(path, game, "cpu")


def test_too_little_memory_is_said_before_it_is_taken(
    game: ludotheque.Game, read: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.learn.learner.free_memory", lambda _: 1 << 16)
    with pytest.raises(Error, match=r"too little memory for 16 games at once: at most \d+ would fit"):
        Learner(game, SMALL, "cpu", read)


def test_a_checkpoint_keeps_the_settings_of_a_larger_device(
    game: ludotheque.Game, point: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.learn.learner.CPU_GAMES", 8)
    monkeypatch.setattr("ludotheque.learn.learner.CPU_MINIBATCH", 16)
    learner = checkpoint.resume(point, game, "cpu")
    assert (learner.used.games, learner.used.minibatch, learner.tables.games) == (8, 16, 8 // 3 * 2 + 8 // 3 + 1)
    checkpoint.save(learner, tmp_path / "again.npz")
    told, _ = read_arrays(tmp_path / "again.npz", checkpoint.KIND)
    assert (told["settings"]["games"], told["settings"]["minibatch"]) == (SMALL.games, SMALL.minibatch)


def test_a_smaller_memory_means_fewer_games(game: ludotheque.Game, read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = TrainingSettings((2, 3, 4))
    found = []
    for gigabytes in (100, 12, 6, 0):
        monkeypatch.setattr("ludotheque.learn.learner.free_memory", lambda _, free=gigabytes: free << 30)
        found.append(fitted(game, usual, read, "cuda"))
    assert found[0] == usual
    assert [usual.games // each.games for each in found[1:3]] == [2, 4]
    assert all(each.games * usual.minibatch == each.minibatch * usual.games for each in found)
    with pytest.raises(Error, match="too little memory"):
        Learner(game, found[3], "cpu", read)


def test_numbers_of_players(game: ludotheque.Game) -> None:
    assert players_of(game, None) == (2, 3, 4)
    assert players_of(game, "3") == (3,)
    assert players_of(game, "2-3") == (2, 3)
    for wrong in ("x", "2-", "3-2", "2-9", ""):
        with pytest.raises(Error):
            players_of(game, wrong)


def changed(path: Path, other: Path, **facts: Any) -> Path:
    """Copies a file and changes some of its facts."""
    told, arrays = read_arrays(path, checkpoint.KIND)
    write_arrays(other, told | facts, arrays)
    return other


@pytest.fixture(scope="module")
def point(game: ludotheque.Game, read: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint of a small training."""
    learner = Learner(game, SMALL, "cpu", read)
    advance(learner, 1)
    path = tmp_path_factory.mktemp("point") / "point.npz"
    checkpoint.save(learner, path)
    return path


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"game": "stanza"}, "is not for .* as it is here: the game is 'stanza', not 'sintra'"),
        ({"version": 99}, "the version of the rules is 99, not"),
        ({"observation": 99}, "the version of the observation is 99, not"),
        ({"format": 99}, "the format is 99, not"),
        ({"box": "0"}, "the box is '0', not"),
        ({"sizes": [16, 32, 75]}, "has the wrong size for"),
        ({"sizes": []}, "has the wrong size for"),
        ({"settings": {}}, "is incomplete: what it was trained with is missing"),
        ({"kind": "network"}, "is not a checkpoint"),
    ],
)
def test_the_command_refuses_a_checkpoint_of_something_else(
    facts: dict[str, Any], sentence: str, point: Path, tmp_path: Path
) -> None:
    wrong = changed(point, tmp_path / "wrong.npz", **facts)
    outcome = run("learn", "sintra", "--minutes", 0.001, "--resume", wrong, "--out", tmp_path / "out.npz")
    assert outcome.code == 2
    assert re.search(sentence, outcome.err)
    assert not (tmp_path / "out.npz").exists()


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("players", [9]), ("players", []), ("games", 0), ("games", 1.5), ("steps", 0), ("minibatch", 0), ("epochs", 0),
        ("widths", ["a"]), ("fading", "x"), ("spread", 0), ("spread", "x"), ("seed", "x"),
    ],
)  # fmt: skip
def test_settings_that_cannot_be_used_are_refused(
    setting: str, value: Any, game: ludotheque.Game, point: Path, tmp_path: Path
) -> None:
    told, _ = read_arrays(point, checkpoint.KIND)
    wrong = changed(point, tmp_path / "wrong.npz", settings=told["settings"] | {setting: value})
    with pytest.raises(Error, match="its settings cannot be used"):
        checkpoint.resume(wrong, game, "cpu")


REPORT = {"seconds": 1, "decisions": 2, "updates": 1, "past": {"2": 0.5}, "random": {"2": 0.5}}


@pytest.mark.parametrize(
    "progress",
    [
        {"updates": "x"}, {"updates": -1}, {"updates": 10**400}, {"seconds": "x"}, {"seconds": float("inf")},
        {"history": 3}, {"history": [1]}, {"history": [{}]}, {"history": [REPORT | {"decisions": "x"}]},
        {"history": [REPORT | {"past": {}}]}, {"history": [REPORT | {"past": {"x": 0.5}}]},
        {"history": [REPORT | {"random": {"2": float("nan")}}]}, {"history": [REPORT | {"points": 3}]},
    ],
)  # fmt: skip
def test_progress_that_cannot_be_is_refused(
    progress: dict[str, Any], game: ludotheque.Game, point: Path, tmp_path: Path
) -> None:
    told, _ = read_arrays(point, checkpoint.KIND)
    wrong = changed(point, tmp_path / "wrong.npz", progress=told["progress"] | progress)
    with pytest.raises(Error, match="its settings cannot be used"):
        checkpoint.resume(wrong, game, "cpu")


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("columns", lambda places: places + 5000, "reads places that no observation of .* has"),
        ("columns", lambda places: places.astype(np.float32), "columns has the shape .*, or another type"),
        ("points", lambda places: places + 5000, "reads places that no observation of .* has"),
        ("points", lambda places: places[:1], "points has the shape"),
        ("factors", lambda factors: factors + 256, "multiplies what it reads by numbers out of range"),
        ("factors", lambda factors: factors - 200, "multiplies what it reads by numbers out of range"),
        ("net.weights.0", lambda weights: weights * np.nan, "some weights, or what the optimizer knows"),
        ("adam.0.exp_avg", lambda kept: kept * np.nan, "some weights, or what the optimizer knows"),
        ("adam.0.exp_avg_sq", lambda kept: kept - 1, "some weights, or what the optimizer knows"),
        ("adam.0.step", lambda kept: np.array(-1, np.float32), "some weights, or what the optimizer knows"),
    ],
)
def test_a_checkpoint_with_damaged_arrays_is_refused(
    name: str, change: Any, sentence: str, game: ludotheque.Game, point: Path, tmp_path: Path
) -> None:
    told, arrays = read_arrays(point, checkpoint.KIND)
    write_arrays(tmp_path / "wrong.npz", told, arrays | {name: change(arrays[name])})
    with pytest.raises(Error, match=sentence):
        checkpoint.resume(tmp_path / "wrong.npz", game, "cpu")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--minutes", 0), "The minutes of a training must be more than 0, not 0."),
        (("--players", "2-9"), "is for 2 to 4 players, not 2-9."),
        (("--resume", "none.npz"), "There is no file none.npz."),
        (("--resume", "none.npz", "--widths", "32"), "A resumed training keeps its widths, its spread and its seed."),
        (("--resume", "none.npz", "--seed", 1), "A resumed training keeps its widths, its spread and its seed."),
        (("--minutes", 1, "--updates", 1), "A training takes --minutes or --updates, not both."),
        (("--seed", -1), "Invalid value for '--seed'"),
        (("--out", "x.svg"), "The curve would be written over the checkpoint x.svg."),
        (("--resume", "x.svg", "--out", "x.npz"), "The curve would be written over the checkpoint x.svg."),
        (("--resume", "x.network.npz", "--out", "x.npz"), "The network would be written over the checkpoint"),
        (("--spread", 0), "The spread is a number of points above 0 and below 1000, not 0."),
        (("--widths", "x"), 'Widths are one to three numbers such as 768,256,128, not "x".'),
        (("--widths", "16,16,16,16"), "Widths are one to three numbers"),
        (("--widths", "20"), "A width is a multiple of 16 up to 4096, not 20."),
    ],
)
def test_the_command_refuses_what_it_cannot_do(
    arguments: tuple[object, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run("learn", "sintra", *arguments)
    assert outcome.code == 2
    assert sentence in outcome.err


def test_without_a_gpu_the_command_says_so_and_learns(
    point: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr("ludotheque.learn.learner.CPU_GAMES", 16)
    out = tmp_path / "out.npz"
    outcome = run("learn", "sintra", "--minutes", 0.0001, "--resume", point, "--out", out)
    assert outcome.code == 0
    assert outcome.says("No GPU is here: learning on the CPU, slowly.")
    assert checkpoint.resume(out, ludotheque.load("sintra"), "cpu").progress.updates > 1


def test_the_same_seed_and_updates_make_the_same_network_also_when_resumed(
    read: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr("ludotheque.learn.learner.CPU_GAMES", 16)
    monkeypatch.setattr("ludotheque.learn.training.CPU_MATCH_GAMES", 6)
    monkeypatch.setattr("ludotheque.learn.training.REPORT_UPDATES", 2)
    monkeypatch.setattr("ludotheque.learn.learner.choose_inputs", lambda *_: read)

    def learn(name: str, *arguments: object) -> tuple[int, Any, Any]:
        outcome = run("learn", "sintra", "--updates", 5, *arguments, "--out", tmp_path / name)
        facts, arrays = read_arrays(tmp_path / name, checkpoint.KIND)
        for row in facts["progress"]["history"]:
            for clock in ("seconds", "speed"):
                row.pop(clock, None)
        return outcome.code, facts["progress"]["history"], arrays

    new = ("--seed", 3, "--widths", "32")
    code, history, arrays = learn("whole.npz", *new)
    assert (code, [row["updates"] for row in history]) == (0, [2, 4, 5])
    advance = Learner.advance
    with monkeypatch.context() as patch:
        patch.setattr(Learner, "advance", lambda self: advance(self) if self.progress.updates < 3 else stop())
        assert learn("half.npz", *new)[0] == 130
    code, resumed_history, resumed = learn("resumed.npz", "--resume", tmp_path / "half.npz")
    assert (code, resumed_history) == (0, history)
    assert (tmp_path / "resumed.svg").read_bytes() == (tmp_path / "whole.svg").read_bytes()
    assert resumed.keys() == arrays.keys()
    assert all(np.array_equal(resumed[name], arrays[name]) for name in arrays)
    assert not np.array_equal(
        learn("other.npz", "--seed", 4, "--widths", "32")[2]["net.weights.0"], arrays["net.weights.0"]
    )
    outcome = run("learn", "sintra", "--updates", 4, "--resume", tmp_path / "whole.npz")
    assert outcome.code == 2
    assert "--updates counts all updates, and" in outcome.err


def stop() -> None:
    raise KeyboardInterrupt


def test_a_network_keeps_its_spread(game: ludotheque.Game, read: Any, tmp_path: Path) -> None:
    learner = Learner(game, replace(SMALL, spread=40.0), "cpu", read)
    quantize(learner.net, learner.inputs, game).save(tmp_path / "net.npz")
    network = load_network(tmp_path / "net.npz", game)
    assert network.spread == 40
    assert layers_of(network, 2000).spread == 40
    del network.facts["spread"]  # as in files made before
    assert network.spread == 16
    for wrong in (0, -1, "x", None, 1e9):
        told, arrays = read_arrays(tmp_path / "net.npz", "network")
        write_arrays(tmp_path / "wrong.npz", told | {"spread": wrong}, arrays)
        with pytest.raises(Error, match="does not say which lead is clear"):
            load_network(tmp_path / "wrong.npz", game)


def test_a_network_without_inputs_is_refused(game: ludotheque.Game, read: Any, tmp_path: Path) -> None:
    learner = Learner(game, SMALL, "cpu", read)
    quantize(learner.net, learner.inputs, game).save(tmp_path / "net.npz")
    told, arrays = read_arrays(tmp_path / "net.npz", "network")
    told["sizes"][0] = 0
    arrays |= {
        "columns": arrays["columns"][:0],
        "factors": arrays["factors"][:0],
        "weights.0": arrays["weights.0"][:, :0],
    }
    write_arrays(tmp_path / "wrong.npz", told, arrays)
    with pytest.raises(Error, match="does not say how big it is"):
        load_network(tmp_path / "wrong.npz", game)
