"""The picture of the table: well-formed, complete, the same for the same view, and in one language.

The stored pictures are in `boards/`. After a change that is meant, look at what
`python -m tests.games.stanza.test_board` draws before you keep it.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque import Position
from ludotheque.contract.scene import Panel, Scene
from ludotheque.core.svg import scene
from ludotheque.kernel.places import PACKAGE_FOLDER
from tests.samples import GameKind, kinds, random_game, unsaid

from .build import GAME, NAMES, before_bonus_room, play, position, seat

BOARD = GAME.edition.module("board")
FACES = GAME.edition.module("board.faces")
PICTURES = Path(__file__).parent / "boards"
STANZA = [kind for kind in kinds() if kind.game == "stanza"]

# What has no place in the picture: the page shows a button for it.
BUTTONS = {NAMES.index(name) for name in ("PASS", "STOP", "LEVEL_0")}


def sampled(kind: GameKind, seed: int) -> Iterator[Position]:
    """Some positions of a random game, and every phase at its first occurrence."""
    chooser, seen = random.Random(seed), set()
    for p, _ in random_game(kind, seed):
        if p.phase not in seen or p.to_act is None or chooser.random() < 0.02:
            seen.add(p.phase)
            yield p


def viewers(p: Position) -> list[int | None]:
    return [None, p.to_act] if p.to_act is not None and p.to_act >= 0 else [None, p.players - 1]


def drawn(shown: Scene) -> list[ElementTree.Element]:
    """The symbols, all panels and all summaries of a page, parsed."""
    panels: list[Panel] = [*BOARD.panels(shown), *(BOARD.summary(shown, s) for s in range(len(shown.names)))]
    bodies = [BOARD.defs(shown), *(panel.body for panel in panels)]
    return [ElementTree.fromstring(f"<svg>{body}</svg>") for body in bodies]


def every(shown: Scene) -> list[ElementTree.Element]:
    return [element for root in drawn(shown) for element in root.iter()]


def actions(elements: list[ElementTree.Element], kind: str) -> list[int]:
    found = [e for e in elements if e.get("class") == f"choice {kind}"]
    assert all(e.get("id") == f"a{e.get('data-action')}" and e.get("role") == "button" for e in found)
    return sorted(int(e.get("data-action", "")) for e in found)


@pytest.mark.parametrize("kind", STANZA, ids=str)
def test_every_legal_action_is_drawn_once_and_every_id_is_unique(kind: GameKind) -> None:
    for p in sampled(kind, 1):
        for viewer in viewers(p):
            shown = scene(p, viewer)
            elements = every(shown)
            ids = [str(e.get("id")) for e in elements if e.get("id")]
            assert sorted(set(ids)) == sorted(ids)
            expected = [a for a in p.legal() if a not in BUTTONS] if viewer == p.to_act else []
            assert actions(elements, "legal") == expected
            assert set(actions(elements, "forbidden")) <= {a for a, choice in shown.choices.items() if not choice.legal}


# --- Decisions that random games seldom reach -----------------------------------------------------

SOURCE = before_bonus_room(discs="D R R P", bonus_tiles="TD1 TD2 TD3 TL1", helpers="green")
LATE = play(
    position(
        seat(
            figure=6, ship=9, workers="R R R sR Pt R", recruits="R - - -", discs="R R L", bonus_tiles="TR4 TR1 TA2",
            books="D D R R A P P P", artworks="painting sculpture sculpture", flipped=True, money=15,
        ),
        seat(figure=1, ship=9, passed=None, workers="A - Pt D D L", bonus_tiles="TL3", helpers="white"),
    ),
    "MOVE_1",
    "ACT_HERE",
    "RECRUIT_0",
    "WSLOT_2",
    "STOP",
)  # fmt: skip
RARE = (
    play(SOURCE, "MOVE_1"),
    play(SOURCE, "MOVE_1", "TILE_TR1"),
    play(before_bonus_room(ship=4, helpers="blue white", grid="TD4"), "MOVE_1"),
    play(before_bonus_room(ship=4, helpers="blue white", grid="TD4"), "MOVE_1", "TILE_TD4"),
    play(before_bonus_room(ship=4, helpers="blue white", grid="TD4"), "MOVE_1", "TILE_TD4", "PAY_WHITE"),
    play(before_bonus_room(ship=4, helpers="blue white", grid="TD4"), "MOVE_1", "TILE_TD4", "PAY_WHITE", "SPACE_15"),
    position(seat(), seat(passed=1), last_turn="B"),
    LATE,
)


@pytest.mark.parametrize("p", RARE, ids=lambda p: p.phase)
def test_the_choices_of_rare_decisions_are_drawn(p: Position) -> None:
    assert actions(every(scene(p, p.to_act)), "legal") == [a for a in p.legal() if a not in BUTTONS]


def test_masterpieces_discs_and_paid_strength_are_where_they_lie() -> None:
    assert LATE.phase == "RESULT"
    names = {NAMES[action] for action in actions(every(scene(LATE, 0)), "legal")}
    assert {"SPEND_DISC", "PAY3", "LEVEL_3", "M5", "M8"} <= names


def test_a_forbidden_action_says_by_its_rule_why() -> None:
    p = play(
        position(seat(figure=0, money=3, recruits="D D - -"), board="DDD LLL RRR AAA PPP"),
        "MOVE_1",
        "ACT_HERE",
        "RECRUIT_0",
    )
    patron = next(e for e in every(scene(p, 0)) if e.get("id") == f"a{NAMES.index('WSLOT_0')}")
    assert patron.get("aria-disabled") == "true"
    assert str(patron.get("aria-label")).endswith("(L33)")


def test_others_and_spectators_have_nothing_to_choose() -> None:
    p = GAME.start(3, seed=2)
    for viewer in (1, 2, None):
        assert [e for e in every(scene(p, viewer)) if e.get("data-action")] == []


# --- The picture is a function of the view --------------------------------------------------------


@pytest.mark.parametrize("players", GAME.seats)
def test_the_same_game_gives_the_same_picture(players: int) -> None:
    for p in sampled(GameKind("stanza", players, {}), 3):
        assert p.svg(0) == p.record().last().svg(0)


def test_names_are_escaped() -> None:
    shown = scene(GAME.start(2, seed=1), 0, names=("<b>&", 'A "quoted" name'))
    assert any(e.text == "<b>&" for e in every(shown))


def test_every_face_has_a_name_and_a_portrait() -> None:
    with (PACKAGE_FOLDER / "games" / "stanza" / "words" / "en.toml").open("rb") as file:
        words = tomllib.load(file)
    assert set(FACES.FACES) == set(words["characters"]) == set(words["portraits"])


# --- Words ----------------------------------------------------------------------------------------


def test_every_word_comes_from_the_words() -> None:
    """With every phrase said as "§", no letters are left but points, last turns and rules."""
    for kind in (GameKind("stanza", 2, {"experienced": True}), GameKind("stanza", 4, {"expert": True})):
        for p in sampled(kind, 5):
            shown = scene(p, p.to_act if p.to_act != -1 else None, names=tuple("1234"[: p.players]))
            mute = replace(shown, say=lambda phrase: "§", choices=unsaid(shown.choices, "§"))
            for e in every(mute):
                said = [e.text or "", e.get("aria-label", "")]
                letters = {word for text in said for word in re.findall(r"[^\W\d_]+", text)}
                assert letters <= {"PP", "A", "B", "C", "L"}, letters


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_panels_are_named_in_the_language(language: str) -> None:
    shown = scene(GAME.start(2, seed=1), 0, language)
    labels = {panel.name: panel.label for panel in BOARD.panels(shown)}
    expected = {"en": "Discoveries room", "fr": "salle Découvertes", "nl": "kamer Ontdekkingsreizen"}
    assert labels["room-D"] == expected[language]
    assert len(set(labels.values())) == len(labels) == 9


# --- Stored pictures ------------------------------------------------------------------------------


def pictures() -> dict[str, str]:
    walked = GAME.start(2, seed=7).play(1)
    return {
        "start": GAME.start(2, seed=7).svg(0),
        "action": walked.svg(0, "nl"),
        "result": LATE.svg(0, "fr"),
    }


@pytest.mark.parametrize("name", ["start", "action", "result"])
def test_pictures_are_as_stored(name: str) -> None:
    stored = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert unstyled(pictures()[name]) == unstyled(stored)
    assert len(stored.encode()) < 170_000


def unstyled(picture: str) -> str:
    """A picture without its style sheets: what is drawn, not how it looks."""
    return re.sub(r"<style>.*?</style>", "", picture, flags=re.DOTALL)


def test_the_card_is_a_picture_of_its_own() -> None:
    card = ElementTree.fromstring(BOARD.card())
    assert card.get("viewBox") == "0 0 800 600"
    assert all(str(e.get("id")).startswith("stanza-card-") for e in card.iter() if e.get("id"))


def test_there_is_no_style_in_the_picture() -> None:
    """Pages forbid it: colours are classes and attributes."""
    p = GAME.start(4, seed=1)
    assert not [e for e in every(scene(p, 0)) if e.get("style") or e.tag == "style"]


if __name__ == "__main__":
    for name, picture in pictures().items():
        (PICTURES / f"{name}.svg").write_text(picture, encoding="utf-8")
