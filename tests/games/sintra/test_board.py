"""The board of Sintra: pure, whole in every position, and in the viewer's language; S5, S56.

`python -m tests.games.sintra.test_board` writes the stored pictures anew: look at them before they are kept.
"""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.contract.scene import PLAIN, Panel, Scene
from ludotheque.core.svg import panels, scene, style
from tests.samples import GameKind, random_choice, random_game, unsaid

from .build import CENTRE, GAME, RESET, at, joker, pane, play, seat, strip, take

BOARD = GAME.edition.module("board")
HERE = Path(__file__).parent / "boards"
NAMES = ("Ana", '<Bob> & "Co"', "Claire", "D'Arcy")
KINDS = [
    GameKind("sintra", players, {"side": side, "first_seat": None, "score_floor_zero": side == "B"})
    for players in (2, 3, 4)
    for side in "AB"
]


def sampled(kind: GameKind, every: int = 61) -> Iterator[Position]:
    """Positions of a random game: some of each phase, and the last one."""
    seen: dict[str, int] = {}
    for position, _ in random_game(kind, 5):
        seen[position.phase] = seen.get(position.phase, -1) + 1
        if seen[position.phase] % every == 0:
            yield position


def page(position: Position, shown: Scene) -> list[Panel]:
    """All panels that a page shows at once."""
    return [*panels(position, shown), *(BOARD.summary(shown, n) for n in range(position.players))]


def root(drawn: list[Panel], defs: str = "") -> ET.Element:
    bodies = "".join(f"<svg>{panel.body}</svg>" for panel in drawn)
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{defs}</defs>{bodies}</svg>')


def seen_words(element: ET.Element) -> list[str]:
    """Everything that a viewer can read or hear."""
    found = [text for node in element.iter() for text in (node.text, node.tail) if text]
    return found + [node.attrib["aria-label"] for node in element.iter() if "aria-label" in node.attrib]


def by_id(element: ET.Element) -> dict[str, ET.Element]:
    return {node.attrib["id"]: node for node in element.iter() if "id" in node.attrib}


def shown_choices(position: Position, settings: frozenset[str] = frozenset()) -> ET.Element:
    return root(panels(position, scene(position, position.to_act, settings=settings)))


# --- every position -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("settings", [frozenset[str](), frozenset({"colour_blind"})], ids=["plain", "colour_blind"])
def test_every_position_is_drawn_for_every_viewer(kind: GameKind, settings: frozenset[str]) -> None:
    for position in sampled(kind):
        for viewer in (None, *range(position.players)):
            shown = scene(position, viewer, names=NAMES[: position.players], settings=settings)
            drawn = page(position, shown)
            whole = root(drawn, BOARD.defs(shown))
            ids = [node.attrib["id"] for node in whole.iter() if "id" in node.attrib]
            assert len(ids) == len(set(ids))
            used = set(re.findall(r'(?:url\(|href=")#([\w-]+)', "".join(panel.body for panel in drawn)))
            assert used <= set(ids)
            assert page(position, shown) == drawn


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("settings", [frozenset[str](), frozenset({"colour_blind"})], ids=["plain", "colour_blind"])
def test_every_legal_action_is_on_the_board_once(kind: GameKind, settings: frozenset[str]) -> None:
    for position in sampled(kind, every=29):
        if position.to_act is None or position.to_act < 0:
            continue
        choices = [node for node in shown_choices(position, settings).iter() if "data-action" in node.attrib]
        legal = [node for node in choices if "aria-disabled" not in node.attrib]
        assert sorted(int(node.attrib["data-action"]) for node in legal) == position.legal()
        for node in choices:
            action = int(node.attrib["data-action"])
            assert node.attrib["id"] == f"a{action}"
            assert node.attrib["role"] == "button"
            assert node.attrib["aria-label"].startswith(position.say(action))
            state = "legal" if position.why_not(action) is None else "forbidden"
            assert {"choice", state} <= set(node.attrib["class"].split())
            assert node.attrib["tabindex"] == ("0" if state == "legal" else "-1")


@pytest.mark.parametrize("kind", KINDS[:3], ids=str)
def test_nobody_else_is_offered_an_action(kind: GameKind) -> None:
    for position in sampled(kind):
        for viewer in (None, *range(position.players)):
            if viewer != position.to_act:
                bodies = "".join(panel.body for panel in page(position, scene(position, viewer)))
                assert "data-action" not in bodies


def test_what_asks_nothing_of_the_player_to_act_is_drawn_once_for_all() -> None:
    position = GAME.start(3, seed=1)
    position = position.play(position.legal()[0])  # panes are taken: now a strip is asked for
    assert position.to_act is not None
    mine, others = (
        panels(position, scene(position, viewer, settings=frozenset({PLAIN})))
        for viewer in (position.to_act, (position.to_act + 1) % 3)
    )
    assert mine[0] is others[0]  # the rose
    assert mine[1] is others[1]  # the track
    assert mine[2].actions
    assert not mine[0].actions
    again = panels(position, scene(position, position.to_act, settings=frozenset({PLAIN})))
    assert again[3] is mine[3]  # the notes


def test_a_board_has_no_words_of_its_own() -> None:
    """With every phrase replaced by a dot, only names, numbers and the numbers of rules and rounds remain."""
    for kind in KINDS:
        for position in sampled(kind, every=67):
            for viewer in (None, position.to_act if (position.to_act or 0) >= 0 else 0):
                shown = scene(position, viewer)
                silent = replace(
                    shown,
                    say=lambda phrase: "·",
                    names=("1", "2", "3", "4")[: position.players],
                    choices=unsaid(shown.choices, "·"),
                )
                drawn = page(position, silent)
                for words in [*seen_words(root(drawn)), *(panel.label for panel in drawn)]:
                    rest = re.sub(r"\bS\d+\b|\b(I|II|III|IV|V|VI)\b", "", words)
                    assert not re.search(r"[^\W\d_]", rest), words


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_words_differ_by_language(language: str) -> None:
    position = at(seat(glazier=3), factories=["BOOO"], centre="WPP", tile_in_centre=True)
    english = {words for words in seen_words(root(page(position, scene(position, 0)))) if re.search(r"[a-z]{4}", words)}
    other = set(seen_words(root(page(position, scene(position, 0, language)))))
    assert english & other <= {"Centre"}, "only this name is the same"


# --- parts --------------------------------------------------------------------------------------


def test_names_are_escaped() -> None:
    position = GAME.start(4, seed=7)
    drawn = page(position, scene(position, None, names=NAMES))
    assert "<Bob>" not in "".join(panel.body for panel in drawn)
    assert any(NAMES[1] in words for words in seen_words(root(drawn)))


def test_a_spectator_sees_the_palace_of_the_seat_to_act() -> None:
    position = GAME.start(3, seed=7, first_seat=2)
    assert "glazier-2" in by_id(root(panels(position, scene(position, None))))
    assert "glazier-0" in by_id(root(panels(position, scene(position, 0))))


def test_s5_the_hidden_side_of_a_strip_is_named() -> None:
    position = at(seat("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f"), factories=["BOOO"])
    drawn = by_id(root(panels(position, scene(position, 0))))
    assert (
        drawn["strip-0-8"]
        .attrib["aria-label"]
        .endswith("Hidden side: joker space, blue space, yellow space, orange space, joker space")
    )


def test_s31_joker_spaces_stand_for_the_panes_put_on_them() -> None:
    here = seat("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.b", glazier=8)
    position = at(here, factories=["OO", "W"]).play(take(1, "O"))
    drawn = by_id(shown_choices(position))
    assert {name for name in drawn if re.fullmatch(r"a\d+", name)} == {f"a{joker(n)}" for n in range(3)}
    assert drawn[f"a{joker(0)}"].attrib["aria-disabled"] == "true"


def test_s30_what_breaks_at_the_glaziers_strip_is_told_in_larger_letters_on_a_phone() -> None:
    tag = ET.fromstring(f"<svg>{GAME.edition.module('board.strips').foot_tag(100, 3)}</svg>")
    sizes = {group.attrib["class"]: float(group.findall("text")[0].attrib["font-size"]) for group in tag}
    assert sizes["narrow-only"] * 0.592 > 12  # the palace is so small there
    assert sizes["wide-only"] < sizes["narrow-only"]


def test_s36_the_panes_of_a_completed_strip_are_one_choice_for_each_colour() -> None:
    nearly = seat("K1.f=.WBWB K2.f K3.f K4.f K5.f K6.f K7.f K8.f")
    position = play(at(nearly, factories=["B", "W"]), take(1, "B"), strip(1))
    drawn = by_id(shown_choices(position))
    for colour, panes in (("B", 3), ("W", 2)):
        uses = [node.attrib.get("href") for node in drawn[f"a{pane(colour)}"].iter()]
        assert uses.count(f"#sintra-pane-{colour}") == panes


def test_s39_the_glazier_himself_is_sent_back() -> None:
    drawn = by_id(shown_choices(at(seat(glazier=3), factories=["BOOO"])))
    assert by_id(drawn[f"a{RESET}"]).keys() >= {"glazier-0"}


def test_s56_five_fixed_sectors_everywhere_and_a_marker_on_the_colour_of_the_round() -> None:
    position = at(factories=["BOOO"], centre="WPP", indicator="OBWYOP")
    drawn = shown_choices(position, frozenset({"colour_blind"}))
    takes = [node for node in drawn.iter() if "take" in node.attrib.get("class", "").split()]
    assert len(takes) == 5 * (5 + 1)
    marked = {
        node.attrib["id"]
        for node in takes
        if any("bonus-marker" in inner.attrib.get("class", "") for inner in node.iter())
    }
    assert marked == {f"a{take(source, 'O')}" for source in (1, 2, 3, 4, 5, CENTRE)}


# --- what a choice would bring --------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_is_foretold_happens(kind: GameKind) -> None:
    forecasts = GAME.edition.module("board.forecasts")
    chooser = random.Random(str(kind))
    position = GAME.start(kind.players, seed=3, **kind.options)
    while position.to_act is not None:
        me = position.to_act
        for action, foretold in forecasts.forecasts_of(scene(position, me)):
            after = position.play(action)
            while after.to_act == me and after.phase in ("JOKER", "PANE"):
                after = after.play(after.legal()[0])
            if after.to_act is None:
                continue  # the final scoring has changed it already
            board = after.view(me)["seats"][me]
            assert board["score"] == foretold.score
            assert position.phase == "PANE" or action == RESET or board["broken"] == foretold.marker
        position = position.play(random_choice(position, chooser))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_final_scoring_so_far_is_that_of_the_end(kind: GameKind) -> None:
    forecasts = GAME.edition.module("board.forecasts")
    *_, (last, _) = random_game(kind, 9)
    for me in range(last.players):
        end = forecasts.final_scoring(last.hidden(None), me)
        lines = dict(last.ledger()[me])
        assert end.total == last.scores()[me]
        assert [end.sets, -end.lost, end.bonus] == [lines.get(rule, 0) for rule in ("S51", "S52", "S53")]


def test_another_box_is_drawn_too(tmp_path: Path) -> None:
    corrected = tmp_path / "box.toml"
    corrected.write_text(
        """
        [panes]
        per_factory = 7
        [factories]
        for_2 = 9
        [broken_track]
        points = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]
        [window_values]
        A = [30, 3, 3, 2, 2, 1, 1, 12]
        [ornaments]
        windows = [[1, 2], [3, 4], [5, 6]]
        """
    )
    position = ludotheque.load("sintra", box=corrected).start(2, seed=7)
    drawn = root(panels(position, scene(position, position.to_act)))
    assert "30" in seen_words(drawn)
    assert {"factory-9", "ornament-0-3"} <= by_id(drawn).keys()


# --- the card, the style and the stored pictures ----------------------------------------------------


def test_the_card_is_whole_and_its_ids_are_its_own() -> None:
    card = ET.fromstring(BOARD.card())
    assert card.attrib["viewBox"] == "0 0 800 600"
    assert all(name.startswith("sintra-card-") for name in by_id(card))
    assert "style" not in {attribute for node in card.iter() for attribute in node.attrib}


def test_nothing_is_styled_in_place_and_no_class_is_unknown() -> None:
    sheet = style("sintra")
    known = set(re.findall(r"\.([A-Za-z][\w-]*)", sheet))
    shapeless = {"choice", "part", "sintra", "palace", "window", "back", "pane", "joker", "shard"}
    for kind in KINDS[:2]:
        for position in sampled(kind, every=67):
            shown = scene(position, position.to_act if (position.to_act or 0) >= 0 else None)
            for node in root(page(position, shown), BOARD.defs(shown)).iter():
                assert "style" not in node.attrib
                classes = set(node.attrib.get("class", "").split())
                assert classes <= known | shapeless, classes - known - shapeless


def stored() -> dict[str, str]:
    """The pictures that are kept: a start, a strip to choose in the middle, an end."""
    middle = next(p for p, _ in random_game(KINDS[2], 8) if p.phase == "PLACE" and p.view(None)["round"] == 4)
    *_, (end, _) = random_game(KINDS[5], 8)
    return {
        "start-2": GAME.start(2, seed=7).svg(),
        "place-3": middle.svg(middle.to_act, "fr"),
        "end-4": end.svg(1, "nl"),
    }


def test_pictures_are_as_they_were_when_they_were_looked_at() -> None:
    for name, picture in stored().items():
        assert unstyled((HERE / f"{name}.svg").read_text(encoding="utf-8")) == unstyled(picture), name


def unstyled(picture: str) -> str:
    """A picture without its style sheets: what is drawn, not how it looks."""
    return re.sub(r"<style>.*?</style>", "", picture, flags=re.DOTALL)


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name, picture in stored().items():
        (HERE / f"{name}.svg").write_text(picture, encoding="utf-8")
