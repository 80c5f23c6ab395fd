"""Boards: from a position to scenes, panels and one picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from ludotheque.core.words import words
from ludotheque.kernel.edition import FOLDER
from ludotheque.phrases import Phrase
from ludotheque.scene import Choice, Panel, Scene

if TYPE_CHECKING:
    from ludotheque.core.position import Position


def scene(
    position: Position,
    seat: int | None = None,
    language: str = "en",
    names: Sequence[str] = (),
    changed: frozenset[str] = frozenset(),
    settings: frozenset[str] = frozenset(),
) -> Scene:
    """What a seat (None: a spectator) sees of a position and may do in it."""
    spoken = words(position.game.name, language)
    numbered = (spoken.say(Phrase("terms.seat", {"number": n + 1})) for n in range(position.players))
    asked = position.asked() if seat is not None and position.to_act == seat else ()
    choices = {a: Choice(a, position.say(a, language), position.why_not(a)) for a in asked}
    return Scene(position.view(seat), seat, tuple(names or numbered), choices, spoken.say, changed, settings)


def panels(position: Position, shown: Scene) -> list[Panel]:
    """The panels of a scene of this position's game."""
    drawn: list[Panel] = position.game.edition.module("board").panels(shown)
    return drawn


def style(game: str) -> str:
    """The style sheet of a game's board, with the tokens it is built on."""
    sheets = (FOLDER / "tokens.css", FOLDER / "games" / game / "board.css")
    return "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)


def picture(position: Position, seat: int | None = None, language: str = "en") -> str:
    """The whole table as one picture that needs nothing else."""
    shown = scene(position, seat, language)
    drawn = panels(position, shown)
    defs: str = position.game.edition.module("board").defs(shown)
    width = max(panel.place[0] + panel.place[2] for panel in drawn)
    height = max(panel.place[1] + panel.place[2] * panel.height / panel.width for panel in drawn)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board board-{position.game.name}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label={quoteattr(position.game.title(language))}>',
        f"<style>{style(position.game.name)}</style>",
        f"<defs>{defs}</defs>",
        '<rect class="table-top" width="100%" height="100%"/>',
    ]
    for panel in drawn:
        x, y, wide = panel.place
        parts.append(
            f'<svg class="panel-{panel.name}" x="{x:g}" y="{y:g}" width="{wide:g}" '
            f'height="{wide * panel.height / panel.width:g}" viewBox="0 0 {panel.width:g} {panel.height:g}" '
            f'role="group" aria-label={quoteattr(panel.label)}>{panel.body}</svg>'
        )
    return "".join([*parts, "</svg>"])
