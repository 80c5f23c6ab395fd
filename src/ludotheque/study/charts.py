"""Pictures of a report: pure functions from numbers to SVG, coloured by the classes of report.css."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

WIDTH = 640
NAME, NUMBER = 180, 204  # width of the names and of the numbers
FINE = 0.005  # an interval that is narrower deserves another digit
ROW, FOOT = 24, 26  # height of a row and of the axis


class Dot(NamedTuple):
    """A row of a chart of shares."""

    name: str
    share: float
    low: float
    high: float
    note: str = ""
    tone: int = 0  # which of the colours


class Bar(NamedTuple):
    """A row of a chart of amounts, above or below zero."""

    name: str
    amount: float
    note: str
    tone: int = 0


class Line(NamedTuple):
    """A distribution."""

    name: str
    first: float
    width: float
    shares: Sequence[float]
    tone: int


def dots(rows: Sequence[Dot], fair: float, fair_name: str) -> str:
    """Shares with their intervals, beside the share that chance alone would give."""
    low = min([fair, *(row.low for row in rows)])
    high = max([fair, *(row.high for row in rows)])
    room = max(high - low, 0.02) * 0.12
    low, high = max(0.0, low - room), min(1.0, high + room)

    def x(share: float) -> float:
        return NAME + (WIDTH - NAME - NUMBER) * (share - low) / (high - low)

    height = ROW * len(rows) + FOOT
    parts = [
        f'<line class="fair" x1="{x(fair):.1f}" x2="{x(fair):.1f}" y1="0" y2="{height - FOOT + 4}"/>',
        f'<text class="axis middle" x="{x(fair):.1f}" y="{height - 8}">{escape(fair_name)} {percent(fair)}</text>',
    ]
    for i, row in enumerate(rows):
        y = ROW * i + ROW / 2
        parts += [
            f'<g class="tone-{row.tone}"><title>{escape(row.name)}: {percent(row.share)} '
            f"[{percent(row.low)} - {percent(row.high)}]</title>",
            _name(row.name, y),
            f'<line class="reach" x1="{x(row.low):.1f}" x2="{x(row.high):.1f}" y1="{y}" y2="{y}"/>',
            f'<circle cx="{x(row.share):.1f}" cy="{y}" r="4.5"/>',
            f'<text class="number" x="{WIDTH}" y="{y + 4}">{row.note or percent(row.share)}</text></g>',
        ]
    return _svg(height, parts)


def bars(rows: Sequence[Bar]) -> str:
    """Amounts as bars from a common zero."""
    low, high = min([0.0, *(row.amount for row in rows)]), max([0.0, *(row.amount for row in rows)])
    high = max(high, low + 1e-9)

    def x(amount: float) -> float:
        return NAME + (WIDTH - NAME - NUMBER) * (amount - low) / (high - low)

    height = ROW * len(rows) + 4
    parts = [f'<line class="zero" x1="{x(0):.1f}" x2="{x(0):.1f}" y1="0" y2="{height - 2}"/>']
    for i, row in enumerate(rows):
        y, start, end = ROW * i + ROW / 2, min(x(0), x(row.amount)), max(x(0), x(row.amount))
        parts += [
            f'<g class="tone-{row.tone}"><title>{escape(row.name)}: {escape(row.note)}</title>',
            _name(row.name, y),
            f'<rect x="{start:.1f}" y="{y - 7}" width="{max(end - start, 1):.1f}" height="14" rx="2"/>',
            f'<text class="number" x="{WIDTH}" y="{y + 4}">{escape(row.note)}</text></g>',
        ]
    return _svg(height, parts)


def curves(lines: Sequence[Line]) -> str:
    """Distributions over each other, each scaled to the share of a whole number."""
    height, top = 210, 12
    first = min(line.first for line in lines)
    last = max(line.first + line.width * len(line.shares) for line in lines)
    tallest = max(max(line.shares) / line.width for line in lines)

    def x(value: float) -> float:
        return 8 + (WIDTH - 16) * (value - first) / (last - first)

    def y(share: float) -> float:
        return height - FOOT - (height - FOOT - top) * share / tallest

    parts = [
        f'<line class="zero" x1="8" x2="{WIDTH - 8}" y1="{height - FOOT}" y2="{height - FOOT}"/>',
        *(
            f'<text class="axis middle" x="{x(tick):.1f}" y="{height - 8}">{tick:g}</text>'
            for tick in ticks(first, last)
        ),
    ]
    for line in lines:
        points = [
            (x(line.first + line.width * (i + 0.5)), y(share / line.width)) for i, share in enumerate(line.shares)
        ]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        base = f"{points[-1][0]:.1f},{y(0):.1f} {points[0][0]:.1f},{y(0):.1f}"
        parts += [
            f'<g class="tone-{line.tone}"><title>{escape(line.name)}</title><polygon points="{path} {base}"/>',
            f'<polyline points="{path}"/></g>',
        ]
    return _svg(height, parts) + legend([(line.name, line.tone) for line in lines])


def legend(entries: Sequence[tuple[str, int]]) -> str:
    """What the colours mean."""
    items = (f'<li class="tone-{tone}"><i></i>{escape(name)}</li>' for name, tone in entries)
    return f'<ul class="legend">{"".join(items)}</ul>'


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two others: five to ten of them."""
    step = 1.0
    while (high - low) / step > 10:
        step *= 2.5 if str(step).startswith("2") else 2
    first = -(-low // step) * step
    return [first + i * step for i in range(int((high - first) / step) + 1)]


def percent(share: float) -> str:
    """A share for people."""
    return f"{100 * share:.1f}%"


def reach(share: Mapping[str, float]) -> str:
    """A share with its interval for people, as exactly as it is known."""
    digits = 2 if share["high"] - share["low"] < FINE else 1
    shown, low, high = (f"{100 * share[key]:.{digits}f}" for key in ("share", "low", "high"))
    return f"{shown}% [{low}–{high}]"


def _name(name: str, y: float) -> str:
    return f'<text class="name" x="{NAME - 12}" y="{y + 4}">{escape(name)}</text>'


def _svg(height: float, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img">{"".join(parts)}</svg>'
