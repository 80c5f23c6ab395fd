"""Compares our random games with those of other libraries, in one run on one core.

    pip install "ludotheque[bench]"
    python bench/compare.py [--json] [--rounds 3] [--seconds 1] [--ours sintra,stanza,fourberies]

Games differ in size, so one decision is not worth the same everywhere: compare orders of magnitude.
Each library plays random legal actions in the way its own documentation shows. Libraries that are not
installed are listed as missing. All take turns, and the medians are by CPU time of the process. Ours is
measured in five ways: compiled loops, steps of many games from Python with masks, the same with an
observation for every decision, a vector environment (only the learner's decisions count, each with an
observation), and one `Position` at a time. OpenSpiel is measured without and with observations. Pgx
writes one in every step. A run takes about three minutes, plus the compiler's time on the first run.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import ludotheque
from ludotheque.kernel.batch import Batch, random_games

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.random_games import c_yardstick

SEED = 7
PLAYERS = {"sintra": 2, "stanza": 3, "fourberies": 3}
PACKAGES = ("numpy", "numba", "open_spiel", "jax", "pgx", "pettingzoo", "rlcard")
TOGETHER = 4096  # games in a batch

PlayDecisions = Callable[[], int]
"""Plays some decisions and returns their number."""


class Contestant(NamedTuple):
    library: str
    game: str
    way: str
    make: Callable[[], PlayDecisions]


def ours_compiled(name: str) -> PlayDecisions:
    game = ludotheque.load(name)
    start = game.start(PLAYERS[name]).state()
    return lambda: int(random_games(game.compiled, start, 2000, seed=SEED, threads=1).decisions.sum())


def ours_stepped(name: str, observed: bool = False) -> PlayDecisions:
    game = ludotheque.load(name)
    batch = Batch(game.compiled, game.start(PLAYERS[name]).state(), TOGETHER, seed=SEED, again=True, threads=1)

    def play() -> int:
        for _ in range(20):
            batch.step(batch.random_actions())
            if observed:
                batch.observations()
        return 20 * TOGETHER

    return play


def ours_observed(name: str) -> PlayDecisions:
    return ours_stepped(name, observed=True)


def ours_vector(name: str) -> PlayDecisions:
    from ludotheque.env.vector import VectorSolo

    opponents, chance = ["random"] * (PLAYERS[name] - 1), np.random.default_rng(SEED)
    envs = VectorSolo(name, num_envs=TOGETHER, opponents=opponents, threads=1)
    masks = [envs.reset(seed=SEED)[1]["action_mask"]]

    def play() -> int:
        for _ in range(10):
            actions = (masks[0] * chance.random(masks[0].shape, np.float32)).argmax(axis=1)
            masks[0] = envs.step(actions)[4]["action_mask"]
        return 10 * TOGETHER

    return play


def ours_position(name: str) -> PlayDecisions:
    game, chance = ludotheque.load(name), random.Random(SEED)

    def play() -> int:
        position, decisions = game.start(PLAYERS[name], seed=chance.randrange(1 << 30)), 0
        while position.to_act is not None:
            position = position.play(chance.choice(position.legal()))
            decisions += 1
        return decisions

    return play


def in_c() -> PlayDecisions:
    with tempfile.TemporaryDirectory() as folder:
        yardstick = c_yardstick(Path(folder), 2, 2000)
        if yardstick is None:
            raise ImportError("a C compiler")
        return lambda: yardstick()[1]


def open_spiel(name: str, observed: bool = False) -> PlayDecisions:
    pyspiel = importlib.import_module("pyspiel")
    game, chance = pyspiel.load_game(name), random.Random(SEED)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                if observed:
                    state.observation_tensor(state.current_player())
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def open_spiel_observed(name: str) -> PlayDecisions:
    return open_spiel(name, observed=True)


def pgx_on_cpu(name: str) -> PlayDecisions:
    return pgx_on("cpu", name, together=256)


def pgx_on(platform: str, name: str, together: int, steps: int = 20) -> PlayDecisions:
    jax = importlib.import_module("jax")
    pgx = importlib.import_module("pgx")
    jax.config.update("jax_platforms", platform)
    env = pgx.make(name)
    renewed = importlib.import_module("pgx.experimental").auto_reset

    def step(carry: Any, key: Any) -> Any:
        states = carry
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(key, logits, axis=-1)
        keys = jax.random.split(key, together)
        return jax.vmap(renewed(env.step, env.init))(states, actions, keys), None

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
    def many(states: Any, key: Any) -> Any:
        return jax.lax.scan(step, states, jax.random.split(key, steps))[0]

    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(SEED), together))
    held = [many(states, jax.random.PRNGKey(1))]

    def play() -> int:
        held[0] = jax.block_until_ready(many(held[0], jax.random.PRNGKey(2)))
        return together * steps

    return play


def petting_zoo(name: str) -> PlayDecisions:
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def play() -> int:
        env.reset(seed=SEED)
        decisions = 0
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            done = termination or truncation
            env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
            decisions += not done
        return decisions

    return play


def rlcard(name: str) -> PlayDecisions:
    library = importlib.import_module("rlcard")
    env = library.make(name, config={"seed": SEED})
    agents = importlib.import_module("rlcard.agents")
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(trajectory) // 2 for trajectory in trajectories)

    return play


def contestants(ours: tuple[str, ...]) -> Iterator[Contestant]:
    """Yields all ways to measure; `ours` names our games."""
    yield Contestant("C by hand", "sintra", "whole games", in_c)
    for way, make, names in (
        ("whole games", ours_compiled, ours),
        ("steps with masks", ours_stepped, ours),
        ("steps with observations", ours_observed, ours),
        ("Gymnasium's vector environment", ours_vector, ours),
        ("Position", ours_position, ours),
    ):
        for name in names:
            yield Contestant("Ludothèque", name, way, lambda make=make, name=name: make(name))  # type: ignore[misc]
    for library, way, make, names in (
        ("OpenSpiel", "its Python interface", open_spiel, ("backgammon", "chess", "hanabi")),
        ("OpenSpiel", "steps with observations", open_spiel_observed, ("backgammon", "chess", "hanabi")),
        ("Pgx", "steps with observations, JAX on the CPU, 256 games", pgx_on_cpu, ("backgammon", "go_9x9")),
        ("PettingZoo", "classic", petting_zoo, ("chess_v6", "hanabi_v5", "connect_four_v3")),
        ("RLCard", "random agents", rlcard, ("uno", "gin-rummy", "no-limit-holdem")),
    ):
        for name in names:
            yield Contestant(library, name, way, lambda make=make, name=name: make(name))  # type: ignore[misc]


def speed(play: PlayDecisions, seconds: float) -> float:
    """Returns decisions a second of CPU time."""
    begun, decisions = time.process_time(), 0
    while (took := time.process_time() - begun) < seconds:
        decisions += play()
    return decisions / took


def measured(ours: tuple[str, ...], rounds: int, seconds: float) -> tuple[list[dict[str, Any]], list[str]]:
    """Returns the medians, and the libraries that are missing."""
    ready, missing = [], []
    for contestant in contestants(ours):
        try:
            print(f"{contestant.library}, {contestant.game}, {contestant.way}", file=sys.stderr)
            ready.append((contestant, contestant.make()))
        except (ImportError, AttributeError, ValueError) as problem:
            missing.append(f"{contestant.library}, {contestant.game}: {problem}")
    speeds: list[list[float]] = [[] for _ in ready]
    for _ in range(rounds):
        for found, (_, play) in zip(speeds, ready, strict=True):
            found.append(speed(play, seconds))
    rows = [
        {"library": c.library, "game": c.game, "way": c.way, "decisions_per_second": round(statistics.median(found))}
        for found, (c, _) in zip(speeds, ready, strict=True)
    ]
    return rows, missing


def versions() -> Iterator[str]:
    """Yields the versions of Python and of the installed libraries."""
    yield f"Python {platform.python_version()}"
    for package in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            yield f"{package} {metadata.version(package)}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options.add_argument("--rounds", type=int, default=3, help="measurements of each way")
    options.add_argument("--seconds", type=float, default=1, help="duration of each measurement")
    options.add_argument("--ours", default=",".join(PLAYERS), help="our games, separated by commas")
    chosen = options.parse_args()
    np.random.seed(SEED)
    rows, missing = measured(tuple(chosen.ours.split(",")), chosen.rounds, chosen.seconds)
    if chosen.json:
        print(json.dumps({"speeds": rows, "missing": missing}, indent=1))
        return
    print("| library | game | way | decisions a second |\n|---|---|---|---|")
    for row in rows:
        print(f"| {row['library']} | {row['game']} | {row['way']} | {row['decisions_per_second']:,} |")
    for line in missing:
        print(f"\nNot measured: {line}")
    print(f"\nMeasured with {', '.join(versions())}.")


if __name__ == "__main__":
    main()
