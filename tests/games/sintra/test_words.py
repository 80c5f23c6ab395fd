"""Actions and outcomes in words, in English, French and Dutch; S56."""

from __future__ import annotations

import pytest

from ludotheque import Position, UnknownName

from .build import CENTRE, COLOURS, GAME, RESET, at, draw, joker, pane, play, seat, strip, take

LANGUAGES = ("en", "fr", "nl")
COLON = "\N{NO-BREAK SPACE}:"  # as French wants it

TABLE = at(seat(glazier=3), factories=["BOOO"], centre="WPP", tile_in_centre=True)
TILE_TAKEN = at(seat(glazier=3), centre="WPP")
PLACING = at(factories=["BBBB", "W"]).play(take(1, "B"))
PLACING_ONE = at(factories=["B", "W"]).play(take(1, "B"))
JOKERS = at(seat("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.b", glazier=8), factories=["OO", "W"]).play(take(1, "O"))
JOKERS_OF_ONE = at(seat("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.b", glazier=8), factories=["O", "W"]).play(take(1, "O"))
NEARLY = seat("K1.f=.WBWB K2.f K3.f K4.f K5.f K6.f K7.f K8.f")
COMPLETED = play(at(NEARLY, factories=["B", "W"]), take(1, "B"), strip(1))

SENTENCES: list[tuple[Position, int, str, str, str]] = [
    (
        TABLE,
        take(1, "B"),
        "Take 1 blue pane from factory 1",
        "Prendre 1 pièce Vitrail bleue sur le cercle Fabrique 1",
        "Neem 1 blauw glasstuk van fabrieksschijf 1",
    ),
    (
        TABLE,
        take(1, "O"),
        "Take 3 orange panes from factory 1",
        "Prendre 3 pièces Vitrail orange sur le cercle Fabrique 1",
        "Neem 3 oranje glasstukken van fabrieksschijf 1",
    ),
    (
        TABLE,
        take(CENTRE, "W"),
        "Take 1 white pane from the centre, with the starting-player tile and one step of broken glass",
        "Prendre 1 pièce Vitrail blanche au centre, avec la tuile Premier joueur et une case de verre brisé",
        "Neem 1 wit glasstuk uit het midden, met de startspelerstegel en één stap glasbreuk",
    ),
    (
        TABLE,
        take(CENTRE, "P"),
        "Take 2 pink panes from the centre, with the starting-player tile and one step of broken glass",
        "Prendre 2 pièces Vitrail roses au centre, avec la tuile Premier joueur et une case de verre brisé",
        "Neem 2 roze glasstukken uit het midden, met de startspelerstegel en één stap glasbreuk",
    ),
    (
        TILE_TAKEN,
        take(CENTRE, "W"),
        "Take 1 white pane from the centre",
        "Prendre 1 pièce Vitrail blanche au centre",
        "Neem 1 wit glasstuk uit het midden",
    ),
    (
        TILE_TAKEN,
        take(CENTRE, "P"),
        "Take 2 pink panes from the centre",
        "Prendre 2 pièces Vitrail roses au centre",
        "Neem 2 roze glasstukken uit het midden",
    ),
    (
        TABLE,
        take(2, "Y"),  # there is none
        "Take yellow panes (2)",
        "Prendre les pièces Vitrail en verre jaune (2)",
        "Neem geel glas (2)",
    ),
    (
        TABLE,
        take(CENTRE, "Y"),
        "Take yellow panes (centre)",
        "Prendre les pièces Vitrail en verre jaune (centre de la table)",
        "Neem geel glas (midden van de tafel)",
    ),
    (
        TABLE,
        RESET,
        "Move the glazier back to strip 1",
        "Ramener le vitrier à la planche 1",
        "Zet de glaszetter terug naar strook 1",
    ),
    (
        PLACING_ONE,
        strip(5),
        "Place 1 pane on strip 5",
        "Placer 1 pièce Vitrail sur la planche 5",
        "Plaats 1 glasstuk op strook 5",
    ),
    (
        PLACING,
        strip(1),
        "Place 3 panes on strip 1 and break 1",
        "Placer 3 pièces Vitrail sur la planche 1 et en briser 1",
        "Plaats 3 glasstukken op strook 1 en breek er 1",
    ),
    (PLACING, strip(2), "Choose strip 2", "Choisir la planche 2", "Kies strook 2"),
    (
        JOKERS_OF_ONE,
        joker(0),
        "Put no pane on a joker space",
        "Ne mettre aucune pièce Vitrail sur les cases Joker",
        "Leg geen glasstuk op een jokervak",
    ),
    (
        JOKERS,
        joker(1),
        "Put 1 pane on a joker space",
        "Mettre 1 pièce Vitrail sur les cases Joker",
        "Leg 1 glasstuk op een jokervak",
    ),
    (
        JOKERS,
        joker(2),
        "Put 2 panes on joker spaces",
        "Mettre 2 pièces Vitrail sur les cases Joker",
        "Leg 2 glasstukken op jokervakken",
    ),
    (
        COMPLETED,
        pane("B"),
        "Put the blue pane in the window",
        "Mettre une pièce Vitrail en verre bleu dans la fenêtre",
        "Zet een blauw glasstuk in het venster",
    ),
    (GAME.start(2), 1, "Seat 2 starts", "Place 2 commence", "Plaats 2 begint"),
    (
        play(GAME.start(2), 0, 2),
        5,
        "Slot 2: strip K3.b",
        f"Emplacement 2{COLON} planche K3.b",
        "Plek 2: strook K3.b",
    ),
    (
        at(phase="FILL", to_act=-1, factories=["BBWO", "Y"]),
        0,
        "Factory 2: blue",
        f"Cercle Fabrique 2{COLON} bleu",
        "Fabrieksschijf 2: blauw",
    ),
]


@pytest.mark.parametrize(("p", "choice", "en", "fr", "nl"), SENTENCES, ids=[row[2] for row in SENTENCES])
def test_a_choice_in_words(p: Position, choice: int, en: str, fr: str, nl: str) -> None:
    assert [p.say(choice, language) for language in LANGUAGES] == [en, fr, nl]
    assert p.say(choice) == en


def test_the_indicator_in_words_ii_to_vi_first_then_i() -> None:
    p = play(GAME.start(2), 0, *range(0, 16, 2), *range(0, 16, 2))
    assert [p.say(3, language) for language in LANGUAGES] == [
        "Colour of round 2: orange",
        f"Couleur de la manche 2{COLON} orange",
        "Kleur van ronde 2: oranje",
    ]
    p = draw(p, "OWYB")
    assert p.say(4) == "Colour of round 6: pink"
    assert draw(p, "P").say(1) == "Colour of round 1: white"


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["blue", "white", "yellow", "orange", "pink"]),
        ("fr", ["bleu", "blanc", "jaune", "orange", "rose"]),
        ("nl", ["blauw", "wit", "geel", "oranje", "roze"]),
    ],
)
def test_s56_every_colour_has_a_name_of_its_own(language: str, names: list[str]) -> None:
    p = at(phase="FILL", to_act=-1)
    assert [p.say(colour, language).rpartition(": ")[2] for colour in range(5)] == names


def test_s56_every_colour_has_a_letter_of_its_own_everywhere() -> None:
    p = at(phase="FILL", to_act=-1, factories=["BWYO"])
    assert "".join(p.notation(colour) for colour in range(5)) == COLOURS
    assert "".join(p.to_dict()["bag"]) == COLOURS


def test_s56_the_layout_is_no_option_of_the_rules() -> None:
    assert list(GAME.options) == ["side", "first_seat", "score_floor_zero"]


def test_s56_whoever_looks_is_told_the_same() -> None:
    assert {TABLE.say(take(1, "O"), viewer=viewer) for viewer in (-1, 0, 1)} == {"Take 3 orange panes from factory 1"}


def test_other_languages_are_refused() -> None:
    with pytest.raises(UnknownName, match="'de'"):
        TABLE.say(RESET, "de")


def test_the_game_in_words() -> None:
    assert [GAME.title(language) for language in LANGUAGES] == [
        "Azul: Stained Glass of Sintra",
        f"Azul{COLON} Les Vitraux de Sintra",
        "Azul: De ramen van Sintra",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_sentence_of_its_own(language: str) -> None:
    assert GAME.rules() == tuple(f"S{number}" for number in range(1, 57))
    assert len({GAME.rule(number, language) for number in GAME.rules()}) == 56
