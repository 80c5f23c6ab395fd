"""Fair chance: committed to before, revealed after, and exactly as likely as the rules say."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from ludotheque import GameRecord, load
from ludotheque.core.position import Position
from ludotheque.web.chance import commitment, draw, new_seed, number_below
from tests.web.site import Site, first_choice

SEED = "00" * 32


def verifier(position: Position, seed: str, luck: str, ply: int) -> int:
    """As somebody else would write it from the description in `chance.py`."""
    outcomes = position.outcomes()
    whole = 1
    while any((p * whole).denominator != 1 for p in outcomes.values()):
        whole += 1
    attempt = 0
    while True:
        message = f"{luck}/{ply}/{attempt}".encode()
        r = int(hmac.new(bytes.fromhex(seed), message, hashlib.sha256).hexdigest(), 16)
        if r < 2**256 // whole * whole:
            break
        attempt += 1
    r %= whole
    for outcome in sorted(outcomes):
        if r < outcomes[outcome] * whole:
            return outcome
        r -= int(outcomes[outcome] * whole)
    raise AssertionError


def test_every_draw_of_a_finished_game_can_be_checked(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me", luck="four-leaf CLOVER 7")
    shown = commitment(site.table(table).seed)
    assert shown in ann.get(f"/t/{table}/replay").text
    while (state := site.table(table)).status == "running":
        visitor = state.seats[0].visitor or ""
        site.house.course.decide(
            table, visitor, state.position.to_act or 0, state.version, first_choice(state.position)
        )
    page = ann.get(f"/t/{table}").text
    assert state.seed in page
    assert hashlib.sha256(bytes.fromhex(state.seed)).hexdigest() == shown
    assert state.luck == "fourleafCLOVER7|"
    record = GameRecord.from_json(ann.get(f"/t/{table}/record").text)
    record.verify()
    for ply, (position, choice) in enumerate(zip(record.replay(), record.plies, strict=False)):
        if choice < 0:
            assert -1 - choice == verifier(position, state.seed, state.luck, ply)


def test_draws_follow_the_weights() -> None:
    position = load("sintra").start(players=2)
    while len(set(position.outcomes().values())) < 2:
        position = position.play(next(iter(position.outcomes())))
    outcomes = position.outcomes()
    drawn = Counter(draw(position, SEED, "", ply) for ply in range(5000))
    for outcome, probability in outcomes.items():
        assert abs(drawn[outcome] / 5000 - probability) < 0.03


def test_what_players_add_changes_the_draws() -> None:
    numbers = {number_below(10**9, SEED, luck, 0) for luck in ("", "a", "b", "a|b")}
    assert len(numbers) == 4


def test_every_number_below_is_reached() -> None:
    assert {number_below(5, SEED, "", ply) for ply in range(200)} == set(range(5))


def test_seeds_are_new() -> None:
    assert new_seed() != new_seed()
    assert len(bytes.fromhex(new_seed())) == 32
