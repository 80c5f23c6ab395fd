"""Facts about the game."""

VERSION = 1  # the version of the rules; records name it
INTERFACE = 1  # the version of what Ludothèque and a game expect of each other
SEATS = (2, 3, 4)
MINUTES = (5, 10)
DESIGNERS = ("You",)
