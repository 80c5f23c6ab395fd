"""Boards: from a position to scenes, panels and one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from ludotheque.contract.phrases import Phrase
from ludotheque.contract.recent import recent
from ludotheque.contract.scene import ALONE, NOTHING, BoardChange, Choices, Panel, Same, Scene, Seen
from ludotheque.core.position import Position, legal_phrases
from ludotheque.core.words import words
from ludotheque.kernel.places import PACKAGE_FOLDER, file_of

if TYPE_CHECKING:
    from ludotheque.core.game import Game

RAIL = 288  # width of the column of the others' boards
MARGIN = 16
NAME = 28  # height of a player's name above the board


def seen(position: Position, seat: int | None) -> Seen:
    """What a seat (None: a spectator) may know of a position."""
    return _seen(Same(position), None if position.game.about.PUBLIC else seat)


@recent(1024)
def _seen(same: Same[Position], seat: int | None) -> Seen:
    return Seen(*same.thing.seen(seat))


def scene(
    position: Position,
    seat: int | None = None,
    language: str = "en",
    names: Sequence[str] = (),
    settings: frozenset[str] = frozenset(),
) -> Scene:
    """What a seat (None: a spectator) sees of a position and may do in it."""
    spoken = words(position.game.name, language)
    numbered = (spoken.say(Phrase("terms.seat", {"number": n + 1})) for n in range(position.players))
    choices = NOTHING
    if seat is not None and position.to_act == seat:
        phrases = legal_phrases(Same(position))

        def say(action: int) -> str:
            return spoken.say(phrases[action] if action in phrases else position.phrase(action), names)

        choices = Choices(position.asked(), phrases, say, position.why_not)
    view, state = seen(position, seat)
    return Scene(view, seat, tuple(names or numbered), choices, spoken.say, settings, state)


def changes_between(before: Position, after: Position, seat: int | None) -> list[BoardChange]:
    """What differs between two positions, as a seat sees them."""
    found: list[BoardChange] = before.game.edition.module("board").changes(seen(before, seat), seen(after, seat), seat)
    return found


def emblems(game: Game, phrase: Phrase, seat: int | None) -> tuple[str, ...]:
    """The symbols of the pieces that a phrase speaks of; `seat` is that of the player whom it is about."""
    known = game.edition.module("board").EMBLEMS
    return tuple([known[key].format(seat=seat) for key in phrase.mentions() if key in known])


def panels(position: Position, shown: Scene) -> list[Panel]:
    """The panels of a scene of this position's game."""
    drawn: list[Panel] = position.game.edition.module("board").panels(shown)
    return drawn


def style(game: str) -> str:
    """The style sheet of a game's board, with the tokens it is built on."""
    sheets = (PACKAGE_FOLDER / "contract" / "tokens.css", file_of(game, "board.css"))
    return "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)


def picture(position: Position, seat: int | None = None, language: str = "en") -> str:
    """The whole table as one picture that needs nothing else; the others' boards stand in a rail."""
    shown = scene(position, seat, language, settings=frozenset({ALONE}))
    board = position.game.edition.module("board")
    width, height, parts = panels_at_their_places(position, shown)
    parts.append(f'<rect class="rail-paper" x="{width:g}" width="{RAIL + 2 * MARGIN}" height="100%"/>')
    y: float = MARGIN
    for other in range(position.players):
        if other == seat:
            continue
        summary: Panel = board.summary(shown, other)
        parts.append(
            f'<text class="rail-name" x="{width + MARGIN:g}" y="{y + NAME / 2:g}">{escape(shown.names[other])}</text>'
        )
        parts.append(_placed(summary, width + MARGIN, y + NAME, RAIL))
        y += NAME + _height(summary, RAIL) + MARGIN
    width, height = width + RAIL + 2 * MARGIN, max(height, y)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board board-{position.game.name}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label={quoteattr(position.game.title(language))}>',
            f"<style>{style(position.game.name)}</style>",
            f"<defs>{board.defs(shown)}</defs>",
            '<rect class="table-top" width="100%" height="100%"/>',
            *parts,
            "</svg>",
        ]
    )


def panels_at_their_places(position: Position, shown: Scene) -> tuple[float, float, list[str]]:
    """The width and the height of the table, and its panels at their places."""
    drawn = panels(position, shown)
    width = max(panel.place[0] + panel.place[2] for panel in drawn)
    height = max(panel.place[1] + _height(panel, panel.place[2]) for panel in drawn)
    return width, height, [_placed(panel, *panel.place) for panel in drawn]


def thumbnail(position: Position, seat: int | None, language: str, theme: str) -> str:
    """A small picture of a position as a seat sees it: the part of the table that the board shows in lists."""
    shown = replace(scene(position, seat, language, settings=frozenset({ALONE})), choices=NOTHING)
    board = position.game.edition.module("board")
    names, (x, y, width, height) = board.THUMBNAIL
    drawn = [_placed(panel, *panel.place) for panel in panels(position, shown) if panel.name in names]
    themed = f' data-theme="{theme}"' if theme else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board board-{position.game.name}" width="{width:g}" '
        f'height="{height:g}" viewBox="{x:g} {y:g} {width:g} {height:g}"{themed}><style>{style(position.game.name)}'
        f"</style><defs>{board.defs(shown)}</defs>{''.join(drawn)}</svg>"
    )


def _height(panel: Panel, width: float) -> float:
    return width * panel.height / panel.width


def _placed(panel: Panel, x: float, y: float, width: float) -> str:
    return (
        f'<svg class="panel-{panel.name}" x="{x:g}" y="{y:g}" width="{width:g}" height="{_height(panel, width):g}" '
        f'viewBox="0 0 {panel.width:g} {panel.height:g}" role="group" aria-label={quoteattr(panel.label)}>'
        f"{panel.body}</svg>"
    )
