"""Facts about La Stanza that every part of the program may ask for."""

from __future__ import annotations

from ...contract.options import Option

VERSION = 1
SEATS = (2, 3, 4)
DESIGNERS = ("Nuno Bizarro Sentieiro", "Paulo Soledade")
MINUTES = (60, 90)

# Two independent switches: any mixture of them is a game (L111).
OPTIONS = (
    Option("experienced", (False, True), False, "L5"),
    Option("expert", (False, True), False, "L110"),
)

# The lines of the score sheet: the rule that gives the points, and what for where it gives several.
LEDGER = (
    "L54",
    "L100.money",
    "L100.books",
    "L91",
    "L101.TD5",
    "L101.TL3",
    "L101.TR5",
    "L101.TA3",
    "L59",
    "L102",
    "L103",
)

WINNER = "L105"  # the rule that says who wins, and what breaks a tie
