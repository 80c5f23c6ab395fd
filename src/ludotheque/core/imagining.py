"""Positions from views: worlds that a viewer cannot tell from the real one."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ludotheque.contract.position_fields import HIDDEN
from ludotheque.core.position import SPECTATOR, Position
from ludotheque.errors import BadPosition
from ludotheque.kernel.chance import Random, random_below, stream
from ludotheque.kernel.state import StateBase

if TYPE_CHECKING:
    from ludotheque.core.game import Game

Fits = Callable[[StateBase], bool]


def imagine(game: Game, view: Mapping[str, Any], seed: int | None) -> Position:
    """A position with this view, its hidden part drawn. It deals further chance from the seed, or stops there (None).

    The view does not say whose it is, so every viewer is tried. The spectator comes first: a view that a seat and a
    spectator could both have shows no secret.
    """
    generator = game.generator(seed)
    random = stream(secrets.randbits(64)) if generator is None else list(generator)
    if game.about.PUBLIC:
        state = game.position(view).state()
    else:
        state = _filled(game, game.state_of(view, view=True), view, random)
    return Position(game, state, None if generator is None else tuple(random), origin=state)


def _filled(game: Game, blank: StateBase, view: Mapping[str, Any], random: Random) -> StateBase:
    """A state that fills the blanks, checked as every position is."""
    hide, write = game.edition.module("sight").hide, game.edition.module("position").view
    for viewer in sorted(range(SPECTATOR, blank.players), key=lambda seat: (seat != SPECTATOR, seat != blank.to_act)):

        def fits(state: StateBase, viewer: int = viewer) -> bool:
            seen = state.copy()
            hide(seen, viewer)
            return bool(write(seen, viewer) == view)

        try:
            worlds = list(_worlds(game, blank.copy(), viewer, fits, random))
        except (ArithmeticError, LookupError, ValueError):
            continue  # what is blank is not what this viewer may not know
        if worlds:
            return game.position(Position(game, worlds[random_below(random, len(worlds))], None).to_dict()).state()
    raise BadPosition("position", "it is not what a seat or a spectator sees of a game.")


def _worlds(game: Game, state: StateBase, viewer: int, fits: Fits, random: Random) -> Iterator[StateBase]:
    """Worlds that fill the blanks: one, or one for each seat that may be choosing in secret."""
    sight, loops = game.edition.module("sight"), game.edition.loops
    secret = state.to_act == HIDDEN
    if secret and hasattr(sight, "take_back"):
        sight.take_back(state)  # then all choose again, and the viewer as its view says
    sight.redeal(state, viewer, random)
    if fits(state):
        yield state.copy()
    actions = [0] * game.action_count
    while secret and state.to_act >= 0 and not sight.sees_choice(state, SPECTATOR):
        legal = actions[: loops.legal(state, actions)]
        choices = legal if state.to_act == viewer else [legal[random_below(random, len(legal))]]
        later = [_after(game, state, choice) for choice in choices]
        state = next(filter(fits, later), later[0])
        if fits(state):
            yield state.copy()


def _after(game: Game, state: StateBase, action: int) -> StateBase:
    after = state.copy()
    game.edition.loops.play(after, action)
    return after
