"""`replay` and `verify`: records of games, checked and told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.text import Text

import ludotheque
from ludotheque.cli import archiving
from ludotheque.cli.end import score_sheet
from ludotheque.cli.log import line
from ludotheque.cli.screen import answers, print_json
from ludotheque.cli.seats import HUMAN, seat_names
from ludotheque.cli.speech import CliSpeech, speech
from ludotheque.cli.table import table
from ludotheque.core.fair import Draws, clean_luck
from ludotheque.core.game import Game
from ludotheque.core.history import History, Ply
from ludotheque.core.position import Position
from ludotheque.core.record import GameRecord
from ludotheque.errors import Error

FINGERPRINT = 32  # digits of a commitment that a player must note: fewer can be met twice by trying


class SoundRecord:
    """A record that proved sound: its choices, its positions and the names at its table."""

    def __init__(self, file: Path, spoken: CliSpeech) -> None:
        self.record = GameRecord.load(file)
        self.game: Game = ludotheque.load(self.record.game)
        self.last: Position = self.record.verify(self.game)
        self.names = seat_names(self.game, [HUMAN] * self.record.players, self.record.seats, spoken)

    def to_json(self, language: str, plies: list[Ply], position: Position) -> dict[str, Any]:
        """The record as a program wants it: every ply with its notation and its sentence."""
        return {
            "game": self.record.game,
            "version": self.record.version,
            "players": self.record.players,
            "options": self.record.options,
            "names": list(self.names),
            "plies": [
                {
                    "ply": number,
                    "to_act": before.to_act,
                    "choice": choice,
                    "notation": before.notation(choice),
                    "sentence": before.say(choice, language),
                }
                for number, (before, choice) in enumerate(plies, start=1)
            ],
            "position": position.to_dict(),
            "scores": position.scores(),
            "winners": position.winners() if position.to_act is None else None,
            "sound": True,
        }


def replay(file: Path, ply: int | None, language: str, json: bool) -> None:
    """Tells a record line by line, up to a ply or to its end."""
    spoken = speech(language)
    told = SoundRecord(file, spoken)
    all_plies = len(told.record.plies)
    shown = all_plies if ply is None else ply
    if shown > all_plies:
        raise Error(spoken.say("replay.beyond", count=all_plies, ply=shown))
    plies = list(History.of(told.record, told.game).plies())
    position = plies[shown].position if shown < all_plies else told.last
    if json:
        print_json(told.to_json(language, plies[:shown], position))
        return
    console = answers()
    heading = spoken.say("replay.heading", title=told.game.title(language), players=told.record.players)
    console.print(Text(heading, "bold"))
    if told.record.start is not None:
        console.print(Text(spoken.say("replay.start"), "dim"))
    width = len(str(all_plies))
    for number, each in enumerate(plies[:shown], start=1):
        console.print(Text(f"{number:>{width}}  ", "dim") + line(each, told.names, spoken, viewer=None))
    if ply is not None:
        console.print(table(position, None, told.names, spoken))
        console.print(Text(spoken.say("replay.ply", ply=ply, count=all_plies), "dim"))
    console.print()
    if position.to_act is None:
        console.print(score_sheet(position, told.names, spoken))
    elif ply is None:
        console.print(Text(spoken.say("end.unfinished")))
    console.print(Text(spoken.say("replay.verified", count=all_plies), "dim"))


def verify(file: Path, fingerprint: str, luck: str, language: str, json: bool) -> None:
    """Says that a record is sound and its draws fair, or raises."""
    spoken = speech(language)
    if archiving.is_export(file):
        archiving.verify(file, spoken, json)
        return
    told = SoundRecord(file, spoken)
    draws = told.record.draws
    _check_noted(draws, fingerprint, luck, spoken)
    if json:
        proved = {} if draws is None else {"draws": len(draws.weights), "commitment": draws.commitment}
        print_json(
            {"game": told.record.game, "plies": len(told.record.plies), "over": told.last.to_act is None, "sound": True}
            | proved
        )
        return
    answers().print(Text(spoken.say("replay.verified", count=len(told.record.plies))))
    if draws is not None:
        answers().print(Text(spoken.say("replay.fair", count=len(draws.weights))))
        answers().print(Text(spoken.say("replay.compare", digest=draws.commitment)), soft_wrap=True)


def _check_noted(draws: Draws | None, fingerprint: str, luck: str, spoken: CliSpeech) -> None:
    """Raises unless the draws are those of the fingerprint and the luck that a player noted."""
    noted = "".join(fingerprint.split()).lower()
    if not noted and not luck:
        return
    if draws is None:
        raise Error(spoken.say("replay.no_proof"))
    if noted and len(noted) < FINGERPRINT:
        raise Error(spoken.say("replay.short_fingerprint", count=FINGERPRINT))
    if not draws.commitment.startswith(noted):
        raise Error(spoken.say("replay.other_fingerprint", digest=draws.commitment))
    if luck and clean_luck(luck) not in draws.luck:
        raise Error(spoken.say("replay.other_luck"))
