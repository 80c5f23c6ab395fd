"""Facts about Fourberies that every part of the program may ask for."""

from __future__ import annotations

from ...contract.options import Option

VERSION = 1
SEATS = (2, 3, 4, 5)
DESIGNERS = ("Bruno Cathala", "Christian Martinez")
MINUTES = (40, 40)

OPTIONS = (
    Option("unmet_requests", (False, True), False, "F76"),
    Option("actor3_always_pays", (False, True), True, "F35"),
)

# The lines of the score sheet: the rule, and the Acrobat, that give or cost the Ecus of each
# ledger column. F78 is what a position that was set up by hand starts with.
LEDGER = ("F3", "F31", "F34", "F35", "F37", "F70", "F73", "F74", "F76", "F77", "F25.A6", "F35.A8", "F78")

WINNER = "F90"  # the rule that says who wins, and what breaks a tie
