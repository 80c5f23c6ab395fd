"""Final scoring."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import Position
from tests.samples import Json

from .build import points, position, seat

MONEY_POINTS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 5, 7, 9, 11, 13, 15]


def final(*seats: Json, **words: Any) -> Position:
    """The end of a game of these seats."""
    return position(*seats, players=max(2, len(seats)), act=None, **words)


def line(p: Position, rule: str) -> list[int]:
    """The points of every seat for a rule."""
    return [points(p, s).get(rule, 0) for s in range(p.players)]


def museum(*artworks: str, **words: Any) -> list[int]:
    return line(final(*(seat(artworks=owned) for owned in artworks), **words), "L103")


def grid(*tiles: str) -> list[int]:
    return line(final(*(seat(bonus_tiles=owned, discs="") for owned in tiles)), "L102")


@pytest.mark.parametrize(("ship", "value"), list(enumerate(MONEY_POINTS)))
def test_l100_the_ship_scores_the_points_of_its_space(ship: int, value: int) -> None:
    assert final(seat(ship=ship)).scores() == [value, 0]


@pytest.mark.parametrize(
    ("books", "value"),
    [
        ("R R R", 0),
        ("R R R R", 3),
        ("P P P", 0),
        ("P P P P", 3),
        ("D D D", 0),
        ("D D D D", 3),
        ("A", 0),
        ("A A", 2),
        ("A A A", 2),
        ("A A A A", 7),
        ("D D D D R R R R A A A A P P P P", 16),
    ],
)
def test_l100_books_score_for_full_colours_and_the_second_arts_book(books: str, value: int) -> None:
    assert final(seat(books=books)).scores() == [value, 0]


def test_l100_all_lines_are_added_up() -> None:
    first = seat(
        ship=12, books="A A R R R R", workers="- Pt D sL - -", flipped=True, bonus_tiles="TD5 TL3 TR5 TA3",
        artworks="painting painting", passed=1, discs="",
    )  # fmt: skip
    p = final(first, seat(passed=2), pillars={"D.M17": 0, "R.M5": 0, "L.M8": 1})
    assert points(p, 0) == {
        "L54": 22, "L100": 7 + 2 + 3, "L91": 4, "L101": 5 + 5 + 5 + 2, "L59": -5, "L102": 12,
        "L103": 12,
    }  # fmt: skip
    assert points(p, 1) == {"L54": 8, "L91": 3}
    assert p.scores() == [74, 11]


def test_l100_money_helpers_and_discs_are_worth_nothing() -> None:
    assert final(seat(money=40, helpers="white red red", discs="D D D L R A P")).scores() == [0, 0]


def test_l100_a_flipped_patron_costs_five_points() -> None:
    p = final(seat(flipped=True), seat(flipped=False))
    assert (p.scores(), points(p)) == ([-5, 0], {"L59": -5})


def test_l100_running_scores_apply_to_the_table_as_it_stands() -> None:
    seats = seat(ship=10, bonus_tiles="TL3"), seat(artworks="painting painting", flipped=True)
    p, over = position(*seats), position(*seats, act=None)
    assert p.scores() == over.scores() == [3 + 6 + 12, 12 - 5]


@pytest.mark.parametrize(("ships", "values"), [((5, 4, 4), [5, 0, 0]), ((5, 5, 4), [3, 0, 0]), ((4, 5, 3), [0, 0, 0])])
def test_l101_td5_compares_the_owner_with_all_players(ships: tuple[int, int, int], values: list[int]) -> None:
    p = final(seat(ship=ships[0], bonus_tiles="TD5"), seat(ship=ships[1]), seat(ship=ships[2]))
    assert line(p, "L101") == values


@pytest.mark.parametrize(("books", "values"), [("R", [5, 0, 0]), ("R R", [3, 0, 0]), ("R R R", [0, 0, 0])])
def test_l101_tr5_compares_the_owner_with_all_players(books: str, values: list[int]) -> None:
    p = final(seat(books="R R", bonus_tiles="TR5"), seat(), seat(books=books))
    assert line(p, "L101") == values


def test_l101_tl3_and_ta3_look_at_the_worker_track() -> None:
    assert line(final(seat(workers="D L - - Pt sR", bonus_tiles="TL3")), "L101") == [2, 0]
    assert line(final(seat(workers="D L - - Pt sR", bonus_tiles="TA3")), "L101") == [3, 0]


@pytest.mark.parametrize(
    ("tiles", "values"),
    [
        (("TD1 TD2", "TL1"), [12, 8]),
        (("TD1", ""), [12, 0]),
        (("", ""), [0, 0]),
        (("TD1 TD2 TD3", "TL1", "TR1 TR2"), [12, 5, 8]),
        (("TD1 TD2 TD3", "TL1", "TR1 TR2", "TA1 TA2 TA3 TR4"), [8, 3, 5, 12]),
        (("", "TL1", "", "TA1 TA2"), [0, 8, 0, 12]),
    ],
)
def test_l102_the_bonus_tile_majority_ranks_discs_on_the_grid(tiles: tuple[str, ...], values: list[int]) -> None:
    assert grid(*tiles) == values


@pytest.mark.parametrize(
    ("artworks", "values"),
    [
        (("painting painting", "sculpture sculpture"), [17, 0]),  # 8, 4, neutral 6: its prize of 12 is lost
        (("manuscript manuscript sculpture", ""), [12, 0]),  # 8, neutral 10
        (("painting painting manuscript", "sculpture sculpture"), [17, 12]),  # neutral 3: no prize is left
        (("painting painting manuscript manuscript sculpture sculpture", ""), [17, 0]),  # value 0 takes no place
        (("painting painting painting", "manuscript manuscript manuscript", "sculpture sculpture"), [17, 12, 8]),
        (("painting " * 4, "manuscript " * 4, "sculpture " * 3, "sculpture"), [17, 12, 8, 5]),
    ],
)
def test_l103_the_museum_majority_ranks_artworks_and_the_neutral_player(
    artworks: tuple[str, ...], values: list[int]
) -> None:
    assert museum(*artworks) == values


def test_l103_ta2_alone_counts_as_an_artwork() -> None:
    p = final(seat(bonus_tiles="TA2"), seat(artworks="manuscript"), seat())
    assert line(p, "L103") == [12, 8, 0]


@pytest.mark.parametrize(
    ("tiles", "values"),
    [
        (("TD1", "TL1"), [10, 10]),
        (("TD1", "TL1", "TR1"), [8, 8, 8]),  # 25 / 3
        (("TD1", "TL1", "TR1", "TA1"), [7, 7, 7, 7]),  # 28 / 4
        (("TD1 TD2", "TL1", "TR1", "TA1"), [12, 5, 5, 5]),  # 16 / 3
        (("TD1 TD2", "TL1 TL2", "TR1", "TA1"), [10, 10, 4, 4]),
    ],
)
def test_l104_tied_players_share_their_places_rounded_down(tiles: tuple[str, ...], values: list[int]) -> None:
    assert grid(*tiles) == values


@pytest.mark.parametrize(
    ("artworks", "values"),
    [
        (("painting manuscript", "painting manuscript"), [14, 14]),  # 7, 7, neutral 4
        (("painting manuscript sculpture", ""), [14, 0]),  # 9, neutral 9: 29 / 2
        (("painting sculpture", "painting sculpture"), [9, 9]),  # 6, 6, 6: 29 / 3, nothing beyond the last prize
    ],
)
def test_l104_the_neutral_player_counts_as_one_of_the_tied(artworks: tuple[str, ...], values: list[int]) -> None:
    assert museum(*artworks) == values


@pytest.mark.parametrize(
    ("seats", "winners"),
    [
        ((seat(ship=9), seat()), [0]),
        ((seat(), seat(ship=9)), [1]),
        ((seat(ship=11, flipped=True), seat(workers="- - - - - Pt")), [1]),
        ((seat(workers="- - Pt - - -"), seat(workers="- Pt - - - -")), [1]),
        ((seat(), seat()), [0, 1]),
        ((seat(), seat(), seat(workers="- Pt - - - -")), [0, 1]),
        ((seat(ship=9, passed=2), seat(passed=1)), [1]),
        ((seat(), seat(), seat(flipped=True)), [0, 1]),
        ((seat(flipped=True), seat(flipped=True)), [0, 1]),
        ((seat(passed=1), seat(books="A A A A", flipped=True, ship=9), seat(ship=9, books="D D D D")), [0]),
    ],
)
def test_l105_ties_go_to_the_unflipped_then_the_leftmost_patron_then_the_earlier_passer(
    seats: tuple[Json, ...], winners: list[int]
) -> None:
    assert final(*seats).winners() == winners


def test_l105_not_passing_out_comes_after_passing_out() -> None:
    p = final(seat(books="D D D D", ship=9), seat(passed=1))
    assert (p.scores(), p.winners()) == ([4, 4], [1])


def test_e5_the_neutral_player_takes_the_second_prize() -> None:
    assert museum("manuscript painting painting painting", "sculpture sculpture sculpture manuscript", "", "") == [
        17, 8, 0, 0,
    ]  # fmt: skip


def test_x24_the_neutral_player_wins_and_two_share_the_next_prizes() -> None:
    assert museum("painting painting", "sculpture manuscript manuscript", "") == [10, 10, 0]


def test_x25_the_neutral_player_is_tied_for_the_first_prize() -> None:
    assert museum("manuscript painting", "painting") == [14, 0]


def test_x26_three_discs_each_share_and_tr3_makes_a_third() -> None:
    assert grid("TD1 TD2 TD3", "TL1 TL2 TL4", "TA1 TA2", "") == [10, 10, 5, 0]
    assert grid("TD1 TD2 TD3", "TL1 TL2 TL4", "TA1 TR3", "") == [8, 8, 8, 0]


SEVENTY = {"D.M17": 0, "L.M17": 0, "R.M17": 0, "A.M12": 0} | {
    "A.M17": 1, "P.M17": 1, "L.M12": 1, "D.M8": 1, "R.M8": 1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "pillars", "winners"),
    [
        (seat(flipped=True), seat(workers="- - - - - Pt", books="A A A A", ship=9), {"P.M12": 0}, [1]),
        (seat(workers="- Pt - - - -", books="A A A A"), seat(workers="- - - Pt - -", books="A A A A", ship=9), {}, [0]),
        (
            seat(workers="- - Pt - - -", books="R R R R", ship=9, passed=2),
            seat(workers="- - Pt - - -", books="R R R R", ship=9, passed=1),
            {},
            [1],
        ),
    ],
)
def test_x27_seventy_points_each(first: Json, second: Json, pillars: dict[str, int], winners: list[int]) -> None:
    p = final(first, second, pillars=SEVENTY | pillars)
    assert (p.scores(), p.winners()) == ([70, 70], winners)


def test_x31_three_tiles_at_the_end() -> None:
    p = final(seat(ship=9, bonus_tiles="TD5"), seat(ship=9), seat(ship=4))
    assert line(p, "L101") == [3, 0, 0]
    assert line(final(seat(bonus_tiles="TL3")), "L101") == [6, 0]
    assert line(final(seat(workers="- Pt D D - A", bonus_tiles="TA3")), "L101") == [3, 0]


# --- Notes: the majorities and ties in sentences --------------------------------------------------


def notes(p: Position, about: str, language: str = "en") -> list[str]:
    """The notes that begin so, with plain spaces."""
    said = [note.replace("\N{NO-BREAK SPACE}", " ") for note in p.score_notes(language)]
    return [note for note in said if note.startswith(about)]


def with_artworks(*artworks: str) -> Position:
    return final(*(seat(artworks=owned) for owned in artworks))


def with_tiles(*tiles: str) -> Position:
    return final(*(seat(bonus_tiles=owned, discs="") for owned in tiles))


def test_e5_the_notes_say_which_prizes_the_neutral_player_and_nobody_got() -> None:
    p = with_artworks("manuscript painting painting painting", "sculpture sculpture sculpture manuscript", "", "")
    assert notes(p, "Museum") == [
        "Museum majority: Seat 1 has 15, Seat 2 has 9, Seat 3 has 0, Seat 4 has 0, the neutral player has 12; "
        "Seat 1 gets 17 PP for place 1; the neutral player takes place 2, so its 12 PP are lost; "
        "Seat 2 gets 8 PP for place 3; place 4 (5 PP) goes to nobody."
    ]


def test_x24_the_notes_say_what_two_behind_the_neutral_player_share() -> None:
    p = with_artworks("painting painting", "sculpture manuscript manuscript", "")
    assert notes(p, "Museum") == [
        "Museum majority: Seat 1 has 8, Seat 2 has 8, Seat 3 has 0, the neutral player has 11; the neutral player "
        "takes place 1, so its 17 PP are lost; places 2–3 (12 + 8 PP) are shared by Seat 1 and Seat 2: 10 PP each."
    ]
    assert notes(p, "Bonus") == [
        "Bonus-tile majority: Seat 1 has 0, Seat 2 has 0, Seat 3 has 0; places 1–3 (12 + 8 + 5 PP) go to nobody."
    ]


def test_x25_the_notes_say_what_is_shared_with_the_neutral_player_and_lost() -> None:
    p = with_artworks("manuscript painting", "painting")
    assert notes(p, "Museum") == [
        "Museum majority: Seat 1 has 7, Seat 2 has 4, the neutral player has 7; places 1–2 (17 + 12 PP) are shared by "
        "Seat 1 and the neutral player: 14 PP each, and those of the neutral player are lost; "
        "Seat 2 takes place 3, which has no prize."
    ]
    assert notes(p, "Majorité du musée", "fr") == [
        "Majorité du musée : Place 1 a 7, Place 2 a 4, le joueur neutre a 7 ; Place 1 et le joueur neutre se partagent "
        "les places 1–2 (17 + 12 PP) : 14 PP chacun, et ceux du joueur neutre sont perdus ; "
        "Place 2 occupe la place 3, qui n’a pas de prix."
    ]
    assert notes(p, "Meerderheid museum", "nl") == [
        "Meerderheid museum: Plaats 1 heeft 7, Plaats 2 heeft 4, de dummyspeler heeft 7; Plaats 1 en de dummyspeler "
        "delen de plaatsen 1–2 (17 + 12 PP): 14 PP elk, en die van de dummyspeler vervallen; "
        "Plaats 2 staat op plaats 3, waarvoor geen prijs is."
    ]


def test_l104_the_notes_show_a_place_beyond_the_last_prize() -> None:
    p = with_artworks("painting sculpture", "painting sculpture")
    assert "places 1–3 (17 + 12 + 0 PP) are shared by Seat 1, Seat 2 and the neutral player: 9 PP" in p.score_notes()[1]


def test_l103_the_notes_name_ta2() -> None:
    p = final(seat(bonus_tiles="TA2"), seat(artworks="manuscript"))
    assert notes(p, "Museum majority: Seat 1 has 4 with TA2, Seat 2 has 3, the neutral player has 15;")


def test_x26_the_notes_say_who_shares_the_prizes_of_bonus_tiles() -> None:
    assert notes(with_tiles("TD1 TD2 TD3", "TL1 TL2 TL4", "TA1 TA2", ""), "Bonus") == [
        "Bonus-tile majority: Seat 1 has 3, Seat 2 has 3, Seat 3 has 2, Seat 4 has 0; places 1–2 (12 + 8 PP) are "
        "shared by Seat 1 and Seat 2: 10 PP each; Seat 3 gets 5 PP for place 3; place 4 (3 PP) goes to nobody."
    ]
    assert notes(with_tiles("TD1 TD2 TD3", "TL1 TL2 TL4", "TA1 TR3", ""), "Bonus") == [
        "Bonus-tile majority: Seat 1 has 3, Seat 2 has 3, Seat 3 has 3 with TR3, Seat 4 has 0; places 1–3 "
        "(12 + 8 + 5 PP) are shared by Seat 1, Seat 2 and Seat 3: 8 PP each; place 4 (3 PP) goes to nobody."
    ]


@pytest.mark.parametrize(
    ("first", "second", "pillars", "said"),
    [
        (
            seat(flipped=True), seat(workers="- - - - - Pt", books="A A A A", ship=9), {"P.M12": 0},
            "Seat 2 and Seat 1 both have 70 PP: Seat 2 is ahead, with a patron who is not flipped.",
        ),
        (
            seat(workers="- Pt - - - -", books="A A A A"), seat(workers="- - - Pt - -", books="A A A A", ship=9), {},
            "Seat 1 and Seat 2 both have 70 PP: Seat 1 is ahead, with the patron further left (slot 5 before 3).",
        ),
        (
            seat(books="R R R R", ship=9, passed=2), seat(books="R R R R", ship=9, passed=1), {},
            "Seat 2 and Seat 1 both have 70 PP: Seat 2 is ahead, having ended the game earlier.",
        ),
        (
            seat(books="A A A A"), seat(books="A A A A", ship=9), {},
            "Seat 1 and Seat 2 both have 70 PP and are equal in every tie-break.",
        ),
    ],
)  # fmt: skip
def test_x27_the_notes_say_which_tie_break_decides(
    first: Json, second: Json, pillars: dict[str, int], said: str
) -> None:
    assert final(first, second, pillars=SEVENTY | pillars).score_notes()[2:] == [said]


def test_l105_without_a_tie_there_is_no_note_about_one() -> None:
    assert len(final(seat(ship=9), seat()).score_notes()) == 2
