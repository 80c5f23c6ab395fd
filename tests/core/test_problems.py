"""Everything that is wrong with a position is told at once, by field, with the pieces' names and the rule."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque import BadPosition
from ludotheque.core.editing import all_problems
from ludotheque.core.words import LANGUAGES
from tests.games.fourberies.test_position import EXAMPLE as FOURBERIES
from tests.games.sintra.example import example as sintra
from tests.samples import Json

STANZA = json.loads((Path(__file__).parents[1] / "games" / "stanza" / "example.json").read_text(encoding="utf-8"))

COLOURS = "blue (B), white (W), yellow (Y), orange (O), pink (P)"

CASES: list[tuple[Json, dict[str, Any], list[tuple[str, str, str | None]]]] = [
    (
        sintra(),
        {"bag B": 5, "seats 1 lost": 17, "indicator": "YBB"},
        [
            ("indicator", "spaces II to VI hold one pane of each colour (S8).", "S8"),
            ("seats[1].lost", "it must be a multiple of 18, at the end plus the marker's loss (S43, S52).", "S43"),
            ("bag", "there are 22 blue panes on the table and in the piles, not 20.", None),
            ("bag", "there are 19 white panes on the table and in the piles, not 20.", None),
        ],
    ),
    (  # what cannot be read comes before what does not fit together
        sintra(),
        {"round": 9, "factories 0": "J", "factories 2": "x", "seats 1 broken": 8, "mood": 1, "bag B": 5},
        [
            ("mood", "there is no such field.", None),
            ("round", "it must be a whole number from 1 to 6, not 9.", None),
            ("factories[0]", f"it must be a string of at most 4 letters from {COLOURS}, not 'J'.", None),
            ("factories[2]", f"it must be a string of at most 4 letters from {COLOURS}, not 'x'.", None),
            ("seats[1].broken", "it must be a whole number from 0 to 7, not 8.", None),
        ],
    ),
    (
        STANZA,
        {"seats 0 figure": 15, "helper_stock white": 6, "masterpieces R M8": 0, "grid 2": "TD3"},
        [
            ("helper_stock", "white: there must be 7, not 6.", None),
            ("masterpieces.R", "a seat has more than one pillar there (L53).", "L53"),
            ("grid", "there must be 3 tiles of Discoveries, not 4 (L10).", "L10"),
            ("grid", "there must be 3 tiles of Literature, not 2 (L10).", "L10"),
            ("seats[1].figure", "another figure is on this space already (L19).", "L19"),
        ],
    ),
    (
        FOURBERIES,
        {"encounter_discard C2": 1, "request_deck 0": "R15", "phase": "travel", "to_act": 0},
        [
            ("seats[0].requests", "The Master of the Hunt is somewhere else already (F115).", "F115"),
            ("request_deck", "The Favourite (R1) must be somewhere (F115).", "F115"),
            ("encounter_deck", "Comedian 2 (C2): there are 2 on the table and in the piles, not 3 (F115).", "F115"),
            (
                "phase",
                "a turn like this opens with “A friendly Travel card is drawn in secret.”, "
                "not with “Choose a Travel card in secret.” (F10).",
                "F10",
            ),
        ],
    ),
]


def changed(d: Json, changes: dict[str, Any]) -> Json:
    d = copy.deepcopy(d)
    for path, value in changes.items():
        *way, last = [int(step) if step.isdigit() else step for step in path.split()]
        place: Any = d
        for step in way:
            place = place[step]
        place[last] = value
    return d


@pytest.mark.parametrize(("d", "changes", "expected"), CASES)
def test_all_problems_are_told(d: Json, changes: dict[str, Any], expected: list[tuple[str, str, str | None]]) -> None:
    game = ludotheque.load(d["game"])
    assert game.problems(d) == []
    bad = changed(d, changes)
    assert game.problems(bad) == expected
    with pytest.raises(BadPosition) as refused:
        game.position(bad)
    assert list(refused.value.problems) == expected
    assert refused.value.field == expected[0][0]
    assert str(refused.value).splitlines() == [f"{field}: {sentence}" for field, sentence, _ in expected]


@pytest.mark.parametrize(
    ("d", "changes", "fields"),
    [
        (sintra(), {"seats 0 glazier": 99, "bag B": 20, "indicator": "QQ"}, ["seats[0].glazier", "indicator", "bag"]),
        (STANZA, {"seats 0 ship": 99, "seats 1 helpers blue": 7}, ["seats[0].ship", "helper_stock"]),
        (FOURBERIES, {"season": 9, "seats 0 troupe": ["C5"] * 5}, ["season", "encounter_deck"]),
    ],
)
def test_the_editor_tells_what_does_not_fit_also_beside_a_field_that_cannot_be_read(
    d: Json, changes: dict[str, Any], fields: list[str]
) -> None:
    found = [problem.field for problem in all_problems(ludotheque.load(d["game"]), changed(d, changes))]
    assert [field for field in dict.fromkeys(found) if field in fields] == fields
    assert found.count(fields[0]) == 1  # the value that stands in for it is no problem
    assert all_problems(ludotheque.load(d["game"]), d) == []


def test_a_piece_that_cannot_be_read_leaves_the_rest_of_its_seat_alone() -> None:
    bad = changed(FOURBERIES, {"seats 0 acrobats": ["XX"]})
    told = [problem.sentence for problem in all_problems(ludotheque.load("fourberies"), bad)]
    assert "XX" in told[0]
    assert not [sentence for sentence in told if "must be somewhere" in sentence]  # Requests that it does not hold


CODES = re.compile(r"\b(None|True|False|null|travel_discard|friend_discard|[a-z]+_seat|Pt|M\d+|BWYOP)\b|\[-1\]|\{")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("d", "changes", "field"),
    [
        (FOURBERIES, {"pending": None, "phase": "court"}, "pending"),
        (FOURBERIES, {"seats 0 hand": [1]}, "seats[0].hand"),
        (FOURBERIES, {"seats 0 ecus": None}, "seats[0].ecus"),
        (
            FOURBERIES,
            {"seats 0 request_shuffled": ["R1"], "seats 1 request_shuffled": ["R1"]},
            "seats[1].request_shuffled[0]",
        ),
        (FOURBERIES, {"phase": "departure", "to_act": 1}, "phase"),
        (FOURBERIES, {"phase": "over", "to_act": 1}, "to_act"),
        (STANZA, {f"masterpieces {room} M12": "closed" for room in "DLRAP"}, "masterpieces.P"),
        (STANZA, {"seats 0 patron_flipped": 3}, "seats[0].patron_flipped"),
        (STANZA, {"seats 0 workers": [None] * 5}, "seats[0].workers"),
        (sintra(), {"seats 0 slots 0 panes": "x...."}, "seats[0].slots[0].panes"),
        (sintra(), {"round": True}, "round"),
    ],
)
def test_no_sentence_shows_a_code_or_a_value_of_python(
    d: Json, changes: dict[str, Any], field: str, language: str
) -> None:
    told = all_problems(ludotheque.load(d["game"]), changed(d, changes), language)
    assert field in [problem.field for problem in told]
    assert not [problem for problem in told if CODES.search(problem.sentence) or CODES.search(problem.field)]


def test_a_turn_that_another_seat_opens_names_the_seat_from_one_on() -> None:
    d = ludotheque.load("fourberies").start(3, seed=1).to_dict()
    (told,) = ludotheque.load("fourberies").problems(d | {"to_act": (d["to_act"] + 1) % 3})
    ours, theirs = d["to_act"] + 1, (d["to_act"] + 1) % 3 + 1
    assert told.sentence == f"a turn like this opens with seat {ours}, not {theirs} (F10)."
