"""Measures evaluations by a network: microseconds of CPU time for policy, value and observation, on one core.

    python -m bench.evaluation [--network FILE] [--only sintra]

Without a network of the game, random weights of the usual size are evaluated. The ratio is to the time of the
definition in `core/network.py`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ludotheque
from ludotheque.bots import Sight, player
from ludotheque.bots.network import Evaluator, look_of, network_of
from ludotheque.core.network import Network, load_network
from tests.bots.games_of_bots import decisions
from tests.bots.networks import random_network

WIDTHS = (768, 256, 128)
LOOK = 0.3  # seconds


def seconds_of(work: Callable[[], Any]) -> float:
    """The CPU time of one call."""
    work()
    begun, calls = time.process_time(), 0
    while time.process_time() - begun < LOOK:
        work()
        calls += 1
    return (time.process_time() - begun) / calls


def looped(game: ludotheque.Game) -> Any:
    """Many evaluations in a compiled loop, as the search makes them."""
    import numba

    look = look_of(game.compiled)

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def many(count: int, states: Any, seat: int, layers: Any) -> None:
        for _ in range(count):
            look(states, seat, layers)

    return many


def measure(game: ludotheque.Game, network: Network) -> None:
    """Prints the times of decisions spread over a game."""
    many, count = looped(game), 2000
    quick, plain = Evaluator(game.compiled, network), Evaluator(game.edition, network)
    compiled = interpreted = defined = 0.0
    positions = decisions(game.name, 8)
    for position in positions:
        state, seat = position.state(), Sight.of(position).seat
        quick.evaluate(state, seat)
        compiled += seconds_of(lambda: many(count, quick._states, seat, quick.layers)) / count  # noqa: B023
        interpreted += seconds_of(lambda: plain.evaluate(state, seat))  # noqa: B023
        row = network.inputs.read(plain.layers.row)[0]
        defined += seconds_of(lambda: network.evaluate(row))  # noqa: B023
    policy, sights = player("policy"), [Sight.of(position) for position in positions]
    choosing = sum(seconds_of(lambda: policy.choose(sight)) for sight in sights)  # noqa: B023
    found = [1e6 * sum_ / len(positions) for sum_ in (compiled, interpreted, defined, choosing)]
    print(
        f"{game.name:10} compiled {found[0]:6.1f} µs, interpreted {found[1]:7.0f} µs, definition {found[2]:7.0f} µs, "
        f"ratio {found[2] / found[0]:5.0f}; a decision of `policy` {found[3]:6.0f} µs"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--only", choices=ludotheque.games(), action="append")
    options.add_argument("--network", type=Path, help="the file of the network (with --only)")
    chosen = options.parse_args()
    for name in chosen.only or ludotheque.games():
        game = ludotheque.load(name)
        given = load_network(chosen.network, game) if chosen.network else network_of(game)
        measure(game, given or random_network(game, WIDTHS))


if __name__ == "__main__":
    main()
