"""The score sheet of Fourberies in words, season by season."""

from __future__ import annotations

from ludotheque import Position
from ludotheque.contract.ending import Cell, ScoreLine, ScorePart
from tests.samples import GameKind, random_game

from .build import NO_REQUEST, last_turn, request, seat


def line(part: ScorePart, name: str) -> ScoreLine:
    (found,) = [line for line in part.lines if line.name == name]
    return found


def whole_game(seed: int) -> list[Position]:
    kind = GameKind("fourberies", 3, {"unmet_requests": True, "actor3_always_pays": True})
    return [position for position, _ in random_game(kind, seed)]


def test_f80_what_was_earned_before_season_2_is_the_subtotal_of_season_1() -> None:
    for seed in range(3):
        positions = whole_game(seed)
        after = next(position for position in positions if position.to_dict()["season"] == 2)
        ending = positions[-1].ending()
        assert [part.title.partition(":")[0] for part in ending.parts] == ["Season 1", "Season 2"]
        assert ending.subtotals(0) == after.scores()


def test_f76_f77_every_request_that_was_played_is_named_in_its_season() -> None:
    for seed in range(3):
        positions = whole_game(seed)
        seats = positions[-1].to_dict()["seats"]
        first, second = positions[-1].ending().parts
        for p, person in enumerate(seats):
            shown = [line(first, "Secret Request played"), line(second, "Secret Request played")]
            named = [each.cells[p].note for each in shown if each.cells[p].points is not None]
            assert len(named) == len(person["played"])
            again = line(second, "Request of season 1 again").cells[p]
            assert (again.points is not None) == (shown[0].cells[p].points is not None)
            left = line(second, "Requests left in hand, not paid").cells[p]
            assert left.note.count(",") + 1 == len(person["requests"]) if person["requests"] else left == Cell(None)


def test_f73_f74_shows_say_their_difference_and_which_was_the_best() -> None:
    seats = {0: seat(troupe="C2", requests="R1"), 1: seat(troupe="C5"), 2: seat(troupe="T3")}
    p = last_turn(3, season=2, needle="y2", seats=seats).play(NO_REQUEST)
    (part,) = p.ending().parts
    assert part.title == "Season 2: the King wants a comedy, needle on yellow 2"
    shows = line(part, "The show: difference")
    assert shows.cells == (Cell(5, "+2 pleases"), Cell(10, "+5", "best, doubled"), Cell(0, "−3"))
    assert shows.rules == ("F73", "F74")
    assert line(part, "Actors of the King’s mood").cells[1] == Cell(1, "1 Comedian")


def test_f76_a_request_in_hand_is_told_with_the_ecus_it_did_not_bring() -> None:
    seats = {0: seat(troupe="C2", requests="R2 R9"), 1: seat(troupe="C5 C1"), 2: seat(troupe="T3 T1")}
    p = last_turn(3, season=2, needle="y2", seats=seats).play(request("R9"))
    (part,) = p.ending().parts
    assert line(part, "Secret Request played").cells[0] == Cell(4, "The Marquise")
    assert line(part, "Requests left in hand, not paid").cells[0] == Cell(0, "The Dauphin 4")
    assert line(part, "Secret Request played").cells[1] == Cell(None, "none")


def test_f90_the_margin_or_a_shared_victory() -> None:
    p = last_turn(3, season=2, needle="y2", seats={1: seat(ecus=20)})
    verdict = p.ending().verdict
    assert verdict.headline == "Seat 2 wins with 20 Ecus"
    assert verdict.reasons[0] == ("17 more than Seat 1 and Seat 3: the richest troupe wins.", "F90")
    shared = last_turn(3, season=2, needle="y2").ending("en", ("Ann", "Bob", "Cat")).verdict
    assert shared.headline == "Ann, Bob and Cat share the victory with 3 Ecus each"
    assert shared.reasons == (("There is no tie-break: the richest troupes win together.", "F90"),)
