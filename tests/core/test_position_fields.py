"""The vocabulary of position formats: one table writes a state, hides what is secret, and reads it back."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque import BadPosition
from ludotheque.contract import position_fields as kind
from ludotheque.contract.reading import JsonReader

HAND, NOWHERE = 1, -1  # places of cards: HAND is that of seat 0

TABLE = kind.Fields({
    **kind.head("patience", 1, {"open": kind.FLAG}),
    "to_act": kind.to_act({0: -1, 2: -2}),
    "phase": kind.choice(("DEAL", "PLAY", "OVER")),
    "round": kind.number(1, 6, base=1),
    "leader": kind.or_null(kind.SEAT),
    "stones": kind.counts("XY", 4),
    "left": kind.derived(kind.counts("XY", 4), lambda s: [4 - n for n in s.stones]),
    "seats": kind.each_seat({
        "cards": kind.secret(kind.where("place", ("A", "B", "C"), HAND, NOWHERE), "size"),
        "line": kind.ordered("XY", 3),
        "seen": kind.subset((1, 2, 3)),
        "luck": kind.may_be_absent(kind.of("luck", kind.number(0, 9))),
    }),
    "pending": kind.by_phase({1: {"card": kind.choice("ABC")}}),
})  # fmt: skip

POSITION: dict[str, Any] = {
    "game": "patience",
    "version": 1,
    "players": 2,
    "options": {"open": True},
    "to_act": 1,
    "phase": "PLAY",
    "round": 3,
    "leader": None,
    "stones": {"X": 1, "Y": 4},
    "left": {"X": 3, "Y": 0},
    "seats": [
        {"cards": ["B"], "line": "XXY", "seen": [], "luck": 0},
        {"cards": ["A", "C"], "line": "", "seen": [1, 3], "luck": 7},
    ],
    "pending": {"card": "C"},
}


def begun() -> Any:
    """A state of two seats as `begin` leaves it."""
    return SimpleNamespace(
        players=2, open=1, to_act=-1, phase=0, round=0, leader=-1, stones=[0, 0], left=[4, 4], place=[NOWHERE] * 3,
        size=[1, 2], line=[[-1] * 3, [-1] * 3], seen=[0, 0], luck=[0, 0], card=-1,
    )  # fmt: skip


def read(d: Any) -> Any:
    s = begun()
    TABLE.read(s, JsonReader(d))
    return s


def changed(path: str, value: Any) -> dict[str, Any]:
    d: Any = copy.deepcopy(POSITION)
    *way, last = [int(key) if key.isdigit() else key for key in path.split()]
    place = d
    for key in way:
        place = place[key]
    place[last] = value
    return dict(d)


def test_a_table_reads_what_it_writes() -> None:
    s = read(POSITION)
    assert (s.round, s.leader, s.stones, s.place) == (2, -1, [1, 4], [HAND + 1, HAND, HAND + 1])
    assert (s.line, s.seen, s.luck, s.card) == ([[0, 0, 1], [-1] * 3], [0, 0b101], [0, 7], 2)
    assert TABLE.write(s) == POSITION
    assert list(TABLE.write(s)) == list(POSITION)


def test_a_viewer_sees_the_size_of_what_is_secret() -> None:
    s = read(POSITION)
    assert [seat["cards"] for seat in TABLE.view(s, 1)["seats"]] == [1, ["A", "C"]]
    assert [seat["cards"] for seat in TABLE.view(s, -1)["seats"]] == [1, 2]


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    d = copy.deepcopy(POSITION)
    del d["left"], d["seats"][0]["luck"], d["leader"]
    assert TABLE.write(read(d)) == POSITION


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("round", 7, "round: it must be a whole number from 1 to 6, not 7."),
        ("round", True, "round: it must be a whole number from 1 to 6, not {values.yes}."),
        ("phase", "NAP", "phase: it must be one of DEAL, PLAY, OVER, not 'NAP'."),
        ("phase", "DEAL", "to_act: it must be -1, not 1."),
        ("phase", "OVER", "to_act: it must be {values.nothing}, not 1."),
        ("to_act", 2, "to_act: it must be a whole number from 0 to 1, not 2."),
        ("stones Z", 1, "stones.Z: there is no such field."),
        ("stones", {"X": 1}, "stones.Y: it is missing."),
        ("left X", 2, "left: X: there must be 3, not 2."),
        ("seats", [{}], "seats: it must be a list of 2 items."),
        ("seats 1", None, "seats[1]: it must be an object."),
        ("seats 1 cards 0", "B", "seats[1].cards[0]: B is somewhere else already."),
        ("seats 1 seen 1", 1, "seats[1].seen[1]: it is named twice."),
        ("seats 0 line", "XZ", "seats[0].line: it must be a string of at most 3 letters from XY, not 'XZ'."),
        ("pending", None, "pending: it must be an object."),
    ],
)
def test_a_refusal_names_the_field(path: str, value: Any, sentence: str) -> None:
    with pytest.raises(BadPosition) as refused:
        read(changed(path, value))
    assert str(refused.value) == sentence


def test_a_phase_without_fields_has_nothing_pending() -> None:
    d = POSITION | {"phase": "OVER", "to_act": None}
    with pytest.raises(BadPosition, match=r"^pending: nothing can be pending in this phase\.$"):
        read(d)
    assert TABLE.write(read(d | {"pending": None}))["pending"] is None
