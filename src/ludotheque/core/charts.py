"""Charts as SVG: pure functions from numbers to pictures, coloured by the classes of charts.css."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from ludotheque.kernel.places import PACKAGE_FOLDER

WIDTH = 640
LETTER, GAP = 7.1, 14  # width of a letter at most, and of the space beside names and notes
TICK = 56  # the least distance between two ticks of an axis
ROW, FOOT = 24, 26  # height of a row and of the axis
MARGIN, HEAD = 20, 58  # around a chart in a file of its own, and the height of its title
ROOM = 0.12  # the part of the range that is left free on both sides


class Scale(NamedTuple):
    """Maps the values low..high to the coordinates start..end."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Round numbers in the range, not too close to each other."""
        step = 1.0
        while (self.high - self.low) / step > abs(self.end - self.start) / TICK:
            step *= 2.5 if str(step).startswith("2") else 2
        first = -(-self.low // step) * step
        return [first + i * step for i in range(int((self.high - first) / step) + 1)]


class Chart(NamedTuple):
    """A drawn chart."""

    height: float
    body: str

    def inline(self) -> str:
        """The chart for a page that has charts.css."""
        return svg(WIDTH, self.height, self.body, "chart")

    def file(self, title: str, note: str = "") -> str:
        """The chart with a title as a file of its own."""
        width, height = WIDTH + 2 * MARGIN, self.height + HEAD + MARGIN
        head = text(0, -30, title, "title") + text(0, -10, note, "axis")
        body = f'<rect class="paper" width="{width}" height="{height:g}"/>'
        body += f'<g transform="translate({MARGIN} {HEAD})">{head}{self.body}</g>'
        picture = svg(width, height, f"<style>{styles()}</style>{body}", "chart", title)
        return picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"


class Dot(NamedTuple):
    """A row of `dots`: a value with its interval."""

    name: str
    value: float
    low: float
    high: float
    note: str
    tone: int = 0  # the number of its colour


class Bar(NamedTuple):
    """A row of `bars`: an amount above or below zero."""

    name: str
    amount: float
    note: str
    tone: int = 0


Points = Sequence[tuple[float, float]]


class Curve(NamedTuple):
    """A distribution: the shares of values from `first` on, each for a range of this width."""

    name: str
    first: float
    width: float
    shares: Sequence[float]
    tone: int


def dots(
    rows: Sequence[Dot], fair: tuple[float, str] | None = None, bounds: tuple[float, float] = (-math.inf, math.inf)
) -> Chart:
    """Values with their intervals, beside the value that chance alone would give (with its name) or above an axis."""
    known = [*(row.low for row in rows), *(row.high for row in rows), *(fair[:1] if fair else ())]
    low, high = min(known), max(known)
    room = ROOM * max(high - low, 0.02)
    x = _columns(rows, max(bounds[0], low - room), min(bounds[1], high + room))
    foot = ROW * len(rows)
    marks, css = ([fair], "fair") if fair else ([(tick, f"{tick:g}") for tick in x.ticks()], "grid")
    parts = [line(x(at), 0, x(at), foot + 4, css) + text(x(at), foot + 18, name, "axis middle") for at, name in marks]
    for i, row in enumerate(rows):
        y = ROW * (i + 0.5)
        reach = line(x(row.low), y, x(row.high), y, "reach")
        parts.append(_row(row, x, y, f'{reach}<circle cx="{x(row.value):.1f}" cy="{y:g}" r="4.5"/>'))
    return Chart(foot + FOOT, "".join(parts))


def bars(rows: Sequence[Bar]) -> Chart:
    """Amounts as bars from a common zero."""
    low, high = min(0.0, *(row.amount for row in rows)), max(0.0, *(row.amount for row in rows))
    x = _columns(rows, low, max(high, low + 1e-9))
    height = ROW * len(rows) + 4
    parts = [line(x(0), 0, x(0), height - 2, "zero")]
    for i, row in enumerate(rows):
        y, start, end = ROW * (i + 0.5), min(x(0), x(row.amount)), max(x(0), x(row.amount))
        bar = f'<rect x="{start:.1f}" y="{y - 7:g}" width="{max(end - start, 1):.1f}" height="14" rx="2"/>'
        parts.append(_row(row, x, y, bar))
    return Chart(height, "".join(parts))


def _columns(rows: Sequence[Dot | Bar], low: float, high: float) -> Scale:
    """The scale of a chart between the names on its left and the notes on its right."""
    left, right = max(len(row.name) for row in rows), max(len(row.note) for row in rows)
    return Scale(low, high, GAP + LETTER * left, WIDTH - GAP - LETTER * right)


def _row(row: Dot | Bar, x: Scale, y: float, marks: str) -> str:
    """A row: its name, its marks and its note."""
    return (
        f'<g class="tone-{row.tone}"><title>{escape(row.name)}: {escape(row.note)}</title>'
        f"{text(x.start - GAP, y + 4, row.name, 'name')}{marks}{text(WIDTH, y + 4, row.note, 'number')}</g>"
    )


def curves(lines: Sequence[Curve]) -> Chart:
    """Distributions over each other, each scaled to the share of a whole number."""
    height, top, side = 210, 12, 8
    x = Scale(
        min(each.first for each in lines), max(each.first + each.width * len(each.shares) for each in lines),
        side, WIDTH - side,
    )  # fmt: skip
    y = Scale(0, max(max(each.shares) / each.width for each in lines), height - FOOT, top)
    parts = [line(side, y(0), WIDTH - side, y(0), "zero")]
    parts += [text(x(tick), height - 8, f"{tick:g}", "axis middle") for tick in x.ticks()]
    for each in lines:
        xs = [x(each.first + each.width * (i + 0.5)) for i in range(len(each.shares))]
        path = polyline(list(zip(xs, (y(share / each.width) for share in each.shares), strict=True)))
        area = f"M{xs[0]:.1f} {y(0):.1f}L{path}L{xs[-1]:.1f} {y(0):.1f}Z"
        name = f"<title>{escape(each.name)}</title>"
        parts.append(f'<g class="tone-{each.tone}">{name}<path class="area" d="{area}"/><path d="M{path}"/></g>')
    return Chart(height, "".join(parts))


def lines(name: str, drawn: Mapping[str, Points], note: str, ticks: Mapping[float, str] | None = None) -> Chart:
    """Lines over an axis that begins at 0, each with its name below; the ticks of the other axis, else its ends."""
    height, left, low, apart = 150, 60, 196, 130
    ys = [*(y for points in drawn.values() for _, y in points), *(ticks or ())] or [0.0]
    levels = ticks or {at: f"{at:.3g}" for at in (min(ys), max(ys))}
    most = max((x for points in drawn.values() for x, _ in points), default=0.0) or 1.0
    x, y = Scale(0, most, left, WIDTH), Scale(min(ys), max(ys) if max(ys) > min(ys) else min(ys) + 1, height, 20)
    parts = [line(left, height, WIDTH, height, "zero"), line(left, 14, left, height, "zero"), text(left, 7, name, "")]
    parts += [text(left - 6, y(at) + 4, level, "number") for at, level in levels.items()]
    parts += [line(left, y(at), WIDTH, y(at), "grid") for at in ticks or ()]
    parts.append(text(WIDTH, height + 16, note, "number"))
    for tone, (label, points) in enumerate(drawn.items()):
        path = f'<path d="M{polyline([(x(px), y(py)) for px, py in points])}"/>' if points else ""
        at = left + 8 + apart * tone
        said = (
            f'<circle cx="{at}" cy="{height + 28}" r="4"/>{text(at + 9, height + 32, label, "axis")}' if label else ""
        )
        parts.append(f'<g class="tone-{tone}">{path}{said}</g>')
    return Chart(low, "".join(parts))


def stack(charts: Sequence[Chart]) -> Chart:
    """Charts below each other."""
    tops = [sum(chart.height for chart in charts[:number]) for number in range(len(charts) + 1)]
    moved = (f'<g transform="translate(0 {top:g})">{chart.body}</g>' for top, chart in zip(tops, charts, strict=False))
    return Chart(tops[-1], "".join(moved))


def legend(entries: Sequence[tuple[str, int]]) -> str:
    """The names of the colours, as a list for a page."""
    items = (f'<li class="tone-{tone}"><i></i>{escape(name)}</li>' for name, tone in entries)
    return f'<ul class="legend">{"".join(items)}</ul>'


# --- Parts of charts ------------------------------------------------------------------------------------


def svg(width: float, height: float, body: str, css: str, label: str = "") -> str:
    """A picture with this body; the label describes it in words."""
    said = f' aria-label="{escape(label)}"' if label else ""
    return f'<svg class="{css}" viewBox="0 0 {width:g} {height:g}" role="img"{said}>{body}</svg>'


def text(x: float, y: float, words: str, css: str) -> str:
    """A text."""
    return f'<text class="{css}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    """A straight line."""
    return f'<path class="{css}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'


def polyline(points: Sequence[tuple[float, float]]) -> str:
    """The points as data of a path, without the first command."""
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def styles() -> str:
    """The style sheet of charts, with the colours it is built on."""
    sheets = (PACKAGE_FOLDER / "contract" / "tokens.css", PACKAGE_FOLDER / "core" / "charts.css")
    return "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
