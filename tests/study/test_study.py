"""Studies count the games that were played, and their summaries are right."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.core.words import LANGUAGES
from ludotheque.kernel.batch import random_games
from ludotheque.study import Piece, Tally, pieces, played, report, settings, summary, work
from ludotheque.study.subject import columns, groups, label, sheet
from ludotheque.study.summary import wilson
from ludotheque.study.tally import LOWEST_SCORE, Games, tally
from ludotheque.study.work import watching_of
from tests.samples import OURS, all_games

SINTRA = ludotheque.load("sintra")


def two_players(bots: list[str]) -> list[Any]:
    return settings(SINTRA, bots, players=[2], options={})


@pytest.mark.compiled
def test_random_games_are_those_of_a_batch() -> None:
    [piece] = pieces(two_players(["random"]), games=3000, seed=7)
    counted = work(piece)
    played_alone = random_games(SINTRA.compiled, SINTRA.start(2).state(), 3000, seed=7)
    shares = played_alone.wins / played_alone.wins.sum(axis=1, keepdims=True)
    assert counted.games == 3000
    assert np.allclose(counted.share, shares.sum(axis=0))
    assert np.array_equal(counted.lengths, np.bincount(played_alone.decisions, minlength=len(counted.lengths)))
    scores = np.arange(counted.scores.shape[1]) + LOWEST_SCORE
    assert (counted.scores * scores).sum(axis=1).tolist() == played_alone.scores.sum(axis=0).tolist()


@pytest.mark.parametrize("name", ludotheque.games())
def test_a_watched_game_is_the_game_that_is_played(name: str) -> None:
    """Interpreted: the counted choices are those of the seats, and the ledger sums to the scores."""
    game = ludotheque.load(name)
    watching, state = watching_of(game.edition), game.start(2).state()
    again, generator = state.copy(), [3, 1, 0]
    chosen = [[0] * (columns(name).max() + 1) for _ in range(2)]
    decisions = watching.watch(state, generator, [0] * game.action_count, columns(name).tolist(), chosen)
    assert decisions == game.edition.loops.playout(again, [3, 1, 0], [0] * game.action_count)
    assert state.content() == again.content()
    assert sum(map(sum, chosen)) > 2 or not groups(name)
    wins, behind, ledgers = [0, 0], [0, 0], [[0] * len(sheet(name)) for _ in range(2)]
    watching.note_end(state, wins, behind, ledgers, len(sheet(name)))
    assert [sum(lines) for lines in ledgers] == [game.edition.rules.score(state, seat) for seat in range(2)]
    assert 1 in wins


@pytest.mark.compiled
def test_the_order_of_the_pieces_changes_nothing() -> None:
    planned = pieces(two_players(["random"]), games=9000, seed=1)
    together = [tally for _, tally in played(planned, cores=2)]
    alone = [work(piece) for piece in planned]
    assert len(together) == 3
    assert sum(together[1:], together[0]).same(sum(alone[1:], alone[0]))
    assert not alone[0].same(alone[1])


def test_players_change_seats_and_the_better_one_wins() -> None:
    [setting] = two_players(["greedy", "random"])
    [piece] = pieces([setting], games=4, seed=2)
    found = work(piece)
    assert found.bot_seats.tolist() == [4, 4]
    assert found.bot_share[0] > found.bot_share[1]
    assert [setting.seats(number) for number in range(2)] == [[0, 1], [1, 0]]
    assert work(piece).same(found)


def games(ledgers: list[Any], wins: list[list[int]], behind: list[list[int]] | None = None) -> Games:
    """Games of two seats with these score sheets; ties are shared unless `behind` breaks them."""
    ledger = np.array(ledgers)
    seats = np.zeros(ledger.shape[:2], np.int64)
    chosen = np.array([[[1], [0]]] * len(ledger))
    return Games(seats, np.full(len(ledger), 9), np.array(wins), np.array(behind or seats), ledger, chosen)


def test_a_line_decides_if_the_winner_would_not_have_won_without_it() -> None:
    """Seat 0 wins 7 to 5: without the first line 2 to 5, without the second 5 to 0; then a tie of 4 to 4."""
    found = tally(games([[[5, 2], [0, 5]], [[4, 0], [0, 4]]], [[1, 0], [1, 1]]), 1)
    assert found.decided.tolist() == [2, 1]
    assert found.margin_points.tolist() == [5 + 4, -3 - 4]
    assert found.margins[:3].tolist() == [1, 0, 1]
    assert (int(found.shared), found.share.tolist()) == (1, [1.5, 0.5])
    assert (found.seats_chosen.tolist(), found.share_chosen.tolist()) == ([2], [1.5])
    assert (found.for_winner.tolist(), found.for_next.tolist()) == ([2], [0])


def test_a_line_decides_if_only_a_tie_break_would_have_saved_the_winner() -> None:
    """Seat 0 wins 6 to 5. Without the second line it is 5 to 5: shared, or as the tie-break says."""
    sheet = [[[5, 1], [5, 0]]]
    for behind, decided in (([0, 0], [0, 1]), ([0, 1], [0, 0]), ([1, 0], [0, 1])):
        assert tally(games(sheet, [[1, 0]], [behind]), 1).decided.tolist() == decided


def test_who_loses_a_tie_for_the_second_place_is_not_the_next() -> None:
    ledger = np.array([[[9, 0], [0, 5], [5, 0]]])
    three = Games(np.zeros((1, 3), np.int64), np.array([9]), np.array([[1, 0, 0]]), np.array([[0, 2, 1]]), ledger,
                  np.zeros((1, 3, 1), np.int8))  # fmt: skip
    assert tally(three, 1).margin_points.tolist() == [4, 0]


@pytest.mark.parametrize("name", ludotheque.games())
def test_points_and_tie_breaks_name_the_winners_that_the_rules_name(name: str) -> None:
    """Some of these games end with equal points."""
    game, lines = ludotheque.load(name), len(sheet(name))
    ties = 0
    for number in range(120):
        state, wins, behind, ledgers = game.start(2).state(), [0, 0], [0, 0], [[0] * lines for _ in range(2)]
        game.edition.loops.playout(state, [4, number, 0], [0] * game.action_count)
        watching_of(game.edition).note_end(state, wins, behind, ledgers, lines)
        [standing] = games([ledgers], [wins], [behind]).standing(np.array([ledgers]).sum(axis=2))
        assert wins == (standing == standing.max()).tolist()
        ties += sum(ledgers[0]) == sum(ledgers[1])
    assert ties


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_choice_that_is_counted_has_a_name_and_a_phase(game: Any) -> None:
    assert groups(game.name) or game.name not in OURS
    for group in groups(game.name):
        for language in LANGUAGES:
            assert all(label(game.name, key, language) for key in (group.title, *group.labels))
        for phase in group.phases:
            row = columns(game.name)[game.edition.module("actions").PHASES.index(phase)]
            assert row[group.action] == group.first
            assert row[group.action + len(group.labels) - 1] == group.first + len(group.labels) - 1


def test_settings_try_every_number_of_players_and_every_option_alone() -> None:
    planned = settings(SINTRA, ["random"])
    assert [(one.players, one.changed()) for one in planned[:4]] == [(2, {}), (3, {}), (4, {}), (2, {"side": "B"})]
    assert {tuple(one.changed()) for one in planned} == {(), ("side",), ("first_seat",), ("score_floor_zero",)}
    first = [(one.players, one.changed()["first_seat"]) for one in planned if "first_seat" in one.changed()]
    assert first == [(2, 0), (3, 0), (4, 0), (2, 1), (3, 1), (4, 1), (3, 2), (4, 2), (4, 3)]
    assert settings(SINTRA, ["random"], [2, 2]) == settings(SINTRA, ["random"], [2])
    assert [one.changed() for one in settings(SINTRA, ["random"], [3], {"side": "B"})] == [{"side": "B"}]
    with pytest.raises(ludotheque.Error, match="is for 2 to 4 players, not 6"):
        settings(SINTRA, ["random"], [6])
    with pytest.raises(ludotheque.Error, match=r"is for 2 to 4 players, not \[2\]"):
        settings(SINTRA, ["random"], [[2]])  # type: ignore[list-item]
    with pytest.raises(ludotheque.Error, match="at least one player"):
        settings(SINTRA, [])
    with pytest.raises(ludotheque.Error, match="There is no bot 'nobody'"):
        settings(SINTRA, ["random", "nobody"])


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"games": 0}, "The games of a study must be 1 to 4294967295, not 0"),
        ({"games": 2.5}, "The games of a study must be 1 to 4294967295, not 2.5"),
        ({"seed": -1}, "The seed of a study must be 0 to 4294967295, not -1"),
        ({"seed": "x"}, "The seed of a study must be 0 to 4294967295, not 'x'"),
    ],
)
def test_numbers_that_cannot_be_are_refused(how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ludotheque.Error, match=sentence):
        pieces(two_players(["random"]), **{"games": 1, "seed": 1} | how)
    for cores in (0, "2"):
        with pytest.raises(ludotheque.Error, match=f"at least one core, not {cores!r}"):
            list(played([], cores=cores))  # type: ignore[arg-type]


def test_intervals_are_wilsons() -> None:
    assert wilson(5, 10) == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0, 0, 1)


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """The summary of 500 random games in each of two settings."""
    planned = [*two_players(["random"]), *settings(SINTRA, ["random"], [2], {"side": "B"})]
    counted: list[Tally] = [work(Piece(setting, 0, 0, 500, 1)) for setting in planned]
    return summary("sintra", 1, zip(planned, counted, strict=True))


@pytest.mark.compiled
def test_a_summary_is_json_and_adds_up(found: dict[str, Any]) -> None:
    assert json.loads(json.dumps(found)) == found
    one = found["settings"][0]
    assert sum(seat["share"] for seat in one["seats"]) == pytest.approx(1)
    assert one["seats"][0]["low"] < one["seats"][0]["share"] < one["seats"][0]["high"]
    assert sum(one["length"]["histogram"]["share"]) == pytest.approx(1, abs=0.01)
    assert one["margin"]["mean"] == pytest.approx(sum(line["margin"] for line in one["lines"]), abs=0.02)
    assert one["score"]["mean"] == pytest.approx(sum(line["points"] for line in one["lines"]), abs=0.02)
    assert found["settings"][1]["options"] == {"side": "B"}


@pytest.mark.compiled
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_shows_it_all_in_every_language(found: dict[str, Any], language: str) -> None:
    page = report(found, "ludotheque study sintra <x>", language)
    assert page.count("<svg") >= 8
    assert "&lt;x&gt;" in page
    assert SINTRA.title(language) in page
    assert "http" not in page
    for line in found["settings"][0]["lines"]:
        assert label("sintra", f"ledger.{line['line']}", language) in page.replace("&#x27;", "'")


@pytest.mark.compiled
def test_reports_of_unknown_languages_are_refused(found: dict[str, Any]) -> None:
    with pytest.raises(ludotheque.Error, match="There is no language 'de'"):
        report(found, "", "de")
