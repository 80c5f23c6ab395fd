"""What makes a decision a puzzle, and how much work goes into finding one. Shares are of the victory, from 0 to 1."""

from __future__ import annotations

from typing import NamedTuple

# Games
PLAYERS = ("casual", "skilled", "skilled", "policy", "expert")  # the bots that play them
SEVERAL = 4  # games: one in so many has more than the fewest players
MOST = 4  # puzzles from one game

# A good puzzle
CHOICES = 3  # legal moves at least
GAP = 0.08  # share: the best move is so far ahead of every rival, with every seed
SPREAD = 0.04  # share: that of a move differs by so much between the seeds at most,
FAR = 2 * GAP  # share: unless the move is so far behind with every seed
HOPELESS = 4 * GAP  # share: a move so far behind in one long search gets no other
LOWEST, HIGHEST = 0.2, 0.9  # share after the best move
LEAST_POINTS = 2.0  # points by which the game ends better after the best move than after the greedy bot's

# Scanning
ROUGH_GAP = 0.05  # share: the gap in the scan
EVEN = 0.4  # part of the prior that all actions share in the scan: each is tried
SEEN = 3  # visits of an action whose share counts in the scan
RIVALS = 2  # moves that the best one is verified against, besides the greedy bot's
SEEDS = 3  # seeds of the long searches

# Counting, forecasting and rating
COUNTED = 20_000  # positions to the end of a game that are counted out
ENDING = 8  # decisions to the end of a game that may be counted out
WORLDS = 24  # games played to their end for a forecast
GREEDY_LOOK = 60  # positions that the greedy bot looks at for a decision of such a game
TURN_POSITIONS = 4_000  # positions of a turn that are looked at for its most points
TRIES = 8  # tries of a level that searches


class Search(NamedTuple):
    """The lengths of the searches, in iterations."""

    scan: int = 200
    look: int = 1000  # for each move of a candidate
    verify: int = 5000  # for each move and seed
