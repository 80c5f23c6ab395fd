"""Facts about a game that has few: its rules are those in its words, and the last one says who wins."""

from __future__ import annotations

import re
import tomllib
from types import ModuleType
from typing import Any

from ..kernel.edition import Edition

INTERFACE = 1  # the version of what a game and the framework expect of each other


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """The facts, by the rules of the English words."""
    with (edition.place.folder / "words" / "en.toml").open("rb") as file:
        numbers = [re.fullmatch(r"([A-Z]+)(\d+)", key) for key in tomllib.load(file).get("rules", {})]
    rules = [(found[1], int(found[2])) for found in numbers if found]
    prefix, last = rules[-1] if rules else ("R", 0)
    winner = getattr(own, "WINNER", f"{prefix}{last}")
    return {
        "INTERFACE": INTERFACE,
        "VERSION": 1,
        "PREFIX": prefix,
        "RULES": tuple(number for _, number in rules),
        "OPTIONS": (),
        "DESIGNERS": (),
        "MINUTES": (15, 30),
        "WINNER": winner,
        "LEDGER": (winner,),
        "PUBLIC": not edition.has("sight"),
    }
