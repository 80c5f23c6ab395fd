"""The table that is drawn: a scene, the same position for the rules, and whose board is big."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ludotheque.contract.phrases import Code
from ludotheque.contract.scene import Same, Scene

from ..about import OPTIONS
from ..box import LETTERS
from ..position import read
from ..rules import begin
from ..state import State
from .drawing import say

ROOMS = (*LETTERS, "B")  # clockwise; B is the bonus room
TOP_ROOMS = "LRA"  # left to right; the row below is D, B, P


@dataclass(frozen=True)
class Table:
    """What the drawings of one picture share."""

    scene: Scene
    big: int  # the seat whose own board is drawn

    @cached_property
    def state(self) -> State:
        """The position of the scene, so that what the rules know is asked of the rules; not to be changed."""
        return state_of(self.view)

    @cached_property
    def view(self) -> dict[str, Any]:
        return self.scene.view

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

    def seat(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.view["seats"][seat]
        return found

    def name(self, seat: int) -> Code:
        return Code(self.scene.names[seat])

    def say(self, key: str, **gaps: Any) -> str:
        return say(self.scene, key, **gaps)

    def offers(self, actions: range) -> bool:
        """Whether one of these actions is legal for the reader."""
        return any(action in actions for action in self.scene.choices.legal)


def table(scene: Scene) -> Table:
    """The table of a scene; a spectator sees the board of the seat to act."""
    to_act = scene.view["to_act"]
    acting = to_act if to_act is not None and to_act >= 0 else 0
    return Table(scene, acting if scene.seat is None else scene.seat)


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
