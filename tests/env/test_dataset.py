"""Data sets: every decision as arrays, the same from a game and from its record; tables for frames."""

from __future__ import annotations

import sys
import warnings
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.arena import Contest, fixtures, play, results_table, standings
from ludotheque.env.dataset import ARRAYS, Dataset
from ludotheque.env.observing import observation
from ludotheque.kernel.batch import Results
from ludotheque.kernel.data_table import DataTable
from tests.bots.games_of_bots import random_positions
from tests.cli.running import run


def test_every_decision_is_a_row(tmp_path: Path) -> None:
    found = Dataset.played("fourberies", ["random", "random", "random"], games=2, seed=5)
    assert found.mask[np.arange(len(found)), found.action].all()
    assert found.players == 3
    for number in range(2):
        for seat in range(3):
            mine = (found.episode == number) & (found.seat == seat)
            assert found.reward[mine].sum() == found.value[mine][0]
            assert (found.reward[mine][:-1] == 0).all()
    assert abs(found.reward.sum()) < 1e-6
    found.save(tmp_path / "games.npz")
    again = Dataset.load(tmp_path / "games.npz")
    assert all((getattr(found, name) == getattr(again, name)).all() for name in ARRAYS)
    assert list(found.table().columns) == ["episode", "seat", "action", "reward", "value"]


def test_records_give_the_same_as_games() -> None:
    positions = random_positions("sintra", 2, 3)
    last = positions[-1].play(positions[-1].legal()[0])
    while last.to_act is not None:
        last = last.play(last.legal()[0])
    record = last.record()
    found = Dataset.of_records([record])
    assert [int(action) for action in found.action] == [ply for ply in record.plies if ply >= 0]
    assert (found.observation[4] == observation(positions[4], positions[4].to_act)).all()
    assert (found.ends[0, 1] == observation(last, 1)).all()


@pytest.mark.parametrize("wish", [{"bots": []}, {"bots": "random"}, {"games": 0}, {"players": 9}])
def test_bad_wishes_get_a_sentence(wish: dict[str, object]) -> None:
    wishes: dict[str, object] = {"bots": ["random"], "games": 1}
    with pytest.raises(ludotheque.Error):
        Dataset.played("sintra", **(wishes | wish))  # type: ignore[arg-type]
    with pytest.raises(ludotheque.Error):
        Dataset.of_records([])
    with pytest.raises(ludotheque.Error, match=r"made of records of games, not of .game\.json."):
        Dataset.of_records(["game.json"])  # type: ignore[list-item]


def test_a_damaged_file_and_a_wrong_seed_are_told(tmp_path: Path) -> None:
    file = tmp_path / "one.npz"
    found = Dataset.played("sintra", ["random"], games=1)
    found.save(file)
    whole = file.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:3000] + bytes([whole[3000] ^ 255]) + whole[3001:], b"", b"text"):
        file.write_bytes(damaged)
        with pytest.raises(ludotheque.Error, match="cannot be read"):
            Dataset.load(file)
    np.save(tmp_path / "array.npy", found.action)
    with pytest.raises(ludotheque.Error, match="cannot be read"):
        Dataset.load(tmp_path / "array.npy")
    with pytest.raises(ludotheque.Error, match="cannot be written"):
        found.save(tmp_path / "nowhere" / "one.npz")
    with pytest.raises(ludotheque.Error, match="The seed of a data set must be a whole number"):
        Dataset.played("sintra", ["random"], games=1, seed="x")  # type: ignore[arg-type]


def test_what_minari_refuses_is_told_and_what_it_recommends_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(problem: Exception) -> ModuleType:
        def create(*_: object, **__: object) -> None:
            if not isinstance(problem, Warning):
                raise problem
            warnings.warn(problem, stacklevel=1)

        module = ModuleType("minari")
        vars(module)["create_dataset_from_buffers"] = create
        return module

    collector = ModuleType("minari.data_collector")
    vars(collector)["EpisodeBuffer"] = dict
    monkeypatch.setitem(sys.modules, "minari.data_collector", collector)
    found = Dataset.played("sintra", ["random"], games=1)
    for problem, told in (
        (ImportError("h5py is not installed"), r"Data sets of Minari need the package"),
        (UserWarning("An author is recommended."), ""),
        (ValueError("It exists already."), "Minari refuses the data set 'sintra/one-v0': It exists already."),
    ):
        monkeypatch.setitem(sys.modules, "minari", refuse(problem))
        with pytest.raises(ludotheque.Error, match=told) if told else nullcontext():
            found.to_minari("sintra/one-v0")


@pytest.mark.skipif(find_spec("minari") is None, reason="Minari is not here")
def test_minari_takes_a_data_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    found = Dataset.played("sintra", ["random"], games=2)
    made = found.to_minari("ludotheque/sintra/random-v0")
    assert (made.total_episodes, made.total_steps) == (4, len(found))


def test_the_command_saves_a_file(tmp_path: Path) -> None:
    assert run("dataset", "sintra", "random", "--games", 1, "--out", tmp_path / "one.npz").code == 0
    assert Dataset.load(tmp_path / "one.npz").game == "sintra"
    assert run("dataset", "sintra", "random", "--out", tmp_path / "nowhere" / "one.npz").code == 2


# --- tables ---------------------------------------------------------------------------------------


def test_results_and_standings_are_tables(tmp_path: Path) -> None:
    played = [play(Contest("sintra", 2, 1), each) for each in fixtures([("random", "random")], games=2)]
    table = results_table(played)
    assert len(table) == 2 * len(played)
    assert set(table.columns) >= {"game", "seat", "bot", "score", "rank"}
    assert "share_interval.0" in standings(played, rated=False).data().columns
    table.save(tmp_path / "results.csv")
    assert (tmp_path / "results.csv").read_text().startswith("game,deal,seat,bot,score,rank")
    ended = Results(np.array([7]), np.array([[3, 4]]), np.array([[False, True]])).table()
    assert ended.rows() == [(0, 0, 7, 3, False), (0, 1, 7, 4, True)]


def test_a_table_of_another_kind_is_refused(tmp_path: Path) -> None:
    table = DataTable.of([{"a": 1}, {"b": "<x>"}])
    assert table.rows() == [(1, None), (None, "<x>")]
    assert "&lt;x&gt;" in table._repr_html_()
    with pytest.raises(ludotheque.Error, match="A table is saved as"):
        table.save(tmp_path / "table.xlsx")
    with pytest.raises(ludotheque.Error, match="data frames of pandas and polars"):
        table.to_frame("excel")
    with pytest.raises(ludotheque.Error, match=r"must be equally long, not {'a': 1, 'b': 2}"):
        DataTable({"a": [1], "b": [1, 2]})


@pytest.mark.parametrize("name", ["table.csv", "table.parquet"])
def test_a_table_whose_folder_is_missing_is_told(name: str, tmp_path: Path) -> None:
    if name.endswith("parquet") and not (find_spec("pyarrow") or find_spec("polars")):
        pytest.skip("Nothing here writes Parquet.")
    with pytest.raises(
        ludotheque.Error, match=rf"The table .*{name} cannot be written \(No such file or directory\)\."
    ):
        DataTable.of([{"a": 1}]).save(tmp_path / "nowhere" / name)


@pytest.mark.parametrize(
    ("mixed", "typed"),
    [
        ([1, None, 2], [1, None, 2]),
        ([1, 2.5, None], [1.0, 2.5, None]),
        ([1, "two", None], ["1", "two", None]),
        ([True, 2], ["True", "2"]),
        ([1 << 64, 1], ["18446744073709551616", "1"]),
        ([True, None], [True, None]),
    ],
)
def test_a_column_of_mixed_values_has_one_type_in_parquet(mixed: list[Any], typed: list[Any], tmp_path: Path) -> None:
    table = DataTable({"a": mixed})
    found = table._typed()["a"]
    assert [(type(value), value) for value in found] == [(type(value), value) for value in typed]
    if find_spec("pyarrow") or find_spec("polars"):
        table.save(tmp_path / "table.parquet")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_table_becomes_a_frame(library: str, tmp_path: Path) -> None:
    table = DataTable.of([{"a": 1}, {"a": 2}])
    if find_spec(library) is None:
        with pytest.raises(ludotheque.Error, match=f"needs {library}, which is not installed"):
            table.to_frame(library)
        return
    assert table.to_frame(library)["a"].sum() == 3
    table.save(tmp_path / "table.parquet")
    assert len(__import__(library).read_parquet(tmp_path / "table.parquet")) == 2
