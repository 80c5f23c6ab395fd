"""The scene of La Stanza, with the same position for the rules, and whose board is big."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Concatenate, TypeVar

from ludotheque.contract.lazy import lazy
from ludotheque.contract.phrases import Say
from ludotheque.contract.scene import NOTHING, Aside, Same, Scene, Values, View

from ..box import LETTERS
from ..state import State

Drawn = TypeVar("Drawn")

MOMENTS = 1 << 8  # whose drawings for all are kept
ROOMS = (*LETTERS, "B")  # clockwise; B is the bonus room
TOP_ROOMS = "LRA"  # left to right; the row below is D, B, P


class StanzaScene(Scene):
    """A scene, and what the drawings of one picture ask of it again and again."""

    state: State

    @lazy
    def big(self) -> int:
        """The seat whose own board is drawn: the viewer's, or for a spectator that of the seat to act."""
        acting = self.view["to_act"]
        return self.seat if self.seat is not None else acting if acting is not None and acting >= 0 else 0

    @lazy
    def players(self) -> int:
        return int(self.view["players"])

    @lazy
    def pending(self) -> dict[str, Any]:
        """What is being decided within the turn."""
        return self.view.get("pending") or {}

    @lazy
    def active(self) -> str | None:
        """The letter of the discipline that is being activated."""
        found: str | None = self.pending.get("discipline")
        return found

    @lazy
    def calm(self) -> StanzaScene:
        """The same scene where nothing is asked."""
        return StanzaScene(self.view, self.seat, self.names, NOTHING, self.say, self.settings, self.state)

    def player(self, seat: int) -> dict[str, Any]:
        """What a player has."""
        found: dict[str, Any] = self.view["seats"][seat]
        return found

    def offers(self, action: int) -> bool:
        """Whether an action is legal for the viewer."""
        return action in self.choices.legal


def for_all(draw: Callable[..., Drawn]) -> Callable[..., Drawn]:
    """A function of what all see alike, whoever looks and whatever is asked: it is called once a moment."""

    @functools.lru_cache(MOMENTS)
    def once(view: Same[View], state: Aside[State], names: tuple[str, ...], say: Say, values: tuple[Any, ...]) -> Drawn:
        return draw(StanzaScene(view.thing, None, names, NOTHING, say, frozenset(), state.thing), *values)

    @functools.wraps(draw)
    def drawn(scene: StanzaScene, *values: Any) -> Drawn:
        return once(Same(scene.view), Aside(scene.state), scene.names, scene.say, values)

    drawn.cache_clear = once.cache_clear  # type: ignore[attr-defined]
    return drawn


def on_scene(
    draw: Callable[Concatenate[StanzaScene, Values], Drawn],
) -> Callable[Concatenate[Scene, Values], Drawn]:
    """A function of the board that the framework can call with any scene."""

    @functools.wraps(draw)
    def drawn(scene: Scene, /, *values: Values.args, **more: Values.kwargs) -> Drawn:
        fields = (scene.view, scene.seat, scene.names, scene.choices, scene.say, scene.settings, scene.state)
        return draw(StanzaScene(*fields), *values, **more)

    return drawn
