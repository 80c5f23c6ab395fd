"""A fuzzer that goes deep: people do valid deeds one after another, and between them requests with one thing wrong.

    python -m tests.web.fuzz --requests 1000000

A request with one thing wrong must be refused in a sentence, and must change nothing; a valid one must be accepted.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import ludotheque
from ludotheque.web.tables.state import RUNNING, TableState
from tests.web.site import Person, Site, served, settings

SEATS = 3
DEEDS = 400  # valid deeds at a table before another one takes its place
NO_NUMBERS = ("", "-1", "1.5", "x", "9" * 12, "\x00", "٣", "null")

FormFields = dict[str, object]
Fault = Callable[["Deep", TableState, FormFields], "tuple[Person, FormFields]"]


class Deep:
    """People at a table, their valid deeds, and faults in them."""

    def __init__(self, site: Site, luck: random.Random, game: str) -> None:
        self.site, self.luck = site, luck
        self.people = [site.person() for _ in range(SEATS)]
        self.stranger = site.person()
        host = self.people[0]
        self.table = host.make(game, seats=SEATS, seat_0="me", seat_1="friend", seat_2="friend")
        for seat in range(1, SEATS):
            assert self.people[seat].post(f"/t/{self.table}/sit", seat=seat, name=f"P{seat}").status_code == 200
        assert host.post(f"/t/{self.table}/start").status_code == 200

    def walk(self, seen: Counter[str], deeds: int) -> None:
        """Does valid deeds with a wrong one before each, until the game is over or long enough."""
        for _ in range(deeds):
            state = self.site.table(self.table)
            if state.status != RUNNING:
                return
            verb, seat, fields = self._deed(state)
            self._refused(state, verb, seat, fields, seen)
            answer = self.people[seat].post(f"/t/{self.table}/{verb}", **fields)
            assert answer.status_code == 200, (verb, fields, answer.text)
            seen[f"{verb} 200"] += 1

    def _deed(self, state: TableState) -> tuple[str, int, FormFields]:
        """A valid deed: mostly a decision, sometimes a step back or a changed answer."""
        luck, asked = self.luck, state.asked()
        seat = luck.choice([each for each in asked if each not in state.seals] or list(asked))
        if luck.random() < 0.1:
            seat = luck.choice(list(asked))  # perhaps it changes its sealed answer
        fields: FormFields = {"seat": seat, "version": state.version}
        if luck.random() < 0.15 and (state.history.own_steps(seat) or seat in state.seals):
            return "undo", seat, fields
        return "play", seat, fields | {"action": luck.choice(asked[seat].legal())}

    def _refused(self, state: TableState, verb: str, seat: int, fields: FormFields, seen: Counter[str]) -> None:
        """Sends the deed with one thing wrong: nothing changes."""
        name = self.luck.choice([name for name in FAULTS if verb == "play" or name != "action"])
        person, wrong = FAULTS[name](self, state, {**fields})
        answer = person.post(f"/t/{self.table}/{verb}", **wrong)
        assert 400 <= answer.status_code < 500, (name, verb, wrong, answer.status_code)
        assert "Traceback" not in answer.text
        assert self.site.table(self.table) == state, (name, verb, wrong)
        seen[f"{verb} with a wrong {name} {answer.status_code}"] += 1


def wrong_version(deep: Deep, state: TableState, fields: FormFields) -> tuple[Person, FormFields]:
    """A version before the last move, or one that is to come."""
    versions = [state.move_version - 1, state.version + 1, 0, *NO_NUMBERS]
    return deep.people[int(str(fields["seat"]))], fields | {"version": deep.luck.choice(versions)}


def wrong_person(deep: Deep, state: TableState, fields: FormFields) -> tuple[Person, FormFields]:
    """Another player, or somebody who does not sit there."""
    others = [deep.people[n] for n in range(SEATS) if n != fields["seat"]]
    return deep.luck.choice([*others, deep.stranger]), fields


def wrong_seat(deep: Deep, state: TableState, fields: FormFields) -> tuple[Person, FormFields]:
    """A seat of another player, or none."""
    seats = [*(n for n in range(SEATS) if n != fields["seat"]), SEATS, *NO_NUMBERS]
    return deep.people[int(str(fields["seat"]))], fields | {"seat": deep.luck.choice(seats)}


def wrong_action(deep: Deep, state: TableState, fields: FormFields) -> tuple[Person, FormFields]:
    """An action that the rules forbid, or none."""
    seat = int(str(fields["seat"]))
    position = state.asked()[seat]
    forbidden = [action for action in range(position.game.action_count) if action not in position.legal()]
    return deep.people[seat], fields | {"action": deep.luck.choice([*forbidden[:40], 10**6, *NO_NUMBERS])}


def missing_field(deep: Deep, state: TableState, fields: FormFields) -> tuple[Person, FormFields]:
    """A form without one of its fields."""
    gone = deep.luck.choice(list(fields))
    return deep.people[int(str(fields["seat"]))], {name: value for name, value in fields.items() if name != gone}


FAULTS: dict[str, Fault] = {
    "version": wrong_version,
    "person": wrong_person,
    "seat": wrong_seat,
    "action": wrong_action,
    "field": missing_field,
}


def fuzz(site: Site, requests: int, seed: int, deeds: int = DEEDS) -> Counter[str]:
    """Walks at one table after the other until so many requests were made; returns what they were."""
    luck, seen = random.Random(seed), Counter[str]()
    while seen.total() < requests:
        Deep(site, luck, luck.choice(ludotheque.games())).walk(seen, deeds)
    return seen


def main() -> None:
    """Reads the command line, runs and prints."""
    parser = argparse.ArgumentParser(prog="fuzz")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    begun = time.process_time()
    with tempfile.TemporaryDirectory() as folder, served(settings(Path(folder), tick=3600)) as site:
        seen = fuzz(site, given.requests, given.seed)
    for what, count in sorted(seen.items()):
        print(f"{count:9,}  {what}")
    print(f"{seen.total():9,}  in {time.process_time() - begun:.0f} seconds of CPU time")


if __name__ == "__main__":
    main()
