"""Previews: what each choice would bring, for a player who points at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from ludotheque.contract.drawing import capital
from ludotheque.contract.scene import BoardChange, Scene
from ludotheque.core.position import Position
from ludotheque.core.svg import changes_between, seen
from ludotheque.core.words import words
from ludotheque.kernel.state import CHANCE
from ludotheque.web.views.boards import board_of, panels_of
from ludotheque.web.views.common import Gain, RuleLink, asking_rule, gains, rule_link
from ludotheque.web.views.parts import changed_pieces
from ludotheque.web.views.table import scene_of
from ludotheque.web.views.viewer import Viewer

SEEDS = (1, 2, 3)  # if something is hidden, a choice is tried in the worlds of these seeds
OF_ANOTHER = "changes.of"  # the phrase around a change that is about another player


@dataclass(frozen=True)
class ChangeView:
    """A change besides points that a choice would bring."""

    text: str  # the effect in words, or "" if only a piece shows it
    rule: RuleLink | None
    symbol: str = ""  # the piece that would lie there, or ""
    end: str = ""  # the id of the part of the picture where it would lie
    others: bool = False  # it is about another player


@dataclass(frozen=True)
class Preview:
    """What an action would bring, or why it is forbidden."""

    action: int
    label: str
    rule: RuleLink | None  # the rule that forbids it; None: it is legal
    why: str  # the sentence of that rule, or ""
    gains: tuple[Gain, ...] = ()  # points that it would bring at once
    changes: tuple[ChangeView, ...] = ()


@dataclass(frozen=True)
class PieceRefusal:
    """Why nothing can be done with a piece now."""

    piece: str  # the id of the part of the picture; "" is any
    why: str
    rule: RuleLink | None


@dataclass(frozen=True)
class Previews:
    """The previews of all choices (`parts/previews.jinja`)."""

    seat: int
    previews: tuple[Preview, ...]
    refusals: tuple[PieceRefusal, ...]  # for pieces without a choice; the last is for all that are not named
    pieces: Markup  # pieces of the pictures that show the previews


def previews_of(viewer: Viewer, seat: int) -> Previews:
    """The previews of all actions that the viewer's seat is asked for."""
    scene, game, consequences = scene_of(viewer, plain=False), viewer.position.game, Consequences(viewer)
    previews = [
        Preview(choice.action, choice.label, None, "", *consequences.of(choice.action))
        if choice.rule is None
        else Preview(
            choice.action,
            choice.label,
            rule_link(game.name, choice.rule),
            refusal(viewer, choice.action, choice.rule),
        )
        for choice in scene.choices.values()
    ]
    return Previews(seat, without_common(previews, seat), piece_refusals(viewer, scene), forecast_pieces(viewer, scene))


def refusal(viewer: Viewer, action: int, rule: str) -> str:
    """What is wrong with this action; where the game has no such sentence, the rule."""
    game, language = viewer.position.game, viewer.speech.language
    known, number = seen(viewer.position, viewer.seat).state, int(rule.removeprefix(game.about.PREFIX))
    phrase = game.edition.module("notation").refuse(known, action, number)
    return capital(words(game.name, language).say(phrase, viewer.names)) if phrase else game.rule(rule, language)


def piece_refusals(viewer: Viewer, scene: Scene) -> tuple[PieceRefusal, ...]:
    """What pieces answer that stand for no choice: why, or what is asked instead."""
    position, language = viewer.position, viewer.speech.language
    find = getattr(board_of(position.game), "refusals", None)
    told = {} if find is None else find(scene)
    say, name = words(position.game.name, language).say, position.game.name
    own = [
        PieceRefusal(piece, capital(say(phrase, viewer.names)), rule_link(name, rule))
        for piece, (phrase, rule) in told.items()
    ]
    return (*own, PieceRefusal("", position.question(language), asking_rule(position)))


def forecast_pieces(viewer: Viewer, scene: Scene) -> Markup:
    """The pieces of the pictures that show what a choice would bring."""
    game = viewer.position.game
    panels = zip(panels_of(game, scene), panels_of(game, scene_of(viewer)), strict=True)
    return Markup("").join(Markup(changed_pieces(full, plain)) for full, plain in panels if full != plain)


def without_common(previews: Sequence[Preview], seat: int) -> tuple[Preview, ...]:
    """The previews without what happens to other players whichever action is chosen."""
    legal = [preview for preview in previews if preview.rule is None]
    if len(legal) < 2:
        return tuple(previews)

    def common(part: ChangeView | Gain) -> bool:
        return all(part in other.changes or part in other.gains for other in legal)

    return tuple(
        replace(
            preview,
            changes=tuple(change for change in preview.changes if not (change.others and common(change))),
            gains=tuple(gain for gain in preview.gains if gain.seat == seat or not common(gain)),
        )
        for preview in previews
    )


class Consequences:
    """What an action would bring at once, as far as it follows from what the viewer knows.

    The action is played in worlds that the viewer cannot tell from the real one, up to the next chance
    event; what is the same in all of them is certain. The real world is not used, so nothing hidden shows.
    """

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._secret = viewer.position.secret
        position, seat = viewer.position, viewer.seat
        seeds = SEEDS[:1] if position.view(seat) == position.to_dict() else SEEDS
        self._worlds = [] if self._secret else [position.redeal(seat, seed, deals=False) for seed in seeds]

    def of(self, action: int) -> tuple[tuple[Gain, ...], tuple[ChangeView, ...]]:
        """The points that the action would bring, and the other changes."""
        return self.gains(action), self.changes(action)

    def gains(self, action: int) -> tuple[Gain, ...]:
        """The points that the action would bring."""
        names, speech = self._viewer.names, self._viewer.speech
        found = [gains(before, after, names, speech) for before, after in self._played(action)]
        return tuple(gain for gain in found[0] if all(gain in other for other in found)) if found else ()

    def changes(self, action: int) -> tuple[ChangeView, ...]:
        """What else the action would change, in words and as pieces."""
        viewer = self._viewer
        if self._secret:
            prospect = getattr(board_of(viewer.position.game), "prospect", None)
            found = [prospect(seen(viewer.position, viewer.seat), action, viewer.seat)] if prospect else []
        else:
            found = [changes_between(before, after, viewer.seat) for before, after in self._played(action)]
        certain = [change for change in found[0] if all(change in other for other in found)] if found else []
        views = tuple(change_view(change, viewer) for change in certain)
        return views if self._secret or any(view.text for view in views) else (*views, *self.next(action))

    def next(self, action: int) -> list[ChangeView]:
        """What is asked after a step that changes nothing yet, if that is certain."""
        seat, speech = self._viewer.seat, self._viewer.speech
        afters = [after for _, after in self._played(action)]
        if len({(after.to_act, after.phase) for after in afters}) != 1 or afters[0].to_act in (CHANCE, None):
            return []
        if afters[0].to_act != seat and not afters[0].secret:
            return [ChangeView(speech.say("previews.ends"), None)]
        asks = speech.say("previews.next", asks=afters[0].question(speech.language).rstrip("."))
        return [ChangeView(asks, asking_rule(afters[0]))]

    def _played(self, action: int) -> list[tuple[Position, Position]]:
        return [(world, world.play(action)) for world in self._worlds if world.why_not(action) is None]


def change_view(change: BoardChange, viewer: Viewer) -> ChangeView:
    """A change in the viewer's language."""
    game = viewer.position.game.name
    return ChangeView(
        "" if change.phrase is None else words(game, viewer.speech.language).say(change.phrase, viewer.names),
        rule_link(game, change.rule) if change.rule else None,
        change.symbol,
        change.end,
        change.phrase is not None and change.phrase.key == OF_ANOTHER,
    )
