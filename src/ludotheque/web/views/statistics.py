"""How a visitor plays a game: results, a rating on the scale of the bots, opponents, and the history."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from markupsafe import Markup

from ludotheque.bots.levels import LEVELS, rating_of
from ludotheque.core.game import game_of
from ludotheque.web.storage.played_games import Opponent, PlayedGame
from ludotheque.web.tables.rating import FEWEST_GAMES, Strength
from ludotheque.web.views.common import date_words, ledger_line, token_picture
from ludotheque.web.views.levels import bot_name, bot_picture
from ludotheque.web.views.rating_chart import chart_of
from ludotheque.web.views.speech import PageSpeech

MOST_OPPONENTS = 6
MOST_LINES = 5


@dataclass(frozen=True)
class WinShare:
    """Wins among the games of one number of players."""

    players: int
    games: int
    won: float
    percent: int
    fair: int  # an equal share, in percent


@dataclass(frozen=True)
class Rival:
    """An opponent, and the results against them."""

    name: str
    picture: str
    won: int
    lost: int


@dataclass(frozen=True)
class Source:
    """Where points come from, on average."""

    label: str
    points: float
    percent: int  # share of the longest bar


@dataclass(frozen=True)
class Statistics:
    """How a visitor plays a game (`parts/statistics.jinja`)."""

    game: str
    title: str
    games: int
    won: int  # alone or shared
    shared: int
    average: int | None  # points of the games that were played to the end; None if there are none
    best: int
    rating: int | None  # None before there are enough rated games
    low: int
    high: int
    missing: int  # rated games until a rating is shown
    between: tuple[str, ...]  # bots around the rating that is not shown yet
    chart: Markup
    shares: tuple[WinShare, ...]
    rivals: tuple[Rival, ...]
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class Played:
    """A finished game in the history."""

    url: str
    game: str
    result: str  # such as "won, 64 to 58 and 41"
    day: str
    at: float
    pictures: tuple[str, ...]  # pictures of the opponents
    rated: bool
    review: str  # "": the game was given up


def statistics_of(game: str, played: Sequence[PlayedGame], token: str, speech: PageSpeech) -> Statistics:
    """The statistics of the games of one kind, the newest first."""
    rated = [each for each in reversed(played) if each.strength is not None]
    now = rated[-1].strength or Strength() if rated else Strength()
    shown = len(rated) >= FEWEST_GAMES
    to_the_end = [each for each in played if not each.given_up and each.opponents]
    scores = [each.score for each in to_the_end]
    return Statistics(
        game=game,
        title=game_of(game).title(speech.language),
        games=len(played),
        won=sum(each.won > 0 for each in played),
        shared=sum(0 < each.won < 1 for each in played),
        average=round(sum(scores) / len(scores)) if scores else None,
        best=max(scores, default=0),
        rating=round(now.rating) if shown else None,
        low=round(now.interval[0]),
        high=round(now.interval[1]),
        missing=max(0, FEWEST_GAMES - len(rated)),
        between=neighbours(game, now, speech) if rated and not shown else (),
        chart=chart_of(game, rated, token, speech) if shown else Markup(),
        shares=shares_of(played),
        rivals=rivals_of(game, played, speech),
        sources=sources_of(game, to_the_end, speech),
    )


def shares_of(played: Sequence[PlayedGame]) -> tuple[WinShare, ...]:
    """Wins by number of players."""
    games: Counter[int] = Counter()
    won: defaultdict[int, float] = defaultdict(float)
    for each in played:
        games[each.players] += 1
        won[each.players] += each.won
    return tuple(
        WinShare(n, games[n], round(won[n], 1), round(100 * won[n] / games[n]), round(100 / n)) for n in sorted(games)
    )


def rivals_of(game: str, played: Sequence[PlayedGame], speech: PageSpeech) -> tuple[Rival, ...]:
    """The most frequent opponents: people by their own names, bots by level."""
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    last: dict[str, Opponent] = {}
    for each in played:
        for other in each.opponents:
            last.setdefault(other.key, other)
            won[other.key] += each.place < other.place
            lost[other.key] += each.place > other.place
    met = sorted(last, key=lambda key: -(won[key] + lost[key]))[:MOST_OPPONENTS]
    return tuple(
        Rival(opponent_name(game, last[key], speech), picture_of(game, last[key]), won[key], lost[key]) for key in met
    )


def opponent_name(game: str, other: Opponent, speech: PageSpeech) -> str:
    """The name of an opponent."""
    if other.level is not None:
        return bot_name(game, other.level, 0, speech)
    return other.name or speech.say(f"tokens.{other.token}" if other.token else "names.somebody")


def picture_of(game: str, other: Opponent) -> str:
    """The address of an opponent's picture, or ""."""
    return bot_picture(game, other.level) if other.level is not None else token_picture(other.token)


def sources_of(game: str, played: Sequence[PlayedGame], speech: PageSpeech) -> tuple[Source, ...]:
    """The lines of the score sheet that bring most."""
    sums: Counter[str] = Counter()
    for each in played:
        sums.update(each.lines)
    best = [(line, points / len(played)) for line, points in sums.most_common(MOST_LINES) if points > 0]
    most = max((points for _, points in best), default=1)
    return tuple(
        Source(ledger_line(game, line, speech), round(points, 1), round(100 * points / most)) for line, points in best
    )


def neighbours(game: str, now: Strength, speech: PageSpeech) -> tuple[str, ...]:
    """The bots next to the ends of an interval, before a rating is shown."""
    bots = [(rating.points, level) for level in LEVELS if (rating := rating_of(game, level)) is not None]
    low, high = now.interval
    below = max((each for each in bots if each[0] <= low), default=min(bots, default=None))
    above = min((each for each in bots if each[0] >= high), default=max(bots, default=None))
    return tuple(bot_name(game, each[1], 0, speech) for each in (below, above) if each is not None)


def played_of(played: Sequence[PlayedGame], speech: PageSpeech) -> tuple[Played, ...]:
    """Games in the history."""
    return tuple(
        Played(
            url=f"/t/{each.table}",
            game=game_of(each.game).title(speech.language),
            result=result_words(each, speech),
            day=date_words(datetime.fromtimestamp(each.at, UTC).date(), speech),
            at=each.at,
            pictures=tuple(filter(None, (picture_of(each.game, other) for other in each.opponents))),
            rated=each.strength is not None,
            review="" if each.given_up or not each.opponents else f"/t/{each.table}/review",
        )
        for each in played
    )


def result_words(each: PlayedGame, speech: PageSpeech) -> str:
    """A result in words."""
    if each.given_up and each.players == 2:
        names = [opponent_name(each.game, other, speech) for other in each.opponents]
        return speech.say("history.they_gave_up" if each.won else "history.gave_up", name=speech.list(names))
    if not each.opponents:  # the others play on
        return speech.say("history.left", place=each.place)
    others = speech.list([str(other.score) for other in each.opponents])
    key = "won" if each.won == 1 else "shared" if each.won else "lost"
    return speech.say(f"history.{key}", score=each.score, others=others, place=each.place)
