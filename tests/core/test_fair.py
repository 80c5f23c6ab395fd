"""Fair draws: exactly as likely as the rules say, and provable from the record alone."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import ludotheque
from ludotheque import BadRecord, GameRecord, Position
from ludotheque.core.fair import BETWEEN, commitment, draw, is_luck, number_below, weights

SEED = "00" * 32
LUCK = ("clover7", "")


def fair_game(name: str) -> Position:
    """A random game whose chance follows from SEED and LUCK."""
    position, chooser, ply = ludotheque.load(name).start(2), random.Random(3), 0
    while position.to_act is not None:
        chance = position.to_act == -1
        position = position.play(
            draw(position, SEED, BETWEEN.join(LUCK), ply) if chance else chooser.choice(position.legal())
        )
        ply += 1
    return position


@pytest.fixture(scope="module", params=ludotheque.games())
def record(request: pytest.FixtureRequest) -> GameRecord:
    return fair_game(request.param).record(("Ann", "Bea")).opened(SEED, LUCK)


def test_a_fair_record_is_read_back_and_proved(record: GameRecord) -> None:
    again = GameRecord.from_json(record.to_json())
    assert again == record
    assert again.draws is not None
    assert (again.draws.commitment, again.draws.luck) == (commitment(SEED), LUCK)
    again.verify()


def test_without_its_proof_a_record_is_as_it_was(record: GameRecord) -> None:
    assert "draws" not in replace(record, draws=None).to_json()
    replace(record, draws=None).verify()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": "11" * 32}, "not the one that was committed to"),
        ({"seed": "xyz"}, "not the one that was committed to"),
        ({"commitment": "00" * 32}, "not the one that was committed to"),
        ({"seed": "11" * 32, "commitment": commitment("11" * 32)}, "of the record is outcome"),
        ({"luck": ("clover8", "")}, "of the record is outcome"),
        ({"luck": ("clover7",)}, "what each player added"),
        ({"luck": ("clover7|", "")}, "what each player added"),
        ({"weights": ()}, "but the weights of 0"),
    ],
)
def test_a_changed_proof_is_found(record: GameRecord, change: dict[str, Any], sentence: str) -> None:
    assert record.draws is not None
    with pytest.raises(BadRecord, match=sentence):
        replace(record, draws=replace(record.draws, **change)).verify()


def test_other_weights_than_those_of_the_rules_are_found(record: GameRecord) -> None:
    assert record.draws is not None
    first, *others = record.draws.weights
    with pytest.raises(BadRecord, match="other weights than those of the rules"):
        replace(record, draws=replace(record.draws, weights=(first + "0", *others))).verify()


def test_an_outcome_that_was_not_drawn_is_found() -> None:
    record = fair_game("sintra").record().opened(SEED, LUCK)
    positions = list(record.replay())
    last = max(ply for ply, choice in enumerate(record.plies) if choice < 0)
    other = next(outcome for outcome in positions[last].outcomes() if outcome != -1 - record.plies[last])
    changed = replace(record, plies=(*record.plies[:last], -1 - other), scores=None, winners=None)
    with pytest.raises(BadRecord, match=f"Ply {last + 1} of the record is outcome {other}, but"):
        changed.verify()


def test_an_unknown_method_is_refused(record: GameRecord) -> None:
    from tests.core.test_record import changed

    with pytest.raises(BadRecord, match="by method 2; only 1 is known"):
        GameRecord.from_json(changed(record, draws={"method": 2}))
    with pytest.raises(BadRecord, match="The part 'seed' of this record is missing or malformed"):
        GameRecord.from_json(changed(record, draws={"method": 1, "commitment": "", "seed": 7}))


def test_weights_are_the_smallest_whole_numbers() -> None:
    position = ludotheque.load("sintra").start(2)
    while len(set(position.outcomes().values())) < 2:
        position = position.play(next(iter(position.outcomes())))
    found, outcomes = weights(position), position.outcomes()
    total = sum(found.values())
    assert {outcome: probability * total for outcome, probability in outcomes.items()} == found
    assert list(found) == sorted(outcomes)


def test_draws_follow_the_weights() -> None:
    position = ludotheque.load("sintra").start(players=2)
    while len(set(position.outcomes().values())) < 2:
        position = position.play(next(iter(position.outcomes())))
    drawn = Counter(draw(position, SEED, "", ply) for ply in range(5000))
    for outcome, probability in position.outcomes().items():
        assert abs(drawn[outcome] / 5000 - probability) < 0.03


def test_what_players_add_changes_the_draws() -> None:
    numbers = {number_below(10**9, SEED, luck, 0) for luck in ("", "a", "b", "a|b")}
    assert len(numbers) == 4


def test_every_number_below_is_reached() -> None:
    assert {number_below(5, SEED, "", ply) for ply in range(200)} == set(range(5))


def test_a_number_that_would_favour_some_is_thrown_away() -> None:
    total = 2**255 + 1  # nearly half of all numbers lie above the largest multiple
    assert all(number_below(total, SEED, "", ply) < total for ply in range(50))


@pytest.mark.parametrize(("text", "fits"), [("", True), ("aZ9", True), ("a b", False), ("é", False), ("a" * 65, False)])
def test_what_may_be_added(text: str, fits: bool) -> None:
    assert is_luck(text) is fits
