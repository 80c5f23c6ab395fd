"""Facts about Harvest."""

SEATS = (2, 3)
MINUTES = (5, 10)
DESIGNERS = ("Nobody",)
LEDGER = ("H5", "H7")
WINNER = "H8"
