"""Actions and outcomes as short texts and as sentences, for all and for those who may not see them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import ludotheque
from ludotheque import Position

from .build import (
    GAME,
    HEADS,
    KEEP,
    NO_REQUEST,
    PASS,
    RED_1,
    TAILS,
    YELLOW_2,
    act,
    actor,
    card,
    chameleons,
    go,
    last_turn,
    opponent,
    play,
    request,
    seat,
    table,
    travel,
)

SPECTATOR = -1
QUIET = {1: "B1", 2: "B1", 3: "B2"}


def window(name: str) -> Position:
    return table(3, seats={0: seat(acrobats="A2")}) if name == "departure" else curtain("A5")


def curtain(code: str) -> Position:
    """Seat 0's Curtain window with one Acrobat."""
    seats = {0: seat(acrobats=code, troupe="T4 C2"), 1: seat(troupe="C4 T2"), 2: seat(troupe="C4")}
    return travel(table(3, cities=QUIET | {7: "B3 C5"}, seats=seats), 1, 2, 3)


def in_detail(code: str, *details: int) -> Position:
    return play(curtain(code), act(code), *details)


def juggling(*details: int) -> Position:
    return play(window("departure"), act("A2"), *details)


def replacing() -> Position:
    return travel(table(3, seats={0: seat(acrobats="A3")}), 1, 2, 3).play(act("A3"))


def stealing() -> Position:
    return travel(table(3, cities=QUIET | {1: "T2"}), 1, 2, 3)


def at_court() -> Position:
    return travel(table(3, cities=QUIET | {1: "T4"}), 1, 2, 3)


def drawing() -> Position:
    return travel(table(3, cities=QUIET, turn=5, seats={1: seat(requests="R1 R2 R3")}), 1, 1, 2)


def discarding() -> Position:
    return drawing().play(card("R9"))


def scoring() -> Position:
    return last_turn(3, seats={0: seat(requests="R17"), 1: seat(requests="R2")})


def declaring() -> Position:
    return last_turn(3, seats={0: seat(acrobats="A11 A11")})


Case = tuple[Callable[[], Position], int, str, tuple[str, ...], tuple[str, ...]]

# What is asked, the choice, the English sentence, and terms of the French and the Dutch one.
CASES: list[Case] = [
    (lambda: table(3), go(4), "Travel to Dentelune", ("Dentelune",), ("Dentelune",)),
    (replacing, go(6), "Go to Fontgrise instead", ("Fontgrise",), ("Fontgrise",)),
    (juggling, go(5), "Exchange the last card of Épivent …", ("Épivent",), ("Épivent",)),
    (lambda: juggling(go(5)), go(7), "… with the last card of Grandrive", ("Grandrive",), ("Grandrive",)),
    (
        lambda: in_detail("A10"), go(7), "Discard Comedian 5, the last card of Grandrive",
        ("Comédien 5", "Grandrive"), ("komediespeler 5", "Grandrive"),
    ),
    (stealing, opponent(2), "Steal 1 Ecu from Seat 3", ("1 Écu", "3"), ("1 écu", "3")),
    (lambda: in_detail("A6"), opponent(1), "Take 2 Ecus from Seat 2", ("2 Écus", "2"), ("2 écu", "2")),
    (lambda: in_detail("A9"), opponent(1), "Exchange an Actor with Seat 2", ("Acteur", "2"), ("acteur", "2")),
    (
        lambda: in_detail("A9", opponent(1)), actor("T4"), "Give Tragedian 4, take Comedian 4",
        ("Tragédien 4", "Comédien 4"), ("tragediespeler 4", "komediespeler 4"),
    ),
    (at_court, actor("T4"), "Send Tragedian 4 to Court", ("Tragédien 4", "Cour"), ("tragediespeler 4", "hof")),
    (at_court, KEEP, "Keep them all", ("Les garder tous",), ("Houd ze allemaal",)),
    (lambda: window("curtain"), PASS, "Pass", ("Passer",), ("Passen",)),
    (lambda: window("departure"), act("A2"), "Play Juggler", ("le Jongleur",), ("de jongleur",)),
    (lambda: window("curtain"), act("A5"), "Play Flatterer", ("le Flatteur",), ("de vleier",)),
    (lambda: in_detail("A5"), RED_1, "Move the needle 1 space towards red", ("1 case", "rouge"), ("1 vak", "rood")),
    (
        lambda: in_detail("A5"), YELLOW_2, "Move the needle 2 spaces towards yellow",
        ("2 cases", "jaune"), ("2 vakken", "geel"),
    ),
    (declaring, chameleons(0), "Count 0 Chameleons as Comedians", ("0 Caméléon ",), ("0 kameleons",)),
    (declaring, chameleons(1), "Count 1 Chameleon as a Comedian", ("1 Caméléon ",), ("1 kameleon ",)),
    (declaring, chameleons(2), "Count 2 Chameleons as Comedians", ("2 Caméléons",), ("2 kameleons",)),
    (discarding, request("R9"), "Discard The Marquise", ("la Marquise",), ("de markiezin",)),
    (scoring, request("R17"), "Play The Superintendent", ("le Surintendant",), ("de thesaurier",)),
    (scoring, NO_REQUEST, "Play no Request", ("aucune Demande",), ("geen verzoek",)),
    (
        lambda: GAME.start(3), TAILS, "Tails: the King wants a tragedy",
        ("Pile", "une tragédie"), ("Munt", "een tragedie"),
    ),
    (
        lambda: GAME.start(3), HEADS, "Heads: the King wants a comedy",
        ("Face", "une comédie"), ("Kop", "een komedie"),
    ),
    (
        lambda: GAME.start(3).play(TAILS), card("A11"), "Chameleon arrives in Aubeclaire",
        ("le Caméléon", "Aubeclaire"), ("de kameleon", "Aubeclaire"),
    ),
    (
        lambda: GAME.start(3).play(TAILS), card("B2"), "Bonus of 2 Ecus arrives in Aubeclaire",
        ("Prime de 2 Écus", "Aubeclaire"), ("premie van 2 écu", "Aubeclaire"),
    ),
    (drawing, card("R9"), "Seat 2 draws The Marquise", ("2", "la Marquise"), ("2", "de markiezin")),
    (lambda: table(2), go(5), "The Friendly Troupe of Seat 1 goes to Épivent", ("1", "Épivent"), ("1", "Épivent")),
]  # fmt: skip


@pytest.mark.parametrize(("made", "choice", "english", "french", "dutch"), CASES, ids=[case[2] for case in CASES])
def test_every_family_of_choices_in_words(
    made: Callable[[], Position], choice: int, english: str, french: tuple[str, ...], dutch: tuple[str, ...]
) -> None:
    p = made()
    assert choice in (p.legal() or p.outcomes())
    assert p.say(choice) == p.say(choice, "en") == english
    assert [term for term in french if term not in p.say(choice, "fr")] == []
    assert [term for term in dutch if term not in p.say(choice, "nl")] == []
    assert len({p.say(choice, language) for language in ("en", "fr", "nl")}) == 3


@pytest.mark.parametrize("made", list(dict.fromkeys(case[0] for case in CASES)))
def test_every_choice_can_be_said_and_written(made: Callable[[], Position]) -> None:
    """Legal or not, every action has its own text, which is read as this action again."""
    p = made()
    choices = list(range(GAME.action_count)) if p.to_act != -1 else list(p.outcomes())
    texts = [p.notation(choice) for choice in choices]
    assert len(set(texts)) == len(texts)
    assert [p.parse(text) for text in texts] == choices
    for language in ("en", "fr", "nl"):
        said = [p.say(choice, language) for choice in choices]
        assert all(sentence.strip() and "{" not in sentence for sentence in said)
        asked = [p.say(choice, language) for choice in p.legal()]
        assert len(set(asked)) == len(asked)


def test_a_text_that_means_nothing_is_refused() -> None:
    for p in (table(3), table(2), GAME.start(3)):
        for text in ("", "9", "T6", "R23", "castle"):
            with pytest.raises(ludotheque.BadText):
                p.parse(text)


def test_an_unknown_language_or_action_is_refused() -> None:
    with pytest.raises(ludotheque.UnknownName):
        table(3).say(go(1), "de")
    for choice in (-1, 64):
        with pytest.raises(ludotheque.Error):
            table(3).say(choice)


SECRETS: list[tuple[Callable[[], Position], int, str]] = [
    (lambda: table(3), 0, "Seat 1 has chosen"),
    (scoring, 0, "Seat 1 has chosen"),
    (discarding, 1, "Seat 2 discards a Secret Request face down"),
    (drawing, 1, "Seat 2 draws a Secret Request"),
    (lambda: table(2), 0, "Seat 1 looks at a friendly Travel card"),
    (lambda: table(2).play(go(5)), 1, "Seat 2 looks at a friendly Travel card"),
]


@pytest.mark.parametrize(("made", "owner", "english"), SECRETS, ids=[case[2] for case in SECRETS])
def test_secret_choices_are_told_only_to_their_owner(made: Callable[[], Position], owner: int, english: str) -> None:
    p = made()
    choices = p.legal() or list(p.outcomes())
    for viewer in (SPECTATOR, *range(p.players)):
        assert p.sees_choice(viewer) == (viewer == owner)
        for language in ("en", "fr", "nl"):
            told = {p.say(choice, language, viewer=viewer) for choice in choices}
            if viewer == owner:
                assert told == {p.say(choice, language) for choice in choices}
            else:
                assert len(told) == 1
                assert not told & {p.say(choice, language) for choice in choices}
        if viewer != owner:
            assert p.say(choices[0], viewer=viewer) == english


@pytest.mark.parametrize(
    "made",
    [
        lambda: GAME.start(3),
        lambda: GAME.start(3).play(TAILS),
        lambda: window("departure"),
        lambda: window("curtain"),
        replacing,
        stealing,
        at_court,
        declaring,
        lambda: in_detail("A5"),
    ],
)
def test_open_choices_are_told_to_everybody(made: Callable[[], Position]) -> None:
    p = made()
    for choice in p.legal() or p.outcomes():
        for viewer in (SPECTATOR, *range(p.players)):
            assert p.sees_choice(viewer)
            assert p.say(choice, viewer=viewer) == p.say(choice)


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_every_rule_has_a_sentence(language: str) -> None:
    sentences = [GAME.rule(number, language) for number in GAME.rules()]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len(set(sentences)) == len(sentences)
