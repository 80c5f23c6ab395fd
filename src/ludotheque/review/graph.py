"""Charts of a review: everybody's share of the victory over time, and where the results come from.

The SVG has classes; review.css has the colours. Seats differ by their line and their shape, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ludotheque.core.charts import Scale, line, polyline, svg, text
from ludotheque.review.story import BLUNDER, INACCURACY, MISTAKE, Balance, Decision, Story

SHAPES = (
    '<circle cx="10" cy="10" r="8.2"/>',
    '<rect x="2.6" y="2.6" width="14.8" height="14.8" rx="1.6"/>',
    '<path d="M10 .8L19.2 10L10 19.2L.8 10Z"/>',
    '<path d="M10 1.6L19 17.6H1Z"/>',
    '<path d="M10 1L18 5.6V14.4L10 19L2 14.4V5.6Z"/>',
)
LEFT, RIGHT, TOP, BOTTOM = 46, 690, 10, 258  # edges of the graph in its picture
WIDTH = 800
ROW = 22  # height of a player's row of decisions
NAMES = 17  # the least distance of two names at the ends of the lines
Y = Scale(0, 1, BOTTOM, TOP)


class GraphWords(NamedTuple):
    """The words in the charts."""

    label: str  # the graph in one sentence, for people who cannot see it
    draws: str  # "draws"
    decisions: str  # "decisions"


def shape(seat: int, x: float, y: float, size: float) -> str:
    """The sign of a seat, centred at a point."""
    at = f"translate({x - size / 2:.1f} {y - size / 2:.1f}) scale({size / 20:.3f})"
    return f'<g class="sign seat-{seat}" transform="{at}">{SHAPES[seat]}</g>'


def graph(story: Story, names: Sequence[str], scores: Sequence[int], words: GraphWords, now: int) -> str:
    """Everybody's share of the victory over time, with draws, turning points, and a row of decisions for each."""
    plot = _Plot(story)
    rows = BOTTOM + 34
    height = rows + ROW * story.players + 4
    x = plot.x(now)
    parts = [
        *_grid(),
        *(plot.line(seat) for seat in range(story.players)),
        *_draw_signs(plot),
        *_drops(plot),
        *_ends(story, names, scores),
        *(_row(plot, seat, rows + ROW * seat, names[seat]) for seat in range(story.players)),
        line(x, TOP - 4, x, height - 4, "now"),
        f'<circle class="now-knob" cx="{x:.1f}" cy="{height - 6}" r="5"/>',
    ]
    return svg(WIDTH, height, "".join(parts), "win-graph", words.label)


class _Plot:
    """The positions of moments and shares in the picture."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.points = story.shares()
        self._number = {ply: n for n, (ply, _) in enumerate(self.points)}
        self._x = Scale(0, max(1, len(self.points) - 1), LEFT, RIGHT)

    def x(self, ply: int) -> float:
        """The position of a moment; plies inside a draw count as its end."""
        while ply not in self._number and ply < self.story.last:
            ply += 1
        return self._x(self._number.get(ply, 0))

    def line(self, seat: int) -> str:
        path = polyline([(self.x(ply), Y(min(1.0, max(0.0, shares[seat])))) for ply, shares in self.points])
        return f'<path class="under" d="M{path}"/><path class="line seat-{seat}" d="M{path}"/>'


def _grid() -> list[str]:
    levels = [(Y(percent / 100), f"{percent}%" if percent == 100 else str(percent)) for percent in range(0, 101, 25)]
    return [line(LEFT, y, RIGHT, y, "grid") + text(LEFT - 8, y + 5, name, "axis right") for y, name in levels]


def _draw_signs(plot: _Plot) -> list[str]:
    """A line and a die at each draw."""
    signs = []
    for draw in plot.story.draws:
        x = plot.x(draw.last)
        signs.append(line(x, TOP, x, BOTTOM, "draw-line"))
        signs.append(
            f'<g class="die" transform="translate({x - 6:.1f} {BOTTOM + 6})"><rect width="12" height="12" rx="2.4"/>'
            '<circle cx="3.6" cy="3.6" r="1.2"/><circle cx="6" cy="6" r="1.2"/><circle cx="8.4" cy="8.4" r="1.2"/></g>'
        )
    return signs


def _drops(plot: _Plot) -> list[str]:
    """The turning points, numbered, each with the fall of its player's line."""
    drops = []
    for number, decision in enumerate(plot.story.turning_points(), start=1):
        x, after = plot.x(decision.ply + 1), decision.after[decision.seat]
        high, low = (Y(min(1.0, max(0.0, share))) for share in (after + decision.lost, after))
        disc, middle = x + 16 if x < RIGHT - 30 else x - 16, (high + low) / 2
        drops.append(line(x, high, x, low, "drop"))
        drops.append(f'<circle class="number" cx="{disc:.1f}" cy="{middle:.1f}" r="10"/>')
        drops.append(text(disc, middle + 5, str(number), "number-text"))
    return drops


def _ends(story: Story, names: Sequence[str], scores: Sequence[int]) -> list[str]:
    """The names at the ends of the lines, without overlaps."""
    order = sorted(range(story.players), key=lambda seat: (-story.balances[seat].result, -scores[seat], seat))
    ends, lowest = [], 0.0
    losers = sum(story.balances[seat].result == 0 for seat in order)
    for seat in order:
        wanted = Y(story.balances[seat].result) + 6
        if story.balances[seat].result == 0:
            wanted = BOTTOM - NAMES * (losers - 1)
            losers -= 1
        lowest = max(wanted, lowest + NAMES)
        points = str(scores[seat]).replace("-", "−")
        ends.append(shape(seat, RIGHT + 18, lowest - 5, 12))
        ends.append(text(RIGHT + 29, lowest, f"{_short(names[seat])} {points}", f"name seat-{seat}"))
    return ends


def _row(plot: _Plot, seat: int, y: float, name: str) -> str:
    """A player's decisions: a dot for a good one, else a bar as high as what it gave away."""
    base = y + ROW - 6
    marks = [shape(seat, LEFT - 14, base - 5, 11), line(LEFT, base, RIGHT, base, "grid")]
    for decision in plot.story.decisions:
        if decision.seat != seat or decision.best is None:
            continue
        x = plot.x(decision.ply + 1)
        if decision.lost < INACCURACY:
            marks.append(f'<circle class="good" cx="{x:.1f}" cy="{base - 2.5}" r="1.3"/>')
            continue
        high = 3 + min(12.0, 60 * decision.lost)
        box = f'x="{x - 1.8:.1f}" y="{base - high:.1f}" width="3.6" height="{high:.1f}"'
        marks.append(f'<rect class="{kind(decision)}" {box}/>')
    marks.append(text(RIGHT + 12, base, _short(name), "axis"))
    return "".join(marks)


def kind(decision: Decision) -> str:
    """How bad a decision was: "good", "inaccuracy", "mistake" or "blunder"."""
    for least, word in ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (INACCURACY, "inaccuracy")):
        if decision.lost >= least:
            return word
    return "good"


def _short(name: str) -> str:
    return name if len(name) <= 12 else name[:11] + "…"


# --- Luck and skill -------------------------------------------------------------------------------------

ZERO, HALF, LINE = 210, 128, 52


def luck_and_skill(story: Story, names: Sequence[str], words: GraphWords) -> str:
    """Two bars for each player: lucky and unlucky draws, and what the own decisions gave away."""
    most = max(max(b.lucky, -b.unlucky, -b.given) for b in story.balances) or 1.0
    height = LINE * story.players
    rows = (_bars(seat, b, names[seat], HALF / most, words) for seat, b in enumerate(story.balances))
    label = "; ".join(
        f"{name}: {words.draws} {points(b.drawn)}, {words.decisions} {points(b.given)}"
        for name, b in zip(names, story.balances, strict=True)
    )
    body = f"{PATTERNS}{line(ZERO, 2, ZERO, height, 'zero')}{''.join(rows)}"
    return svg(500, height + 2, body, "luck-chart", label)


def _bars(seat: int, balance: Balance, name: str, unit: float, words: GraphWords) -> str:
    y, right, at = LINE * seat, ZERO + balance.lucky * unit, float(ZERO)
    parts = [
        line(0, y, 500, y, "grid") if seat else "",
        shape(seat, 8, y + 15, 14),
        text(22, y + 20, _short(name), "who"),
        _bar(ZERO, right, y + 5, "lucky", "dots"),
        _bar(ZERO + balance.unlucky * unit, ZERO, y + 5, "unlucky", "hatch"),
        _total(right + 9, y + 19, words.draws, balance.drawn, "total"),
        _total(ZERO + 9, y + 42, words.decisions, balance.given, "total lost"),
    ]
    lost = (balance.inaccuracies + balance.others, balance.mistakes, balance.blunders)
    for share, (look, pattern) in zip(lost, LEGEND[2:], strict=True):
        parts.append(_bar(at + share * unit, at, y + 28, look, pattern))
        at += share * unit
    return "".join(parts)


def _total(x: float, y: float, name: str, share: float, css: str) -> str:
    total = f'<tspan class="{css}">{points(share)}</tspan>'
    return f'<text class="axis" x="{x:.1f}" y="{y}">{escape(name)} {total}</text>'


def _bar(left: float, right: float, y: float, look: str, pattern: str) -> str:
    if right - left < 0.5:
        return ""
    box = f'x="{left:.1f}" y="{y}" width="{right - left:.1f}" height="18"'
    return f'<rect class="bar-{look}" {box}/><rect fill="url(#review-{pattern})" {box}/>'


def points(share: float) -> str:
    """A change of a share in points of a hundred, with its sign."""
    number = round(100 * share)
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


PATTERNS = (
    "<defs>"
    '<pattern id="review-dots" width="7" height="7" patternUnits="userSpaceOnUse">'
    '<circle class="on-light" cx="3.5" cy="3.5" r="1.5"/></pattern>'
    '<pattern id="review-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="on-dark" d="M0 0V6" stroke-width="2"/></pattern>'
    '<pattern id="review-cross" width="7" height="7" patternUnits="userSpaceOnUse">'
    '<path class="on-dark" d="M0 0L7 7M7 0L0 7" stroke-width="1.2"/></pattern>'
    '<pattern id="review-lines" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path class="on-inaccuracy" d="M0 3H6" stroke-width="1.2"/></pattern>'
    "</defs>"
)

LEGEND = (("lucky", "dots"), ("unlucky", "hatch"), ("inaccuracy", "lines"), ("mistake", "hatch"), ("blunder", "cross"))
"""The kinds of bars with their patterns."""


def legend(look: str, pattern: str) -> str:
    """A small sample of a bar."""
    return (
        f'<svg class="sample" viewBox="0 0 18 13" aria-hidden="true"><rect class="bar-{look}" width="18" height="13"/>'
        f'<rect fill="url(#review-{pattern})" width="18" height="13"/></svg>'
    )
