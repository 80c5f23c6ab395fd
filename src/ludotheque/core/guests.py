"""Games of other packages: which can be played, and what is wrong with the others."""

from __future__ import annotations

import functools

from ludotheque.contract.reading import shown
from ludotheque.core.words import words
from ludotheque.defaults.about import INTERFACE
from ludotheque.kernel.edition import Edition, edition
from ludotheque.kernel.places import found_places, own_places
from ludotheque.kernel.state import CHANCE

FILES = ("about.py", "actions.py", "rules.py", "state.py", "words/en.toml")
NEEDED = {
    "about": ("SEATS",),
    "state": ("State",),
    "actions": ("ACTIONS", "PHASES"),
    "rules": ("begin", "act", "score"),
}
"""What a game must define; `score` follows from a field of the state."""


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
        said = " ".join(str(problem).split()) or "no reason given"
        return f"The game {name} cannot be loaded: {type(problem).__name__}, {shown(said)[1:-1]}."


def _trouble(name: str, made: Edition) -> str:
    for file in FILES:
        if not (made.place.folder / file).exists() and not made.has(file.removesuffix(".py")):
            return f"The game {name} lacks the file {file}."
    about = made.module("about")
    if about.INTERFACE != INTERFACE:
        wanted = f"version {about.INTERFACE} of the interface of games"
        return f"The game {name} is made for {wanted}; version {INTERFACE} is installed."
    for module, names in NEEDED.items():
        for hook in names:
            if not hasattr(made.module(module), hook):
                return f"The game {name} lacks {hook} in {module}.py."
    if any(phase.outcomes for phase in getattr(made.module("actions"), "PHASE_TABLE", ())):
        if not hasattr(made.rules, "happen"):
            return f"The game {name} lacks happen in rules.py, though its phases have outcomes."
    if not (isinstance(about.MINUTES, tuple) and len(about.MINUTES) == 2):
        return f"The game {name} needs two numbers in MINUTES in about.py, not {shown(about.MINUTES)}."
    if not isinstance(words(name, "en").get("title", None), str):
        return f"The game {name} has no title in words/en.toml."
    made.module("board").card()  # the shelf shows it, beside those of the other games
    state = made.state()
    made.rules.begin(state, min(about.SEATS), [option.values.index(option.default) for option in about.OPTIONS])
    if state.to_act >= state.players or state.to_act < CHANCE:
        return f"The game {name} is over before it begins."
    return ""
