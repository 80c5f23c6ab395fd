"""Facts about Bids."""

from ludotheque.contract.options import Option

SEATS = (2, 3, 4)
MINUTES = (5, 10)
DESIGNERS = ("Nobody",)
OPTIONS = (Option("double_last", (False, True), False, "B6"),)
WINNER = "B8"
