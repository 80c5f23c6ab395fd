"""The two options (part 9.1 of the specification)."""

from __future__ import annotations

import pytest

import ludotheque

from .build import GAME, KEEP, NO_REQUEST, act, at, every, last_turn, request, seat, table, travel


def test_the_options_and_their_defaults() -> None:
    assert {name: option.default for name, option in GAME.options.items()} == {
        "unmet_requests": False,
        "actor3_always_pays": True,
    }
    assert GAME.start(3).to_dict()["options"] == {"unmet_requests": False, "actor3_always_pays": True}
    chosen = GAME.start(3, unmet_requests=True, actor3_always_pays=False)
    assert chosen.to_dict()["options"] == {"unmet_requests": True, "actor3_always_pays": False}


def test_other_options_are_refused() -> None:
    with pytest.raises(ludotheque.Error):
        GAME.start(3, unmet_requests=2)
    with pytest.raises(ludotheque.Error):
        GAME.start(3, friendly=True)


def test_unmet_requests_offers_every_request_in_season_1() -> None:
    seats = {0: seat(requests="R2 R17")}
    assert last_turn(3, seats=seats).legal() == [request("R17"), NO_REQUEST]
    p = last_turn(3, seats=seats, unmet_requests=True)
    assert p.legal() == [request("R2"), request("R17"), NO_REQUEST]
    p = p.play(request("R2"))
    assert (p.scores(), at(p, 0)["played"], at(p, 0)["requests"]) == ([3, 3, 3], ["R2"], ["R17"])


def test_unmet_requests_pays_a_met_one_as_usual() -> None:
    p = last_turn(3, seats={0: seat(requests="R2 R17")}, unmet_requests=True).play(request("R17"))
    assert (p.scores(), at(p, 0)["played"]) == ([7, 3, 3], ["R17"])


@pytest.mark.parametrize(("troupe", "gain"), [("C1 C1 C2", 3 + 10 + 4), ("C1 C2", 2 + 10)])
def test_unmet_requests_pay_in_season_2_if_met(troupe: str, gain: int) -> None:
    p = last_turn(3, season=2, seats={0: seat(troupe=troupe, played="R2")}, unmet_requests=True)
    assert (p.phase, p.scores()[0]) == ("over", 3 + gain)


def test_unmet_requests_changes_nothing_in_the_choice_of_season_2() -> None:
    p = last_turn(3, season=2, seats={0: seat(requests="R2 R17")}, unmet_requests=True)
    assert p.legal() == [request("R17"), NO_REQUEST]


@pytest.mark.parametrize(
    ("stage", "pays", "ecus"), [(3, True, 3 + 5), (3, False, 3), (2, True, 3 + 5), (2, False, 3 + 5)]
)
def test_actor3_always_pays(stage: int, pays: bool, ecus: int) -> None:
    seats = {0: seat(stage=stage), 1: seat(stage=2)}
    p = table(3, cities={1: "T3", 2: "B1", 3: "B1"}, seats=seats, actor3_always_pays=pays)
    p = travel(p, 1, 2, 3)
    assert (p.phase, p.scores()[0], every(p, "stage")) == ("court", ecus, [3, 2, 0])
    assert at(p.play(KEEP), 0)["troupe"] == ["T3"]


@pytest.mark.parametrize(("pays", "ecus"), [(True, 4 + 5), (False, 4)])
def test_actor3_always_pays_holds_for_a8_too(pays: bool, ecus: int) -> None:
    seats = {0: seat(stage=3, acrobats="A8"), 1: seat(stage=2)}
    p = table(3, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats, actor3_always_pays=pays)
    p = travel(p, 1, 2, 3).play(act("A8"))
    assert (p.scores()[0], at(p, 0)["tilted"], every(p, "stage")) == (ecus, ["A8"], [3, 2, 0])
