"""The score track: the rim of the rose window, with a marker for each seat."""

from __future__ import annotations

from ludotheque.contract.scene import PLAIN, Pen, Scene, piece

from .drawing import Point, forecast_of, minus, part, point, polar, say, seat_shape, tag, write
from .outlook import Outlooks

SIZE = 492  # of the rose window
MIDDLE = SIZE / 2
RIM, MARKERS = 221, 236  # beads and markers
LAP = 100  # spaces


def beads() -> str:
    """The spaces of the score track: a number on every tenth."""
    drawn = [
        tag("circle", css="track", cx=MIDDLE, cy=MIDDLE, r=RIM),
        tag("circle", css="groove", cx=MIDDLE, cy=MIDDLE, r=210.5),
    ]
    for k in range(LAP):
        x, y = polar(MIDDLE, RIM, k * 360 / LAP)
        if k % 10 == 0:
            drawn.append(write(x, y + 5, str(k), "title on-stone", size=16))
        else:
            drawn.append(tag("circle", css="bead fifth" if k % 5 == 0 else "bead", cx=x, cy=y, r=2.9 if k % 5 else 3.8))
    return "".join(drawn)


def marker_place(score: int, others: int = 0) -> Point:
    """Where a marker stands beside its score, if so many others stand there already."""
    return polar(MIDDLE, MARKERS - 17 * (others % 2), score % LAP * 360 / LAP + 4.2 * (others // 2))


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
    """A marker beside so many others; a score off the track is written beside it."""
    drawn = seat_shape(seat, *marker_place(score, others), 18)
    if not 0 <= score < LAP:
        x, y = polar(MIDDLE, MARKERS - 34, score % LAP * 360 / LAP)
        drawn += tag("rect", css="lead", x=x - 17, y=y - 11, width=34, height=21, rx=10)
        drawn += write(x, y + 5, minus(score), "title on-lead", size=16)
    return part(f"score-{seat}", drawn, say(pen, "score_of", name=name, points=score))


def ghosts(scene: Scene, outlooks: Outlooks) -> str:
    """Where the reader's marker would go, while a choice is hovered or focused."""
    if scene.seat is None or PLAIN in scene.settings:
        return ""
    score = scene.view["seats"][scene.seat]["score"]
    return "".join(
        ghost(action, scene.seat, score, outlook.score) for action, outlook in outlooks if outlook.score != score
    )


@piece
def ghost(action: int, seat: int, score: int, then: int) -> str:
    """The way of a marker to the score that an action would bring."""
    steps = (then - score) * 360 / LAP
    a, b = (marker_place(n) for n in sorted((score, then)))
    path = tag("path", css=f"way seat-{seat}",
               d=f"M{point(a)}A{MARKERS} {MARKERS} 0 {int(abs(steps) > 180)} 1 {point(b)}")  # fmt: skip
    return forecast_of(action, path + seat_shape(seat, *marker_place(then), 18, "ghost-marker"))
