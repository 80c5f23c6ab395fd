"""The learning curve of a training as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ludotheque.core.charts import WIDTH, Chart, Scale, line, polyline, text

HEIGHT, LEFT, GAP = 150, 60, 46

Points = Sequence[tuple[float, float]]


def curve(title: str, history: Sequence[dict[str, Any]]) -> str:
    """Points, variety, and strength over the decisions of a training."""
    told = [row for row in history if "points" in row]
    plots: list[tuple[str, dict[str, Points]]] = [
        ("points of a seat", {"": [(row["decisions"], row["points"]) for row in told]}),
        ("entropy of a decision", {"": [(row["decisions"], row["entropy"]) for row in told]}),
        ("strength: Elo gained on its own past", {"": strength(history)}),
        ("victories against random players", by_players(history)),
    ]
    body = "".join(
        f'<g transform="translate(0 {number * (HEIGHT + GAP)})">{plot(name, lines)}</g>'
        for number, (name, lines) in enumerate(plots)
    )
    return Chart(len(plots) * (HEIGHT + GAP), body).file(title)


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


def plot(name: str, lines: dict[str, Points]) -> str:
    """One plot with its axes and the names of its lines."""
    ys = [y for points in lines.values() for _, y in points] or [0.0]
    most = max((x for points in lines.values() for x, _ in points), default=0.0) or 1.0
    x, y = Scale(0, most, LEFT, WIDTH), Scale(min(ys), max(ys) if max(ys) > min(ys) else min(ys) + 1, HEIGHT, 16)
    parts = [
        line(LEFT, HEIGHT, WIDTH, HEIGHT, "zero") + line(LEFT, 8, LEFT, HEIGHT, "zero") + text(LEFT, 2, name, ""),
        *(text(LEFT - 6, y(at) + 4, f"{at:.3g}", "number") for at in (min(ys), max(ys))),
        text(WIDTH, HEIGHT + 16, f"{most / 1e6:,.0f} million decisions", "number"),
    ]
    for tone, (label, points) in enumerate(lines.items()):
        path = polyline([(x(px), y(py)) for px, py in points])
        parts.append(f'<g class="tone-{tone}"><path d="M{path}"/></g>' if points else "")
        if label:
            at = LEFT + 8 + 100 * tone
            parts.append(f'<g class="tone-{tone}"><circle cx="{at}" cy="{HEIGHT + 12}" r="4"/></g>')
            parts.append(text(at + 9, HEIGHT + 16, label, "axis"))
    return "".join(parts)
