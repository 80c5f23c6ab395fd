"""Slips: what each choice would bring, for who points at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from ludotheque.contract.scene import Scene
from ludotheque.web.views.boards import panels_of
from ludotheque.web.views.common import Gain, RuleLink, rule_link
from ludotheque.web.views.foresight import ChangeView, Foreseen
from ludotheque.web.views.parts import mended
from ludotheque.web.views.table import scene_of
from ludotheque.web.views.viewer import Viewer


@dataclass(frozen=True)
class Prospect:
    """What an action would bring, or why it is forbidden."""

    action: int
    label: str
    rule: RuleLink | None  # None: legal; else what forbids it
    why: str  # the sentence of that rule, or ""
    gains: tuple[Gain, ...] = ()  # what it would bring at once
    changes: tuple[ChangeView, ...] = ()  # and what else would change


@dataclass(frozen=True)
class Slips:
    """What each choice would bring (`parts/slips.jinja`)."""

    seat: int
    prospects: tuple[Prospect, ...]
    pieces: Markup  # of the pictures, as they show it


def slips_of(viewer: Viewer, seat: int) -> Slips:
    """What each action would bring that the reader's seat is asked for."""
    shown, game, foreseen = scene_of(viewer, plain=False), viewer.position.game, Foreseen(viewer)
    prospects = [
        Prospect(
            choice.action,
            choice.label,
            None if choice.rule is None else rule_link(game.name, choice.rule),
            "" if choice.rule is None else game.rule(choice.rule, viewer.speech.language),
            foreseen.gains(choice.action) if choice.legal else (),
            foreseen.changes(choice.action) if choice.legal else (),
        )
        for choice in shown.choices.values()
    ]
    return Slips(seat, of_this_choice(prospects, seat), foreseen_pieces(viewer, shown))


def foreseen_pieces(viewer: Viewer, shown: Scene) -> Markup:
    """What the pictures show of what a choice would bring: the pieces that plain pictures lack."""
    game = viewer.position.game
    panels = zip(panels_of(game, shown), panels_of(game, scene_of(viewer)), strict=True)
    return Markup("").join(Markup(mended(full, plain)) for full, plain in panels if full != plain)


def of_this_choice(prospects: Sequence[Prospect], seat: int) -> tuple[Prospect, ...]:
    """The prospects without what happens to others whichever is chosen."""
    legal = [prospect for prospect in prospects if prospect.rule is None]
    if len(legal) < 2:
        return tuple(prospects)

    def anyway(told: ChangeView | Gain) -> bool:
        return all(told in other.changes or told in other.gains for other in legal)

    return tuple(
        replace(
            prospect,
            changes=tuple(change for change in prospect.changes if not (change.others and anyway(change))),
            gains=tuple(gain for gain in prospect.gains if gain.seat == seat or not anyway(gain)),
        )
        for prospect in prospects
    )
