"""The public contract, for every game: names, types and errors."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import Game, Position
from ludotheque.core.words import LANGUAGES
from tests.samples import OURS

GAMES = [ludotheque.load(name) for name in ludotheque.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def test_the_games_are_found_by_looking() -> None:
    assert OURS == ("fourberies", "sintra", "stanza")
    assert ludotheque.games() == ("bids", "fourberies", "harvest", "sintra", "stanza")


@every_game
def test_a_game_tells_what_it_is(game: Game) -> None:
    assert game.version == 1
    assert game.seats == tuple(range(2, game.seats[-1] + 1))
    assert game.action_count == {"bids": 12, "fourberies": 64, "harvest": 7, "sintra": 67, "stanza": 106}[game.name]
    assert all(option.default in option.values for option in game.options.values())
    assert all(option.rule in game.rules() for option in game.options.values())
    assert repr(game) == f"<Game {game.name}, box {game.box_hash}>"


@every_game
def test_without_a_seed_a_game_stops_at_every_chance_event(game: Game) -> None:
    position = game.start(players=3)
    assert position.to_act == -1
    assert position.legal() == []
    assert all(isinstance(p, Fraction) for p in position.outcomes().values())
    assert sum(position.outcomes().values()) == 1


@every_game
def test_with_a_seed_it_deals_its_own_chance(game: Game) -> None:
    position = game.start(players=3, seed=7)
    assert position.to_act in range(3)
    assert position == game.start(players=3, seed=7)
    assert position != game.start(players=3, seed=8)
    assert position.record().last() == position


@every_game
def test_positions_are_equal_and_hash_by_content(game: Game) -> None:
    position = game.start(players=2, seed=1)
    same = game.position(position.to_dict())
    assert position == same
    assert len({position, same, position.play(position.legal()[0])}) == 2
    assert position != "a position"
    assert position != game.start(players=3, seed=1)
    assert "Position of" in repr(position)


@every_game
def test_views_are_ready_for_json_and_so_are_positions(game: Game) -> None:
    position = game.start(players=2, seed=3)
    for seat in (None, 0, 1):
        view = position.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert set(view) == set(position.to_dict())
    assert json.loads(json.dumps(position.to_dict())) == position.to_dict()


def bad_starts() -> list[tuple[dict[str, Any], str]]:
    return [
        ({"players": 1}, "players, not 1"),
        ({"players": 9}, "players, not 9"),
        ({"players": "2"}, "players, not '2'"),
        ({"players": True}, "players, not True"),
        ({"players": 2, "seed": 1.5}, "whole number of at most 1024 bits, not 1.5"),
        ({"players": 2, "seed": "x"}, "whole number of at most 1024 bits, not 'x'"),
        ({"players": 2, "colour": "blue"}, "no option 'colour'"),
    ]


@every_game
@pytest.mark.parametrize(("how", "sentence"), bad_starts())
def test_a_bad_start_is_refused_with_a_sentence(game: Game, how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ludotheque.Error, match=sentence):
        game.start(**how)


@every_game
def test_every_option_refuses_a_foreign_value(game: Game) -> None:
    for option in game.options:
        for junk in ("perhaps", 7):
            chosen: dict[str, Any] = {option: junk}
            with pytest.raises(ludotheque.Error, match=f"The option {option} cannot be {junk!r}"):
                game.start(2, **chosen)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ludotheque.UnknownName, match="no game 'chess': choose bids, fourberies, harvest"):
        ludotheque.load("chess")
    with pytest.raises(ludotheque.UnknownName):
        ludotheque.load("../core")


@every_game
@pytest.mark.parametrize("action", [-1, 1000, "0", None, True, 1.0])
def test_an_unknown_action_is_refused(game: Game, action: Any) -> None:
    position = game.start(2, seed=1)
    for ask in (position.play, position.why_not, position.notation, position.say):
        with pytest.raises(ludotheque.UnknownName, match="There is no action"):
            ask(action)


@every_game
@pytest.mark.parametrize("outcome", [-1, 1000, "0", None, True, 0.0])
def test_an_unknown_outcome_is_refused(game: Game, outcome: Any) -> None:
    position = game.start(2)
    for ask in (position.play, position.notation, position.say):
        with pytest.raises(ludotheque.IllegalAction, match="cannot happen now"):
            ask(outcome)


@every_game
@pytest.mark.parametrize("seat", [-1, 2, "0", True, 0.0])
def test_an_unknown_seat_is_refused(game: Game, seat: Any) -> None:
    with pytest.raises(ludotheque.UnknownName, match="There is no seat"):
        game.start(2, seed=1).view(seat)


@every_game
def test_an_unknown_language_or_rule_is_refused(game: Game) -> None:
    position = game.start(2, seed=1)
    with pytest.raises(ludotheque.UnknownName, match="no language 'de': choose en, fr, nl"):
        position.say(position.legal()[0], "de")
    with pytest.raises(ludotheque.UnknownName, match="has no rule 'Q1'"):
        game.rule("Q1")


@every_game
@pytest.mark.parametrize("text", ["", "xyzzy", "  ", "🂡"])
def test_a_foreign_text_is_refused(game: Game, text: str) -> None:
    with pytest.raises(ludotheque.BadText, match="is not an action of"):
        game.start(2, seed=1).parse(text)


@every_game
def test_nothing_can_be_played_when_the_game_is_over(game: Game) -> None:
    position = play_out(game.start(2, seed=5))
    assert (position.to_act, position.legal(), position.outcomes()) == (None, [], {})
    assert position.winners()
    for action in range(game.action_count):
        with pytest.raises(ludotheque.IllegalAction):
            position.play(action)


def play_out(position: Position) -> Position:
    while position.to_act is not None:
        position = position.play(position.legal()[0])
    return position


@every_game
@pytest.mark.parametrize("junk", [None, 7, "position", [], {}, {"game": "chess"}])
def test_something_else_is_no_position(game: Game, junk: Any) -> None:
    with pytest.raises(ludotheque.BadPosition):
        game.position(junk)


def garbled(written: dict[str, Any]) -> list[dict[str, Any]]:
    """A position with one field after the other replaced by junk, in the table and in a seat."""
    junk: tuple[Any, ...] = (None, -7, "?", [], {}, [[[]]], {"?": 0}, True, 1e9)
    changed = [written | {key: value} for key in written for value in junk]
    for key in written["seats"][0]:
        seats = [[written["seats"][0] | {key: value}, *written["seats"][1:]] for value in junk]
        changed += [written | {"seats": seat} for seat in seats]
    return changed


@every_game
def test_junk_in_any_field_is_refused_with_its_name(game: Game) -> None:
    """What is read all the same must be a position in its own right: it can be written again."""
    for moment in (game.start(2), game.start(3, seed=2), play_out(game.start(2, seed=5))):
        refused = 0
        for changed in garbled(moment.to_dict()):
            try:
                read = game.position(changed)
            except ludotheque.BadPosition as problem:
                refused += 1
                named, _, sentence = str(problem).partition(": ")
                if not (named == problem.field and sentence):
                    pytest.fail(f"{problem} does not name its field")
            else:
                assert game.position(read.to_dict()) == read
        assert refused > 0.8 * len(garbled(moment.to_dict()))


@every_game
def test_a_corrected_box_must_fit(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    for text, sentence in [
        ("not toml", "cannot be read"),
        ("[nonsense]\na = 1", "nonsense: the box of"),
        ("nonsense = 1", "nonsense: the box of"),
        ("nonsense = " + "[" * 10_000, "nested too deeply"),
    ]:
        path.write_text(text)
        with pytest.raises(ludotheque.BadBox, match=sentence):
            ludotheque.load(game.name, box=path)
    with pytest.raises(ludotheque.BadBox, match="cannot be read"):
        ludotheque.load(game.name, box=tmp_path / "missing.toml")
    path.write_text("")
    assert ludotheque.load(game.name, box=path) == game


@every_game
def test_titles_and_rules_speak_three_languages(game: Game) -> None:
    assert len({game.rule(game.rules()[0], language) for language in LANGUAGES}) == (3 if game.name in OURS else 1)
    assert all(game.title(language) for language in LANGUAGES)


@every_game
def test_positions_and_games_can_be_pickled_and_copied(game: Game) -> None:
    position = game.start(2, seed=9)
    for _ in range(5):
        position = position.play(position.legal()[0])
    for other in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert other == position
        assert other.record() == position.record()
        assert other.play(other.legal()[0]) == position.play(position.legal()[0])
    assert pickle.loads(pickle.dumps(game)) == game


@every_game
def test_numbers_of_numpy_are_numbers(game: Game) -> None:
    position = game.start(np.int64(2), seed=np.int32(9))  # type: ignore[arg-type]
    assert position == game.start(2, seed=9)
    action = np.array(position.legal())[0]
    assert position.play(action) == position.play(int(action))
    assert position.view(np.int8(1)) == position.view(1)  # type: ignore[arg-type]
    assert json.dumps(position.play(action).record().to_json())
    with pytest.raises(ludotheque.UnknownName):
        position.play(np.bool_(True))  # type: ignore[arg-type]


@every_game
def test_a_position_keeps_nothing_that_others_can_change(game: Game) -> None:
    written = game.start(2, seed=9).to_dict()
    position = game.position(written)
    before = position.record().to_json()
    for seat in written["seats"]:
        seat.clear()
    position.record().start.clear()  # type: ignore[union-attr]
    position.legal().clear()
    position.view(0).clear()
    assert position.record().to_json() == before
    with pytest.raises(AttributeError):
        position.game = None  # type: ignore[misc, assignment]


def test_strange_arguments_get_a_sentence_too() -> None:
    game = ludotheque.load("sintra")
    for bad in (
        lambda: ludotheque.load("sintra", box=5),  # type: ignore[arg-type]
        lambda: ludotheque.load(["sintra"]),  # type: ignore[arg-type]
        lambda: game.start(2, seed=10**5000),
        lambda: game.start(10**5000),
        lambda: game.start(2, seed=1).say(0, ["en"]),  # type: ignore[arg-type]
        lambda: game.start(2, seed=1).say(0, "en", viewer=9),
        lambda: game.start(2, seed=1).play(10**5000),
        lambda: ludotheque.GameRecord.load(5),  # type: ignore[arg-type]
    ):
        with pytest.raises(ludotheque.Error):
            bad()
