"""An own box: the form that asks for one, and what differs from ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.core.boxes import BoxDifference, corrected, differences, to_link
from ludotheque.core.game import Game
from ludotheque.kernel.edition import box_hash
from ludotheque.web.views.common import GameCard, game_card
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class ShownBox:
    """An own box at a table, or in a form that makes one."""

    name: str
    hash: str
    link: str  # the box as a part of an address
    url: str


@dataclass(frozen=True)
class OwnBoxPage:
    """The page of own boxes of a game (`own_box.jinja`)."""

    game: GameCard
    text: str  # what was pasted
    refused: tuple[str, ...]  # all reasons why it is no box
    box: ShownBox | None
    differences: tuple[BoxDifference, ...]


def shown_box(game: str, own: dict[str, Any] | None) -> ShownBox | None:
    """An own box; None without one."""
    if own is None:
        return None
    link, digest = to_link(own), box_hash(corrected(game, own["tables"]))  # without loading the rules for this box
    return ShownBox(own["name"] or digest, digest, link, f"/box/{game}?box={link}")


def own_box_page(
    game: Game, visit: Visit, own: dict[str, Any] | None = None, text: str = "", refused: Sequence[str] = ()
) -> OwnBoxPage:
    """The page with a box, or with the reason why a text is none."""
    told = () if own is None else tuple(differences(game.name, own))
    return OwnBoxPage(game_card(game.name, visit.speech), text, tuple(refused), shown_box(game.name, own), told)
