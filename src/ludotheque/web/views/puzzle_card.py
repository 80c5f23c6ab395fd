"""The card of a puzzle: the question, the tries so far, and when it is over the reason for the best move."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from ludotheque.bots.policy import PolicyPlayer
from ludotheque.bots.sight import Sight
from ludotheque.core.position import Position
from ludotheque.puzzles import Puzzle, puzzles_of
from ludotheque.puzzles.daily import number_of_day
from ludotheque.puzzles.facts import denied
from ludotheque.puzzles.puzzle import DEFEND, POINTS, Move
from ludotheque.review.reasons import turn_with
from ludotheque.web.views.marks import places_of
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.viewer import Viewer

TRIES = 2  # then the solution is shown
LEAST = 1.0  # points that are worth a sentence
REPLY_STEPS = 3  # choices of an expected reply that are told
ASKS, SOLVED, SHOWN = "asks", "solved", "shown"


@dataclass(frozen=True)
class PuzzleMoment:
    """A moment of a puzzle, as its address names it."""

    game: str
    number: int  # the puzzle, from 1
    tries: tuple[int, ...]
    shown: bool  # the visitor asked for the solution

    @property
    def puzzle(self) -> Puzzle:
        return puzzles_of(self.game)[self.number - 1]

    @property
    def state(self) -> str:
        """Whether it asks, is solved, or shows the solution."""
        if self.tries and self.tries[-1] in self.puzzle.answers:
            return SOLVED
        return SHOWN if self.shown or len(self.tries) >= TRIES else ASKS

    @property
    def version(self) -> int:
        """Grows with every try."""
        return 1 + len(self.tries) + self.shown

    @property
    def home(self) -> str:
        """The address of the puzzle."""
        return f"/puzzles/{self.game}/{self.number}"

    @property
    def url(self) -> str:
        """The address of this moment."""
        told = [*map(str, self.tries), *(["show"] if self.shown else [])]
        return f"{self.home}/{'-'.join(told) or 'start'}"


@dataclass(frozen=True)
class Tried:
    """A move that was tried."""

    text: str
    right: bool
    notes: tuple[str, ...] = ()  # what it misses, and the expected reply
    places: str = ""  # where that reply happens on the board (`marks.py`)


@dataclass(frozen=True)
class MoveShare:
    """A move with its share of the victory."""

    text: str
    percent: int
    kind: str  # "best", "tempting" or ""
    places: str  # where its turn happens on the board (`marks.py`)


@dataclass(frozen=True)
class PuzzleCard:
    """A puzzle beside its table (`parts/puzzle.jinja`)."""

    key: str  # by which the browser remembers it
    day: str  # the day whose puzzle it is, if that is today, or ""
    number: int
    kind: str  # in words
    difficulty: int
    asks: str
    state: str
    verdict: str
    tries: tuple[Tried, ...]
    best: tuple[str, ...]  # the steps of the best turn in words, when it is over
    reasons: tuple[str, ...]
    bars: tuple[MoveShare, ...]
    how: str  # how the shares are known
    show: str  # the address of the solution
    again: str
    next: str


def card_of(moment: PuzzleMoment, viewer: Viewer, today: date) -> PuzzleCard:
    """The card; nothing in it tells the answer before the puzzle is over."""
    puzzle, say, state = moment.puzzle, viewer.speech.say, moment.state
    over = state != ASKS
    daily = moment.number == number_of_day(puzzles_of(moment.game), today)
    verdict = {ASKS: "", SOLVED: "puzzles.solved_first" if len(moment.tries) == 1 else "puzzles.solved_second"}
    key = verdict.get(state, "puzzles.solution")
    return PuzzleCard(
        key=f"{moment.game}/{moment.number}",
        day=today.isoformat() if daily else "",
        number=moment.number,
        kind=say(f"puzzles.{puzzle.kind}"),
        difficulty=puzzle.difficulty,
        asks=say(f"puzzles.ask_{puzzle.kind}", count=puzzle.best.points),
        state=state,
        verdict=say(key) if key else "",
        tries=tuple(tried_of(moment, viewer)),
        best=tuple(best_turn(puzzle, viewer)) if over else (),
        reasons=tuple(reasons_of(puzzle, viewer)) if over else (),
        bars=tuple(bars_of(puzzle, viewer)) if over else (),
        how=say("puzzles.proven" if puzzle.proven else "puzzles.how"),
        show=f"{moment.url}-show" if moment.tries else f"{moment.home}/show",
        again=moment.home,
        next=f"/puzzles/{moment.game}?after={moment.number}",
    )


def said(puzzle: Puzzle, action: int, viewer: Viewer) -> str:
    """A move of a puzzle in words."""
    return puzzle.start().say(action, viewer.speech.language, names=viewer.names)


def tried_of(moment: PuzzleMoment, viewer: Viewer) -> Iterator[Tried]:
    """The tries, each wrong one with the fact that it missed."""
    puzzle = moment.puzzle
    for action in moment.tries:
        text = said(puzzle, action, viewer)
        if action in puzzle.answers:
            yield Tried(text, right=True)
            continue
        reply = reply_to(moment.game, moment.number, action)
        notes, places = [missed(puzzle, action, viewer.speech)], list[str]()
        if reply:
            turn, actions = [at for at, _ in reply], [each for _, each in reply[:-1][:REPLY_STEPS]]
            places = places_of(turn[: len(actions) + 1], actions, puzzle.seat)
            told = [
                at.say(each, viewer.speech.language, names=viewer.names)
                for at, each in zip(turn, actions, strict=False)
            ]
            told[-1] += " …" if len(reply) - 1 > REPLY_STEPS else "."
            name = viewer.names[reply[0][0].to_act or 0]
            notes.append(
                viewer.speech.say(
                    "puzzles.expected", name=name, turn=f"{viewer.speech.say('frame.semicolon')} ".join(told)
                )
            )
        yield Tried(text, False, tuple(notes), " ".join(places))


@functools.lru_cache(1024)
def reply_to(game: str, number: int, action: int) -> tuple[tuple[Position, int], ...]:
    """The turn of the next seat after a try, as the bare network plays: positions, each with its action.

    The last position has none. It is empty where chance, a secret or the end comes first.
    """
    puzzle, bot, played = puzzles_of(game)[number - 1], PolicyPlayer(0), []
    position = puzzle.start().play(action)
    if not position.game.about.PUBLIC:
        return ()
    while position.to_act == puzzle.seat:
        position = position.play(bot.choose(Sight.of(position)))
    seat = position.to_act
    while seat is not None and seat >= 0 and position.to_act == seat:
        played.append((position, bot.choose(Sight.of(position))))
        position = position.play(played[-1][1])
    return (*played, (position, -1)) if played else ()


def missed(puzzle: Puzzle, action: int, speech: PageSpeech) -> str:
    """What a wrong try costs, without the answer; the facts of most tries are not known."""
    best = puzzle.best
    other = next((move for move in (puzzle.greedy, puzzle.second) if move.action == action), best)
    costs = {
        "points": best.points - other.points if puzzle.kind == POINTS else 0,
        "reply": denied(best, other) if puzzle.kind == DEFEND else 0,
        "theirs": round(other.theirs - best.theirs) if puzzle.kind == DEFEND else 0,
        "mine": round(best.points - other.points + best.mine - other.mine),
    }
    fact = next((name for name, count in costs.items() if count >= LEAST), None)
    return speech.say(f"puzzles.missed_{fact}", count=costs[fact]) if fact else speech.say("puzzles.missed")


def turn_of(puzzle: Puzzle, move: Move) -> tuple[list[Position], tuple[int, ...]]:
    """The positions of a move's turn, and the actions that lead from each to the next."""
    turn = turn_with(puzzle.start(), puzzle.seat, move.turn, imagined=True)
    return turn, move.turn[: len(turn) - 1]


def best_turn(puzzle: Puzzle, viewer: Viewer) -> Iterator[str]:
    """The steps of the best turn in words."""
    for at, action in zip(*turn_of(puzzle, puzzle.best), strict=False):
        yield at.say(action, viewer.speech.language, names=viewer.names)


def reasons_of(puzzle: Puzzle, viewer: Viewer) -> Iterator[str]:
    """What tells the best move from the tempting one of the greedy bot: now, for the next player, and by the end."""
    best, other, say = puzzle.best, puzzle.greedy, viewer.speech.say
    if best.points != other.points:
        yield say("puzzles.reason_points", better=plain(best.points), played=plain(other.points))
    if denied(best, other) and best.reply is not None and other.reply is not None:
        yield say("puzzles.reply", better=plain(best.reply), played=plain(other.reply))
    for key, count in (
        ("puzzles.mine", round(best.points - other.points + best.mine - other.mine)),
        ("puzzles.theirs", round(other.theirs - best.theirs)),
    ):
        if count >= LEAST:
            yield say(key, count=count)


def plain(points: int) -> str:
    """Points with a real minus sign."""
    return str(points).replace("-", "−")


def bars_of(puzzle: Puzzle, viewer: Viewer) -> Iterator[MoveShare]:
    """The best move, the second best and the greedy bot's, each once."""
    moves = {move.action: move for move in (puzzle.best, puzzle.second, puzzle.greedy)}
    for move in moves.values():
        kind = "best" if move is puzzle.best else "tempting" if move.action == puzzle.greedy.action else ""
        places = " ".join(places_of(*turn_of(puzzle, move), puzzle.seat))
        yield MoveShare(said(puzzle, move.action, viewer), round(100 * move.share), kind, places)
