"""The curve of a rating with its band, on the scale of the bots."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from markupsafe import Markup

from ludotheque.bots.levels import LEVELS, rating_of
from ludotheque.core.charts import Scale, polyline, svg, text
from ludotheque.web.storage.played_games import PlayedGame
from ludotheque.web.tables.rating import Strength
from ludotheque.web.views.common import token_picture
from ludotheque.web.views.levels import bot_name, bot_picture
from ludotheque.web.views.speech import PageSpeech

WIDTH, HEIGHT = 640.0, 300.0
LEFT, RIGHT, TOP, FOOT = 60.0, 470.0, 18.0, 262.0
STEP = 40.0  # height of a bot with its name
TICK = 400  # points between two numbers of the scale


def chart_of(game: str, rated: Sequence[PlayedGame], token: str, speech: PageSpeech) -> Markup:
    """The ratings after rated games, the oldest first."""
    strengths = [each.strength or Strength() for each in rated]
    bots = [(known.points, level) for level in reversed(LEVELS) if (known := rating_of(game, level)) is not None]
    ends = [*(end for each in strengths for end in each.interval), *(points for points, _ in bots)]
    x, y = Scale(0, max(1, len(strengths) - 1), LEFT, RIGHT), Scale(min(ends), max(ends), FOOT, TOP)
    upper = [(x(n), y(each.interval[1])) for n, each in enumerate(strengths)]
    lower = [(x(n), y(each.interval[0])) for n, each in enumerate(strengths)]
    middle = [(x(n), y(each.rating)) for n, each in enumerate(strengths)]
    parts = [
        _bot(game, level, points, y(points), at, speech)
        for (points, level), at in zip(bots, _spread([y(points) for points, _ in bots]), strict=True)
    ]
    parts += [
        text(LEFT - 6, y(tick) + 5, str(tick), "number") for tick in range(-TICK, 4000, TICK) if y.low <= tick <= y.high
    ]
    parts.append(f'<path class="band" d="M{polyline([*upper, *reversed(lower)])}Z"/>')
    parts.append(f'<path class="curve" d="M{polyline(middle)}"/>')
    at = middle[-1][0] - 15, middle[-1][1] - 15
    parts.append(f'<image href="{token_picture(token)}" x="{at[0]:.1f}" y="{at[1]:.1f}" width="30" height="30"/>')
    parts.append(text(LEFT, FOOT + 26, _month(rated[0].at, speech), ""))
    parts.append(text(RIGHT, FOOT + 26, _month(rated[-1].at, speech), "number"))
    return Markup(svg(WIDTH, HEIGHT, "".join(parts), "rating-chart", speech.say("statistics.chart")))


def _bot(game: str, level: str, points: float, y: float, at: float, speech: PageSpeech) -> str:
    """A bot's rating as a line, with its portrait and name at the right."""
    line = f'<path class="bot" d="M{polyline([(LEFT, y), (RIGHT, y), (RIGHT + 22, at)])}"/>'
    face = f'<image href="{bot_picture(game, level)}" x="{RIGHT + 26:g}" y="{at - 17:.1f}" width="30" height="34"/>'
    name = text(RIGHT + 62, at - 1, bot_name(game, level, 0, speech), "name")
    return line + face + name + text(RIGHT + 62, at + 14, str(round(points)), "points")


def _spread(wanted: list[float]) -> list[float]:
    """Heights near the wanted ones, from the top, that leave room for each bot."""
    placed: list[float] = []
    for at in wanted:
        placed.append(max(at, placed[-1] + STEP if placed else TOP))
    over = max(0.0, placed[-1] - (HEIGHT - STEP / 2)) if placed else 0.0
    for n in reversed(range(len(placed))):
        limit = placed[n + 1] - STEP if n + 1 < len(placed) else placed[n] - over
        placed[n] = min(placed[n], limit)
    return placed


def _month(at: float, speech: PageSpeech) -> str:
    moment = datetime.fromtimestamp(at, UTC)
    return f"{speech.say(f'months.{moment.month}')} {moment.year}"
