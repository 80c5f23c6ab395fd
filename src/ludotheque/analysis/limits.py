"""How large an analysis may be, with a sentence for everything beyond it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ludotheque.contract.reading import shown
from ludotheque.errors import BadRecord

MOST_NODES = 4000  # a game has 200 to 1000 plies
MOST_DEPTH = 2500  # plies from the root
MOST_COMMENT = 2000  # characters of one comment
MOST_COMMENTS = 20_000  # characters of all comments in a text
MOST_NAME = 100  # characters of a player's name, which stands in every row of a page
MOST_ARROWS = 16  # arrows of one node
MOST_BYTES = 200_000  # bytes of an analysis as text
MOST_LINK = 60_000  # characters of a link text

MARKS = ("", "!", "?!", "?", "??")
DRAWN = ("", "rolled", "chosen")

ELEMENT = re.compile(r"[A-Za-z0-9_-]{1,40}")  # the id of an element of a board


def check_size(nodes: int) -> None:
    """Raises for a tree of too many nodes."""
    if nodes > MOST_NODES:
        raise BadRecord(f"An analysis has at most {MOST_NODES} moves.")


def check_depth(depth: int) -> None:
    """Raises for a line that is too long."""
    if depth > MOST_DEPTH:
        raise BadRecord(f"A line of an analysis has at most {MOST_DEPTH} moves.")


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names of players; raises for one that is too long."""
    if any(len(name) > MOST_NAME for name in names):
        raise BadRecord(f"The name of a player has at most {MOST_NAME} characters here.")
    return tuple(names)


def check_comment(text: Any) -> str:
    """A comment without spaces around it; raises for one that is too long."""
    if not isinstance(text, str):
        raise BadRecord(f"A comment must be a text, not {shown(text)}.")
    if len(text.strip()) > MOST_COMMENT:
        raise BadRecord(f"A comment has at most {MOST_COMMENT} characters, not {len(text.strip())}.")
    return text.strip()


def check_arrows(arrows: Any) -> tuple[tuple[str, str], ...]:
    """Arrows as pairs of ids; raises for anything else."""
    if not isinstance(arrows, Sequence) or isinstance(arrows, str) or len(arrows) > MOST_ARROWS:
        raise BadRecord(f"A move has at most {MOST_ARROWS} arrows, in a list.")
    for arrow in arrows:
        ends = arrow if isinstance(arrow, list | tuple) else ()
        if len(ends) != 2 or not all(isinstance(end, str) and ELEMENT.fullmatch(end) for end in ends):
            raise BadRecord(f"An arrow is the names of two places of the board, not {shown(arrow)}.")
    return tuple((start, end) for start, end in arrows)
