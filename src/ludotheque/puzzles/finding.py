"""Finds the puzzles of one game between bots: scans its decisions, verifies the best ones, explains and rates them."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from ludotheque.arena.match import Luck
from ludotheque.bots.engine import Engine, borrowed
from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.levels import LEVELS, STRONGEST, level_of
from ludotheque.bots.names import player
from ludotheque.bots.policy import PolicyPlayer
from ludotheque.bots.sight import Sight
from ludotheque.core.game import Game, game_of
from ludotheque.core.position import Position
from ludotheque.kernel.chance import random_below, stream
from ludotheque.puzzles import limits
from ludotheque.puzzles.counting import counted
from ludotheque.puzzles.facts import brings_most, chooser, kind_of, move
from ludotheque.puzzles.limits import Search
from ludotheque.puzzles.puzzle import POINTS, PROVEN, Puzzle
from ludotheque.review.judging import Effort, Judging
from ludotheque.review.reasons import ends_of_turn


def puzzles_in(game: str, seed: int, number: int, search: Search, until: float, only: str = "") -> list[Puzzle]:
    """The puzzles of a game between bots, or only those of a kind; the game is not played on when it is `until`."""
    return list(_found(game_of(game), seed, number, search, until, only))


def _found(game: Game, seed: int, number: int, search: Search, until: float, only: str) -> Iterator[Puzzle]:
    random = stream(seed << 32 | number)
    least, most = min(game.seats), max(game.seats)
    several = most > least and number % limits.SEVERAL == limits.SEVERAL - 1
    players = least + 1 + random_below(random, most - least) if several else least
    position, luck = game.start(players, None), Luck(seed, number)
    bots = [
        player(limits.PLAYERS[random_below(random, len(limits.PLAYERS))], seed << 32 | number << 3 | n)
        for n in range(players)
    ]
    before, decision, count = None, 0, 0
    with borrowed(game, players) as engine:
        finder = Finder(game, engine, search, only)
        while (seat := position.to_act) is not None and time.time() < until and count < limits.MOST:
            if seat < 0:
                position = position.play(luck.draw(position))
                continue
            if seat != before and len(position.legal()) >= limits.CHOICES and not position.secret:
                found = finder.puzzle(position, (seed, number, decision))
                if found is not None:
                    count += 1
                    yield found
            before, decision = seat, decision + 1
            position = position.play(bots[seat].choose(Sight.of(position)))


class Finder:
    """Judges decisions of one game with one number of players."""

    def __init__(self, game: Game, engine: Engine, search: Search, only: str = "") -> None:
        self._game, self._engine, self._iterations, self._only = game, engine, search, only
        self._tuning = level_of(game.name, STRONGEST).tuning
        self._judging, self._choose = Judging(engine, self._tuning), chooser(game)

    def puzzle(self, real: Position, source: tuple[int, int, int]) -> Puzzle | None:
        """The puzzle of a decision, if it is one. The seat's knowledge is all that it rests on."""
        key = source[0] + source[2]
        position = self._game.position(real.redeal(real.to_act, key).to_dict())
        exact = counted(position)
        if exact is None and self._only == PROVEN:
            return None
        paying = answers_that_pay(position) if self._only == POINTS else None
        if paying == ():
            return None
        ranked = self._scan(position, key) if exact is None else sorted(exact, key=lambda each: -exact[each])
        if not ranked or (paying and ranked[0] not in paying):
            return None
        answers = same_as(position, ranked[0])
        greedy = GreedyPlayer(key).choose(Sight.of(position))
        if greedy in answers:
            return None
        others = [action for action in ranked if action not in answers]
        rivals = list(dict.fromkeys((*others[: limits.RIVALS], greedy)))
        turns = {action: self._turn(position, action) for action in (ranked[0], *rivals)}
        shares = self.verified(position, ranked[0], rivals) if exact is None else clear(exact, ranked[0], rivals)
        if shares is None:
            return None
        best, other = (move(position, turns[each], shares[each], self._choose) for each in (ranked[0], greedy))
        kind = kind_of(position, answers, best, other)
        if kind is None or self._only not in ("", PROVEN, kind):
            return None
        second = max(rivals, key=lambda action: shares[action])
        third = other if second == greedy else move(position, turns[second], shares[second], self._choose)
        seat, rated = Sight.of(position).seat, self._difficulty(position, answers)
        told = position.to_dict(), seat, answers, best, third, other, kind, rated, source
        return Puzzle(self._game.name, *told, proven=exact is not None)

    def _scan(self, position: Position, seed: int) -> list[int]:
        """The actions of a candidate, the best one first; none if the best one is hardly ahead of another."""
        sight = Sight.of(position)
        root = sight.imagine(seed).state()
        tuning = self._tuning._replace(even=limits.EVEN)
        found = self._engine.search(root, sight.seat, tuning, seed=seed, iterations=self._iterations.scan, calm=1.0)
        best = next(each for each in found.actions if each.action == found.best)
        mine = best.shares[sight.seat]
        answers = same_as(position, best.action)
        others = [each for each in found.actions if each.action not in answers]
        known = [each.shares[sight.seat] for each in others if each.visits >= limits.SEEN]
        if not known or not limits.LOWEST <= mine <= limits.HIGHEST or mine - max(known) < limits.ROUGH_GAP:
            return []
        ranked = sorted(others, key=lambda each: (each.visits >= limits.SEEN, each.shares[sight.seat]), reverse=True)
        return [best.action, *(each.action for each in ranked)]

    def verified(self, position: Position, best: int, rivals: list[int]) -> dict[int, float] | None:
        """By action its share from long searches, if the best one is clearly ahead of its rivals in all of them."""
        if not self._looks_clear(position, best, rivals):
            return None
        found: dict[int, list[float]] = {action: [] for action in (best, *rivals)}
        for seed in range(limits.SEEDS):
            for action, shares in found.items():
                if seed and found[best][0] - shares[0] >= limits.HOPELESS:
                    continue
                after = self._share(position, action, self._iterations.verify, seed)
                if after is None:
                    return None
                shares.append(after)
                gap = found[best][-1] - after
                steady = max(shares) - min(shares) <= limits.SPREAD or gap >= limits.FAR
                clear = action == best or gap >= limits.GAP
                if not (steady and clear and limits.LOWEST <= found[best][-1] <= limits.HIGHEST):
                    return None
        return {action: sum(shares) / len(shares) for action, shares in found.items()}

    def _looks_clear(self, position: Position, best: int, rivals: list[int]) -> bool:
        """Whether the best action is ahead of its rivals in short searches; most candidates fail here."""
        mine = self._share(position, best, self._iterations.look, limits.SEEDS)
        if mine is None or not limits.LOWEST <= mine <= limits.HIGHEST:
            return False
        shares = (self._share(position, action, self._iterations.look, limits.SEEDS) for action in rivals)
        return all(theirs is not None and mine - theirs >= limits.GAP for theirs in shares)

    def _share(self, position: Position, action: int, iterations: int, seed: int) -> float | None:
        """The seat's share after an action, by a search of its own; None if unknown."""
        found = self._judging.after(position, action, Effort(iterations), seed)
        return None if found is None else found[Sight.of(position).seat]

    def _turn(self, position: Position, action: int) -> tuple[int, ...]:
        """The actions of a turn that begins with this one, as a search or counting goes on with it."""
        seat, actions = Sight.of(position).seat, [action]
        after = position.play(action)
        while after.to_act == seat:
            root, exact = Sight.of(after).imagine(0).state(), counted(after)
            found = self._engine.search(root, seat, self._tuning, iterations=self._iterations.scan).best
            actions.append(found if exact is None else max(exact, key=lambda each: (exact[each], each == found)))
            after = after.play(actions[-1])
        return tuple(actions)

    def _difficulty(self, position: Position, answers: tuple[int, ...]) -> int:
        """The number of the weakest level that finds an answer in half of its tries; that of the strongest if none."""
        sight = Sight.of(position)
        preferred = PolicyPlayer(0).preferences(sight)
        top = max(preferred.values())
        for number, name in enumerate(LEVELS[:-1], start=1):
            level = level_of(self._game.name, name)
            if level.iterations == 0 and level.noise > 0:
                weights = {action: math.exp((each - top) / level.noise) for action, each in preferred.items()}
                share = sum(weights[action] for action in answers) / sum(weights.values())
            else:
                share = sum(player(name, each).choose(sight) in answers for each in range(limits.TRIES)) / limits.TRIES
            if share >= 0.5:
                return number
        return len(LEVELS)


def same_as(position: Position, action: int) -> tuple[int, ...]:
    """The action, and all others that lead to the same position."""
    after = position.play(action)
    return (action, *(each for each in position.legal() if each != action and position.play(each) == after))


def clear(exact: dict[int, float], best: int, rivals: list[int]) -> dict[int, float] | None:
    """The exact shares, if the best action is clearly ahead of its rivals."""
    found = {action: exact[action] for action in (best, *rivals)}
    return found if all(exact[best] - exact[rival] >= limits.GAP for rival in rivals) else None


def answers_that_pay(position: Position) -> tuple[int, ...]:
    """The actions that alone begin the turn with the most points; none if several do, or if it brings nothing."""
    ends = ends_of_turn(position, limits.TURN_POSITIONS)
    turn, points = max(ends, key=lambda end: end[1], default=((), 0))
    answers = same_as(position, turn[0]) if points > 0 else ()
    return answers if brings_most(position, answers, points) else ()
