"""Short texts for actions and outcomes, and back; choices that do not exist."""

from __future__ import annotations

import pytest

from ludotheque import BadText, IllegalAction, UnknownName

from .build import COLOURS, GAME, RESET, at, draw, play, seat, strip, take

TABLE = at(seat(glazier=3), factories=["BOOO"], centre="WPP")

TEXTS = [
    *(f"{source}{colour}" for source in "123456789C" for colour in COLOURS),
    "back",
    *(f"s{slot}" for slot in range(1, 9)),
    *(f"j{panes}" for panes in range(3)),
    *(f"w{colour}" for colour in COLOURS),
]


def test_every_action_has_a_text() -> None:
    assert GAME.action_count == 67
    assert [TABLE.notation(action) for action in range(67)] == TEXTS


@pytest.mark.parametrize("action", range(67))
def test_every_text_is_read_in_large_and_small_letters(action: int) -> None:
    text = TABLE.notation(action)
    assert [TABLE.parse(t) for t in (text, text.upper(), text.lower(), f" {text}\n")] == [action] * 4


@pytest.mark.parametrize(
    "text", ["", "10B", "0B", "1", "1J", "CJ", "s0", "s9", "j3", "w", "reset", "BB", "seat1", "K1.f"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BadText, match="is not an action of"):
        TABLE.parse(text)


def test_starting_seats_are_counted_from_1() -> None:
    p = GAME.start(3)
    assert [p.notation(seat) for seat in range(3)] == ["seat1", "seat2", "seat3"]
    assert [p.parse(f"seat{n}") for n in (1, 2, 3)] == [0, 1, 2]
    with pytest.raises(BadText):
        p.parse("seat4")


def test_strips_are_named_with_their_side() -> None:
    p = GAME.start(2).play(0)
    codes = [f"K{k}.{side}" for k in range(1, 9) for side in "fb"]
    assert [p.notation(outcome) for outcome in range(15)] == codes[:15]
    assert [p.parse(code) for code in codes] == list(range(16))
    assert p.parse("k3.B") == 5


def test_panes_drawn_are_colours() -> None:
    indicator = play(GAME.start(2), 0, *range(0, 16, 2), *range(0, 16, 2))
    for p in (indicator, draw(indicator, "BWYOP"), at(phase="FILL", to_act=-1)):
        assert [p.parse(p.notation(outcome)) for outcome in p.outcomes()] == list(p.outcomes())
        assert "".join(p.notation(outcome) for outcome in p.outcomes()) in (COLOURS, "P")


@pytest.mark.parametrize("action", [-1, 67, 1000, "back", None, 1.0, True])
def test_actions_that_do_not_exist(action: int) -> None:
    with pytest.raises(UnknownName, match="the actions of sintra are 0 to 66"):
        TABLE.why_not(action)
    with pytest.raises(UnknownName):
        TABLE.play(action)


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing() -> None:
    before = TABLE.to_dict()
    for action in range(67):
        rule = TABLE.why_not(action)
        if rule is None:
            continue
        with pytest.raises(IllegalAction) as refusal:
            TABLE.play(action)
        assert refusal.value.rule == rule
        assert str(refusal.value) == f"{rule}: {GAME.rule(rule)}"
    assert TABLE.to_dict() == before
    assert TABLE.legal() == [take(1, "B"), take(1, "O"), take(10, "W"), take(10, "P"), RESET]


def test_playing_leaves_the_position_as_it_was() -> None:
    before = TABLE.to_dict()
    play(TABLE, take(1, "O"), strip(4))
    assert TABLE.to_dict() == before


def test_an_impossible_outcome_is_refused() -> None:
    p = at(phase="FILL", to_act=-1, factories=["B"], bag="WW", tower="the rest")
    assert list(p.outcomes()) == [1]
    for outcome in (0, 4, 5, -1, True):
        with pytest.raises(IllegalAction, match="cannot happen now"):
            p.play(outcome)
