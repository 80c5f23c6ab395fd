"""What can be seen wrong with a game without playing it: facts, phases, fields, hooks and words."""

from __future__ import annotations

import ast
import difflib
import inspect
import re
from collections.abc import Iterator
from typing import Any

from ludotheque.contract.phases import PhaseTable
from ludotheque.contract.reading import whole
from ludotheque.core.game import Game
from ludotheque.core.words import words
from ludotheque.kernel.flow import WIDEST

KINDS = ("i1", "i2", "i4", "i8")  # the types of fields
ALIKE = 0.8  # how alike names are that are taken for each other
COMPILED = ("rules", "evaluation", "observe")  # modules whose hooks the compiler needs

PARAMETERS = {
    "rules": {
        "begin": 3, "act": 2, "forbids": 3, "first_action": 1, "last_action": 1, "asked_by": 1, "always_asked": 1,
        "outcome_count": 1, "weight": 2, "happen": 2, "score": 2, "ledger": 3, "ahead": 3, "breaks_tie": 3,
        "whole_weight": 1, "decide": 2, "befall": 2, "take_step": 1,
    },
    "sight": {"hide": 2, "redeal": 3, "sees_choice": 2, "take_back": 1},
    "evaluation": {"evaluate": 2},
    "position": {"write": 1, "view": 2, "read": 2, "check": 1},
    "notation": {"outcome_texts": 1, "describe": 2, "describe_secret": 1, "score_notes": 1},
    "ending": {"ending": 3, "later": 2},
    "likeness": {"traits": 1, "resembles": 3},
    "observe": {"observe": 3},
    "board": {"panels": 1, "summary": 2, "defs": 1, "card": 0, "changes": 3, "progress": 1, "banner": 2},
    "table": {"lines": 2},
}  # fmt: skip
"""How many arguments each hook is called with."""


def fact_problems(game: Game) -> Iterator[str]:
    """Yields every problem of the game's facts."""
    yield from about_problems(game)
    yield from phase_problems(game)
    yield from field_problems(game)
    yield from hook_problems(game)
    yield from word_problems(game)


def about_problems(game: Game) -> Iterator[str]:
    """Numbers of players, and rules that are named but do not exist."""
    about = game.about
    seats = about.SEATS
    numbers = isinstance(seats, tuple) and seats and all(whole(n) is not None for n in seats)
    if not numbers or list(seats) != sorted(seats):
        yield "about.SEATS must be a tuple of numbers of players, the smallest first."
        return
    if not game.rules():
        yield "words/en.toml has no rules: give each a number and a sentence, such as R1, in the section [rules]."
    named = {"about.WINNER": about.WINNER} | {f"about.LEDGER[{n}]": line for n, line in enumerate(about.LEDGER)}
    named |= {f"the rule of the option {option.name}": option.rule for option in about.OPTIONS}
    for what, rule in named.items():
        if rule.partition(".")[0] not in game.rules():
            yield f"{what} is {rule}, and the words have no such rule."
    for option in about.OPTIONS:
        if option.default not in option.values:
            yield f"The option {option.name} has the default {option.default!r}, which is none of its values."


def phase_problems(game: Game) -> Iterator[str]:
    """Spans of action ids that do not fit, and phases that ask nobody for anything."""
    actions = game.edition.module("actions")
    table: PhaseTable = getattr(actions, "PHASE_TABLE", ())
    for phase in table:
        at = f"The phase {phase.name}"
        if phase.width > WIDEST:
            yield f"{at} has {phase.width} action ids, and {WIDEST} are the most: split the decision into two."
        if phase.width > 0 and (phase.first < 0 or phase.last >= actions.ACTIONS):
            yield f"{at} asks for the ids {phase.first} to {phase.last}, and there are {actions.ACTIONS}."
        if phase.width > 0 and phase.outcomes:
            yield f"{at} has actions and outcomes: either a seat decides, or chance."
        if f"{game.about.PREFIX}{phase.rule}" not in game.rules():
            yield f"{at} names the rule {game.about.PREFIX}{phase.rule}, and the words have no such rule."
    names = [phase.name for phase in table]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"Two phases are called {name}."


def field_problems(game: Game) -> Iterator[str]:
    """Fields of the state that have no room for all seats or options, or none of the kind that hooks need."""
    fields, seats = game.edition.state.fields, game.seats[-1]
    for name, f in fields.items():
        if f.kind not in KINDS:
            yield f"The field {name} has the type {f.kind}: choose {', '.join(KINDS)}."
            continue
        if f.seats and (not f.shape or f.shape[0] < seats):
            yield f"The field {name} has seats=True, and its first length must be {seats}, the most players."
        if not f.shape and f.kind != "i8":
            yield f'The field {name} is a single number: make it field("i8"), which compiled rules need.'
        if f.counts and f.low is None:
            yield f"The field {name} counts pieces: say low=0, so that hidden ones can be told from none."
        lowest, highest = f._replace(low=None, high=None).limits
        low, high = f.limits
        if low - (2 if f.low is not None else 0) < lowest or high > highest:
            yield f"The field {name} is declared from {low} to {high}, and its type {f.kind} is too narrow for that."
    if not game.edition.has("position"):
        for option in game.options:
            if option not in fields:
                yield f"The option {option} needs a field of the same name in the state: the index of its value."
    lines = game.about.LEDGER
    if "ledger" in fields and fields["ledger"].shape[1:] != (len(lines),):
        yield f"The field ledger must have a number for each seat and each of the {len(lines)} lines of about.LEDGER."
    if "ledger" not in fields and len(lines) > 1 and not hasattr(game.edition.rules, "ledger"):
        yield "about.LEDGER has several lines: give the state a field ledger, or define ledger in rules.py."


def hook_problems(game: Game) -> Iterator[str]:
    """Hooks that take another number of arguments, or that the compiler would not find."""
    for module in PARAMETERS:
        path = game.edition.place.folder / f"{module}.py"
        if path.exists():
            yield from source_problems(module, ast.parse(path.read_bytes()))
    for module, hooks in PARAMETERS.items():
        if not game.edition.has(module):
            continue
        for hook, count in hooks.items():
            function: Any = getattr(game.edition.module(module), hook, None)
            if function is None:
                continue
            try:
                inspect.signature(function).bind(*range(count))
            except TypeError:
                arguments = "1 argument" if count == 1 else f"{count} arguments"
                yield f"{hook} in {module}.py must take {arguments}."


def source_problems(module: str, tree: ast.Module) -> Iterator[str]:
    """Hooks without a decorator, and functions that nothing calls and whose names are almost those of hooks."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for name, node in functions.items():
        if name in PARAMETERS[module]:
            if module in COMPILED and not node.decorator_list:
                yield f"{name} in {module}.py needs @rule above it, so that it can be compiled."
        elif name not in used:
            for hook in difflib.get_close_matches(name, PARAMETERS[module].keys() - functions.keys(), 1, ALIKE):
                yield f"Nothing calls {name} in {module}.py: call it {hook} if it is that hook."


def word_problems(game: Game) -> Iterator[str]:
    """Words that are missing, or have gaps that nothing fills."""
    english = words(game.name, "en")
    wanted = ["title", "objective", *(f"rules.{rule}" for rule in game.rules())]
    wanted += [f"phases.{phase}" for phase in game.edition.module("actions").PHASES]
    wanted += [f"ledger.{line}" for line in game.about.LEDGER]
    wanted += [f"options.{option}.{part}" for option in game.options for part in ("name", "sentence")]
    for key in wanted:
        section, _, name = key.partition(".")
        found: Any = english.get(section, {})
        for part in (name.rpartition(".")[0], name.rpartition(".")[2]) if section == "options" else (name,):
            found = found.get(part, "") if part and isinstance(found, dict) else found
        if not isinstance(found, str) or not found.strip():
            yield f"words/en.toml lacks {key}."
    phases: PhaseTable = getattr(game.edition.module("actions"), "PHASE_TABLE", ())
    for name, f in game.edition.state.fields.items():
        listed = f.counts or f.item
        if listed in {phase.pieces for phase in phases}:
            continue  # told below
        lists = english.get("pieces", {})
        pieces = lists.get(listed, [])
        for other in difflib.get_close_matches(listed, lists, 1) if listed and not pieces else ():
            yield f"The field {name} has pieces of the list {listed}, and words/en.toml has pieces.{other}."
        needed = f.shape[-1] if f.counts and f.shape else f.limits[1] + 1 if f.item and f.high is not None else 0
        if pieces and len(pieces) < needed:
            yield f"words/en.toml names {counted(pieces, 'piece')} in pieces.{listed}; {name} has {needed}."
    if game.edition.has("notation"):
        return
    for phase in phases:
        for section, count in (("actions", phase.width), ("chance", phase.outcomes)):
            found = english.get(section, {}).get(phase.name) if count > 0 else []
            if found is None:
                yield f"words/en.toml lacks {section}.{phase.name}."
                continue
            pieces = english.get(f"pieces.{phase.pieces}", []) if phase.pieces else []
            if phase.pieces and count > 0 and len(pieces) < count:
                names = f"{counted(pieces, 'piece')} in pieces.{phase.pieces}"
                yield f"words/en.toml names {names}; {phase.name} has {count}."
            if isinstance(found, list) and found and len(found) != count:
                needs = f"{count} {'is' if count == 1 else 'are'} needed"
                yield f"words/en.toml has {counted(found, 'sentence')} for {section}.{phase.name}, and {needs}."
            for text in [found] if isinstance(found, str) else found:
                if gaps := set(re.findall(r"{(\w+)}", text)) - {"number", "piece" if phase.pieces else ""}:
                    yield f"words/en.toml has the gap {{{min(gaps)}}} in {section}.{phase.name}, which nothing fills."


def counted(found: list[Any], noun: str) -> str:
    """A number with its noun in the singular or plural."""
    return f"{len(found)} {noun}{'' if len(found) == 1 else 's'}"
