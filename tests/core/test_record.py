"""Records: saved, loaded, replayed, verified; cut or foreign ones refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque import BadRecord, GameRecord, Position
from ludotheque.core.record import _check


@pytest.fixture(params=ludotheque.games())
def finished(request: pytest.FixtureRequest) -> Position:
    position = ludotheque.load(request.param).start(2, seed=4)
    while position.to_act is not None:
        position = position.play(position.legal()[-1])
    return position


def test_a_record_is_saved_and_loaded(finished: Position, tmp_path: Path) -> None:
    record = finished.record(seats=("Ann", "Bé"))
    record.save(tmp_path / "game.json")
    loaded = GameRecord.load(tmp_path / "game.json")
    assert loaded == record
    assert loaded.seats == ("Ann", "Bé")
    assert loaded.verify() == finished
    assert loaded.scores == tuple(finished.scores())


def test_every_step_is_replayed(finished: Position) -> None:
    positions = list(finished.record().replay())
    assert positions[0].to_act == -1
    assert positions[-1] == finished
    assert len(positions) == len(finished.record().plies) + 1


def test_an_unfinished_game_has_a_record_too() -> None:
    position = ludotheque.load("sintra").start(3, seed=1, side="B")
    record = GameRecord.from_json(position.record().to_json())
    assert (record.scores, record.winners) == (None, None)
    assert record.options == {"side": "B", "first_seat": None, "score_floor_zero": False}
    assert record.verify() == position


def test_a_record_may_start_from_a_position(finished: Position) -> None:
    half = len(finished.record().plies) // 2
    middle = list(finished.record().replay())[half]
    again = middle.game.position(middle.to_dict())
    for ply in finished.record().plies[half:]:
        again = again.play(-1 - ply if ply < 0 else ply)
    record = GameRecord.from_json(again.record().to_json())
    assert record.start == middle.to_dict()
    assert record.verify().scores() == finished.scores()


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.9, 0.99])
def test_a_record_cut_in_the_middle_is_refused(finished: Position, keep: float) -> None:
    text = finished.record().to_json()
    with pytest.raises(BadRecord, match="cut short"):
        GameRecord.from_json(text[: int(len(text) * keep)])


def changed(record: GameRecord, **changes: Any) -> str:
    """A record with other content, its check made to fit."""
    body = json.loads(record.to_json()) | changes
    del body["check"]
    return json.dumps(body | {"check": _check(body)})


def test_a_changed_record_is_noticed(finished: Position) -> None:
    body = json.loads(finished.record().to_json())
    body["plies"] = body["plies"].rsplit(" ", 1)[0]
    with pytest.raises(BadRecord, match="changed or cut"):
        GameRecord.from_json(json.dumps(body))


@pytest.mark.parametrize("text", ["", "{}", "[]", "7", "null", '{"format": 1}', '"plies"'])
def test_something_else_is_no_record(text: str) -> None:
    with pytest.raises(BadRecord, match="not a record of a game"):
        GameRecord.from_json(text)


def test_other_versions_boxes_and_games_are_refused(finished: Position) -> None:
    record = finished.record()
    with pytest.raises(BadRecord, match="format 9"):
        GameRecord.from_json(changed(record, format=9))
    foreign: list[tuple[dict[str, Any], str]] = [
        ({"version": 2}, "version 2 of the rules; version 1 is installed"),
        ({"box": "0000"}, "another box"),
    ]
    for changes, sentence in foreign:
        with pytest.raises(BadRecord, match=sentence):
            GameRecord.from_json(changed(record, **changes)).verify()
    with pytest.raises(ludotheque.UnknownName, match="no game 'chess'"):
        GameRecord.from_json(changed(record, game="chess")).verify()
    other = next(name for name in ludotheque.games() if name != record.game)
    with pytest.raises(BadRecord, match=f"not of {other}"):
        record.verify(ludotheque.load(other))


def test_impossible_plies_are_named(finished: Position) -> None:
    record = finished.record()
    tokens = json.loads(record.to_json())["plies"].split()
    first = next(i for i, token in enumerate(tokens) if not token.startswith("*"))
    legal = list(record.replay())[first].legal()
    wrong = next(action for action in reversed(range(finished.game.action_count)) if action not in legal)
    illegal = [*tokens[:first], str(wrong), *tokens[first + 1 :]]
    with pytest.raises(BadRecord, match=f"Ply {first + 1} of the record is impossible"):
        GameRecord.from_json(changed(record, plies=" ".join(illegal))).verify()
    swapped = [*tokens[:first], "*0", *tokens[first:]]
    with pytest.raises(BadRecord, match="a decision was expected"):
        GameRecord.from_json(changed(record, plies=" ".join(swapped))).verify()
    with pytest.raises(BadRecord, match="a chance outcome was expected"):
        GameRecord.from_json(changed(record, plies="0")).verify()


@pytest.mark.parametrize(
    ("part", "junk"),
    [
        ("plies", "zero"), ("plies", "9" * 5000), ("plies", "-3"), ("plies", []), ("players", "many"), ("players", 2.0),
        ("version", 1.5), ("version", "1"), ("version", True), ("options", []), ("seats", "Ann"), ("seats", [1, 2]),
        ("start", []), ("scores", ["1"]), ("winners", {}), ("game", 1), ("box", None),
    ],
)  # fmt: skip
def test_a_part_of_another_kind_is_named(part: str, junk: Any) -> None:
    record = ludotheque.load("sintra").start(2, seed=4).record()
    with pytest.raises(BadRecord, match=f"The part '{part}' of this record is missing or malformed"):
        GameRecord.from_json(changed(record, **{part: junk}))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"options": {"players": 4}}, "has no option 'players'"),
        ({"options": {"seed": 4}}, "has no option 'seed'"),
        ({"options": {"self": 4}}, "has no option 'self'"),
        ({"players": 9}, "is for 2 to 4 players"),
        ({"seats": ["Ann"]}, "2 players but 1 names"),
        ({"seats": list("abcde")}, "2 players but 5 names"),
    ],
)
def test_a_header_that_cannot_be_is_refused(changes: dict[str, Any], sentence: str) -> None:
    record = ludotheque.load("sintra").start(2, seed=4).record()
    with pytest.raises(BadRecord, match=sentence):
        GameRecord.from_json(changed(record, **changes)).verify()


def test_the_header_must_fit_the_start() -> None:
    game = ludotheque.load("sintra")
    record = game.position(game.start(4, seed=4).to_dict()).record()
    with pytest.raises(BadRecord, match="not those of the position it starts from"):
        GameRecord.from_json(changed(record, players=2)).verify()


@pytest.mark.parametrize("text", [None, "[" * 100_000, "{" * 5])
def test_what_json_cannot_read_is_no_record(text: Any) -> None:
    with pytest.raises(BadRecord, match="not a record of a game"):
        GameRecord.from_json(text)


def test_a_record_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    record = ludotheque.load("sintra").start(2, seed=4).record()
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "missing" / "game.json"):
        with pytest.raises(BadRecord, match="cannot be written"):
            record.save(path)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_redealt_position_has_a_record_of_its_own(finished: Position) -> None:
    middle = list(finished.record().replay())[len(finished.record().plies) // 2]
    other = middle.redeal(0, seed=3)
    assert GameRecord.from_json(other.record().to_json()).last() == other


def test_equal_records_have_equal_hashes(finished: Position) -> None:
    assert hash(finished.record()) == hash(finished.record())


def test_a_false_result_is_found(finished: Position) -> None:
    record = finished.record()
    with pytest.raises(BadRecord, match="but the game ends with"):
        GameRecord.from_json(changed(record, scores=[999, 0])).verify()
    with pytest.raises(BadRecord, match="is over, but it is not"):
        GameRecord.from_json(changed(record, scores=None, winners=None)).verify()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        GameRecord.load(tmp_path / "missing.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="cannot be read"):
        GameRecord.load(tmp_path / "binary")


def test_names_must_be_one_for_each_seat(finished: Position) -> None:
    with pytest.raises(BadRecord, match="2 players but 1 names"):
        finished.record(seats=("Ann",))
