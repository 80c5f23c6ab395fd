"""The curve of a training as a picture: pure functions from numbers to SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Any

WIDTH, HEIGHT, LEFT, GAP, TOP = 640, 150, 60, 46, 30
COLOURS = ("#1f5f8b", "#b3541e", "#3d7a3a", "#7a3d70")

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
    parts = [f'<text x="{LEFT}" y="20" font-size="15">{escape(title)}</text>']
    for number, (name, lines) in enumerate(plots):
        parts.append(f'<g transform="translate(0 {TOP + number * (HEIGHT + GAP)})">{plot(name, lines)}</g>')
    height = TOP + len(plots) * (HEIGHT + GAP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="11" role="img" aria-label="{escape(title)}"><rect width="100%" height="100%" fill="#fff"/>'
        f"{''.join(parts)}</svg>\n"
    )


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
    """One plot with its axes."""
    xs = [x for points in lines.values() for x, _ in points] or [0.0]
    ys = [y for points in lines.values() for _, y in points] or [0.0]
    low, high = min(ys), max(ys)
    room = (high - low) or 1.0
    most = max(xs) or 1.0

    def place(x: float, y: float) -> str:
        return f"{LEFT + (WIDTH - LEFT - 20) * x / most:.1f},{HEIGHT - (HEIGHT - 16) * (y - low) / room:.1f}"

    parts = [
        f'<path d="M{LEFT} 8V{HEIGHT}H{WIDTH - 20}" fill="none" stroke="#888"/>',
        f'<text x="{LEFT}" y="4">{escape(name)}</text>',
        f'<text x="{LEFT - 4}" y="{HEIGHT}" text-anchor="end">{low:.3g}</text>',
        f'<text x="{LEFT - 4}" y="20" text-anchor="end">{high:.3g}</text>',
        f'<text x="{WIDTH - 20}" y="{HEIGHT + 14}" text-anchor="end">{most / 1e6:,.0f} million decisions</text>',
    ]
    for number, (line, points) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        joined = " ".join(place(x, y) for x, y in points)
        parts.append(f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        if line:
            parts.append(f'<text x="{LEFT + 8 + 90 * number}" y="{HEIGHT + 14}" fill="{colour}">{escape(line)}</text>')
    return "".join(parts)
