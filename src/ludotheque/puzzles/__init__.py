"""Puzzles: positions in which one move is clearly the best, with the reason for it.

`ludotheque puzzles GAME` makes them from games between strong bots. A game keeps its puzzles in `puzzles.jsonl.gz`.
"""

from __future__ import annotations

from ludotheque.puzzles.making import make
from ludotheque.puzzles.puzzle import KINDS, Puzzle, puzzles_of, read_puzzles, write_puzzles

__all__ = ["KINDS", "Puzzle", "make", "puzzles_of", "read_puzzles", "write_puzzles"]
