"""Nobody lets the strongest bot think about a game that people play now: not before, at, or after its position."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ludotheque.analysis import AnalysisTree, Evaluation, to_link
from ludotheque.core.game import game_of
from ludotheque.core.plies import ply_of
from ludotheque.core.position import Position
from ludotheque.kernel.state import CHANCE
from ludotheque.web.pages import guarding
from ludotheque.web.storage.queries import tables_among_people
from ludotheque.web.tables import companion
from ludotheque.web.tables.being_played import is_being_played, is_like, seen_by_all
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.speech import speech
from tests.web.site import Person, Site

GAMES = ("sintra", "stanza", "fourberies")


def played(game: str, players: int, seed: int) -> list[Position]:
    """The positions of a game, each of whose decisions is drawn by lot."""
    random, found = Random(seed), [game_of(game).start(players, seed=seed)]
    while found[-1].to_act is not None:
        found.append(found[-1].play(random.choice(found[-1].legal())))
    return found


def stage(position: Position) -> tuple[Any, ...]:
    """Whose turn it is; in Fourberies all seats have one together."""
    view = position.view()
    return view.get("season"), view.get("turn", position.to_act)


def after(position: Position, random: Random) -> Iterator[Position]:
    """Positions until the turn has passed and chance has acted, as somebody guesses them, also for hidden cards."""
    first = now = stage(position)
    while now == first or position.to_act == CHANCE:
        chance = position.to_act == CHANCE
        position = position.play(random.choice(list(position.outcomes()) if chance else position.legal()))
        now = stage(position)
        if position.to_act is None or now[0] != first[0]:
            return  # nothing but money is left after the change of a season (docs/threats.md)
        yield position


def guessed(position: Position) -> Position:
    """A position with guesses for what seat 0 does not see."""
    return position.redeal(0, seed=5)


def alone(position: Position) -> Position:
    """A position as somebody sets it up who knows what seat 0 sees: without its past, with guesses for the rest."""
    return AnalysisTree(guessed(position)).root.position


@pytest.mark.parametrize("game", GAMES)
def test_what_a_turn_and_draws_lead_to_is_recognised_and_what_led_to_it(game: str) -> None:
    known = []
    for players in game_of(game).seats:
        random = Random(players)
        line = played(game, players, seed=players)[:-1]
        for before, now in pairwise([line[0], *line]):
            set_up = alone(now)
            assert is_like(set_up, now)
            assert is_like(before, now) or stage(before)[0] != stage(now)[0], now
            known += [is_like(guessed(guess), now) for guess in after(set_up, random)]
    # Five players of Fourberies may empty five Cities, and then the last cards of a deck are dealt.
    assert sum(known) >= len(known) * (0.998 if game == "fourberies" else 1)


@pytest.mark.parametrize("game", GAMES)
def test_positions_of_other_games_are_free(game: str) -> None:
    for players in game_of(game).seats:
        one, other = played(game, players, 31), played(game, players, 32)
        assert not any(is_like(a, b) for a in one[::5] for b in other[::5])
        start = AnalysisTree.start(game_of(game), players).root.position
        assert not any(is_like(start, b) for b in other[::5])


def test_harmless_changes_do_not_hide_a_game() -> None:
    now = played("sintra", 3, 4)[40]
    told = now.to_dict()
    for name in ("factories", "seats"):
        told[name] = [*told[name][1:], *told[name][:1]]
    told["to_act"], told["tile_seat"] = ((told[key] - 1) % 3 for key in ("to_act", "tile_seat"))
    for seat in told["seats"]:
        seat["score"] += 1
    told["bag"]["B"], told["tower"]["B"] = told["bag"]["B"] - 1, told["tower"]["B"] + 1
    told["options"]["first_seat"] = 1
    assert is_like(now.game.position(told), now)
    told = played("fourberies", 3, 4)[30].to_dict()
    deck, discard = told["encounter_deck"], told["encounter_discard"]
    for code in [code for code, count in deck.items() if count > 1][:3]:
        deck[code], discard[code] = deck[code] - 1, discard.get(code, 0) + 1
    now = played("fourberies", 3, 4)[30]
    assert is_like(now.game.position(told), now)


def rated_table(site: Site, ann: Person, bob: Person, game: str, decisions: int = 6) -> str:
    """A rated table of two people after some decisions; the next one is between several actions."""
    table = ann.make(game, seats=2, seat_0="me", seat_1="friend", rated=1)
    bob.post(f"/t/{table}/sit", seat=1, name="Bob")
    assert ann.post(f"/t/{table}/start").status_code == 200
    while decisions > 0 or len(site.table(table).position.legal()) < 2:
        seat, position = next(iter(site.table(table).asked().items()))
        assert (ann, bob)[seat].play(table, seat, position.legal()[-1]).status_code == 200
        decisions -= 1
    return table


def following(site: Site, table: str) -> Position:
    """What first legal actions lead to at a table until something can be seen, and the draws after that."""
    now = position = alone(site.table(table).position)
    while position.to_act == CHANCE or seen_by_all(position) == seen_by_all(now):
        chance = position.to_act == CHANCE
        position = position.play(next(iter(position.outcomes() if chance else position.legal())))
    return alone(position)


@pytest.mark.parametrize("game", GAMES)
def test_no_way_leads_to_an_evaluation_of_what_follows(site: Site, game: str) -> None:
    ann, bob = site.person(), site.person("fr")
    table = rated_table(site, ann, bob, game)
    tree = AnalysisTree(following(site, table))
    told = json.dumps(tree.root.position.to_dict())
    record = tree.root.play(tree.root.position.legal()[0]).position.record().to_json()
    links = [f"/analysis/{to_link(tree)}/0", bob.send("/analysis", text=told).headers["location"]]
    links.append(bob.send("/analysis", text=record).headers["location"].replace("/0", "/1"))
    for link in links:
        answer = bob.get(f"{link}/think")
        assert answer.text == f"event: done\ndata: {speech('fr').say('errors.being_played')}\n\n"
    assert bob.post(f"{links[0]}/table", seat=0, level="child", name="Bob").status_code == 409
    for way in ("puzzle", "position.json"):
        assert bob.get(f"{links[0]}/{way}").status_code == 409
    assert bob.get(f"/analysis/setup?position={links[0]}").status_code == 409
    assert bob.post(f"/analysis/setup/{game}/table", position=told, seat=0).status_code == 409
    wishes = {"position": told, "name_0": "Ana", "name_1": "Bo", "hints": 1}
    assert bob.post("/companion", game=game, **wishes).status_code == 409


@pytest.mark.parametrize("game", ["sintra", "stanza"])
def test_leaving_a_table_does_not_free_its_position(site: Site, game: str) -> None:
    ann, bob, eve = site.person(), site.person(), site.person()
    table = ann.make(game, seats=2, seat_0="me", seat_1="friend")
    bob.post(f"/t/{table}/sit", seat=1, name="Bob")
    assert ann.post(f"/t/{table}/start").status_code == 200
    told = json.dumps(alone(site.table(table).position).to_dict())
    away = 1 - (site.table(table).position.to_act or 0)
    assert (ann, bob)[away].post(f"/t/{table}/leave", seat=away).status_code == 200
    link = eve.send("/analysis", text=told).headers["location"]
    assert speech("en").say("errors.being_played") in eve.get(f"{link}/think").text
    assert eve.post(f"/analysis/setup/{game}/table", position=told, seat=0).status_code == 409


def test_an_evaluation_ends_when_people_come_to_its_position(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, eve = site.person(), site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend")
    bob.post(f"/t/{table}/sit", seat=1, name="Bob")
    assert ann.post(f"/t/{table}/start").status_code == 200
    link = f"/analysis/{to_link(AnalysisTree(alone(site.table(table).position)))}/0"
    looks = 0

    def tables(*_: object) -> list[TableState]:
        return [site.table(table)] if looks > 2 else []  # as if it had another position before

    monkeypatch.setattr(guarding, "tables_among_people", tables)

    async def evaluate(*_: object, **__: object) -> AsyncIterator[Evaluation]:
        nonlocal looks
        for _number in range(5):
            looks += 1
            yield Evaluation()

    monkeypatch.setattr(site.services.analyses, "evaluate", evaluate)
    told = eve.get(f"{link}/think").text
    assert told.count("event: look") == 2
    assert told.endswith(f"event: done\ndata: {speech('en').say('errors.being_played')}\n\n")


def test_a_companion_that_follows_a_table_tells_nothing_about_it(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = rated_table(site, ann, bob, "sintra")
    names = {"name_0": "Ana", "name_1": "Bo"}
    made = bob.send("/companion", game="sintra", hints=1, **names).headers["location"]
    id_, store = made.split("/")[2], site.services.store

    def enter(plies: list[int]) -> None:
        now = store.read(id_)
        store.change(id_, companion.enter, now.host, now.version, len(now.history.choices), plies)

    enter(list(site.table(table).history.choices))
    now = store.read(id_)
    asked = {"seat": now.position.to_act, "version": now.version}
    assert bob.post(f"{made}/hint", **asked).status_code == 409
    random = Random(1)
    while (position := store.read(id_).position).to_act is not None:
        by_chance = position.to_act == CHANCE
        enter([ply_of(random.choice(list(position.weights()) if by_chance else position.legal()), by_chance)])
    assert bob.post(f"{made}/review").status_code == 409
    ply = len(site.table(table).history.choices)
    assert bob.send(f"/t/{id_}/from", ply=ply, seat=0).status_code == 409
    bob.post(f"/t/{table}/give-up", seat=1)
    assert site.table(table).ended
    assert bob.post(f"{made}/review").status_code == 200
    assert bob.send(f"/t/{id_}/from", ply=ply, seat=0).status_code == 303


def test_tables_of_one_visitor_and_companions_are_not_asked_for(site: Site) -> None:
    ann, bob = site.person(), site.person()
    ann.make("sintra", seats=2, seat_0="me", seat_1="bot:child")
    ann.send("/companion", game="sintra", name_0="Ana", name_1="Bo")
    rated = rated_table(site, ann, bob, "sintra", 0)
    alone = ann.make("sintra", seats=2, seat_0="me", seat_1="bot:child", rated=1)
    found = tables_among_people(site.services.store, "sintra")
    assert {table.id for table in found} == {rated, alone}
    assert not is_being_played(found, [game_of("sintra").start(2, seed=77)])
