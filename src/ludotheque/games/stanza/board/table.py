"""The scene of La Stanza, with the same position for the rules, and whose board is big."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Any, Concatenate, TypeVar

from ludotheque.contract.lazy import lazy
from ludotheque.contract.scene import Same, Scene, Values

from ..actions import STOPS
from ..box import DISCIPLINES, LETTERS
from ..rules.movement import stop
from ..state import State

Drawn = TypeVar("Drawn")

MOMENTS = 1 << 8  # moments for which results are cached
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
    def stops(self) -> dict[int, int]:
        """The spaces where the viewer's figure can stop, each with the number of its stop. (L15)"""
        return {stop(self.state, self.big, number): number for number in range(STOPS, 0, -1)}

    def player(self, seat: int) -> dict[str, Any]:
        """What a player has."""
        found: dict[str, Any] = self.view["seats"][seat]
        return found

    def offers(self, action: int) -> bool:
        """Whether an action is legal for the viewer."""
        return action in self.choices.legal


def of_moment(work: Callable[..., Drawn]) -> Callable[..., Drawn]:
    """A function of the state that is called once for all pictures of a moment."""

    @functools.lru_cache(MOMENTS)
    @functools.wraps(work)
    def once(state: Same[State], *values: Any) -> Drawn:
        return work(state.thing, *values)

    @functools.wraps(work)
    def worked_out(state: State, *values: Any) -> Drawn:
        return once(Same(state), *values)

    worked_out.cache_clear = once.cache_clear  # type: ignore[attr-defined]
    return worked_out


def belongings(scene: StanzaScene, seat: int) -> Hashable:
    """All that a player has. Tiles are told apart by identity: they carry people (`characters`)."""
    s = scene.state
    goods = (*s.helpers[seat], *s.discs[seat], *s.books[seat], *s.artworks[seat], *scene.player(seat)["bonus_tiles"])
    numbers = seat, s.money[seat], s.ship[seat], s.supply[seat], s.flipped[seat], pillars_left(s, seat)
    return numbers, goods, tuple(map(id, s.workers[seat])), tuple(map(id, s.recruits[seat]))


def pillars_left(s: State, seat: int) -> int:
    """How many pillars of a player stand nowhere yet."""
    return DISCIPLINES - sum([owners.count(seat) for owners in s.masterpiece])


def on_scene(
    draw: Callable[Concatenate[StanzaScene, Values], Drawn],
) -> Callable[Concatenate[Scene, Values], Drawn]:
    """A function of the board that the framework can call with any scene."""

    @functools.wraps(draw)
    def drawn(scene: Scene, /, *values: Values.args, **more: Values.kwargs) -> Drawn:
        return draw(as_stanza(scene), *values, **more)

    return drawn


def as_stanza(scene: Scene) -> StanzaScene:
    """A scene with what the drawings ask of it; all pictures of a scene share it."""
    made: StanzaScene | None = vars(scene).get("as_stanza")
    if made is None:
        fields = (scene.view, scene.seat, scene.names, scene.choices, scene.say, scene.settings, scene.state)
        made = vars(scene)["as_stanza"] = StanzaScene(*fields)
    return made
