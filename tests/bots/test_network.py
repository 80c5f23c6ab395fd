"""Networks: the same bits interpreted, compiled and as defined; and what becomes of one that does not fit."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.bots import Sight, player
from ludotheque.bots import network as networks
from ludotheque.bots.network import Evaluator, network_of
from ludotheque.core.network import Network, load_network
from tests.bots.games_of_bots import decisions
from tests.bots.networks import random_network

GAMES = ludotheque.games()


def defined(network: Network, position: ludotheque.Position) -> Any:
    """What `Network.evaluate`, the definition, says about a decision."""
    state, seat = position.state(), position.to_act
    edition = position.game.edition
    edition.module("sight").hide(state, seat)
    row = np.zeros(edition.module("observe").OBSERVATION, np.int16)
    edition.module("observe").observe(state, seat, row)
    return network.evaluate(network.inputs.read(row)[0])


@pytest.mark.parametrize("mode", ["edition", "compiled"])
@pytest.mark.parametrize("game", GAMES)
def test_an_evaluation_has_the_bits_of_the_definition(game: str, mode: str) -> None:
    loaded = ludotheque.load(game)
    made = random_network(loaded)
    ours = [made] if (shipped := network_of(loaded)) is None else [made, shipped]
    for network in ours:
        evaluator = Evaluator(getattr(loaded, mode), network)
        for position in decisions(game, 25):
            assert position.to_act is not None
            assert np.array_equal(evaluator.evaluate(position.state(), position.to_act), defined(network, position))


@pytest.fixture
def given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder in place of our networks."""
    monkeypatch.setenv(networks.ELSEWHERE, str(tmp_path))
    network_of.cache_clear()
    yield tmp_path
    network_of.cache_clear()


@pytest.mark.parametrize("game", GAMES)
def test_the_bare_network_prefers_a_legal_action_by_what_its_seat_knows(game: str, given: Path) -> None:
    loaded = ludotheque.load(game)
    network = random_network(loaded)
    network.save(given / f"{game}.npz")
    for position in decisions(game, 12):
        assert position.to_act is not None
        said = defined(network, position)
        best = max(position.legal(), key=lambda action: said[action])
        assert player("policy", 5).choose(Sight.of(position)) == best
        assert player("policy", 6).choose(Sight.of(position.redeal(position.to_act, 7))) == best
        noisy = [player("policy?noise=3", 8).choose(Sight.of(position)) for _ in range(2)]
        assert noisy[0] == noisy[1]
        assert noisy[0] in position.legal()


def test_noise_makes_the_bare_network_choose_other_actions_too(given: Path) -> None:
    sintra = ludotheque.load("sintra")
    random_network(sintra).save(given / "sintra.npz")
    sight = Sight.of(sintra.start(2, seed=1))
    assert len({player("policy?noise=1000", seed).choose(sight) for seed in range(40)}) > 3
    assert len({player("policy", seed).choose(sight) for seed in range(5)}) == 1


def test_without_a_network_the_bare_network_plays_as_the_greedy_bot(given: Path) -> None:
    sight = Sight.of(ludotheque.load("sintra").start(2, seed=1))
    assert player("policy", 3).choose(sight) == player("greedy", 3).choose(sight)


def test_only_noise_can_be_changed() -> None:
    with pytest.raises(ludotheque.Error, match="Only a level can be changed, not 'policy'"):
        player("policy?cutoff=3")
    with pytest.raises(ludotheque.Error, match="The noise of a level must be"):
        player("policy?noise=-1")


def test_a_missing_network_elsewhere_is_told(given: Path, caplog: pytest.LogCaptureFixture) -> None:
    network_of.cache_clear()
    assert network_of(ludotheque.load("sintra")) is None
    assert f"There is no file {given / 'sintra.npz'}. The bots play without a network." in caplog.text


def test_a_network_of_another_game_is_not_used(given: Path, caplog: pytest.LogCaptureFixture) -> None:
    sintra = ludotheque.load("sintra")
    assert network_of(sintra) is None
    random_network(ludotheque.load("stanza")).save(given / "sintra.npz")
    with pytest.raises(ludotheque.Error, match="cannot be written"):
        random_network(sintra).save(given / "nowhere" / "sintra.npz")
    network_of.cache_clear()
    assert network_of(sintra) is None
    assert f"is not for {sintra.title()} as it is here: the game is 'stanza', not 'sintra'." in caplog.text
    random_network(sintra).save(given / "sintra.npz")
    network_of.cache_clear()
    assert network_of(sintra) is not None


def as_array(header: str, content: bytes = b"") -> bytes:
    """A file of NumPy with any header."""
    text = header.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + content


SHAPED = "{{'descr': '{}', 'fortran_order': False, 'shape': {}}}"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("weights.0.npy", as_array(SHAPED.format("|i1", "(1000000000000,)"))),
        ("weights.0.npy", as_array(SHAPED.format("|i1", f"({10**20},)"))),
        ("weights.0.npy", as_array(SHAPED.format("|i1", "(")[:-1])),
        ("weights.0.npy", as_array("{'descr': 'x' 'y' = }")),
        ("facts.npy", as_array(SHAPED.format("<U99999", "()"), ("[" * 99999).encode("utf-32-le"))),
    ],
)
def test_a_network_with_a_damaged_array_is_refused(name: str, content: bytes, given: Path) -> None:
    whole, damaged = given / "stanza.npz", given / "damaged.npz"
    random_network(ludotheque.load("stanza"), (16,)).save(whole)
    with zipfile.ZipFile(whole) as read, zipfile.ZipFile(damaged, "w") as written:
        for each in read.namelist():
            written.writestr(each, content if each == name else read.read(each))
    with pytest.raises(ludotheque.Error, match="cannot be read: it is not a network, or is incomplete"):
        load_network(damaged, ludotheque.load("stanza"))


@pytest.mark.parametrize("change", [{8: 99}, {6: 1}, {6: 64}, {6: 32}, {4: 255}, {0: 0}])
def test_a_network_in_a_damaged_archive_is_refused(change: dict[int, int], given: Path) -> None:
    """Compressed or encrypted in unknown ways, of another version, or no archive at all."""
    path = given / "stanza.npz"
    random_network(ludotheque.load("stanza"), (16,)).save(path)
    content = bytearray(path.read_bytes())
    listed = content.index(b"PK\x01\x02")
    for place, value in change.items():
        content[place] = value
        content[listed + place + 2] = value
    for damaged in (bytes(content), bytes(content[: len(content) // 2])):
        path.write_bytes(damaged)
        with pytest.raises(ludotheque.Error, match="cannot be read: it is not a network, or is incomplete"):
            load_network(path, ludotheque.load("stanza"))


@pytest.mark.parametrize("spread", [True, 0, -1, 1000, 10**400, float("nan"), float("inf"), "16", None])
def test_a_network_without_a_clear_lead_is_refused(spread: object, given: Path) -> None:
    game, path = ludotheque.load("stanza"), given / "stanza.npz"
    network = random_network(game, (16,))
    replace(network, facts=network.facts | {"spread": spread}).save(path)
    with pytest.raises(ludotheque.Error, match="does not say which lead is clear"):
        load_network(path, game)
