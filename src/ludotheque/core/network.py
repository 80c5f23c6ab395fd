"""Networks of whole numbers: what a trained player is, as a file.

A file is an archive of NumPy arrays and a few facts as JSON. Inputs, weights and activations are numbers
of 8 bits, sums of 32, so that every machine finds the same. `evaluate` is the definition in a few lines.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.errors import Error, writing
from ludotheque.kernel.arrays import Array
from ludotheque.kernel.rows import LIMIT, Inputs

if TYPE_CHECKING:
    from ludotheque.core.game import Game

FORMAT = 1
SPREAD = 16.0  # the lead in points that counts as clear, unless the file names another
MAX_SPREAD = 1000
FACTS = "facts"  # the array that holds the JSON

Shapes = dict[str, tuple[tuple[int, ...], Any]]
"""The shape and the type of each array."""


@dataclass(frozen=True, eq=False)
class Network:
    """Layers of weights (outputs, inputs) int8, biases int32, and how far sums are shifted to become activations.

    The last layer says, in units of 1 / `unit`: a preference for each action, then for each seat from
    the observer on the logit of its share of the victory, then for each seat its lead. The points on the table
    are added to these two by `evaluate`'s caller.
    """

    facts: dict[str, Any]
    inputs: Inputs
    weights: tuple[Array, ...]
    biases: tuple[Array, ...]
    shifts: tuple[int, ...]

    @property
    def unit(self) -> int:
        return 1 << self.shifts[-1]

    @property
    def spread(self) -> float:
        """The lead in points that counts as clear."""
        return float(self.facts.get("spread", SPREAD))

    def evaluate(self, row: Array) -> Array:
        """What the last layer says of inputs, (..., inputs) int8."""
        active = row.astype(np.int32)
        for weights, bias, shift in zip(self.weights, self.biases, self.shifts, strict=True):
            sums = active @ weights.T.astype(np.int32) + bias
            active = np.clip((sums + (1 << shift >> 1)) >> shift, 0, LIMIT)
        return sums

    def save(self, path: Path) -> None:
        """Writes the file, whole or not at all."""
        arrays = {f"weights.{i}": part for i, part in enumerate(self.weights)}
        arrays |= {f"biases.{i}": part for i, part in enumerate(self.biases)}
        arrays |= {"shifts": np.array(self.shifts, np.int32)} | inputs_arrays(self.inputs)
        write_arrays(path, self.facts | {"format": FORMAT, "kind": "network"}, arrays)


def load_network(path: Path, game: Game) -> Network:
    """The network of a file; raises an Error that says why it cannot be used with this game."""
    facts, arrays = read_arrays(path, "network")
    check_facts(path, facts, game)
    sizes = facts.get("sizes")
    if not isinstance(sizes, list) or len(sizes) < 2 or not all(isinstance(size, int) and size > 0 for size in sizes):
        raise Error(f"The network in {path} does not say how big it is.")
    layers = range(len(sizes) - 1)
    wanted: Shapes = {f"weights.{i}": ((sizes[i + 1], sizes[i]), np.int8) for i in layers}
    wanted |= {f"biases.{i}": ((sizes[i + 1],), np.int32) for i in layers}
    check_arrays(path, arrays, wanted | {"shifts": ((len(layers),), np.int32)} | inputs_shapes(sizes[0], game))
    network = Network(
        facts,
        Inputs(arrays["columns"], arrays["factors"], arrays["points"]),
        tuple(arrays[f"weights.{i}"] for i in layers),
        tuple(arrays[f"biases.{i}"] for i in layers),
        tuple(int(shift) for shift in arrays["shifts"]),
    )
    spread = facts.get("spread", SPREAD)
    if isinstance(spread, bool) or not isinstance(spread, int | float) or not 0 < spread < MAX_SPREAD:
        raise Error(f"The network in {path} does not say which lead is clear.")
    check_places(path, network.inputs, game)
    if sizes[-1] != game.action_count + 2 * max(game.seats) or not all(0 <= shift < 31 for shift in network.shifts):
        raise Error(f"The network in {path} has the wrong size for {game.title()}.")
    return network


def check_facts(path: Path, facts: dict[str, Any], game: Game) -> None:
    """Raises an Error if a file is for something else than this game."""
    observation = game.edition.module("observe").HISTORY[-1].version
    for name, mine, what in (
        ("format", FORMAT, "the format"),
        ("game", game.name, "the game"),
        ("version", game.version, "the version of the rules"),
        ("observation", observation, "the version of the observation"),
        ("box", game.box_hash, "the box"),
    ):
        if facts.get(name) != mine:
            raise Error(f"{path} is not for {game.title()} as it is here: {what} is {facts.get(name)!r}, not {mine!r}.")


def facts_of(game: Game) -> dict[str, Any]:
    """What a file must say to be used with this game."""
    return {
        "format": FORMAT, "game": game.name, "version": game.version, "box": game.box_hash,
        "observation": game.edition.module("observe").HISTORY[-1].version,
    }  # fmt: skip


def inputs_arrays(inputs: Inputs) -> dict[str, Array]:
    """The arrays of a file that say what a network reads."""
    return {"columns": inputs.columns, "factors": inputs.factors, "points": inputs.points}


def inputs_shapes(inputs: int, game: Game) -> Shapes:
    """The arrays that `inputs_arrays` makes of this many inputs."""
    one = (inputs,), np.int32
    return {"columns": one, "factors": one, "points": ((max(game.seats),), np.int32)}


def check_places(path: Path, inputs: Inputs, game: Game) -> None:
    """Raises an Error if a network reads what an observation does not have."""
    length = game.edition.module("observe").OBSERVATION
    for places in (inputs.columns, inputs.points):
        if not places.size or places.min() < 0 or places.max() >= length:
            raise Error(f"The network in {path} reads places that no observation of {game.title()} has.")
    if not inputs.fit:
        raise Error(f"The network in {path} multiplies what it reads by numbers out of range.")


def check_arrays(path: Path, arrays: dict[str, Array], wanted: Shapes) -> None:
    """Raises an Error if an array is missing or of another shape or type."""
    for name, (shape, kind) in wanted.items():
        if name not in arrays:
            raise Error(f"{path} is incomplete: {name} is missing.")
        if arrays[name].shape != shape or arrays[name].dtype != kind:
            raise Error(f"{path} is damaged: {name} has the shape {arrays[name].shape}, not {shape}, or another type.")


def write_arrays(path: Path, facts: dict[str, Any], arrays: dict[str, Array]) -> None:
    """Writes facts and arrays to a file, whole or not at all."""
    beside = path.with_name(f"{path.name}.part")
    with writing("file", path):
        with beside.open("wb") as file:
            np.savez(file, allow_pickle=False, **{FACTS: np.array(json.dumps(facts))}, **arrays)
        os.replace(beside, path)


def read_arrays(path: Path, kind: str) -> tuple[dict[str, Any], dict[str, Array]]:
    """The facts and arrays of a file of this kind; raises an Error if it cannot be read."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        facts = json.loads(str(arrays.pop(FACTS)))
    except FileNotFoundError:
        raise Error(f"There is no file {path}.") from None
    except Exception as problem:  # a damaged archive can raise nearly anything, from SyntaxError to MemoryError
        raise Error(f"{path} cannot be read: it is not a {kind}, or is incomplete.") from problem
    if not isinstance(facts, dict) or facts.get("kind") != kind:
        raise Error(f"{path} is not a {kind}.")
    return facts, arrays
