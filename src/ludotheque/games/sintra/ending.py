"""The score sheet of Sintra at the end: what was scored while playing, and the final scoring."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludotheque.contract import ending as contract
from ludotheque.contract.ending import Cell, Ending, Reason, ScoreLine, ScorePart, Verdict, leaders, name_of
from ludotheque.contract.phrases import Code, Phrase, Say, minus

from .about import LEDGER, WINNER
from .actions import FINISHED
from .box import COLOURS, LAST_SPACE, ORNAMENT_POINTS, ORNAMENT_WINDOWS, ORNAMENTS, POINTS_LOST, SET_SIZE, SLOTS
from .rules.points import S7_BEFORE, S35_BONUS, S37_WINDOWS, S43_OVERFLOW, S45_FLOOR, S51_SETS, S52_BROKEN, S53_SIDE
from .rules.scoring import SIDE_A, ahead, panes_on_strips, score_end
from .state import State

SOURCES = {
    S7_BEFORE: "before", S35_BONUS: "round_colours", S37_WINDOWS: "windows", S43_OVERFLOW: "broken",
    S45_FLOOR: "broken", S51_SETS: "strips", S52_BROKEN: "broken", S53_SIDE: "side",
}  # fmt: skip


def ending(states: Sequence[State], say: Say, viewer: int | None) -> Ending:
    """The winners, and the sheet of a finished game."""
    s = states[-1]
    parts, scores = (while_playing(s, say), final_scoring(s, say)), tuple(s.score[: s.players])
    winners = tuple(p for p in range(s.players) if not any(ahead(s, q, p) for q in range(s.players)))
    tied, tie, verdict = leaders(scores), None, contract.NO_VERDICT
    if len(tied) > 1:
        tie, verdict = tie_line(s, say), after_tie(s, say, tied, winners, viewer)
    return contract.ending_of(say, viewer, WINNER, parts, scores, winners, tie, verdict)


def later(s: State, p: int) -> dict[str, int]:
    """What the final scoring would pay a seat if it came now, by line; nothing once it has come. (S50)"""
    if s.phase == FINISHED:
        return {}
    after = s.copy()
    score_end(after, p)
    return {
        LEDGER[column]: after.ledger[p][column] - s.ledger[p][column] for column in (S51_SETS, S52_BROKEN, S53_SIDE)
    }


def while_playing(s: State, say: Say) -> ScorePart:
    """What was scored turn by turn; with a floor at zero the losses of both parts cannot be told apart. (S45)"""
    columns = [S35_BONUS, S37_WINDOWS, S43_OVERFLOW]
    if any(s.ledger[p][S7_BEFORE] for p in range(s.players)):
        columns.insert(0, S7_BEFORE)
    floored = any(s.ledger[p][S45_FLOOR] for p in range(s.players))
    lines = tuple(line(s, say, column) for column in columns)
    return ScorePart(say(Phrase("ending.while_playing")), lines, "" if floored else say(Phrase("ending.so_far")))


def final_scoring(s: State, say: Say) -> ScorePart:
    """Sets left on strips, broken glass, and the bonus of the side. (S50)"""
    columns = [S51_SETS, S52_BROKEN, S53_SIDE]
    if any(s.ledger[p][S45_FLOOR] for p in range(s.players)):
        columns.insert(2, S45_FLOOR)
    return ScorePart(say(Phrase("ending.final_scoring")), tuple(line(s, say, column) for column in columns))


def line(s: State, say: Say, column: int) -> ScoreLine:
    """One line of the ledger, with how its points came about."""
    notes: dict[int, Callable[[State, Say, int], str]] = {
        S43_OVERFLOW: overflows, S51_SETS: panes_left, S53_SIDE: side_bonus,
    }  # fmt: skip
    note = notes.get(column)
    cells = (Cell(s.ledger[p][column], note(s, say, p) if note else "") for p in range(s.players))
    name = Phrase(f"ledger.{LEDGER[column]}")
    if column == S51_SETS:
        name = Phrase("ending.sets", {"size": SET_SIZE})
    elif column == S53_SIDE:
        name = Phrase("ending.side_a" if s.side == SIDE_A else "ending.side_b")
    return ScoreLine(say(name), (LEDGER[column],), tuple(cells), word(say, SOURCES[column]))


def word(say: Say, name: str) -> str:
    """What a source of points is called."""
    return say(Phrase(f"ending.source_{name}"))


def overflows(s: State, say: Say, p: int) -> str:
    """How often the marker went over the end of the track. (S43)"""
    each = POINTS_LOST[LAST_SPACE]
    times = -s.ledger[p][S43_OVERFLOW] // each
    return f"{times} × {each}" if times else ""


def panes_left(s: State, say: Say, p: int) -> str:
    """The panes on strips. (S51)"""
    return say(Phrase("ending.panes", {"count": panes_on_strips(s, p)}))


def side_bonus(s: State, say: Say, p: int) -> str:
    """Side A: the ornaments one by one; side B: windows times panes of a colour. (S53)"""
    if s.side == SIDE_A:
        around = [sum(s.panes[p][window] for window in ORNAMENT_WINDOWS[o]) for o in range(ORNAMENTS)]
        return " + ".join(str(ORNAMENT_POINTS[cells]) for cells in around if ORNAMENT_POINTS[cells])
    cells = [colour for slot in range(SLOTS) for colour in s.window[p][slot]]
    completed = sum(s.panes[p][slot] == 2 for slot in range(SLOTS))
    return f"{completed} × {max(cells.count(colour) for colour in range(COLOURS))}"


def tie_line(s: State, say: Say) -> ScoreLine:
    """What all have lost to broken glass, which had to decide. (S54)"""
    cells = tuple(Cell(s.lost[p]) for p in range(s.players))
    return ScoreLine(say(Phrase("ending.tie")), (WINNER,), cells, "")


def after_tie(s: State, say: Say, tied: list[int], winners: tuple[int, ...], viewer: int | None) -> Verdict:
    """Which of those with the most points has won, by the smaller loss to broken glass. (S54)"""
    losses = ", ".join(f"{name_of(say, p)} {s.lost[p]}" for p in tied)
    names = Code(contract.listed(say, [name_of(say, p) for p in tied]))
    gaps = {"names": names, "points": Code(minus(s.score[tied[0]])), "losses": Code(losses)}
    if len(winners) > 1:
        return Verdict("", (Reason(say(Phrase("ending.tie_shared", gaps)), WINNER),))
    key = "ending.you_win_tie" if winners[0] == viewer else "ending.wins_tie"
    said = say(Phrase(key, {"names": Code(name_of(say, winners[0]))}))
    return Verdict(said, (Reason(say(Phrase("ending.tie_decided", gaps)), WINNER),))
