"""What actions and outcomes are called: sentences in three languages, and short texts that are read back."""

from __future__ import annotations

import random
import re

import pytest

from ludotheque import BadText, Position, UnknownName
from ludotheque.core.words import words

from .build import GAME, NAMES, activated, before_bonus_room, draw, play, position, seat

LANGUAGES = ("en", "fr", "nl")


def said(p: Position, choice: int) -> list[str]:
    """The choice in all languages; the no-break space before a French colon is written as a plain one."""
    return [p.say(choice, language).replace("\N{NO-BREAK SPACE}", " ") for language in LANGUAGES]


# --- One position for each family of actions ------------------------------------------------------

WALK = position(seat(figure=14, ship=4, helpers="blue"), board="dDD LLL RRR AAA PPP")
LAST_TURN = position(seat(), seat(passed=1), last_turn="B")
ACTION = play(position(seat(figure=3, recruits="R P D -", helpers="green white", money=5)), "MOVE_1")
HIRE = play(
    position(
        seat(figure=3, recruits="L P sR -", workers="Pt L sL - - -", money=9, bonus_tiles="TR4", discs="L"),
        expert=True,
    ),
    "MOVE_1",
    "ACT_HERE",
)
SLOT = play(HIRE, "RECRUIT_1")
RESULT = play(SLOT, "WSLOT_5", "STOP")
SOLD_OUT = activated("A", artworks="sculpture sculpture", discs="A")
BOOK = play(activated("L", "Pt L L - - -", books="R P", helpers="white " * 7), "LEVEL_3")
DISC = play(BOOK, "BOOK_R")
HELPER = play(BOOK, "BOOK_P")
LIMIT = play(HELPER, "TAKE_blue")
TILE = play(before_bonus_room(ship=4, helpers="blue white", grid="TD4"), "MOVE_1")
PAY = play(TILE, "TILE_TD4")
TD4_SPACE = play(PAY, "PAY_WHITE")
TD4_SLOT = play(TD4_SPACE, "SPACE_15")
DISC_SOURCE = play(
    before_bonus_room(discs="D R R P", bonus_tiles="TD1 TD2 TD3 TL1", helpers="green"), "MOVE_1", "TILE_TR1"
)
ORDER = GAME.start(2, seed=1, experienced=True)
REFILL = play(position(seat(figure=3), board="DDD .L. ... AAA PPP"), "MOVE_1")
STARTING_REFILL = play(
    position(
        seat(figure=3, workers="Pt D D D D D", recruits="A - A A"), players=4, board="DDD .L. ... AAA PPP", pile="",
        refills=1,
    ),
    "MOVE_1",
)  # fmt: skip
DECISIONS = (
    WALK, LAST_TURN, ACTION, HIRE, SLOT, RESULT, SOLD_OUT, BOOK, DISC, HELPER, LIMIT, TILE, PAY, TD4_SPACE, TD4_SLOT,
    DISC_SOURCE, ORDER,
)  # fmt: skip


def level(x: str) -> Position:
    return activated(x, f"Pt {x} {x} - - -", discs="")


@pytest.mark.parametrize(
    ("p", "name", "english", "french", "dutch"),
    [
        (
            WALK, "MOVE_1", "Walk to space 15 (Politics room) and take Elizabeth I",
            "Aller à la case 15 (salle Politique) et prendre Elizabeth I",
            "Loop naar veld 15 (kamer Politiek) en neem Elizabeth I",
        ),
        (
            WALK, "MOVE_2", "Walk to the bonus-tile room", "Aller dans la salle Tuiles Bonus",
            "Loop naar de bonustegelkamer",
        ),
        (
            WALK, "MOVE_3", "Walk to space 1 (Discoveries room) and take Massimiliano de la Luce",
            "Aller à la case 1 (salle Découvertes) et prendre Massimiliano de la Luce",
            "Loop naar veld 1 (kamer Ontdekkingsreizen) en neem Massimiliano de la Luce",
        ),
        (
            LAST_TURN, "PASS_OUT", "End your game on the passing place of 3 PP",
            "Terminer votre partie sur la place de sortie à 3 PP", "Stop met spelen: eindplaats van 3 PP",
        ),
        (
            ACTION, "ACT_HERE", "Activate Literature here", "Activer ici la discipline Littérature",
            "Activeer hier Literatuur",
        ),
        (
            ACTION, "ACT_COLOUR_R", "Send the green helper and activate Religion",
            "Envoyer le pion vert et activer la discipline Religion", "Stuur de groene helper en activeer Religie",
        ),
        (
            ACTION, "ACT_WHITE_P", "Send a white helper and activate Politics",
            "Envoyer un pion blanc et activer la discipline Politique", "Stuur een witte helper en activeer Politiek",
        ),
        (ACTION, "RECEIVE_MONEY", "Receive 2 florins", "Recevoir 2 florins", "Ontvang 2 florijnen"),
        (ACTION, "PASS", "End turn, no action", "Finir le tour, sans action", "Beurt beëindigen, geen actie"),
        (
            HIRE, "RECRUIT_1", "Hire Erasmus from place 2",
            "Recruter Erasmus (place 2)", "Huur Erasmus in van plaats 2",
        ),
        (
            HIRE, "DISMISS_2", "Dismiss Soledade & Bizarro from slot 4",
            "Renvoyer Soledade & Bizarro (emplacement 4)",
            "Ontsla Soledade & Bizarro van vak 4",
        ),
        (
            SLOT, "WSLOT_3", "Worker slot 3 for 3 florins", "Emplacement Travailleurs 3 pour 3 florins",
            "Arbeidersvak 3 voor 3 florijnen",
        ),
        (
            SLOT, "WSLOT_5", "Worker slot 1 for 1 florin", "Emplacement Travailleurs 1 pour 1 florin",
            "Arbeidersvak 1 voor 1 florijn",
        ),
        (
            play(SLOT, "WSLOT_5"), "STOP", "Done hiring", "Recrutement fini", "Klaar met inhuren",
        ),
        (
            RESULT, "SPEND_DISC", "Spend a disc: strength 4", "Dépenser un disque : valeur 4",
            "Gebruik een schijf: sterkte 4",
        ),
        (RESULT, "PAY3", "Pay 3 florins: strength 4", "Payer 3 florins : valeur 4", "Betaal 3 florijnen: sterkte 4"),
        (SOLD_OUT, "LEVEL_0", "Take nothing", "Ne rien prendre", "Neem niets"),
        (
            level("D"), "LEVEL_2", "Level 2: sail your ship 2 steps", "Niveau 2 : avancer votre bateau de 2 cases",
            "Niveau 2: zet je zeilschip 2 velden vooruit",
        ),
        (
            level("A"), "LEVEL_3", "Level 3: take a painting", "Niveau 3 : prendre une œuvre d’art (tableau)",
            "Niveau 3: neem een schilderij",
        ),
        (
            activated("R", "Pt R R R R -", players=4), "M8", "Create the masterpiece of 8 PP",
            "Créer le chef-d’œuvre à 8 PP", "Maak het meesterwerk van 8 PP",
        ),
        (
            BOOK, "BOOK_R", "Write a Religion book, number 2", "Écrire un livre Religion, numéro 2",
            "Schrijf een boek over Religie, nummer 2",
        ),
        (
            DISC, "SLOT_P", "Put a disc in the Politics slot", "Poser un disque sur l’emplacement Politique",
            "Leg een schijf in het vak Politiek",
        ),
        (HELPER, "TAKE_red", "Take a red helper", "Prendre un pion rouge", "Neem een rode helper"),
        (LIMIT, "RETURN_white", "Return a white helper", "Rendre un pion blanc", "Leg een witte helper terug"),
        (
            TILE, "TILE_TD4", "Take the bonus tile Welcome Guest", "Prendre la tuile Bonus Invité de marque",
            "Neem de bonustegel Welkome gast",
        ),
        (PAY, "PAY_COLOUR", "Pay with a blue helper", "Payer avec un pion bleu", "Betaal met een blauwe helper"),
        (PAY, "PAY_WHITE", "Pay with a white helper", "Payer avec un pion blanc", "Betaal met een witte helper"),
        (
            DISC_SOURCE, "SLOT_R", "Take your disc from the Religion slot",
            "Prendre votre disque sur l’emplacement Religion", "Neem je schijf uit het vak Religie",
        ),
        (
            TD4_SPACE, "SPACE_7", "Take Pope Leo X from space 7",
            "Prendre Pope Leo X sur la case 7", "Neem Pope Leo X van veld 7",
        ),
        (
            TD4_SLOT, "RECRUIT_2", "Put Elizabeth I on recruitment place 3",
            "Poser Elizabeth I sur la place de recrutement 3",
            "Leg Elizabeth I op wervingsplaats 3",
        ),
        (
            ORDER, "STARTER_L", "Put the Literature starting character on slot 5",
            "Poser le Personnage de départ Littérature sur l’emplacement 5",
            "Leg de startpersoon van Literatuur op vak 5",
        ),
    ],
)  # fmt: skip
def test_every_family_of_actions_is_said_in_three_languages(
    p: Position, name: str, english: str, french: str, dutch: str
) -> None:
    action = NAMES.index(name)
    assert action in p.legal()
    assert said(p, action) == [english, french, dutch]


@pytest.mark.parametrize("x", ["L", "R", "P"])
def test_the_level_of_a_reward_is_said_with_its_number(x: str) -> None:
    for number in (1, 2, 3):
        for language in LANGUAGES:
            sentence = level(x).say(NAMES.index(f"LEVEL_{number}"), language)
            assert re.findall(r"\d", sentence) == [str(number)] * 2


@pytest.mark.parametrize(
    ("p", "outcome", "english", "french", "dutch"),
    [
        (
            GAME.start(2), 3, "Seat 1: Arts starting character on slot 5",
            "Place 1 : Personnage de départ Arts sur l’emplacement 5", "Plaats 1: startpersoon van Kunsten op vak 5",
        ),
        (
            draw(GAME.start(4, experienced=True), "D D"), 1, "Space 3: Paracelsus",
            "Case 3 : Paracelsus", "Veld 3: Paracelsus",
        ),
        (
            REFILL, 2, "Space 4: John Calvin", "Case 4 : John Calvin",
            "Veld 4: John Calvin",
        ),
        (
            STARTING_REFILL, 2, "Space 4: Novice of Religion comes back into the game",
            "Case 4 : Novice en Religion revient en jeu",
            "Veld 4: Nieuweling in Religie komt terug in het spel",
        ),
    ],
)  # fmt: skip
def test_outcomes_are_said_in_three_languages(p: Position, outcome: int, english: str, french: str, dutch: str) -> None:
    assert said(p, outcome) == [english, french, dutch]


def test_every_action_can_be_said_in_every_phase() -> None:
    for p in (*DECISIONS, position(act=None)):
        for language in LANGUAGES:
            sentences = [p.say(action, language) for action in range(len(NAMES))]
            assert all(sentence.strip() == sentence != "" and "{" not in sentence for sentence in sentences)


def test_the_legal_actions_of_a_decision_are_told_apart_by_their_sentences() -> None:
    for p in DECISIONS:
        for language in LANGUAGES:
            sentences = [p.say(action, language) for action in p.legal()]
            assert len(set(sentences)) == len(sentences)


def test_english_articles_fit_the_next_word() -> None:
    sentences = [p.say(action, "en") for p in DECISIONS for action in range(len(NAMES))]
    assert [sentence for sentence in sentences if re.search(r"\b[Aa] [AEIOUaeiou]", sentence)] == []


def test_every_rule_has_a_sentence_in_three_languages() -> None:
    for rule in GAME.rules():
        sentences = {GAME.rule(rule, language) for language in LANGUAGES}
        assert len(sentences) == 3
        assert all(sentence.endswith(".") for sentence in sentences)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownName):
        WALK.say(0, "tlh")


# --- Short texts ----------------------------------------------------------------------------------


def test_the_notation_of_every_action_is_read_back_in_every_phase() -> None:
    assert GAME.action_count == len(NAMES) == 106
    for p in (*DECISIONS, position(act=None)):
        texts = [p.notation(action) for action in range(106)]
        assert [p.parse(text) for text in texts] == list(range(106))
        assert [p.parse(f" {text.upper()} ") for text in texts] == list(range(106))
        assert len({text.casefold() for text in texts}) == 106


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("experienced", [False, True])
def test_the_notation_of_every_outcome_is_read_back(players: int, experienced: bool) -> None:
    p = GAME.start(players, experienced=experienced)
    while p.to_act == -1:
        texts = {outcome: p.notation(outcome) for outcome in p.outcomes()}
        assert {outcome: p.parse(text) for outcome, text in texts.items()} == {o: o for o in texts}
        assert len(set(texts.values())) == len(texts)
        p = p.play(min(p.outcomes()))


def test_the_notation_of_a_refill_names_the_tile() -> None:
    assert [REFILL.notation(x) for x in range(5)] == ["D", "L", "R", "A", "P"]
    assert [REFILL.parse(text) for text in "DLRAP"] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("text", ["", "?", "r9", "level4", "TP1", "@16"])
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        WALK.parse(text)


@pytest.mark.parametrize("section", ["characters", "portraits"])
def test_the_names_on_the_tiles_are_the_same_in_every_language(section: str) -> None:
    english, *others = (words("stanza", language).find(section) for language in LANGUAGES)
    novices = {"sR", "sA"}  # tiles whose names we do not know: "Novice of Religion"
    for other in others:
        assert {key: name for key, name in other.items() if key not in novices} == {
            key: name for key, name in english.items() if key not in novices
        }


def test_the_log_names_the_only_character_that_can_be_hired() -> None:
    p, chooser = GAME.start(2, seed=3), random.Random(3)
    while p.phase != "SLOT":
        p = p.play(chooser.choice([*p.outcomes()] or p.legal()))
    phrase = p.phrase(p.legal()[0])
    hired = words("stanza", "en").say(phrase.gaps["tile"])
    told = words("stanza", "en").say(phrase._replace(key="told.worker_slot"))
    assert re.fullmatch(rf"puts {hired} into worker slot \d for \d florins?", told)
