"""The learning curve of a training as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ludotheque.core.charts import Points, lines, stack


def curve(title: str, history: Sequence[dict[str, Any]]) -> str:
    """Points, variety, and strength over the decisions of a training."""
    told = [row for row in history if "points" in row]
    plots: list[tuple[str, dict[str, Points]]] = [
        ("points of a seat", {"": [(row["decisions"], row["points"]) for row in told]}),
        ("entropy of a decision", {"": [(row["decisions"], row["entropy"]) for row in told]}),
        ("strength: Elo gained on its own past", {"": strength(history)}),
        ("victories against random players", by_players(history)),
    ]
    most = max((row["decisions"] for row in history), default=0)
    return stack([lines(name, drawn, f"{most / 1e6:,.0f} million decisions") for name, drawn in plots]).file(title)


def strength(history: Sequence[dict[str, Any]]) -> Points:
    """Elo points, added up from match to match against the network of the report before."""
    found, elo = [], 0.0
    for row in history:
        gains = []
        for players, share in row["past"].items():
            even = 1 / int(players)
            kept = min(max(share, 0.001), 0.999)
            gains.append(400 * math.log10(kept / (1 - kept) / (even / (1 - even))))
        elo += sum(gains) / len(gains)
        found.append((float(row["decisions"]), elo))
    return found


def by_players(history: Sequence[dict[str, Any]]) -> dict[str, Points]:
    """Shares against random players, a line for each number of players."""
    numbers = history[-1]["random"] if history else {}
    return {
        f"{n} players": [(row["decisions"], row["random"][n]) for row in history if n in row["random"]] for n in numbers
    }
