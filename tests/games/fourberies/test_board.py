"""The board: sound pictures of every position for every viewer, with a place for every choice.

`python -m tests.games.fourberies.test_board` writes pictures that are missing in `boards/` and
changes none that is there; look at them before they are kept.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest

from ludotheque import Position
from ludotheque.contract.scene import Panel, Scene
from ludotheque.core.svg import scene
from ludotheque.core.words import words
from ludotheque.games.fourberies import board
from ludotheque.games.fourberies.board.forecasts import cards_in, guest_of, request_is_met, turn_of_season, visit
from ludotheque.games.fourberies.state import State
from tests.samples import few_kinds, random_game

from .build import (
    GAME,
    KEEP,
    NO_REQUEST,
    PASS,
    RED_1,
    act,
    actor,
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

KINDS = [kind for kind in few_kinds() if kind.game == "fourberies"]
KIND_OF = {2: KINDS[0], 3: KINDS[2], 4: KINDS[5], 5: KINDS[7]}  # number of players -> options
UNPLACED = {KEEP, PASS, *map(chameleons, range(3)), NO_REQUEST}  # left to the page
LANGUAGES = ("en", "fr", "nl")
PICTURES = Path(__file__).parent / "boards"


def state_of(position: Position, seat: int | None) -> State:
    """What a seat may know, for the rules."""
    return cast(State, position.hidden(seat))


@functools.cache
def sampled(players: int) -> list[Position]:
    """Positions of a random game: a few of every phase."""
    kept: Counter[str] = Counter()
    found = []
    for i, (position, _) in enumerate(random_game(KIND_OF[players], 1)):
        if kept[position.phase] < 2 and i % 3 == 0:
            kept[position.phase] += 1
            found.append(position)
        last = position
    return [*found, last]


def viewers(position: Position) -> list[int | None]:
    return [None, *range(position.players)]


def page(shown: Scene) -> list[Panel]:
    """Everything that stands on a table's page."""
    return [*board.panels(shown), *(board.summary(shown, p) for p in range(len(shown.names)))]


def source(shown: Scene) -> str:
    return "".join(f"<svg>{panel.body}</svg>" for panel in page(shown))


def parsed(shown: Scene) -> ElementTree.Element:
    root = ElementTree.fromstring(f"<page>{source(shown)}</page>")
    root.insert(0, parsed_defs(board.defs(shown)))
    return root


@functools.cache
def parsed_defs(defs: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg><defs>{defs}</defs></svg>")


def actions(root: ElementTree.Element) -> Counter[int]:
    return Counter(int(part.get("data-action", "")) for part in root.iter() if part.get("data-action"))


# --- every position, every viewer -------------------------------------------------------------


@pytest.mark.parametrize("players", KIND_OF)
def test_every_picture_is_sound(players: int) -> None:
    for i, position in enumerate(sampled(players)):
        for viewer in viewers(position):
            shown = scene(position, viewer, LANGUAGES[i % 3])
            root = parsed(shown)
            ids = [part.get("id") for part in root.iter() if part.get("id")]
            assert len(set(ids)) == len(ids)
            markup = board.defs(shown) + source(shown)
            assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', markup)) <= set(ids)
            assert " style=" not in markup
            assert "<style" not in markup
            assert "<script" not in markup
            assert "None" not in markup


@pytest.mark.parametrize("players", KIND_OF)
def test_every_choice_has_its_place(players: int) -> None:
    for position in sampled(players):
        for viewer in viewers(position):
            shown = scene(position, viewer)
            root = parsed(shown)
            placed = actions(root)
            legal = {action for action, asked in shown.choices.items() if asked.legal}
            assert set(placed) >= legal - UNPLACED
            assert set(placed) <= set(shown.choices) - UNPLACED
            assert max(placed.values(), default=1) == 1
            for part in root.iter():
                if part.get("data-action"):
                    asked = shown.choices[int(part.get("data-action", ""))]
                    assert part.get("id") == f"a{asked.action}"
                    assert (part.get("class") or "").split()[:2] == ["choice", "legal" if asked.legal else "forbidden"]
                    assert (part.get("aria-disabled") == "true") is not asked.legal
                    assert (part.get("aria-label") or "").startswith(asked.label)


@pytest.mark.parametrize("players", KIND_OF)
def test_what_a_viewer_cannot_know_changes_no_byte(players: int) -> None:
    """F52, part 9.3: every world that a viewer cannot tell from this one gives the same picture."""
    for position in sampled(players):
        for viewer in viewers(position):
            if position.to_act is not None:
                other = position.redeal(viewer, seed=3)
                assert page(scene(other, viewer)) == page(scene(position, viewer))
                assert vars(scene(other, viewer).state) == vars(scene(position, viewer).state)


@pytest.mark.parametrize("players", KIND_OF)
def test_f52_others_requests_are_backs_and_a_number(players: int) -> None:
    for position in sampled(players):
        for viewer in viewers(position):
            owners = [p for p in range(position.players) if p != viewer]
            hidden = {code for p in owners for code in position.to_dict()["seats"][p]["requests"]}
            told = " ".join(panel.body for panel in page(scene(position, viewer)))
            assert not [code for code in hidden if words("fourberies", "en").find(f"cards.{code}") in told]


# --- every family of choices ------------------------------------------------------------------


def curtain(code: str) -> Position:
    """Seat 0's Curtain window with one Acrobat."""
    seats = {0: seat(acrobats=code, troupe="T4 T4 C2"), 1: seat(troupe="C4 T2"), 2: seat(troupe="C4", ecus=0)}
    return travel(table(3, cities={1: "B1", 2: "B1", 3: "B2", 7: "B3 C5"}, seats=seats), 1, 2, 3)


def revealed(code: str) -> Position:
    """Seat 0's Revelation window with one Acrobat."""
    return travel(table(3, seats={0: seat(acrobats=code)}), 1, 2, 3)


PLACED: list[tuple[str, Callable[[], Position], str, int]] = [
    ("Travel card", lambda: table(3), "city-4", go(4)),
    ("Juggler", lambda: play(table(3, seats={0: seat(acrobats="A2")}), act("A2"), go(1)), "city-8", go(8)),
    ("Stilt-walker", lambda: play(revealed("A3"), act("A3")), "city-6", go(6)),
    ("Fire-eater", lambda: curtain("A10").play(act("A10")), "city-7", go(7)),
    ("theft", lambda: travel(table(3, cities={1: "T2", 2: "B1", 3: "B2"}), 1, 2, 3), "summary-2", opponent(2)),
    ("Charmer, first", lambda: curtain("A9").play(act("A9")), "summary-1", opponent(1)),
    ("Charmer, then", lambda: play(curtain("A9"), act("A9"), opponent(1)), "troupe", actor("T4")),
    ("Court", lambda: travel(table(3, cities={1: "T4 C1", 2: "B1", 3: "B2"}), 1, 2, 3), "bill", actor("C1")),
    ("Acrobat", lambda: curtain("A5"), "acrobats", act("A5")),
    ("Flatterer", lambda: curtain("A5").play(act("A5")), "stage", RED_1),
    ("Request", lambda: last_turn(3, seats={0: seat(requests="R17 R2")}), "requests", request("R17")),
]  # fmt: skip


@pytest.mark.parametrize(("made", "panel", "action"), [case[1:] for case in PLACED], ids=[case[0] for case in PLACED])
def test_every_family_of_choices_has_its_panel(made: Callable[[], Position], panel: str, action: int) -> None:
    position = made()
    assert action in position.legal()
    holding = [
        drawn.name for drawn in page(scene(position, position.to_act)) if f'data-action="{action}"' in drawn.body
    ]
    assert holding == [panel]


def test_who_is_not_asked_has_nothing_to_choose() -> None:
    assert not actions(parsed(scene(table(3), 1)))
    assert not actions(parsed(scene(table(3), None)))


def test_f11_a_sealed_card_is_seen_by_its_owner_only() -> None:
    p = table(3).play(go(4))
    assert 'class="ticket sealed' in "".join(panel.body for panel in page(scene(p, 0)))
    for viewer in (None, 1, 2):
        assert "sealed" not in "".join(panel.body for panel in page(scene(p, viewer)))


# --- words ------------------------------------------------------------------------------------


def told(shown: Scene) -> set[str]:
    """The texts of a page that have letters."""
    root = parsed(shown)
    texts = {text.strip() for part in root.iter() for text in [part.text or ""]}
    labels = {part.get("aria-label") or "" for part in root.iter()}
    return {text for text in texts | labels if re.search(r"[A-Za-zÀ-ÿ]{2}", text)}


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_no_english_stays_in_a_translated_page(language: str) -> None:
    names = ("Zoë", "Xan", "Yun", "Wei")
    english, other = words("fourberies", "en"), words("fourberies", language)
    same = {english.find("title").casefold()} | {
        value.casefold()
        for section in ("board", "terms", "cities", "cards", "card_texts")
        for key, value in english.find(section).items()
        if other.find(section)[key] == value and isinstance(value, str)
    }
    for position in sampled(4):
        for viewer in (None, 0):
            left = told(scene(position, viewer, "en", names)) & told(scene(position, viewer, language, names))
            left = {text for text in left if not any(name in text for name in names)}
            assert {text for text in left if text.casefold() not in same and not text[1:].isdigit()} == set()


def test_names_are_escaped() -> None:
    name = """<b>&"O'Hara"</b>"""
    root = parsed(scene(sampled(4)[-1], None, names=(name,) * 4))
    assert name in {part.text for part in root.iter()}
    assert not [part for part in root.iter() if part.tag.endswith("b")]


# --- forecasts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "ecus", "after", "held"),
    [
        ("C5 B2", 0, 1, ["C5"]),  # X1: the Bonus comes first and pays the Actor
        ("B2 C5", 0, 2, []),  # X1: unpaid, discarded
        ("T2 C2", 3, 5, ["T2", "C2"]),
        ("C3 T3", 3, 6, ["T3", "C3"]),
        ("A10 C4 T1", 3, 3, ["T1", "C4"]),
    ],
)
def test_f30_a_playbill_foretells_what_happens(cards: str, ecus: int, after: int, held: list[str]) -> None:
    p = table(3, cities={1: cards, 2: "B1", 3: "B2"}, seats={0: seat(ecus=ecus)})
    told = visit(guest_of(state_of(p, 0), 0), cards_in(state_of(p, 0), 0))
    assert (ecus + told.ecus, list(told.held)) == (after, held)
    p = travel(p, 1, 2, 3)
    while p.phase == "theft":
        p = p.play(p.legal()[0])
    assert p.to_dict()["seats"][0]["ecus"] == after
    if held:
        assert p.to_dict()["pending"]["held"] == held


def test_f76_met_requests_are_those_that_can_be_played() -> None:
    for kind in KIND_OF.values():
        for position, _ in random_game(kind, 1):
            if position.phase == "request" and not kind.options["unmet_requests"]:
                seat = position.to_act or 0
                held = position.view(seat)["seats"][seat]["requests"]
                met = [code for code in held if request_is_met(state_of(position, seat), seat, code)]
                assert [request(code) for code in met] == position.legal()[:-1]


def test_f63_turns_are_counted_by_season() -> None:
    for kind in KIND_OF.values():
        lengths: dict[int, set[int]] = {1: set(), 2: set()}
        last = (0, 0)
        for position, _ in random_game(kind, 1):
            last = turn_of_season(state_of(position, None))
            lengths[position.view(None)["season"]].add(last[1])
        assert lengths[1] == {6}
        assert len(lengths[2]) == 1
        assert last[0] == last[1]


# --- pictures ---------------------------------------------------------------------------------


def test_the_picture_of_the_box_can_stand_beside_others() -> None:
    root = ElementTree.fromstring(board.card())
    ids = [part.get("id") or "" for part in root.iter() if part.get("id")]
    assert root.get("viewBox") == "0 0 800 600"
    assert all(name.startswith("fourberies-") for name in ids)
    assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', board.card())) == set(ids)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_for_the_seat_that_leads_are_not_squeezed(language: str) -> None:
    shown = scene(reached(3, "travel", 1), 0, language)
    calls = next(panel for panel in board.panels(shown) if panel.name == "call")
    leads = words("fourberies", language).find("board.leads")
    assert re.search(rf"<text[^>]*>{leads}<", calls.body)
    assert not re.search(rf"<text[^>]*textLength[^>]*>{leads}<", calls.body)


def reached(players: int, phase: str, turn: int) -> Position:
    """A position of a game in which the choices go round through what is legal."""
    p, ply = GAME.start(players, seed=2016), 0
    while p.to_act is not None and (p.phase != phase or p.to_dict()["turn"] < turn):
        p, ply = p.play(p.legal()[ply % len(p.legal())]), ply + 1
    assert p.phase == phase
    return p


SNAPSHOTS: dict[str, Callable[[], str]] = {
    "start": lambda: GAME.start(2).svg(None, "nl"),
    "court": lambda: reached(4, "court", 2).svg(reached(4, "court", 2).to_act, "fr"),
    "over": lambda: reached(5, "over", 0).svg(3, "en"),
}


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_pictures_are_as_they_were_looked_at(name: str) -> None:
    kept = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert unstyled(SNAPSHOTS[name]()) == unstyled(kept)
    assert len(kept) < 170 * 1024


def unstyled(picture: str) -> str:
    """A picture without its style sheets, which all games' pages share a part of."""
    return re.sub(r"<style>.*?</style>", "", picture, flags=re.DOTALL)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, drawn in SNAPSHOTS.items():
        if not (PICTURES / f"{name}.svg").exists():
            (PICTURES / f"{name}.svg").write_text(drawn(), encoding="utf-8")
