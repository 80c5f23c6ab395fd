"""A piece of a study: some games of a setting, played and counted. Its result depends on the piece alone."""

from __future__ import annotations

import functools
import importlib
from typing import Any, NamedTuple

import numpy as np

import ludotheque
from ludotheque.bots import Player, Sight, player
from ludotheque.contract.reading import shown, whole
from ludotheque.errors import Error
from ludotheque.kernel.chance import WORD
from ludotheque.kernel.edition import Edition
from ludotheque.study.subject import Setting, column_count, columns, sheet
from ludotheque.study.tally import Games, Tally, tally

RANDOM = "random"
COMPILED_PIECE, WATCHED_PIECE = 4096, 8  # games a piece; random games are thousands of times faster


class Piece(NamedTuple):
    """The games first..last-1 of a setting."""

    setting: Setting
    number: int  # the setting's number in the study
    first: int
    last: int
    seed: int


def pieces(settings: list[Setting], games: int, seed: int) -> list[Piece]:
    """The pieces of a study; any process on any machine can play any of them."""
    for what, given, least in (("games", games, 1), ("seed", seed, 0)):
        if (known := whole(given)) is None or not least <= known <= WORD:
            raise Error(f"The {what} of a study must be {least} to {WORD}, not {shown(given)}.")
    found = []
    for number, setting in enumerate(settings):
        size = COMPILED_PIECE if set(setting.bots) == {RANDOM} else WATCHED_PIECE
        found += [Piece(setting, number, at, min(at + size, games), seed) for at in range(0, games, size)]
    return found


def work(piece: Piece) -> Tally:
    """Plays the games of a piece and counts them. The counts are the same on any machine."""
    random = set(piece.setting.bots) == {RANDOM}
    return tally(random_games(piece) if random else watched_games(piece), len(piece.setting.bots))


def _empty(piece: Piece) -> Games:
    games, seats = piece.last - piece.first, piece.setting.players
    lines, choices = len(sheet(piece.setting.game)), column_count(piece.setting.game)
    return Games(
        bots=np.array([piece.setting.seats(number) for number in range(piece.first, piece.last)], np.int64),
        decisions=np.zeros(games, np.int64),
        wins=np.zeros((games, seats), np.int64),
        behind=np.zeros((games, seats), np.int64),
        ledgers=np.zeros((games, seats, lines), np.int64),
        chosen=np.zeros((games, seats, max(choices, 1)), np.int8),
    )


@functools.cache
def watching_of(edition: Edition) -> Any:
    """The loops of a study for an edition's rules."""
    made = importlib.import_module(f"{edition.root}.study.watching.loops").make_watching
    return made(edition.rules, edition.loops)


def random_games(piece: Piece) -> Games:
    """Random games on compiled rules, the same as those of `kernel.batch.random_games`."""
    setting, found = piece.setting, _empty(piece)
    game = ludotheque.load(setting.game)
    start = game.start(setting.players, None, **dict(setting.options)).state().pack()
    generator = np.array([piece.seed & WORD, 0, 0], np.int64)
    watching_of(game.compiled).run(
        start, np.zeros_like(start), piece.first, piece.last, generator, np.zeros(game.action_count, np.int64),
        columns(setting.game), found.decisions, found.wins, found.behind, found.ledgers, found.chosen,
    )  # fmt: skip
    return found


def watched_games(piece: Piece) -> Games:
    """Games between bots."""
    found = _empty(piece)
    for row, number in enumerate(range(piece.first, piece.last)):
        _watch(piece, number, row, found)
    return found


def _watch(piece: Piece, number: int, row: int, found: Games) -> None:
    """Plays one game between bots and writes its row."""
    setting, counted = piece.setting, columns(piece.setting.game)
    game = ludotheque.load(setting.game)
    seed = piece.seed << 32 | number
    position = game.start(setting.players, seed, **dict(setting.options))
    phases = game.edition.module("actions").PHASES
    bots: list[Player] = [
        player(setting.bots[bot], seed * setting.players + seat) for seat, bot in enumerate(setting.seats(number))
    ]
    while (seat := position.to_act) is not None:
        action = bots[seat].choose(Sight.of(position))
        column = counted[phases.index(position.phase), action]
        if column >= 0:
            found.chosen[row, seat, column] = 1
        position = position.play(action)
        found.decisions[row] += 1
    end, lines = position.state(), len(sheet(setting.game))
    watching_of(game.edition).note_end(end, found.wins[row], found.behind[row], found.ledgers[row], lines)
