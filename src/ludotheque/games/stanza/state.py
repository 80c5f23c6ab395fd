"""The state of a game of La Stanza: everything is public."""

from __future__ import annotations

from ...kernel.state import StateBase, field
from . import box

EMPTY = -1  # no tile there
NONE = -1  # nothing chosen, nobody
ON_GRID, OUT = -1, -2  # instead of the owner of a bonus tile
FREE, CLOSED = -1, -2  # instead of the owner of a masterpiece
AWAY = -1  # the figure of a player who has passed out

PENDING = 2  # effects at most: those of a book, on top of the books still to be written


class State(StateBase):
    """One game. Disciplines and helper colours are 0..4 = D L R A P, books 0..3 = D R A P."""

    people: tuple[tuple[int, ...], ...] | None = None  # the pile, by discipline (characters.py); not for the rules

    to_act: int = field("i8")  # a seat, CHANCE or OVER
    phase: int = field("i8")  # actions.PHASES
    players: int = field("i8")
    experienced: int = field("i8")  # the option
    expert: int = field("i8")  # the option
    laid: int = field("i8")  # chance events of the set-up so far (with `experienced` the first are left out)
    turn: int = field("i8")  # the seat whose turn it is, also while chance acts; NONE when the game is over
    refills: int = field("i8")
    last_turn: int = field("i8")  # 0, then 1, 2, 3 = A, B, C
    apart: int = field("i8")  # the disciplines of the starting tiles that a refill has set apart, a bit each (L25)

    # What has been chosen so far in this turn; NONE or 0 as soon as it is done.
    discipline: int = field("i8")  # the discipline that is activated
    filled: int = field("i8")  # worker slots filled in this activation, a bit each
    recruit: int = field("i8")  # recruitment slot of the character to hire
    added: int = field("i8")  # strength from discs and TR4
    paid3: int = field("i8")  # TR4 is used
    tile: int = field("i8")  # bonus tile to be paid
    space: int = field("i8")  # space of the character to be taken by TD4

    # Effects not yet finished, innermost last (rules/effects.py).
    depth: int = field("i8")
    effect: list[int] = field("i1", PENDING)  # the phase that asks for it: BOOK, DISC or HELPER
    left: list[int] = field("i1", PENDING)  # how many are still to come
    used: list[int] = field("i1", PENDING)  # choices already made in it, a bit each

    board: list[int] = field("i1", box.SPACES)  # tiles; never one on space 0
    pile: list[int] = field("i1", box.DISCIPLINES)
    discard: list[int] = field("i1", box.DISCIPLINES)
    removed: list[int] = field("i1", box.DISCIPLINES)  # starting tiles
    owner: list[int] = field("i1", box.TILES)  # owner of each bonus tile: a seat, ON_GRID or OUT
    masterpiece: list[list[int]] = field("i1", box.DISCIPLINES, box.MASTERPIECE_SPACES)  # a seat, FREE or CLOSED
    art_stock: list[int] = field("i1", box.KINDS)
    helper_stock: list[int] = field("i1", box.DISCIPLINES)

    money: list[int] = field("i2", box.PLAYERS, seats=True)
    ship: list[int] = field("i1", box.PLAYERS, seats=True)  # space of the money track
    figure: list[int] = field("i1", box.PLAYERS, seats=True)  # space of the movement track, or AWAY
    helpers: list[list[int]] = field("i1", box.PLAYERS, box.DISCIPLINES, seats=True)
    supply: list[int] = field("i1", box.PLAYERS, seats=True)  # discs
    discs: list[list[int]] = field("i1", box.PLAYERS, box.DISCIPLINES, seats=True)  # discs in the Religion room
    workers: list[list[int]] = field("i1", box.PLAYERS, box.WORKERS, seats=True)  # tiles, the patron among them
    recruits: list[list[int]] = field("i1", box.PLAYERS, box.RECRUITS, seats=True)
    flipped: list[int] = field("i1", box.PLAYERS, seats=True)  # the patron shows -5 PP
    books: list[list[int]] = field("i1", box.PLAYERS, box.BOOK_COLOURS, seats=True)
    artworks: list[list[int]] = field("i1", box.PLAYERS, box.KINDS, seats=True)
    place: list[int] = field("i1", box.PLAYERS, seats=True)  # passing place 1, 2, ..; 0 = has not passed out

    def named(self, choice: int) -> int:
        from .characters import named  # it imports rules, and they import this module

        return named(self, choice)

    def name_pieces(self) -> None:
        from .characters import name_pieces

        name_pieces(self)
