"""Facts about Sintra that every part of the program may ask for."""

from __future__ import annotations

from ...contract.options import Option

VERSION = 1
SEATS = (2, 3, 4)
DESIGNERS = ("Michael Kiesling",)
MINUTES = (30, 45)

# The side is the only variant of the rules (S55).
OPTIONS = (
    Option("side", ("A", "B"), "A", "S2"),
    Option("first_seat", (None, 0, 1, 2, 3), None, "S10", names_seat=True),
    Option("score_floor_zero", (False, True), False, "S45"),
)

# The lines of the score sheet: the rule that gives the points of each ledger column.
LEDGER = ("S7", "S35", "S37", "S43", "S45", "S51", "S52", "S53")

WINNER = "S54"  # the rule that says who wins, and what breaks a tie
