"""`play`: sets the table as the command line says, and clears it whatever happens."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

import ludotheque
from ludotheque.cli.match import Match
from ludotheque.cli.options import read_options
from ludotheque.cli.play import Conversation, Quit
from ludotheque.cli.saving import refuse_unwritable
from ludotheque.cli.screen import answers
from ludotheque.cli.seats import HUMAN, seat_kinds, seat_names
from ludotheque.cli.speech import speech
from ludotheque.errors import Error

SEEDS = 1_000_000  # short enough to be typed again


def play(
    name: str,
    players: int | None,
    kinds: Sequence[str],
    names: str,
    seed: int | None,
    options: Sequence[str],
    language: str,
    save: Path | None,
    load: Path | None,
) -> None:
    """Plays a new game, or goes on with a saved one."""
    spoken, game = speech(language), ludotheque.load(name)
    if save is not None:
        refuse_unwritable(save)
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    given = tuple(part.strip() for part in names.split(",") if part.strip())
    if load is not None:
        if players is not None or options:
            raise Error("A saved game brings its own number of players and options.")
        record = ludotheque.GameRecord.load(load)
        match = Match.resume(record, game, seed)
        kinds = seat_kinds(game, record.players, kinds, spoken)
        given = given or record.seats
    else:
        kinds = seat_kinds(game, players, kinds, spoken)
        match = Match.start(game, len(kinds), seed, read_options(game, len(kinds), options))
    if HUMAN in kinds and sys.stdin is None:
        raise Error("Nobody can type: standard input is closed.")
    console = answers()
    conversation = Conversation(match, kinds, seat_names(game, kinds, given, spoken), spoken, console, seed, save)
    console.print(Text(spoken.say("play.seed", seed=seed), "dim"))
    if load is not None:
        console.print(Text(spoken.say("play.resumed", count=match.begun), "dim"))
    try:
        conversation.run()
    except (Quit, EOFError, KeyboardInterrupt):
        console.print()
        console.print(Text(spoken.say("play.farewell")))
    finally:
        if save is not None:
            conversation.save(save)
