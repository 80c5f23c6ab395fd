"""The scene of La Stanza, with the same position for the rules, and whose board is big."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from ludotheque.contract.scene import Same, Scene

from ..about import OPTIONS
from ..box import LETTERS
from ..position import read
from ..rules import begin
from ..state import State

ROOMS = (*LETTERS, "B")  # clockwise; B is the bonus room
TOP_ROOMS = "LRA"  # left to right; the row below is D, B, P


class StanzaScene(Scene):
    """A scene, and what the drawings of one picture ask of it again and again."""

    @cached_property
    def state(self) -> State:
        """The position of the scene, so that what the rules know is asked of the rules; not to be changed."""
        return state_of(self.view)

    @cached_property
    def big(self) -> int:
        """The seat whose own board is drawn: the reader's, or for a spectator that of the seat to act."""
        acting = self.view["to_act"]
        return self.seat if self.seat is not None else acting if acting is not None and acting >= 0 else 0

    @cached_property
    def players(self) -> int:
        return int(self.view["players"])

    @cached_property
    def pending(self) -> dict[str, Any]:
        """What is being decided within the turn."""
        return self.view.get("pending") or {}

    @cached_property
    def active(self) -> str | None:
        """The letter of the discipline that is being activated."""
        found: str | None = self.pending.get("discipline")
        return found

    def player(self, seat: int) -> dict[str, Any]:
        """What a player has."""
        found: dict[str, Any] = self.view["seats"][seat]
        return found

    def offers(self, action: int) -> bool:
        """Whether an action is legal for the reader."""
        return action in self.choices.legal


def stanza(scene: Scene) -> StanzaScene:
    """The scene of this game."""
    return StanzaScene(scene.view, scene.seat, scene.names, scene.choices, scene.say, scene.settings)


def state_of(view: Mapping[str, Any]) -> State:
    """The state of a view, not to be changed: La Stanza hides nothing, so a view is a whole position."""
    return _state(Same(view))


@lru_cache(1 << 11)  # all who look at a position see the same
def _state(same: Same[Mapping[str, Any]]) -> State:
    view, s = same.thing, State()
    codes = [option.values.index(view["options"][option.name]) for option in OPTIONS]
    begin(s, view["players"], codes)
    read(s, view)
    return s
