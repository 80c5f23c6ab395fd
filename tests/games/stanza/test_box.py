"""Corrected boxes that the rules cannot be played with: each is refused, and the error names the entry."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque
from ludotheque import BadBox, Game
from ludotheque.games.stanza.actions import MOVE_1

from .build import before_bonus_room, position, seat


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("[characters]\nper_discipline = 7\n", "characters.per_discipline"),
        ("[worker_track]\ncosts = [6, 5, 4, 3, 2, 101]\n", "worker_track.costs"),
        ("[worker_track]\ncosts = [6, 5, 4, 3, 2]\n", "worker_track.costs"),
        ("[recruitment_track]\nlength = 7\n", "recruitment_track.length"),
        ("[money_track]\ntop_up = [7]\npoints = [0]\n", "money_track.top_up"),
        ("[money_track]\npoints = [0, 1]\n", "money_track.points"),
        ("[money_track]\nwhite_helpers = [17]\n", "money_track.white_helpers"),
        ('[bookshelf]\nD = ["nothing", "ship", "gold", "nothing"]\n', "bookshelf.D"),
        ("[book_points]\nA = [0, 2, 5]\n", "book_points.A"),
        ("[discs]\nper_player = 3\nin_religion_slot = 4\n", "discs.in_religion_slot"),
        ("[cover_tiles]\nof_each = [1, 1, 1]\n", "cover_tiles.of_each"),
        ("[museum_majority]\nprizes = [17, 12, 8]\n", "museum_majority.prizes"),
        ("[museum_majority]\nfor_2 = [17]\n", "museum_majority.for_2"),
        ("[passing_places]\nfor_3 = [4, 3, 101]\n", "passing_places.for_3"),
        ("[money_track]\nwhite_helpers = [4, 9]\n", "money_track.white_helpers"),
        ("[conditions]\nD = [4, 9, 17]\n", "conditions.D"),
        ("[patron]\nsource = 1\n", "patron.source"),
        ('[rounds]\nsource = ["book"]\n', "rounds.source"),
    ],
)
def test_a_box_that_does_not_fit_is_refused(tmp_path: Path, text: str, field: str) -> None:
    box = tmp_path / "my-box.toml"
    box.write_text(text, encoding="utf-8")
    with pytest.raises(BadBox) as refusal:
        ludotheque.load("stanza", box=box)
    assert refusal.value.field == field
    assert str(refusal.value).endswith(".")


def corrected(tmp_path: Path, text: str) -> Game:
    box = tmp_path / "my-box.toml"
    box.write_text(text, encoding="utf-8")
    return ludotheque.load("stanza", box=box)


def test_the_hash_of_our_box_is_that_of_older_records() -> None:
    assert ludotheque.load("stanza").box_hash == "beb01dae68854d37"


def test_our_own_box_corrects_nothing(tmp_path: Path) -> None:
    ours = Path(ludotheque.__file__).parent / "games" / "stanza" / "box.toml"
    assert corrected(tmp_path, ours.read_text(encoding="utf-8")) == ludotheque.load("stanza")


def test_l63_a_corrected_track_corrects_the_conditions_of_discoveries_tiles(tmp_path: Path) -> None:
    def allows(game: Game, ship: int) -> bool:
        d = before_bonus_room(grid="TD3", ship=ship, helpers="blue").to_dict()
        return game.position(d).why_not(MOVE_1) is None  # L18

    track = corrected(tmp_path, "[money_track]\nwhite_helpers = [6, 9, 14]\n")
    assert [allows(ludotheque.load("stanza"), ship) for ship in (3, 4)] == [False, True]
    assert [allows(track, ship) for ship in (5, 6)] == [False, True]


def test_l103_prizes_may_differ_by_the_number_of_players(tmp_path: Path) -> None:
    game = corrected(tmp_path, "[museum_majority]\nfor_2 = [9, 4]\n")
    for players, prize in ((2, 9), (3, 12)):  # with three the neutral player has more
        seats = [seat(artworks="painting painting manuscript"), *[seat()] * (players - 1)]
        p = position(*seats, players=players, act=None)
        assert dict(game.position(p.to_dict()).ledger()[0])["L103"] == prize
