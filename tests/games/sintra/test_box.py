"""A corrected box: other numbers on the components, and boxes that do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque
from ludotheque import BadBox, Game

from .build import CENTRE, GAME, pane, play, seat, strip, table, take


@pytest.fixture
def box(tmp_path: Path) -> Path:
    return tmp_path / "my-box.toml"


def load(box: Path, text: str) -> Game:
    box.write_text(text, encoding="utf-8")
    return ludotheque.load("sintra", box=box)


# --- boxes that fit -----------------------------------------------------------------------------


def test_an_empty_file_corrects_nothing(box: Path) -> None:
    game = load(box, "")
    assert game == GAME
    assert game.start(2, seed=7) == GAME.start(2, seed=7)


def test_our_own_box_corrects_nothing(box: Path) -> None:
    ours = Path(ludotheque.__file__).parent / "games" / "sintra" / "box.toml"
    assert load(box, ours.read_text(encoding="utf-8")) == GAME


def test_another_broken_glass_track(box: Path) -> None:
    game = load(box, "[broken_track]\npoints = [0, 3, 5, 9]\n")
    assert game != GAME
    d = table(seat(glazier=8, score=20, broken=1), seat(broken=1), indicator="P", centre="BB")
    p = game.position(d).play(take(CENTRE, "B"))
    assert p.scores() == [20 - 9, 0 - 3]
    assert [entry["lost"] for entry in p.to_dict()["seats"]] == [9, 3]
    d["seats"][0]["broken"] = 3
    with pytest.raises(ludotheque.BadPosition, match="broken"):
        game.position(d)


def test_a_corrected_strip(box: Path) -> None:
    game = load(box, '[strips]\nK1 = ["PPPPW", "YYBYY"]\n')
    d = table(seat("K1.f=PPPP. K2.f K3.f K4.f K5.f K6.f K7.f K8.f"), factories=["W", "B"], indicator="PB")
    p = play(game.position(d), take(1, "W"), strip(1))
    assert (p.scores()[0], p.legal()) == (4, [pane("W"), pane("P")])
    with pytest.raises(ludotheque.BadPosition, match="panes"):
        GAME.position(d)


def test_a_box_with_the_older_letter_of_white_is_the_same_box(box: Path) -> None:
    new, old = (load(box, f'[strips]\nK1 = ["PPPP{letter}", "YYBYY"]\n') for letter in "WG")
    assert old == new
    assert old.start(2, seed=7) == new.start(2, seed=7)


def test_the_hash_of_our_box_is_that_of_older_records() -> None:
    assert GAME.box_hash == "46bec740898fa679"


def test_a_strip_of_one_colour_leaves_no_choice_of_pane(box: Path) -> None:
    game = load(box, '[strips]\nK1 = ["BBBBB", "YYBYY"]\n')
    d = table(seat("K1.f=BBBB. K2.f K3.f K4.f K5.f K6.f K7.f K8.f"), factories=["B", "W"], indicator="PB")
    p = play(game.position(d), take(1, "B"), strip(1))
    assert (p.phase, p.to_act, p.scores()[0]) == ("TURN", 1, 4)
    assert p.to_dict()["seats"][0]["windows"][0] == "B"


def test_another_strip_with_jokers_starts_with_them_down(box: Path) -> None:
    game = load(box, '[strips]\nK1 = ["JBYOJ", "YYBYY"]\n')
    assert 0 not in game.start(2).play(0).outcomes()


def test_window_values_of_each_side(box: Path) -> None:
    game = load(box, "[window_values]\nB = [9, 0, 0, 0, 0, 0, 0, 1]\n")
    nearly = seat("K1.f=.WBWB K2.f K3.f K4.f K5.f K6.f K7.f K8.b")
    for side, points in (("A", 4 + 2), ("B", 9 + 1)):
        d = table(nearly, factories=["B", "W"], indicator="PB", side=side)
        assert play(game.position(d), take(1, "B"), strip(1), pane("B")).scores()[0] == points


def test_ornaments_elsewhere(box: Path) -> None:
    game = load(box, "[ornaments]\npoints = [0, 1, 2, 3, 4]\nwindows = [[1, 8]]\n")
    mine = seat("- K2.f K3.f K4.f K5.f K6.f K7.f K8.b", "BB - - - - - - B")
    p = game.position(table(seat(glazier=8), mine, indicator="P", factories=["B"]))
    assert p.play(take(1, "B")).scores() == [-1, 3]


def test_factories_and_panes(box: Path) -> None:
    game = load(box, "[factories]\nfor_2 = 3\n[panes]\nper_colour = 10\nper_factory = 2\nset_size = 1\n")
    p = game.start(2, seed=7)
    assert [len(factory) for factory in p.to_dict()["factories"]] == [2, 2, 2]
    assert sum(p.to_dict()["bag"].values()) == 50 - 6 - 6


def test_games_with_different_boxes_do_not_mix(box: Path) -> None:
    game = load(box, "[broken_track]\npoints = [0, 3, 5, 9]\n")
    assert game.start(2, seed=7) != GAME.start(2, seed=7)
    assert game.start(2, seed=7).to_dict() == GAME.start(2, seed=7).to_dict() | {"own_box": game.own_box}


# --- boxes that do not -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("[dice]\nsides = 6\n", "dice"),
        ("panes = 20\n", "panes"),
        ("[panes]\nper_color = 20\n", "panes.per_color"),
        ('[panes]\nper_colour = "20"\n', "panes.per_colour"),
        ("[panes]\nper_colour = 20.0\n", "panes.per_colour"),
        ("[panes]\nper_colour = true\n", "panes.per_colour"),
        ("[panes]\nper_colour = 5\n", "panes.per_colour"),
        ("[panes]\nper_colour = 26\n", "panes.per_colour"),
        ("[panes]\nper_factory = 0\n", "panes.per_factory"),
        ("[panes]\nset_size = 0\n", "panes.set_size"),
        ("[panes]\nset_size = 101\n", "panes.set_size"),
        ("[panes]\nsource = 1\n", "panes.source"),
        ('[strips]\nsource = ["book"]\n', "strips.source"),
        ("[factories]\nfor_2 = 10\n", "factories.for_2"),
        ("[factories]\nfor_5 = 9\n", "factories.for_5"),
        ("[window_values]\nA = [4, 3, 3, 2, 2, 1, 1]\n", "window_values.A"),
        ("[window_values]\nB = [4, 3, 3, 2, 2, 1, 1, -2]\n", "window_values.B"),
        ("[window_values]\nC = [4, 3, 3, 2, 2, 1, 1, 2]\n", "window_values.C"),
        ("[broken_track]\npoints = []\n", "broken_track.points"),
        ("[broken_track]\npoints = [0]\n", "broken_track.points"),
        ("[broken_track]\npoints = [1, 2, 3]\n", "broken_track.points"),
        ("[broken_track]\npoints = [0, 4, 2]\n", "broken_track.points"),
        ("[broken_track]\npoints = [0, 1, 101]\n", "broken_track.points"),
        ("[broken_track]\npoints = [0, 1, [2]]\n", "broken_track.points"),
        ("[broken_track]\npoints = [0, 0]\n", "broken_track.points"),
        ("[ornaments]\npoints = [0, 0, 3, 6]\n", "ornaments.points"),
        ("[ornaments]\nwindows = [[1, 9]]\n", "ornaments.windows"),
        ("[ornaments]\nwindows = [[1, 2, 3]]\n", "ornaments.windows"),
        ("[ornaments]\nwindows = []\n", "ornaments.windows"),
        ("[ornaments]\nwindows = [1, 2]\n", "ornaments.windows"),
        ('[strips]\nK9 = ["BWBWB", "YYBYY"]\n', "strips.K9"),
        ('[strips]\nK1 = ["BWBWB"]\n', "strips.K1"),
        ('[strips]\nK1 = ["BWBW", "YYBYY"]\n', "strips.K1"),
        ('[strips]\nK1 = ["BGBGR", "YYBYY"]\n', "strips.K1"),
        ('[strips]\nK1 = ["BWBWJ", "YYBYJ"]\n', "strips.K1"),
        ('[strips]\nK1 = ["BWJJJ", "YYBYY"]\n', "strips.K1"),
        ('[strips]\nK1 = "BWBWB"\n', "strips.K1"),
    ],
)
def test_a_box_that_does_not_fit_is_refused(box: Path, text: str, field: str) -> None:
    with pytest.raises(BadBox) as refusal:
        load(box, text)
    assert refusal.value.field == field
    assert str(refusal.value).startswith(f"{field}: ")
    assert str(refusal.value).endswith(".")


def test_a_file_that_cannot_be_read_is_refused(box: Path) -> None:
    with pytest.raises(BadBox) as refusal:
        ludotheque.load("sintra", box=box)
    assert refusal.value.field == str(box)
    with pytest.raises(BadBox, match="cannot be read"):
        load(box, "[panes\n")
    box.write_bytes(b"\xff\xfe")
    with pytest.raises(BadBox, match="cannot be read"):
        ludotheque.load("sintra", box=box)
