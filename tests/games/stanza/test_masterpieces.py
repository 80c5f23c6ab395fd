"""Masterpieces."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import Position

from .build import DISCIPLINES, MASTERPIECES, activated, legal, own, play, points, position, seat, show

PARTNER = {"D": "P", "L": "D", "R": "L", "A": "R", "P": "A"}
POINTS = {"M5": 5, "M8": 8, "M12": 12, "M17": 17}
LEVELS = "LEVEL_1 LEVEL_2 LEVEL_3"
EACH_DISCIPLINE = pytest.mark.parametrize("x", DISCIPLINES)


def at_strength(x: str, strength: int, partner: bool = False, **words: Any) -> Position:
    """Seat 0 of four has activated x; from strength 5 on with discs that it has spent."""
    workers = f"Pt {' '.join([x] * min(3, strength - 1))}"
    workers += " -" * (4 - len(workers.split()))
    spent = max(0, strength - 4)
    there = f"{workers} {PARTNER[x] if partner else '-'} -"
    p = activated(x, there, **{"players": 4, "discs": " ".join([x] * spent)} | words)
    return play(p, *["SPEND_DISC"] * spent)


def masterpieces(p: Position, x: str) -> list[object]:
    return [p.to_dict()["masterpieces"][x][space] for space in MASTERPIECES]


@EACH_DISCIPLINE
def test_l53_one_masterpiece_per_player_and_discipline(x: str) -> None:
    assert legal(at_strength(x, 6, partner=True, pillars={f"{x}.M5": 0})) == LEVELS
    other = "L" if x == "D" else "D"
    p = at_strength(x, 6, partner=True, pillars={f"{other}.M5": 0})
    assert legal(p) == f"{LEVELS} M5 M8 M12 M17"


@pytest.mark.parametrize("taken", MASTERPIECES)
def test_l53_a_space_holds_one_pillar(taken: str) -> None:
    p = at_strength("D", 6, partner=True, pillars={f"D.{taken}": 2})
    assert legal(p).split() == [*LEVELS.split(), *(space for space in MASTERPIECES if space != taken)]


@pytest.mark.parametrize("cover", ["M5", "M8", "M12"])
def test_l53_a_covered_space_is_occupied(cover: str) -> None:
    covers = f"{cover} {'M8 M8' if cover == 'M5' else 'M5 M5'} {'M12 M12' if cover != 'M12' else 'M8 M8'}"
    p = at_strength("D", 6, partner=True, players=3, covers=covers)
    assert legal(p).split() == [*LEVELS.split(), *(space for space in MASTERPIECES if space != cover)]


@pytest.mark.parametrize(
    ("strength", "partner", "spaces"),
    [
        (3, True, ""),
        (4, False, " M5"),
        (4, True, " M5"),
        (5, True, " M5 M8"),
        (6, False, " M5 M8 M12"),
        (6, True, " M5 M8 M12 M17"),
        (7, True, " M5 M8 M12 M17"),
    ],
)
@EACH_DISCIPLINE
def test_l54_masterpieces_need_strength_4_5_6_and_6_with_the_partner(
    x: str, strength: int, partner: bool, spaces: str
) -> None:
    assert legal(at_strength(x, strength, partner)) == LEVELS + spaces


@pytest.mark.parametrize("space", MASTERPIECES)
@EACH_DISCIPLINE
def test_l54_creating_puts_a_pillar_on_the_space(x: str, space: str) -> None:
    p = play(at_strength(x, 6, partner=True), space)
    assert masterpieces(p, x) == [0 if other == space else None for other in MASTERPIECES]
    assert (p.to_act, p.scores()) == (1, [POINTS[space], 0, 0, 0])
    assert points(p) == {"L54": POINTS[space]}


@pytest.mark.parametrize("x", DISCIPLINES)
def test_l55_discs_and_tr4_do_not_help_the_partner_but_a_permanent_tile_does(x: str) -> None:
    partner = PARTNER[x]
    tile = {"D": "TD1", "L": "TL1", "R": "TR1", "A": "TA1", "P": "TD2"}[partner]
    p = at_strength(x, 6, discs=f"{x} {x} {partner} {partner}", bonus_tiles="TR4")
    assert legal(p) == f"{LEVELS} M5 M8 M12"
    p = at_strength(x, 6, discs=f"{x} {x}", bonus_tiles=tile)
    assert legal(p) == f"{LEVELS} M5 M8 M12 M17"


def test_l55_a_starting_tile_of_the_partner_helps_too() -> None:
    p = activated("D", "Pt D D D sP -", players=4, discs="D D")
    assert legal(play(p, "SPEND_DISC", "SPEND_DISC")) == f"{LEVELS} M5 M8 M12 M17"


@EACH_DISCIPLINE
def test_l56_a_masterpiece_replaces_the_reward(x: str) -> None:
    before = at_strength(x, 4)
    p = play(before, "M5")
    assert p.to_dict()["seats"] == before.to_dict()["seats"]
    for stock in ("art_stock", "helper_stock"):
        assert p.to_dict()[stock] == before.to_dict()[stock]


@pytest.mark.parametrize(("space", "strength"), [("M5", 4), ("M8", 5), ("M12", 6), ("M17", 6)])
def test_e7_strength_4_5_6_and_6_plus_1_gives_5_8_12_and_17(space: str, strength: int) -> None:
    p = play(at_strength("D", strength, partner=space == "M17"), space)
    assert p.scores()[0] == POINTS[space]
    assert "M17" not in legal(at_strength("D", 6, partner=False))


def arts(partner: str, tiles: str = "TA1", discs: str = "A A") -> Position:
    """X11: seat 0 hires its third Arts character on w3 with its last 3 florins."""
    p = position(
        seat(figure=9, money=3, workers=f"Pt A A - {partner} P", discs=discs, bonus_tiles=tiles),
        players=4,
    )
    return play(p, "MOVE_1", "ACT_HERE", "WSLOT_3")


def test_x11_base_strength_and_discs_for_every_masterpiece() -> None:
    p = arts("R")
    assert show(p, "workers", 0) == "Pt A A A R P"
    assert legal(p) == f"SPEND_DISC {LEVELS} M5"
    p = play(p, "SPEND_DISC", "SPEND_DISC")
    assert legal(p) == f"{LEVELS} M5 M8 M12 M17"
    p = play(arts("P", discs="A A R R R"), "SPEND_DISC", "SPEND_DISC")
    assert legal(p) == f"{LEVELS} M5 M8 M12"
    p = play(arts("P", tiles="TA1 TR1"), "SPEND_DISC", "SPEND_DISC")
    assert legal(p) == f"{LEVELS} M5 M8 M12 M17"


def test_x12_covered_spaces_a_missing_partner_and_an_earlier_masterpiece_limit_the_choice() -> None:
    p = play(activated("D", "Pt D D D D -", discs="D"), "SPEND_DISC")
    assert legal(p) == f"{LEVELS} M5 M8"
    p = play(activated("D", "Pt D D D D -", discs="D", pillars={"D.M5": 0}), "SPEND_DISC")
    assert legal(p) == LEVELS


def test_x34_without_an_artwork_nothing_or_a_masterpiece_can_be_chosen() -> None:
    artworks = "sculpture sculpture manuscript manuscript painting painting"
    p = activated("A", "Pt A A A - -", artworks=artworks)
    assert legal(p) == "LEVEL_0 M5"
    p = play(p, "M5")
    assert (masterpieces(p, "A"), own(p, "artworks")["painting"]) == ([0, "closed", None, None], 2)
