"""Reading positions of La Stanza: every piece must be somewhere, once, and the game able to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.contract.reading import JsonReader

from ...kernel.state import CHANCE, OVER
from .actions import FINISHED, ORDER, PHASES, REFILL, SETUP
from .box import (
    ARTWORKS,
    BOOKS,
    CHARACTERS,
    COLOURS,
    COVER_TILES,
    COVERS,
    DISCIPLINES,
    DISCS,
    LAST_SPACE,
    LETTERS,
    MASTERPIECES,
    PATRON,
    PER_COLOUR,
    PER_DISCIPLINE,
    PLAYERS,
    RECRUITS,
    ROUNDS,
    SHELF,
    SPACES,
    STARTING,
    TILE_CODES,
    WORKERS,
)
from .position_checks import check
from .position_pending import read_pending
from .state import AWAY, CLOSED, EMPTY, FREE, NONE, ON_GRID, OUT, State

LAST_TURNS = (None, "A", "B", "C")
MOST_FLORINS = 10_000  # far beyond any game; keeps numbers within the state's fields

KEYS = (
    "game", "version", "players", "options", "to_act", "phase", "refills", "last_turn", "board", "pile", "discard",
    "removed", "grid", "masterpieces", "art_stock", "helper_stock", "seats", "pending",
)  # fmt: skip
SEAT_KEYS = (
    "money", "figure", "ship", "helpers", "discs", "workers", "patron_flipped", "recruits", "books", "artworks",
    "bonus_tiles", "passing_place",
)  # fmt: skip


def read(s: State, d: Mapping[str, Any]) -> None:
    """Puts the position into a state for which `begin` was called; raises BadPosition."""
    top = JsonReader(d)
    top.only(*KEYS)
    read_turn(s, top)
    s.board[1:] = read_track(top, "board", SPACES - 1)
    top.unless(PATRON not in s.board, "board", "a patron cannot be there.")
    s.owner[:] = [OUT] * len(TILE_CODES)
    read_bonus_tiles(s, top, "grid", ON_GRID)
    read_masterpieces(s, top.object("masterpieces"))
    seats = top.items("seats", s.players)
    for p in range(s.players):
        read_seat(s, p, seats.object(str(p)))
    read_piles(s, top)
    read_pending(s, top)
    check(s, top)


# --- Whose turn -----------------------------------------------------------------------------------


def read_turn(s: State, top: JsonReader) -> None:
    """Whose turn it is, which phase, which refill and last turn. (L28, L80, L82)"""
    s.phase = top.choice("phase", PHASES)
    if s.phase == FINISHED:
        top.choice("to_act", (None,))
        s.to_act, s.turn = OVER, NONE
    elif s.phase in (SETUP, REFILL):
        s.to_act = top.number("to_act", CHANCE, CHANCE)
    else:
        s.to_act = s.turn = top.number("to_act", 0, s.players - 1)
    rounds = ROUNDS[s.players]
    s.refills = top.number("refills", 0, rounds)
    s.last_turn = top.choice("last_turn", LAST_TURNS)
    top.unless(s.last_turn == 0 or s.refills == rounds, "last_turn", f"it begins after refill {rounds} (L80).")
    if s.phase == FINISHED:
        top.unless(LAST_TURNS[s.last_turn] == "C", "last_turn", "it must be C when the game is over.")
    elif s.phase == REFILL:
        top.unless(s.refills < rounds, "refills", f"there are only {rounds} refills (L28).")


# --- The table ------------------------------------------------------------------------------------


def read_track(reader: JsonReader, key: str, length: int) -> list[int]:
    """The tiles of the board or of a track."""
    items = reader.items(key, length)
    return [items.choice(str(i), CHARACTERS) if items.has(str(i)) else EMPTY for i in range(length)]


def read_counts(reader: JsonReader, key: str, names: Sequence[str], most: int) -> list[int]:
    """A number for every name."""
    counts = reader.object(key)
    counts.only(*names)
    return [counts.number(name, 0, most) for name in names]


def read_bonus_tiles(s: State, reader: JsonReader, key: str, owner: int) -> None:
    """The bonus tiles of the grid or of a seat, each lying in one place only."""
    items = reader.items(key, most=len(TILE_CODES))
    for i in range(len(items.value)):
        tile = items.choice(str(i), TILE_CODES)
        items.unless(s.owner[tile] == OUT, str(i), "this tile is somewhere else already.")
        s.owner[tile] = owner


def read_masterpieces(s: State, rooms: JsonReader) -> None:
    """Pillars and cover tiles. (L11, L53)"""
    rooms.only(*LETTERS)
    owners = (None, "closed", *range(s.players))
    for d, letter in enumerate(LETTERS):
        room = rooms.object(letter)
        room.only(*MASTERPIECES)
        found = [room.choice(name, owners) for name in MASTERPIECES]
        s.masterpiece[d] = [(FREE, CLOSED)[i] if i < 2 else i - 2 for i in found]
        for p in range(s.players):
            rooms.unless(s.masterpiece[d].count(p) <= 1, letter, f"seat {p} has more than one pillar there (L53).")
        covered = s.masterpiece[d].count(CLOSED)
        needed = 0 if s.players == PLAYERS else 1
        rooms.unless(
            covered == needed or (covered == 0 and s.phase == SETUP),
            letter, f"{needed} of its spaces must be closed (L11).",
        )  # fmt: skip
        room.unless(CLOSED not in s.masterpiece[d][COVERS:], MASTERPIECES[COVERS], "it is never closed (L11).")
    for m in range(COVERS):
        covered = sum(s.masterpiece[d][m] == CLOSED for d in range(DISCIPLINES))
        at_most = COVER_TILES[m]
        rooms.unless(covered <= at_most, LETTERS[-1], f"at most {at_most} spaces {MASTERPIECES[m]} are closed (L11).")


def read_piles(s: State, top: JsonReader) -> None:
    """Piles and stocks: what is neither on the table nor with a player. (Conservation, part 9)"""
    s.discard[:] = read_counts(top, "discard", LETTERS, PER_DISCIPLINE)
    tiles = s.board + [tile for p in range(s.players) for tile in s.workers[p] + s.recruits[p]]
    on_tracks = [tiles.count(d) for d in range(DISCIPLINES)]
    read_rest(top, "pile", LETTERS, s.pile, PER_DISCIPLINE, [a + b for a, b in zip(on_tracks, s.discard, strict=True)])
    if s.phase in (SETUP, ORDER):
        read_rest(top, "removed", LETTERS, s.removed, 0, [0] * DISCIPLINES)
    else:
        starters = [tiles.count(STARTING + d) for d in range(DISCIPLINES)]
        read_rest(top, "removed", LETTERS, s.removed, s.players, starters)
    read_rest(top, "art_stock", ARTWORKS, s.art_stock, s.players, [sum(n) for n in zip(*s.artworks, strict=True)])
    read_rest(top, "helper_stock", COLOURS, s.helper_stock, PER_COLOUR, [sum(n) for n in zip(*s.helpers, strict=True)])


def read_rest(
    top: JsonReader, key: str, names: Sequence[str], rest: list[int], of_each: int, elsewhere: list[int]
) -> None:
    """What is left of so many of each; may be left out, but if it is there it must be right."""
    for i, name in enumerate(names):
        top.unless(elsewhere[i] <= of_each, key, f"there are {elsewhere[i]} of {name} elsewhere, not up to {of_each}.")
        rest[i] = of_each - elsewhere[i]
    if top.has(key):
        found = read_counts(top, key, names, of_each)
        top.unless(found == rest, key, f"it must be {dict(zip(names, rest, strict=True))}.")


# --- Seats ----------------------------------------------------------------------------------------


def read_seat(s: State, p: int, seat: JsonReader) -> None:
    """Everything that belongs to one seat."""
    seat.only(*SEAT_KEYS)
    s.money[p] = seat.number("money", 0, MOST_FLORINS)
    s.ship[p] = seat.number("ship", 0, LAST_SPACE)
    s.place[p] = seat.number("passing_place", 1, s.players) if seat.has("passing_place") else 0
    if s.place[p]:
        seat.choice("figure", (None,))
        s.figure[p] = AWAY
    else:
        s.figure[p] = seat.number("figure", 0, SPACES - 1)
    s.helpers[p][:] = read_counts(seat, "helpers", COLOURS, PER_COLOUR)
    s.workers[p][:] = read_track(seat, "workers", WORKERS)
    seat.unless(s.workers[p].count(PATRON) == 1, "workers", 'there must be one patron "Pt".')
    s.recruits[p][:] = read_track(seat, "recruits", RECRUITS)
    seat.unless(PATRON not in s.recruits[p], "recruits", "the patron is a worker.")
    s.flipped[p] = int(seat.flag("patron_flipped"))
    books = seat.object("books")
    books.only(*(LETTERS[d] for d in BOOKS))
    s.books[p][:] = [books.number(LETTERS[d], 0, SHELF) for d in BOOKS]
    s.artworks[p][:] = read_counts(seat, "artworks", ARTWORKS, s.players)
    read_bonus_tiles(s, seat, "bonus_tiles", p)
    read_discs(s, p, seat.object("discs"))


def read_discs(s: State, p: int, discs: JsonReader) -> None:
    """Discs in the supply and in the Religion room; the others lie on the grid."""
    discs.only("supply", *LETTERS)
    s.discs[p][:] = [discs.number(letter, 0, DISCS) for letter in LETTERS]
    s.supply[p] = DISCS - s.owner.count(p) - sum(s.discs[p])
    discs.unless(s.supply[p] >= 0, "supply", f"the slots and the grid hold more than {DISCS} discs.")
    if discs.has("supply"):
        discs.number("supply", s.supply[p], s.supply[p])
