"""The editor of a game without one of its own: no palette; every field of the position has an input."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..contract.editing import BoardPlace, Count, PositionDict
from ..kernel.edition import Edition


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """What the game does not say of its editor."""

    def places(d: PositionDict, seat: int) -> list[BoardPlace]:
        """The places on the board of a seat."""
        return []

    def lay(d: PositionDict, part: str, piece: str, seat: int) -> None:
        """Lays a piece on a part of the board, or takes one away ("")."""

    def tidy(d: PositionDict) -> None:
        """Puts right what follows from the rest of a position."""

    def clear(d: PositionDict) -> None:
        """Takes the pieces from the table."""

    def counts(d: PositionDict) -> list[Count]:
        """How many pieces are where, of the kinds that must be complete."""
        return []

    def repair(d: PositionDict) -> None:
        """Makes the counts right, as far as that can be."""

    def choose_unknown(d: PositionDict) -> None:
        """Chooses the pieces that the editor leaves unknown."""

    made = {"places": places, "lay": lay, "tidy": tidy, "clear": clear, "counts": counts}
    return {"PALETTE": (), "ON_BOARD": (), **made, "repair": repair, "choose_unknown": choose_unknown}
