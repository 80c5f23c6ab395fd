"""The score track: the rim of the rose window, with a marker for each seat."""

from __future__ import annotations

from ludotheque.contract.drawing import Point, circle, forecast, part, path, polar, rect, say, seat_shape, text
from ludotheque.contract.phrases import minus
from ludotheque.contract.scene import PLAIN, Pen, Scene, piece

from .forecasts import Forecasts
from .glass import point

SIZE = 492  # the diameter of the rose window
MIDDLE = SIZE / 2
RIM, MARKERS = 221, 236  # beads and markers
LAP = 100  # spaces
RIM_OF_SCORES = part("score-track", circle(MIDDLE, MIDDLE, RIM, "rim"))  # unseen: it lets the track be pointed at


def around(radius: float, degrees: float) -> Point:
    """A point around the middle of the rose window."""
    return polar(MIDDLE, MIDDLE, radius, degrees)


def seat_marker(seat: int, x: float, y: float, size: float, css: str = "marker") -> str:
    """The shape of a seat with its middle at x y."""
    return seat_shape("sintra-shape", seat, x - size / 2, y - size / 2, size, css)


def beads() -> str:
    """The spaces of the score track: a number on every tenth."""
    drawn = [circle(MIDDLE, MIDDLE, RIM, "track"), circle(MIDDLE, MIDDLE, 210.5, "groove")]
    for k in range(LAP):
        x, y = around(RIM, k * 360 / LAP)
        if k % 10 == 0:
            drawn.append(text(x, y + 5, k, "title on-stone", 16))
        else:
            drawn.append(circle(x, y, 2.9 if k % 5 else 3.8, "bead fifth" if k % 5 == 0 else "bead"))
    return "".join(drawn)


def marker_place(score: int, others: int = 0) -> Point:
    """Where a marker stands beside its score, beside others that stand there already."""
    return around(MARKERS - 17 * (others % 2), score % LAP * 360 / LAP + 4.2 * (others // 2))


def markers(scene: Scene) -> list[str]:
    """The markers on the score track."""
    scores = [board["score"] for board in scene.view["seats"]]
    spaces = [score % LAP for score in scores]
    return [
        marker(scene.pen(), seat, scene.names[seat], score, spaces[:seat].count(spaces[seat]))
        for seat, score in enumerate(scores)
    ]


@piece
def marker(pen: Pen, seat: int, name: str, score: int, others: int) -> str:
    """A marker, beside others on its space; a score off the track is written beside it."""
    drawn = seat_marker(seat, *marker_place(score, others), 18)
    if not 0 <= score < LAP:
        x, y = around(MARKERS - 34, score % LAP * 360 / LAP)
        drawn += rect(x - 17, y - 11, 34, 21, "lead", 10)
        drawn += text(x, y + 5, minus(score), "title on-lead", 16)
    return part(f"score-{seat}", drawn, say(pen, "score_of", name=name, points=score))


def ghosts(scene: Scene, forecasts: Forecasts) -> str:
    """Where the viewer's marker would go, while a choice is hovered or focused."""
    if scene.seat is None or PLAIN in scene.settings:
        return ""
    score = scene.view["seats"][scene.seat]["score"]
    return "".join(
        ghost(action, scene.seat, score, expected.score) for action, expected in forecasts if expected.score != score
    )


@piece
def ghost(action: int, seat: int, score: int, then: int) -> str:
    """The way of a marker to the score that an action would bring."""
    steps = (then - score) * 360 / LAP
    a, b = (marker_place(n) for n in sorted((score, then)))
    way = path(f"M{point(a)}A{MARKERS} {MARKERS} 0 {int(abs(steps) > 180)} 1 {point(b)}", f"way seat-{seat}")
    return forecast(action, way + seat_marker(seat, *marker_place(then), 18, "ghost-marker"))
