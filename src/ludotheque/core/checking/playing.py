"""Random games that are watched closely: bounds, types, secrets, words and pictures."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from ludotheque.contract.options import Value
from ludotheque.core.checking.evidence import Evidence
from ludotheque.core.game import Game
from ludotheque.core.position import SPECTATOR, Position
from ludotheque.core.words import LANGUAGES, words
from ludotheque.kernel.flow import WIDEST
from ludotheque.kernel.loops import ASK, NOTHING
from ludotheque.kernel.state import CHANCE, OVER, StateBase

MANY_DECISIONS = 5000  # a random game that is longer does not end
CLOSELY = 7  # one position in 7 is checked closely
MANY_FORCED = 1000  # decisions without a choice, one after the other
INT32 = 1 << 31  # batches keep points in rows of 32 bits
SOME = 4  # choices whose views are compared
FEW = 10  # games that are checked closely; the others are checked a tenth as often


class BadIndex(Exception):
    """A rule reads or writes beyond a list; compiled, it would do so in silence."""


class EndlessDecisions(Exception):
    """Decisions that leave no choice follow each other without end."""


class UnsteadyRules(Exception):
    """The same choice in the same position does not always do the same, so no record could be replayed."""


class Fenced(list[Any]):
    """A list that refuses an index below 0, which Python counts from the end and compiled rules do not."""

    name = ""

    def _fence(self, index: Any) -> None:
        if isinstance(index, int) and not 0 <= index < len(self):
            raise BadIndex(f"{self.name} has {len(self)} numbers, and place {index} is used")

    def __getitem__(self, index: Any) -> Any:
        self._fence(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._fence(index)
        super().__setitem__(index, value)


def fenced(value: Any, name: str) -> Any:
    """A list, and the lists in it, with fences."""
    if not isinstance(value, list):
        return value
    made = Fenced(fenced(item, name) for item in value)
    made.name = name
    return made


def with_fences(state: StateBase) -> StateBase:
    """A copy of a state whose lists have fences."""
    copy = state.copy()
    for name in copy.fields:
        setattr(copy, name, fenced(getattr(copy, name), f"The field {name}"))
    return copy


def play_problems(game: Game, games: int) -> Iterator[str]:
    """Plays random games of every kind until one cannot go on."""
    evidence = Evidence(game.edition.state.fields)
    ways = [(players, options) for players in game.seats for options in some_options(game, players)]
    for number in range(games):
        players, options = ways[number % len(ways)]
        if found := list(one_game(game, players, options, number, evidence)):
            yield from found
            return
    yield from evidence.problems()


def some_options(game: Game, players: int) -> Iterator[dict[str, Value]]:
    """The usual options, then each other value of one of them."""
    yield {}
    for option in game.options.values():
        yield from ({option.name: value} for value in option.allowed(players) if value != option.default)


def one_game(game: Game, players: int, options: dict[str, Value], seed: int, evidence: Evidence) -> Iterator[str]:
    """The problems of one random game."""
    chooser, where = random.Random(seed), "begin"
    decisions = 0
    try:
        position = game.start(players, None, **options)
        compare(position.state(), game.start(players, None, **options).state(), "begin in rules.py")
        while position.to_act is not None and decisions < MANY_DECISIONS:
            where = f"the phase {position.phase}"
            found = list(position_problems(position))
            evidence.note_position(position.state())
            if not found and decisions % (CLOSELY if seed < FEW else 10 * CLOSELY) == 0:
                found = list(close_problems(position, chooser, evidence))
            if found:
                yield from found
                return
            position = fenced_play(position, random_choice(position, chooser))
            decisions += 1
        if position.to_act is not None:
            yield f"A random game was not over after {MANY_DECISIONS} decisions and draws."
            return
        where = "the end"
        if found := list(position_problems(position)) or list(close_problems(position, chooser, evidence)):
            yield from found
            return
        position.ending()
        if seed < FEW:
            position.svg(0)
            where = "begin"
            game.start(players, seed, **options).svg(0)
    except (EndlessDecisions, UnsteadyRules) as problem:
        yield str(problem)
    except BadIndex as problem:
        yield f"In {where}: {problem}."
    except Exception as problem:  # foreign code can raise anything
        said = " ".join(str(problem).split())[:120].rstrip(".")
        yield f"In {where}, with {players} players: {type(problem).__name__}, {said}."


def random_choice(position: Position, chooser: random.Random) -> int:
    """A legal action, or an outcome by its weight."""
    if weights := position.weights():
        return chooser.choices(list(weights), list(weights.values()))[0]
    return chooser.choice(position.legal())


def fenced_play(position: Position, choice: int) -> Position:
    """The next position, with the rules kept inside their lists."""
    rules, state = position.game.edition.rules, with_fences(position.state())
    if state.to_act != CHANCE:
        for action in position.asked():
            rules.forbids(state, state.phase, action)
    counted_play(position.game, state, choice)
    for seat in range(state.players):
        rules.score(state, seat)
    after = position.after(choice)
    compare(state, after.state(), f"In the phase {position.phase} a choice")
    return after


def compare(one: StateBase, other: StateBase, doing: str) -> None:
    """Raises if the same doing did not lead to the same state twice."""
    for name in one.fields:
        if getattr(one, name) != getattr(other, name):
            raise UnsteadyRules(f"{doing} does not always lead to the same {name}: only `happen` is chance.")


def counted_play(game: Game, state: StateBase, choice: int) -> None:
    """As `play` of the loops, but it gives up where the decisions that leave no choice do not end."""
    forced, rules = game.edition.loops.forced, game.edition.rules
    if state.to_act == CHANCE:
        rules.happen(state, choice)
        choice = forced(state)
    for _ in range(MANY_FORCED):
        if choice == ASK:
            return
        rules.act(state, choice)
        choice = forced(state)
    phase = game.edition.module("actions").PHASES[state.phase]
    left = "no legal action" if choice == NOTHING else "one legal action"
    raise EndlessDecisions(f"The phase {phase} leaves {left}, again and again without end.")


def position_problems(position: Position) -> Iterator[str]:
    """Numbers that are out of their bounds."""
    game, state = position.game, position.state()
    actions = game.edition.module("actions")
    if not 0 <= state.phase < len(actions.PHASES):
        yield f"s.phase is {state.phase}, and actions.py has {len(actions.PHASES)} phases."
        return
    if not (state.to_act in (CHANCE, OVER) or 0 <= state.to_act < state.players):
        yield f"In the phase {position.phase} s.to_act is {state.to_act}: no seat, nor CHANCE, nor OVER."
        return
    yield from number_problems(state)
    yield from point_problems("score", position.scores())
    asked = position.asked()
    if len(asked) > WIDEST:
        yield f"The phase {position.phase} asks for {len(asked)} action ids, and {WIDEST} are the most."
    if asked and (asked[0] < 0 or asked[-1] >= actions.ACTIONS):
        yield f"The phase {position.phase} asks for the ids {asked[0]} to {asked[-1]} of {actions.ACTIONS}."
        return
    if position.to_act is not None and position.to_act >= 0:
        legal = position.legal()
        if not legal:
            yield f"The phase {position.phase} leaves no legal action, and asks all the same."
        if len(legal) > actions.MOST_LEGAL:
            yield f"MOST_LEGAL in actions.py is {actions.MOST_LEGAL}, and {len(legal)} actions were legal at once."
        rules = {rule: action for action in reversed(asked) if (rule := position.why_not(action)) is not None}
        for rule in sorted(rules.keys() - game.rules()):
            yield f"forbids names the rule {rule} for the action {rules[rule]}, and the words have no such rule."
    if position.to_act == CHANCE:
        count = game.edition.rules.outcome_count(state)
        if count > actions.MOST_OUTCOMES:
            yield f"MOST_OUTCOMES in actions.py is {actions.MOST_OUTCOMES}, and an event had {count} outcomes."
        if min((game.edition.rules.weight(state, outcome) for outcome in range(count)), default=0) < 0:
            yield f"In the phase {position.phase} an outcome has a weight below 0."
        if not position.weights():
            yield f"In the phase {position.phase} chance has no possible outcome."


def number_problems(state: StateBase) -> Iterator[str]:
    """Fields whose numbers do not fit their type or their limits."""
    for name, f in state.fields.items():
        numbers = list(flat(getattr(state, name)))
        odd = [n for n in numbers if not isinstance(n, int)]
        if odd:
            yield f"The field {name} holds {odd[0]!r}, which is not a whole number."
            continue
        lowest, highest = f._replace(low=None, high=None).limits
        low, high = f.limits
        low -= 1 if f.low is not None else 0  # nothing
        for n in (min(numbers), max(numbers)):
            if not lowest <= n <= highest:
                yield f"The field {name} holds {n}, which does not fit its type {f.kind}."
            elif not low <= n <= high:
                yield f"The field {name} holds {n}, and is declared from {f.limits[0]} to {high}."


def point_problems(hook: str, points: list[Any]) -> Iterator[str]:
    """Points that are no whole numbers, or too high for the rows of a batch."""
    for n in points:
        if not isinstance(n, int):
            yield f"{hook} in rules.py returns {n!r}, which is no whole number."
        elif not -INT32 <= n < INT32:
            yield f"{hook} in rules.py returns {n}, which does not fit 32 bits."


def flat(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from flat(item)
    else:
        yield value


def close_problems(position: Position, chooser: random.Random, evidence: Evidence) -> Iterator[str]:
    """What takes longer: formats, words, sight, observations, ledger, pictures."""
    yield from format_problems(position)
    yield from spoken_problems(position)
    for seat in (None, *range(position.players)):
        yield from sight_problems(position, seat, chooser.getrandbits(32), evidence)
    yield from choice_problems(position, chooser, evidence)
    for seat, lines in enumerate(position.ledger()):
        yield from point_problems("ledger", [points for _, points in lines])
        if sum(points for _, points in lines) != position.scores()[seat]:
            yield f"The lines of the ledger of seat {seat} add up to another sum than its score."
    position.winners()


def format_problems(position: Position) -> Iterator[str]:
    """A position that does not survive being written and read."""
    written = position.to_dict()
    again = position.game.position(json.loads(json.dumps(written)))
    if again != position:
        content = zip(position.state().fields, position.state().content(), again.state().content(), strict=False)
        lost = next((name for name, mine, other in content if mine != other), "state")
        yield f"A position that is written and read again has another {lost}: blank what is stale in the rules."


def spoken_problems(position: Position) -> Iterator[str]:
    """Choices that have no text of their own, or no words."""
    choices = position.legal() or list(position.weights())
    texts = [position.notation(choice) for choice in choices]
    if len(set(texts)) < len(texts):
        yield f"Two choices of the phase {position.phase} have the same text in the notation."
    unseen = not position.game.edition.has("notation") and not position.sees_choice(SPECTATOR)
    if unseen and position.phase not in words(position.game.name, "en").get("secrets", {}):
        yield f"words/en.toml lacks secrets.{position.phase}."
    for choice in choices:
        for language in LANGUAGES:
            try:
                position.say(choice, language)
                position.say(choice, language, SPECTATOR)
            except (KeyError, IndexError) as problem:
                yield f"The words ({language}) for a choice of the phase {position.phase} lack {problem}."
                return


def choice_problems(position: Position, chooser: random.Random, evidence: Evidence) -> Iterator[str]:
    """Secret choices that `sees_choice` tells to seats that cannot tell them from others."""
    game, choices = position.game, position.legal() or list(position.weights())
    if game.about.PUBLIC or len(choices) < 2:
        return
    after = []
    for choice in chooser.sample(choices, min(SOME, len(choices))):
        counted_play(game, position.state(), choice)
        after.append(position.after(choice))
    for viewer in (SPECTATOR, *range(position.players)):
        views: dict[str, Position] = {}
        seen = [
            views.setdefault(json.dumps(each.view(None if viewer == SPECTATOR else viewer)), each) for each in after
        ]
        if not position.sees_choice(viewer):
            evidence.note_secret(position.phase, told_apart=len(views) == len(after))
        elif seen != after:
            who = "a spectator" if viewer == SPECTATOR else "a seat"
            yield (
                f"In the phase {position.phase} sees_choice in sight.py is True for {who}, "
                "whose view does not tell one choice from another."
            )
            return


def sight_problems(position: Position, seat: int | None, seed: int, evidence: Evidence) -> Iterator[str]:
    """What a seat can tell though it should not: a world that is dealt anew must look the same."""
    game, who = position.game, "a spectator" if seat is None else "a seat"
    sight, viewer = game.edition.module("sight"), SPECTATOR if seat is None else seat
    sight.hide(with_fences(position.state()), viewer)
    sight.redeal(with_fences(position.state()), viewer, list(game.generator(seed) or ()))
    other = position.redeal(seat, seed, deals=False)
    if json.dumps(other.view(seat)) != json.dumps(position.view(seat)):
        yield f"In the phase {position.phase} {who} sees something that redeal in sight.py changes: hide or keep it."
    if seat == position.to_act and other.legal() != position.legal():
        yield f"In the phase {position.phase} redeal in sight.py changes what the seat to act may do."
    if other.scores() != position.scores():
        yield "redeal in sight.py changes the points."
    yield from number_problems(other.state())
    evidence.note_world(other.state(), position.phase)
    table = game.edition.module("observe")
    row = fenced([None] * table.OBSERVATION, "The observation")
    table.observe(position.hidden(seat), viewer, row)
    if None in row:
        yield f"observe leaves place {row.index(None)} of the {len(row)} numbers of an observation empty."
    world = [0] * table.OBSERVATION
    table.observe(other.hidden(seat), viewer, world)
    if list(row) != world:
        yield f"In the phase {position.phase} an observation tells {who} something that redeal in sight.py changes."
