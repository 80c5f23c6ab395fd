"""Games of other packages: which can be played, and what is wrong with the others."""

from __future__ import annotations

import functools
from types import ModuleType

from ludotheque.contract.reading import shown, whole
from ludotheque.core.words import LANGUAGES, words
from ludotheque.defaults.about import INTERFACE
from ludotheque.kernel.edition import Edition, edition
from ludotheque.kernel.places import found_places, own_places
from ludotheque.kernel.state import CHANCE

REASON = 200  # characters of an error, which tells the line in the end
SHORTEST_TABLE, LONGEST_TABLE = 2, 5  # players: pages have five shapes and colours of seats
FILES = ("about.py", "actions.py", "rules.py", "state.py", "words/en.toml")
NEEDED = {
    "about": ("SEATS",),
    "state": ("State",),
    "actions": ("ACTIONS", "PHASES"),
    "rules": ("begin", "act", "score"),
}
"""What a game must define; `score` follows from a field of the state."""

OPTIONAL = ("box", "sight", "position", "notation", "observe", "ending", "board", "table", "evaluation")
"""The modules that a game can have besides."""


@functools.cache
def playable() -> tuple[str, ...]:
    """The names of all games that can be played, ours and those of other packages."""
    return tuple(sorted(own_places().keys() | (found_places()[0].keys() - broken_games().keys())))


@functools.cache
def broken_games() -> dict[str, str]:
    """The announced games that cannot be played, each with a sentence that says why."""
    found, broken = found_places()
    troubles = {name: trouble for name in found if (trouble := trouble_of(name))}
    return broken | troubles


def trouble_of(name: str) -> str:
    """What is wrong with a game, in a sentence; "" if it can be loaded and started."""
    try:
        return _trouble(name, edition(name))
    except (Exception, SystemExit) as problem:  # foreign code can raise anything
        return f"The game {name} cannot be loaded: {_told(problem)}."


def _told(problem: BaseException) -> str:
    said = " ".join(str(problem).split()) or "no reason given"
    return f"{type(problem).__name__}, {shown(said, REASON)[1:-1].rstrip('.')}"


def _trouble(name: str, made: Edition) -> str:
    for file in FILES:
        if not (made.place.folder / file).exists() and not made.has(file.removesuffix(".py")):
            return f"The game {name} lacks the file {file}."
    for language in LANGUAGES:  # before the facts, which follow from the words
        try:
            words(name, language)
        except Exception as problem:
            return f"The game {name} cannot use its file words/{language}.toml: {_told(problem)}."
    about = made.module("about")
    if whole(about.INTERFACE) is None:
        return f"The game {name} needs the number {INTERFACE} as INTERFACE in about.py, not {shown(about.INTERFACE)}."
    if about.INTERFACE != INTERFACE:
        wanted = f"version {about.INTERFACE} of the interface of games"
        return f"The game {name} is made for {wanted}; version {INTERFACE} is installed."
    if trouble := _wrong_fact(about):
        return f"The game {name} {trouble}."
    for module, names in NEEDED.items():
        for hook in names:
            if not hasattr(made.module(module), hook):
                return f"The game {name} lacks {hook} in {module}.py."
    if any(phase.outcomes for phase in getattr(made.module("actions"), "PHASE_TABLE", ())):
        if not hasattr(made.rules, "happen"):
            return f"The game {name} lacks happen in rules.py, though its phases have outcomes."
    if trouble := _wrong_file(name, made):
        return f"The game {name} {trouble}."
    if not isinstance(made.module("board").card(), str):  # the shelf shows it, beside those of the other games
        return f"The game {name} needs a picture as text from card in board.py."
    state = made.state()
    made.rules.begin(state, min(about.SEATS), [option.values.index(option.default) for option in about.OPTIONS])
    if state.to_act >= state.players or state.to_act < CHANCE:
        return f"The game {name} is over before it begins."
    return ""


def _wrong_fact(about: ModuleType) -> str:
    """What is wrong with the facts that lists of games show; "" if nothing is."""
    minutes, designers, seats = about.MINUTES, about.DESIGNERS, getattr(about, "SEATS", (SHORTEST_TABLE,))
    if not (isinstance(seats, tuple) and seats and all(whole(n) is not None for n in seats)):
        return f"needs a tuple of numbers of players in SEATS in about.py, not {shown(seats)}"
    if not SHORTEST_TABLE <= min(seats) <= max(seats) <= LONGEST_TABLE:
        return f"needs {SHORTEST_TABLE} to {LONGEST_TABLE} players in SEATS in about.py, not {shown(seats)}"
    if not (isinstance(minutes, tuple) and len(minutes) == 2 and all(whole(n) is not None for n in minutes)):
        return f"needs two numbers in MINUTES in about.py, not {shown(minutes)}"
    if not (isinstance(designers, tuple) and all(isinstance(designer, str) for designer in designers)):
        return f"needs a tuple of names in DESIGNERS in about.py, not {shown(designers)}"
    lines = getattr(about, "LEDGER", ())
    if not (isinstance(lines, tuple) and all(isinstance(line, str) for line in lines)):
        return f'needs a tuple of rules such as ("P5",) in LEDGER in about.py, not {shown(lines)}'
    if whole(about.VERSION) is None:
        return f"needs a whole number as VERSION in about.py, not {shown(about.VERSION)}"
    return ""


def _wrong_file(name: str, made: Edition) -> str:
    """What is wrong with the words and the modules that pages and programs use later; "" if nothing is."""
    for language in LANGUAGES:
        file, found = f"words/{language}.toml", words(name, language)
        for key in ("title", "objective"):
            if not isinstance(found.get(key, "" if key == "objective" else None), str):
                return f"has no {key} in {file}"
        for option in made.module("about").OPTIONS:
            if not isinstance(found.get(f"options.{option.name}", {}), dict):
                return f"needs a table [options.{option.name}] in {file}"
    for module in OPTIONAL:
        try:
            made.module(module)
        except (Exception, SystemExit) as problem:
            if not made.has(module):
                raise
            return f"cannot use its file {module}.py: {_told(problem)}"
    return ""
