"""Facts about the game."""

VERSION = 1  # of the rules: records name it
INTERFACE = 1  # of what Ludothèque and a game expect of each other
SEATS = (2, 3, 4)
MINUTES = (5, 10)
DESIGNERS = ("You",)
