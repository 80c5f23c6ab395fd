"""Seats on the table: the one nearby, whose things are drawn large, colours, and the Friendly Troupes."""

from __future__ import annotations

from ludotheque.contract.drawing import say, seat_shape
from ludotheque.contract.scene import Scene

from ..actions import OPPONENT
from .forecasts import pending


def near(scene: Scene) -> int:
    """The seat whose things lie before the viewer: the viewer's own, or for a spectator the first."""
    return 0 if scene.seat is None else scene.seat


def sealed_city(scene: Scene) -> int | None:
    """The City that the seat nearby has chosen in secret; None before that and after the reveal."""
    chosen = pending(scene.view, "travel") if scene.view["phase"] == "travel" else None
    city: int | None = chosen[near(scene)] if chosen else None
    return city


def friend_colour(seat: int) -> int:
    """The colour of a Friendly Troupe: one that no player has. (F100)"""
    return seat + 2


def friend_name(scene: Scene, seat: int) -> str:
    """How a Friendly Troupe is called."""
    return say(scene, "friends_of", name=scene.names[seat])


def opponent_action(scene: Scene, seat: int) -> int | None:
    """The action that names another seat, or None for the viewer's own and for spectators."""
    if scene.seat is None or seat == scene.seat:
        return None
    return OPPONENT + (seat - scene.seat) % len(scene.names) - 1


def lead(scene: Scene) -> int | None:
    """The seat that leads this turn; none does before the first. (F7)"""
    return (scene.view["turn"] - 1) % len(scene.names) if scene.view["turn"] else None


def shape(colour: int, x: float, y: float, size: float) -> str:
    """The shape of a colour, which stands for its player."""
    return seat_shape("fb-shape", colour, x, y, size)
