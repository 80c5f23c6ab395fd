"""A moment of a puzzle as a table with its card, and the page of all puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from ludotheque.core.game import games
from ludotheque.core.history import History
from ludotheque.puzzles import KINDS, Puzzle, puzzles_of
from ludotheque.puzzles.daily import number_of_day
from ludotheque.web.tables.lesson_table import private_table
from ludotheque.web.tables.making import RIVAL, Plan, SeatPlan
from ludotheque.web.tables.state import BOT, PERSON
from ludotheque.web.views.common import GameCard, date_words, game_card
from ludotheque.web.views.parts import Drawing, parts_of
from ludotheque.web.views.puzzle_card import ASKS, PuzzleMoment, card_of
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.table import table_of
from ludotheque.web.views.viewer import Viewer
from ludotheque.web.views.visit import Visit

EARLIER = 14  # days of the archive


@dataclass(frozen=True)
class Day:
    """The puzzle of a day."""

    name: str  # such as "15 November 2026"
    url: str
    key: str


@dataclass(frozen=True)
class GamePuzzles:
    """The puzzles of one game."""

    game: GameCard
    count: int
    today: Day
    kind: str
    difficulty: int
    earlier: tuple[Day, ...]
    kinds: tuple[tuple[str, str], ...]  # name in words, and address
    difficulties: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Puzzles:
    """All puzzles (`puzzles.jinja`)."""

    games: tuple[GamePuzzles, ...]


def puzzle_plan(puzzle: Puzzle, name: str, token: str) -> Plan:
    """A table from the position of a puzzle, against bots."""
    seats = [SeatPlan(BOT, level=RIVAL)] * puzzle.start().players
    seats[puzzle.seat] = SeatPlan(PERSON, name, token=token)
    return Plan(puzzle.game, tuple(seats), start=puzzle.position)


def puzzle_viewer(moment: PuzzleMoment, visit: Visit) -> Viewer:
    """The visitor at the table of this moment: at the start, or when it is over after the best turn."""
    puzzle = moment.puzzle
    history = History((puzzle.start(),), ())
    if moment.state != ASKS:
        for action in puzzle.best.turn:
            longer = history.followed([action]) if history.position.to_act == puzzle.seat else history
            if longer is history or longer.position.to_act is None:
                break
            history = longer
    seats = puzzle_plan(puzzle, visit.name, visit.token).seats
    table = private_table(f"{puzzle.game}-{moment.number}", history, seats, visit.visitor, moment.version, "")
    return Viewer(table, visit, puzzle.seat, None, 0.0)


def draw_puzzle(moment: PuzzleMoment, visit: Visit, today: date) -> Drawing:
    """The table of this moment with the card of the puzzle."""
    viewer = puzzle_viewer(moment, visit)
    card, body = card_of(moment, viewer, today), table_of(viewer)
    assert body.turn is not None
    asks = moment.state == ASKS
    turn = body.turn._replace(
        mine=asks,
        seat=moment.puzzle.seat,
        name=viewer.names[moment.puzzle.seat],
        asks=card.asks if asks else "",
        waits="" if asks else card.verdict,
        thinking=False,
        hurry=False,
        secret=False,
        chips=(),
        undo=None,
        undo_needs=(),
    )
    shown = body._replace(
        url=moment.url, events="", can_leave=False, explained=None, log=(), puzzle=card, turn=turn,
        choices=body.choices if asks else (),
        players=body.players if asks else tuple(player._replace(asked=False) for player in body.players),
    )  # fmt: skip
    title = visit.speech.say("titles.page", page=visit.speech.say("puzzles.title"))
    return Drawing(visit, shown, title, viewer.table.position, parts_of(shown))


def puzzles_page(visit: Visit, today: date) -> Puzzles:
    """The page of all puzzles."""
    return Puzzles(tuple(game_puzzles(name, today, visit.speech) for name in games() if puzzles_of(name)))


def game_puzzles(name: str, today: date, speech: PageSpeech) -> GamePuzzles:
    """The puzzles of a game."""
    known = puzzles_of(name)
    now = day_of(name, today, speech)
    daily = known[number_of_day(known, today) - 1]
    levels = sorted({puzzle.difficulty for puzzle in known})
    present = {puzzle.kind for puzzle in known}
    return GamePuzzles(
        game=game_card(name, speech),
        count=len(known),
        today=now,
        kind=speech.say(f"puzzles.{daily.kind}"),
        difficulty=daily.difficulty,
        earlier=tuple(day_of(name, today - timedelta(days), speech) for days in range(1, EARLIER + 1)),
        kinds=tuple(
            (speech.say(f"puzzles.{kind}"), f"/puzzles/{name}?kind={kind}") for kind in KINDS if kind in present
        ),
        difficulties=tuple((level, f"/puzzles/{name}?difficulty={level}") for level in levels),
    )


def day_of(name: str, day: date, speech: PageSpeech) -> Day:
    """The puzzle of a day."""
    number = number_of_day(puzzles_of(name), day)
    return Day(date_words(day, speech), f"/puzzles/{name}/{number}", f"{name}/{number}")
