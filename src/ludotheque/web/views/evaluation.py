"""What the strongest player thinks of a position: everybody's chances, and the best lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from string import ascii_uppercase

from ludotheque.analysis.evaluating import Evaluation
from ludotheque.contract.scene import Same
from ludotheque.core.advice import Advice
from ludotheque.core.history import asked
from ludotheque.core.position import Position
from ludotheque.errors import Error
from ludotheque.kernel.state import CHANCE
from ludotheque.web.views.marks import places_of
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.turn import chip_of

FEW_TRIES = 500  # a line that was tried less often is shown pale
MOST_STEPS = 6  # further moves of a line that are shown
MOST_OTHERS = 3  # probable choices of another seat that are shown
NARROW = 8  # percent of the bar that have no room for a number


@dataclass(frozen=True)
class ChanceBar:
    """A seat's part of the bar, in percent of its width."""

    seat: int
    name: str
    score: int
    percent: int
    start: float
    width: float
    wide: bool  # there is room for the number

    @property
    def middle(self) -> float:
        return round(self.start + self.width / 2, 1)


@dataclass(frozen=True)
class LineStep:
    """A further move of a line."""

    seat: int
    text: str
    short: str
    pieces: tuple[str, ...]
    line: str  # the actions up to here


@dataclass(frozen=True)
class BestLine:
    """One of the best moves, with its expected continuation."""

    letter: str
    action: int
    text: str
    pieces: tuple[str, ...]
    percent: str
    spread: str  # how far the percent may be off, in words
    lead: str  # expected, with its sign; "" if unknown
    faint: bool  # hardly tried
    places: str  # the ids of the parts of the pictures where it happens
    rest: tuple[LineStep, ...]


@dataclass(frozen=True)
class ProbableChoices:
    """What another seat probably chooses at the same time: each in two words, with its percent."""

    seat: int
    choices: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class EvaluationView:
    """What is known of a position so far (`parts/evaluation.jinja`)."""

    game: str
    seat: int | None  # the lines are this seat's moves
    tries: str  # in words
    bars: tuple[ChanceBar, ...]
    sentence: str  # the bars in words
    expects: str
    lines: tuple[BestLine, ...]
    others: tuple[ProbableChoices, ...]


def evaluation_of(
    look: Evaluation, position: Position, lines: int, names: tuple[str, ...], speech: PageSpeech
) -> EvaluationView:
    """A look in words and bars."""
    bars = tuple(bars_of(look.shares, position.scores(), names))
    told = ", ".join(speech.say("analysis.chance_of", name=bar.name, percent=bar.percent) for bar in bars)
    best = look.lines[0] if look.lines else None
    return EvaluationView(
        game=position.game.name,
        seat=look.seat,
        tries="" if position.to_act is None else tries_words(look, speech),
        bars=bars,
        sentence=speech.say("analysis.chances", told=told),
        expects=expects(best, look.seat, names, speech),
        lines=tuple(line_of(n, each, position, names, speech) for n, each in enumerate(look.lines[:lines])),
        others=tuple(others_of(look, position, names, speech)),
    )


def others_of(
    look: Evaluation, position: Position, names: tuple[str, ...], speech: PageSpeech
) -> Iterator[ProbableChoices]:
    """What the other seats probably choose at the same time."""
    for seat, there in (asked(position) if look.others else {}).items():
        likely = list(look.others.get(seat, {}).items())[:MOST_OTHERS]
        told = [(chip_of(Same(there), action, speech.language, names).short, round(100 * p)) for action, p in likely]
        if told:
            yield ProbableChoices(seat, tuple(told))


def bars_of(shares: tuple[float, ...], scores: list[int], names: tuple[str, ...]) -> Iterator[ChanceBar]:
    """The parts of the bar."""
    total = sum(shares) or 1.0
    widths = [100 * share / total for share in shares]
    for seat, (width, end) in enumerate(zip(widths, accumulate(widths), strict=True)):
        start = round(end - width, 1)
        yield ChanceBar(seat, names[seat], scores[seat], round(width), start, round(width, 1), width >= NARROW)


def tries_words(look: Evaluation, speech: PageSpeech) -> str:
    """How long the search has looked."""
    count = f"{look.tries:,}".replace(",", speech.say("analysis.thousands"))
    return speech.say("analysis.tries", tries=count, seconds=decimal(look.seconds, speech))


def decimal(number: float, speech: PageSpeech) -> str:
    """A number with one decimal, in the visitor's language."""
    return f"{number:.1f}".replace(".", speech.say("analysis.decimal")).replace("-", "−")


def expects(best: Advice | None, seat: int | None, names: tuple[str, ...], speech: PageSpeech) -> str:
    """The expected end of the game for the seat to act, in one sentence."""
    if best is None or best.lead is None or seat is None:
        return ""
    points = round(best.lead)
    key = (
        "analysis.expects_even"
        if points == 0
        else "analysis.expects_ahead"
        if points > 0
        else "analysis.expects_behind"
    )
    return speech.say(key, name=names[seat], count=abs(points)) if points else speech.say(key, name=names[seat])


def line_of(number: int, advice: Advice, position: Position, names: tuple[str, ...], speech: PageSpeech) -> BestLine:
    """A line with the moves that follow it."""
    chip = chip_of(Same(position), advice.action, speech.language, names)
    turn, seat = [position], position.to_act
    steps: list[LineStep] = []
    actions = [advice.action, *advice.line][: MOST_STEPS + 1]
    for place, action in enumerate(actions):
        at = turn[-1]
        if at.to_act is None or at.to_act == CHANCE:
            break
        try:
            after = at.play(action)
        except Error:  # the line is from another world that this seat cannot tell from this one
            break
        if place:
            said = chip_of(Same(at), action, speech.language, names)
            steps.append(
                LineStep(at.to_act, said.text, said.short, said.pieces, " ".join(map(str, actions[: place + 1])))
            )
        turn.append(after)
    own = turn[: 1 + next((n for n, at in enumerate(turn) if at.to_act != seat), len(turn))]
    places = [f"a{advice.action}", *places_of(own, actions[: len(own) - 1], seat if seat is not None else 0)[1:]]
    return BestLine(
        letter=ascii_uppercase[number],
        action=advice.action,
        text=chip.text,
        pieces=chip.pieces,
        percent=speech.say("puzzles.percent", percent=round(100 * (advice.share or 0.0))),
        spread="" if advice.spread is None else speech.say("analysis.spread", points=decimal(advice.spread, speech)),
        lead="" if advice.lead is None else ("+" if advice.lead > 0 else "") + decimal(advice.lead, speech),
        faint=advice.visits < FEW_TRIES,
        places=" ".join(dict.fromkeys(places)),
        rest=tuple(steps),
    )
