"""Turning points in words: what was played, what was better, and what that would have brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.bots.levels import has_secrets
from ludotheque.contract.phrases import signed
from ludotheque.core.position import Position
from ludotheque.kernel.state import CHANCE
from ludotheque.review.judging import Shares
from ludotheque.review.reasons import (
    Difference,
    Reply,
    TurnPoints,
    changes_of,
    differences,
    most_points,
    points_by_line,
    turn_with,
    whole_turn,
)
from ludotheque.review.speech import speech
from ludotheque.review.story import Decision, Story

MOST_CHANGES = 5  # changes to list for a turn
CLEAR = 0.3  # a clear lead in shares of the victory, such as 65% to 35%
NEARLY_ALL = 0.9  # the part of the moments, after the first third of the game, in which a leading winner is ahead


class TurnSummary(NamedTuple):
    """The rest of a seat's turn in words, with its points."""

    sentences: tuple[str, ...]
    points: TurnPoints
    reply: Reply | None  # the most that the next seat can then make
    changes: tuple[str, ...]  # other changes, in words
    answer: tuple[int, str] | None  # the next seat, and its expected action


class Lesson(NamedTuple):
    """What a decision teaches."""

    played: TurnSummary
    better: TurnSummary
    why: str
    rules: tuple[str, ...]  # the rules behind the difference in points


class Telling:
    """Tells a game in one language, with the names of its players."""

    def __init__(
        self, positions: Sequence[Position], choices: Sequence[int], names: Sequence[str], language: str
    ) -> None:
        self._positions, self._choices, self.names, self.language = positions, choices, names, language

    @property
    def scores(self) -> list[int]:
        """The final scores."""
        return self._positions[-1].scores()

    def say(self, key: str, **gaps: int | str) -> str:
        """A sentence of the reviews' words."""
        return speech(self.language).say(f"review.{key}", **gaps)

    def told(self, turn: TurnSummary) -> str:
        """The rest of a turn in one sentence, with the points that are paid by its end."""
        paid = sum(turn.points.now.values())
        return self.say("then").join(turn.sentences) + (f" ({signed(paid)})" if paid else "")

    def title(self, story: Story) -> str:
        """The course of the game in one sentence."""
        winners = self._positions[-1].winners()
        winner = " & ".join(self.names[seat] for seat in winners)
        if len(winners) == story.players:
            return self.say("shared", winner=winner)
        losers = [seat for seat in range(story.players) if seat not in winners]
        moments = [shares for _, shares in story.shares()][:-1]
        for decision in story.turning_points():
            if decision.seat in losers and _ended_a_clear_lead(decision, story):
                return self.say("gave", loser=self.names[decision.seat], winner=winner)
        late = [max(range(len(shares)), key=shares.__getitem__) in winners for shares in moments[len(moments) // 3 :]]
        if sum(late) > NEARLY_ALL * len(late):
            key = "led"
        elif any(_lead(shares, seat) >= CLEAR for shares in moments for seat in losers):
            key = "turned"
        else:
            key = "open"
        return self.say(key, winner=winner, count=len(winners))

    def yardsticks(self) -> str:
        """Why turning points and graph can differ; empty in games without secrets."""
        return self.say("yardsticks") if has_secrets(self._positions[0].game.name) else ""

    def turn_number(self, ply: int) -> int:
        """The number of the turn that a ply belongs to. A turn ends when another seat decides."""
        deciders = [p.to_act for p in self._positions[: ply + 1] if p.to_act is not None and p.to_act != CHANCE]
        return sum(n == 0 or deciders[n - 1] != seat for n, seat in enumerate(deciders))

    def lesson(self, decision: Decision) -> Lesson:
        """The lesson of a decision."""
        played = self._played(decision.ply, decision.seat)
        better = self._expected(decision)
        points = better.points, played.points
        found = differences(decision.seat, points, (better.reply, played.reply))
        why = [*map(self._difference, found), self._answer(better), self._share(decision)]
        told = [kind for kind in TurnPoints._fields if any(each.kind == kind for each in found)]
        lines = [line for turn in points for kind in told for line in getattr(turn, kind)]
        rules = tuple(dict.fromkeys(line.partition(".")[0] for line in lines))
        return Lesson(played, better, " ".join(filter(None, why)), rules)

    def _difference(self, found: Difference) -> str:
        points = {"better": signed(found.points), "played": signed(found.other)}
        return self.say(found.kind, count=abs(found.points), name=self.names[found.seat], **points)

    def _answer(self, better: TurnSummary) -> str:
        if better.answer is None:
            return ""
        return self.say("answer", name=self.names[better.answer[0]], sentence=better.answer[1])

    def _share(self, decision: Decision) -> str:
        expected = 100 * (decision.expected or decision.before)[decision.seat]
        return self.say("share", better=round(expected), played=round(expected - 100 * decision.lost))

    def _played(self, ply: int, seat: int) -> TurnSummary:
        """The rest of the turn as it was played."""
        return self._turn(turn_with(self._positions[ply], seat, self._choices[ply:]), seat, self._choices[ply:])

    def _expected(self, decision: Decision) -> TurnSummary:
        """The better rest of the turn, as the search expects it."""
        start, seat = self._positions[decision.ply], decision.seat
        actions = whole_turn(start, seat, (decision.best or 0, *decision.line))
        passed = turn_with(start, seat, actions)
        answer, (after, *then) = None, (passed[-1], *actions[len(passed) - 1 :])
        if then and after.to_act not in (None, CHANCE, seat) and after.why_not(then[0]) is None:
            answer = (after.to_act or 0, self._said(after, then[0])) if after.sees_choice(seat) else None
        return self._turn(passed, seat, actions, answer)

    def _turn(
        self, passed: Sequence[Position], seat: int, actions: Sequence[int], answer: tuple[int, str] | None = None
    ) -> TurnSummary:
        sentences = [self._said(at, action) for at, action in zip(passed[:-1], actions, strict=False)]
        points, reply = points_by_line(passed[0], passed[-1], seat), most_points(passed[-1], seat)
        changes = changes_of(passed, seat, self.language, self.names)
        return TurnSummary(tuple(sentences), points, reply, changes, answer)

    def _said(self, position: Position, action: int) -> str:
        return position.say(action, self.language, names=self.names)


def told_changes(turn: TurnSummary) -> str:
    """The first few changes of the rest of a turn."""
    return ", ".join(dict.fromkeys(turn.changes[:MOST_CHANGES]))


def _lead(shares: Shares, seat: int) -> float:
    """How far a seat is ahead of all others; negative if it is behind."""
    return shares[seat] - max(share for other, share in enumerate(shares) if other != seat)


def _ended_a_clear_lead(decision: Decision, story: Story) -> bool:
    """Whether the decision gave away its seat's clear lead for the rest of the game."""
    without = tuple(share + given for share, given in zip(decision.before, decision.gave, strict=True))
    later = [shares for ply, shares in story.shares() if ply > decision.ply]
    had_it = _lead(decision.before, decision.seat) >= CLEAR
    lost_it = _lead(without, decision.seat) < 0 and _lead(decision.after, decision.seat) < 0
    return had_it and lost_it and all(_lead(shares, decision.seat) < CLEAR for shares in later)
