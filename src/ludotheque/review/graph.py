"""Pictures of a review: who was winning over time, and where everybody's result comes from.

Plain SVG with classes; the page or the file that shows it brings the colours (`graph.css`). Seats
differ by their line and by their shape, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ludotheque.review.story import BLUNDER, MISTAKE, SLIP, Balance, Decision, Story

SHAPES = (
    '<circle cx="10" cy="10" r="8.2"/>',
    '<rect x="2.6" y="2.6" width="14.8" height="14.8" rx="1.6"/>',
    '<path d="M10 .8L19.2 10L10 19.2L.8 10Z"/>',
    '<path d="M10 1.6L19 17.6H1Z"/>',
    '<path d="M10 1L18 5.6V14.4L10 19L2 14.4V5.6Z"/>',
)
LEFT, RIGHT, TOP, BOTTOM = 46, 690, 10, 258  # of the graph in its picture
WIDTH = 800
ROW = 22  # height of a player's row of decisions
NAMES = 17  # least distance of two names at the end of the lines


class Words(NamedTuple):
    """What the pictures say."""

    label: str  # the graph in one sentence, for who cannot see it
    draws: str  # "draws"
    decisions: str  # "decisions"


def shape(seat: int, x: float, y: float, size: float) -> str:
    """The sign of a seat, around a point."""
    at = f"translate({x - size / 2:.1f} {y - size / 2:.1f}) scale({size / 20:.3f})"
    return f'<g class="sign seat-{seat}" transform="{at}">{SHAPES[seat]}</g>'


def graph(story: Story, names: Sequence[str], scores: Sequence[int], words: Words, now: int) -> str:
    """Everybody's share of the victory over time, with draws, turning points, and a row of decisions each."""
    plot = _Plot(story)
    rows = BOTTOM + 34
    height = rows + ROW * story.players + 4
    inside = [
        _grid(plot),
        *(plot.line(seat) for seat in range(story.players)),
        *_draw_signs(plot),
        *_drops(plot),
        *_ends(story, names, scores),
        *(_row(plot, seat, rows + ROW * seat, names[seat]) for seat in range(story.players)),
        _cursor(plot, now, height),
    ]
    return (
        f'<svg class="win-graph" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(words.label)}">'
        f"{''.join(inside)}</svg>"
    )


class _Plot:
    """Where moments and shares are in the picture."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.points = story.shares()
        self._number = {ply: n for n, (ply, _) in enumerate(self.points)}

    def x(self, ply: int) -> float:
        """A moment; plies inside a draw count as its end."""
        while ply not in self._number and ply < self.story.last:
            ply += 1
        return LEFT + (RIGHT - LEFT) * self._number.get(ply, 0) / max(1, len(self.points) - 1)

    def y(self, share: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * min(1.0, max(0.0, share))

    def line(self, seat: int) -> str:
        path = "L".join(f"{self.x(ply):.1f} {self.y(shares[seat]):.1f}" for ply, shares in self.points)
        return f'<path class="under" d="M{path}"/><path class="line seat-{seat}" d="M{path}"/>'


def _grid(plot: _Plot) -> str:
    lines = []
    for percent in (0, 25, 50, 75, 100):
        y = plot.y(percent / 100)
        sign = "%" if percent == 100 else ""
        lines.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{RIGHT}"/>')
        lines.append(f'<text class="axis" x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{percent}{sign}</text>')
    return "".join(lines)


def _draw_signs(plot: _Plot) -> list[str]:
    """A line and a die where chance has decided."""
    signs = []
    for draw in plot.story.draws:
        x = plot.x(draw.last)
        signs.append(f'<path class="draw-line" d="M{x:.1f} {TOP}V{BOTTOM}"/>')
        signs.append(
            f'<g class="die" transform="translate({x - 6:.1f} {BOTTOM + 6})"><rect width="12" height="12" rx="2.4"/>'
            '<circle cx="3.6" cy="3.6" r="1.2"/><circle cx="6" cy="6" r="1.2"/><circle cx="8.4" cy="8.4" r="1.2"/></g>'
        )
    return signs


def _drops(plot: _Plot) -> list[str]:
    """The turning points: how far the line of who decided fell, numbered."""
    drops = []
    for number, decision in enumerate(plot.story.turning_points(), start=1):
        x, seat = plot.x(decision.ply + 1), decision.seat
        high, low = plot.y(decision.after[seat] + decision.lost), plot.y(decision.after[seat])
        disc = x + 16 if x < RIGHT - 30 else x - 16
        drops.append(
            f'<path class="drop" d="M{x:.1f} {high:.1f}V{low:.1f}"/>'
            f'<circle class="number" cx="{disc:.1f}" cy="{(high + low) / 2:.1f}" r="10"/>'
            f'<text class="number-text" x="{disc:.1f}" y="{(high + low) / 2 + 5:.1f}">{number}</text>'
        )
    return drops


def _ends(story: Story, names: Sequence[str], scores: Sequence[int]) -> list[str]:
    """The names at the ends of the lines, none upon another."""
    order = sorted(range(story.players), key=lambda seat: (-story.balances[seat].result, -scores[seat], seat))
    ends, lowest = [], 0.0
    losers = sum(story.balances[seat].result == 0 for seat in order)
    for seat in order:
        wanted = BOTTOM - (BOTTOM - TOP) * story.balances[seat].result + 6
        if story.balances[seat].result == 0:
            wanted = BOTTOM - NAMES * (losers - 1)
            losers -= 1
        y = max(wanted, lowest + NAMES)
        lowest = y
        points = str(scores[seat]).replace("-", "−")
        ends.append(shape(seat, RIGHT + 18, y - 5, 12))
        ends.append(
            f'<text class="name seat-{seat}" x="{RIGHT + 29}" y="{y:.1f}">{_short(names[seat])} {points}</text>'
        )
    return ends


def _row(plot: _Plot, seat: int, y: float, name: str) -> str:
    """A player's decisions: a dot for a good one, else a bar as high as what it gave away."""
    base = y + ROW - 6
    marks = [shape(seat, LEFT - 14, base - 5, 11), f'<path class="grid" d="M{LEFT} {base}H{RIGHT}"/>']
    for decision in plot.story.decisions:
        if decision.seat != seat or decision.best is None:
            continue
        x = plot.x(decision.ply + 1)
        if decision.lost < SLIP:
            marks.append(f'<circle class="good" cx="{x:.1f}" cy="{base - 2.5}" r="1.3"/>')
            continue
        high = 3 + min(12.0, 60 * decision.lost)
        box = f'x="{x - 1.8:.1f}" y="{base - high:.1f}" width="3.6" height="{high:.1f}"'
        marks.append(f'<rect class="{kind(decision)}" {box}/>')
    marks.append(f'<text class="axis" x="{RIGHT + 12}" y="{base}">{_short(name)}</text>')
    return "".join(marks)


def kind(decision: Decision) -> str:
    """How bad a decision was: slip, mistake or blunder; "good" if none of it."""
    for least, word in ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (SLIP, "slip")):
        if decision.lost >= least:
            return word
    return "good"


def _cursor(plot: _Plot, now: int, height: float) -> str:
    x = plot.x(now)
    knob = f'<circle class="now-knob" cx="{x:.1f}" cy="{height - 6}" r="5"/>'
    return f'<path class="now" d="M{x:.1f} {TOP - 4}V{height - 4}"/>{knob}'


def _short(name: str) -> str:
    return escape(name if len(name) <= 12 else name[:11] + "…")


# --- luck and skill ------------------------------------------------------------------------------------

ZERO, HALF, LINE = 210, 128, 52


def luck_and_skill(story: Story, names: Sequence[str], words: Words) -> str:
    """Two bars a player: draws that helped and hurt, and what the own decisions gave away."""
    most = max(max(b.lucky, -b.unlucky, -b.given) for b in story.balances) or 1.0
    unit = HALF / most
    parts = [f'<path class="zero" d="M{ZERO} 2V{LINE * story.players}"/>']
    for seat, balance in enumerate(story.balances):
        parts.append(_bars(seat, balance, names[seat], unit, words))
    label = "; ".join(
        f"{name}: {words.draws} {points(b.drawn)}, {words.decisions} {points(b.given)}"
        for name, b in zip(names, story.balances, strict=True)
    )
    height = LINE * story.players + 2
    return (
        f'<svg class="luck-chart" viewBox="0 0 500 {height}" role="img" aria-label="{escape(label)}">'
        f"{PATTERNS}{''.join(parts)}</svg>"
    )


def _bars(seat: int, balance: Balance, name: str, unit: float, words: Words) -> str:
    y = LINE * seat
    right = ZERO + balance.lucky * unit
    parts = [
        f'<path class="grid" d="M0 {y}H500"/>' if seat else "",
        shape(seat, 8, y + 15, 14),
        f'<text class="who" x="22" y="{y + 20}">{_short(name)}</text>',
        _bar(ZERO, right, y + 5, "lucky", "dots"),
        _bar(ZERO + balance.unlucky * unit, ZERO, y + 5, "unlucky", "hatch"),
        f'<text class="axis" x="{right + 9:.1f}" y="{y + 19}">{words.draws} '
        f'<tspan class="total">{points(balance.drawn)}</tspan></text>',
    ]
    at = float(ZERO)
    for lost, look, pattern in (
        (balance.slips + balance.others, "slip", "lines"),
        (balance.mistakes, "mistake", "hatch"),
        (balance.blunders, "blunder", "cross"),
    ):
        parts.append(_bar(at + lost * unit, at, y + 28, look, pattern))
        at += lost * unit
    parts.append(
        f'<text class="axis" x="{ZERO + 9}" y="{y + 42}">{words.decisions} '
        f'<tspan class="total lost">{points(balance.given)}</tspan></text>'
    )
    return "".join(parts)


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
    '<path class="on-slip" d="M0 3H6" stroke-width="1.2"/></pattern>'
    "</defs>"
)


def legend(look: str, pattern: str) -> str:
    """A small sample of a bar."""
    return (
        f'<svg class="sample" viewBox="0 0 18 13" aria-hidden="true"><rect class="bar-{look}" width="18" height="13"/>'
        f'<rect fill="url(#review-{pattern})" width="18" height="13"/></svg>'
    )


LEGEND = (("lucky", "dots"), ("unlucky", "hatch"), ("slip", "lines"), ("mistake", "hatch"), ("blunder", "cross"))
