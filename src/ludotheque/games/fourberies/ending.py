"""The score sheet of Fourberies at the end, season by season.

A finished state knows where all Ecus came from, but not in which season; so the sheet is filled
in from the whole course of the game. Of a game that was set up in season 2 it shows season 2.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.contract.ending import Cell, Ending, Reason, ScoreLine, ScorePart, Verdict, ending_of, leaders
from ludotheque.contract.phrases import Code, Phrase, Say, signed

from .about import LEDGER, WINNER
from .actions import ANSWER, DECLARATION, FINISHED
from .box import CHAMELEON, REQUEST_CODES, REQUEST_ECUS, REQUESTS, SEASONS, SIDE, SPACE_CODES
from .rules import treasury
from .rules.court import COMEDY, mood
from .rules.objectives import difference, pleasure
from .rules.scoring import pay_actors, pay_shows
from .state import HAND, NONE, State

# What a troupe earns on the road, and the columns of the ledger that count it.
TRAVELS = (
    ("ledger.F31", (treasury.F31_BONUS,)),
    ("ledger.F35", (treasury.F35_STAGE, treasury.A8_STAGEHAND)),
    ("ending.thefts", (treasury.F34_THEFT, treasury.A6_CUTPURSE)),
    ("ledger.F37", (treasury.F37_PAY,)),
)


def ending(states: Sequence[State], say: Say, viewer: int | None) -> Ending:
    """The winners, and the sheet of a finished game."""
    s = states[-1]
    seasons = sorted({state.season for state in states})
    parts = tuple(Season(states, number, seasons[0], say).part() for number in seasons)
    scores = tuple(s.ecus[: s.players])
    winners = tuple(leaders(scores))
    shared = (Reason(say(Phrase("ending.tie_shared")), WINNER),) if len(winners) > 1 else ()
    return ending_of(say, viewer, WINNER, parts, scores, winners, verdict=Verdict("", shared))


def later(s: State, p: int) -> dict[str, int]:
    """What the King would pay a troupe if the season ended now, by line; nothing once he has paid. (F70, F73, F74)"""
    if s.needle == NONE or s.phase in (DECLARATION, ANSWER, FINISHED):
        return {}
    after, columns = s.copy(), (treasury.F70_ACTORS, treasury.F73_SHOW, treasury.F74_BEST)
    pay_actors(after)
    pay_shows(after)
    return {LEDGER[column]: after.ledger[p][column] - s.ledger[p][column] for column in columns}


class Season:
    """One season of the sheet: the ledger at its end, less what stood there before it."""

    def __init__(self, states: Sequence[State], number: int, first: int, say: Say) -> None:
        self.number, self.say = number, say
        later = [state for state in states if state.season > number]
        self.end = later[0] if later else states[-1]
        self.start = next(state for state in states if state.season == number)
        self.before = None if number == first else self.start  # its ledger is not this season's
        self.judged = judged(states, number)
        self.seats = range(self.end.players)

    def part(self) -> ScorePart:
        """The season's lines, in the order in which they were scored."""
        roads = [self.summed(name, columns, "travels") for name, columns in TRAVELS]
        lines = [*self.starts(), *(road for road in roads if earned(road)), self.actors(), self.shows()]
        if self.number == SEASONS:
            lines += [self.again(), self.requests(), self.left_over()]
        else:
            lines += [self.requests()]
        so_far = self.say(Phrase("ending.so_far")) if self.number < SEASONS else ""
        return ScorePart(self.title(), tuple(lines), so_far)

    def title(self) -> str:
        """The season and the King's mood at its end."""
        needle = self.end.needle
        gaps = {
            "season": self.number,
            "mood": "terms.comedy" if mood(self.end) == COMEDY else "terms.tragedy",
            "colour": "terms.yellow" if needle >= SIDE else "terms.red",
            "space": Code(SPACE_CODES[needle][1:]),
        }
        return self.say(Phrase("ending.season", gaps))

    def earned(self, p: int, *columns: int) -> int:
        """The Ecus of a seat from some columns in this season."""
        before = 0 if self.before is None else sum(self.before.ledger[p][column] for column in columns)
        return sum(self.end.ledger[p][column] for column in columns) - before

    def summed(self, name: str, columns: tuple[int, ...], source: str) -> ScoreLine:
        """A line that needs no explanation."""
        cells = tuple(Cell(self.earned(p, *columns)) for p in self.seats)
        return self.line(name, columns, cells, source)

    def line(self, name: str, columns: tuple[int, ...], cells: tuple[Cell, ...], source: str) -> ScoreLine:
        rules = dict.fromkeys(LEDGER[column].partition(".")[0] for column in columns)
        return ScoreLine(self.say(Phrase(name)), tuple(rules), cells, self.say(Phrase(f"ending.source_{source}")))

    # --- line by line -------------------------------------------------------------------------------

    def starts(self) -> list[ScoreLine]:
        """Ecus before the first turn. (F3; F78 in a game that was set up by hand)"""
        lines = [
            self.summed(f"ledger.{LEDGER[column]}", (column,), "start")
            for column in (treasury.F3_START, treasury.F78_OWNED)
        ]
        return [line for line in lines if earned(line)]

    def actors(self) -> ScoreLine:
        """An Ecu for each Actor of the King's mood. (F70)"""
        key = "ending.comedians" if mood(self.end) == COMEDY else "ending.tragedians"
        paid = [self.earned(p, treasury.F70_ACTORS) for p in self.seats]
        cells = tuple(Cell(ecus, self.say(Phrase(key, {"count": ecus}))) for ecus in paid)
        return self.line(f"ledger.{LEDGER[treasury.F70_ACTORS]}", (treasury.F70_ACTORS,), cells, "actors")

    def shows(self) -> ScoreLine:
        """The difference of every show, which one pleased, and which was the best. (F72, F73, F74)"""
        return self.line(
            "ending.show", (treasury.F73_SHOW, treasury.F74_BEST), tuple(map(self.show, self.seats)), "shows"
        )

    def show(self, p: int) -> Cell:
        paid = self.earned(p, treasury.F73_SHOW, treasury.F74_BEST)
        note = "" if self.judged is None else signed(difference(self.judged, p))
        if self.earned(p, treasury.F74_BEST):
            return Cell(paid, note, self.say(Phrase("ending.best")))
        pleases = paid > 0 if self.judged is None else pleasure(self.judged, p) >= 1
        return Cell(paid, f"{note} {self.say(Phrase('ending.pleases'))}".strip() if pleases else note)

    def played(self, p: int) -> tuple[int, int]:
        """The Requests that a seat played in season 1 and in this one; NONE for none."""
        before = self.start.played[p][0]  # NONE in season 1: nothing is played before its end
        return before, self.end.played[p][0 if before == NONE else 1]

    def requests(self) -> ScoreLine:
        """The Request that each seat played. (F76)"""
        cells = tuple(self.request(self.played(p)[1], self.earned(p, treasury.F76_REQUEST)) for p in self.seats)
        return self.line(f"ledger.{LEDGER[treasury.F76_REQUEST]}", (treasury.F76_REQUEST,), cells, "requests")

    def again(self) -> ScoreLine:
        """The Requests of season 1, judged again. (F77)"""
        cells = tuple(self.request(self.played(p)[0], self.earned(p, treasury.F77_AGAIN)) for p in self.seats)
        return self.line(f"ledger.{LEDGER[treasury.F77_AGAIN]}", (treasury.F77_AGAIN,), cells, "requests")

    def request(self, request: int, ecus: int) -> Cell:
        if request == NONE:
            return Cell(None, self.say(Phrase("ending.no_request")))
        met = ecus > 0 or REQUEST_ECUS[request] == 0
        key = "ending.request" if met else "ending.request_unmet"
        return Cell(ecus, self.say(Phrase(key, {"card": f"cards.{REQUEST_CODES[request]}"})))

    def left_over(self) -> ScoreLine:
        """The Requests that stayed in the hands, with the Ecus that they did not bring. (F76)"""
        return self.line("ending.left_over", (treasury.F76_REQUEST,), tuple(map(self.kept, self.seats)), "requests")

    def kept(self, p: int) -> Cell:
        held = [r for r in range(REQUESTS) if self.end.request[r] == HAND + p]
        told = [f"{self.say(Phrase(f'cards.{REQUEST_CODES[r]}'))} {REQUEST_ECUS[r]}" for r in held]
        return Cell(0 if held else None, ", ".join(told))


def earned(line: ScoreLine) -> bool:
    """Whether a line has any points."""
    return any(cell.points for cell in line.cells)


def judged(states: Sequence[State], season: int) -> State | None:
    """The table as the shows of a season were judged, if it can be told. (F71, F72)

    After the shows the game asks for Requests, and in the end the troupes stay as they are. Only
    if nobody had a Request, a troupe of season 1 or a Chameleon's side is not to be seen any more.
    """
    asked = [state for state in states if state.season == season and state.phase == ANSWER]
    if asked:
        return asked[-1]
    end = states[-1]
    owned = any(end.acrobats[p][CHAMELEON] for p in range(end.players))
    return end if season == SEASONS and not owned else None
