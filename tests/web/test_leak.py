"""Nothing that a reader may not know is in anything that the server sends to that reader.

Two tables are played side by side. Whatever is hidden from a reader is different at the second
one (other cards drawn, other secret choices), but to that reader the two games are the same: all
its views, at every moment, are equal. So everything it is sent must be the same, byte for byte.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ludotheque.core.position import SPECTATOR
from ludotheque.errors import IllegalAction
from ludotheque.kernel.state import CHANCE
from ludotheque.web.desk import Desk
from ludotheque.web.line import Line
from tests.web.site import Person, Site

SEATS = 3


def other_world(line: Line, reader: int, seed: int) -> Line | None:
    """A line that the reader cannot tell from this one, with other hidden things in it; None if not found.

    Some of the draws that the reader did not see come out differently; what was chosen in secret
    and is revealed by now stays.
    """
    luck, seat = random.Random(seed), None if reader == SPECTATOR else reader
    made = line.back(0)
    for ply, choice in enumerate(line.choices):
        position = made.position
        if position.to_act == CHANCE and not position.sees_choice(reader) and luck.random() < 0.5:
            choice = -1 - luck.choice(list(position.outcomes()))
        try:
            made = made.followed([choice])
        except IllegalAction:
            return None
        if made.position.view(seat) != line.positions[ply + 1].view(seat):
            return None
    return made if made.position != line.position else None


def found_world(line: Line, reader: int) -> Line:
    """Such a line, after as many tries as it takes."""
    for seed in range(500):
        if (made := other_world(line, reader, seed)) is not None:
            return made
    raise AssertionError("no other world was found")


def sent_to(site: Site, person: Person, table: str) -> dict[str, str]:
    """All that a reader can ask for."""
    paths = [f"/t/{table}", f"/t/{table}/part", f"/t/{table}/replay", "/", "/mine"]
    last = len(site.table(table).line.choices)
    paths += [f"/t/{table}/replay?ply={ply}&eyes={eyes}" for ply in (last // 3, last - 1) for eyes in (0, 1)]
    paths += [f"/t/{table}?eyes={seat}" for seat in range(SEATS)]
    found = {path: person.get(path).text for path in paths}
    found["record"] = person.get(f"/t/{table}/record").text
    return found


@pytest.mark.parametrize("reader", [SPECTATOR, 0, 2])
@pytest.mark.parametrize("decisions", [3, 17])
def test_hidden_things_never_leave_the_server(
    site: Site, monkeypatch: pytest.MonkeyPatch, reader: int, decisions: int
) -> None:
    people = [site.person() for _ in range(SEATS)]
    table = people[0].make("fourberies", seats=SEATS, seat_0="me", name_0="Ann", seat_1="friend", seat_2="friend")
    for seat in (1, 2):
        people[seat].post(f"/t/{table}/sit", seat=seat, name=f"Friend {seat}")
    people[0].post(f"/t/{table}/start")
    while decisions > 0 or site.table(table).seals:
        state = site.table(table)
        seat = next(seat for seat in state.asked() if seat not in state.seals)
        # All travel to the same City, so all draw Secret Requests.
        assert people[seat].play(table, seat, state.asked()[seat].legal()[0]).status_code == 200
        decisions -= 1
    real = site.table(table).line
    person = site.person() if reader == SPECTATOR else people[reader]
    told = sent_to(site, person, table)
    other = found_world(real, reader)
    read = Desk._load
    monkeypatch.setattr(Desk, "_load", lambda *given: replace(read(*given), line=other))
    assert site.table(table).position != real.position
    assert sent_to(site, person, table) == told


def test_a_redealt_position_looks_the_same(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with the cards dealt anew in the last position only, for every reader, through a whole game."""
    ann = site.person()
    table = ann.make("fourberies", seats=3, seat_0="me", name_0="Ann", seat_1="me", name_1="Bea", seat_2="me")
    eve, luck = site.person(), random.Random(5)
    read = Desk._load
    differ = 0
    for moment in range(120):
        state = site.table(table)
        if state.status != "running":
            break
        if moment % 12 == 0:
            told = eve.get(f"/t/{table}/part").text
            dealt = state.position.redeal(None, moment)
            dealt._generator = None
            other = Line((*state.line.positions[:-1], dealt), state.line.choices)
            with monkeypatch.context() as patch:
                patch.setattr(Desk, "_load", lambda *given, other=other: replace(read(*given), line=other))
                assert eve.get(f"/t/{table}/part").text == told
            differ += dealt != state.position
        seat = next(seat for seat in state.asked() if seat not in state.seals)
        action = luck.choice(state.asked()[seat].legal())
        visitor = state.seats[0].visitor or ""
        site.house.course.decide(table, visitor, seat, state.version, action)
    assert differ >= 3


def test_the_seed_is_told_only_when_the_game_is_over(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    seed = site.table(table).seed
    for path in (f"/t/{table}", f"/t/{table}/part", f"/t/{table}/replay"):
        assert seed not in ann.get(path).text


def test_the_record_of_a_running_game_is_not_given(site: Site) -> None:
    ann = site.person()
    table = ann.play_now("fourberies")
    assert ann.get(f"/t/{table}/record").status_code == 409
