"""The log: what happened, a line a choice, as one viewer may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.text import Text

from ludotheque.cli.speech import CliSpeech
from ludotheque.cli.table import seat_style
from ludotheque.core.history import Ply
from ludotheque.kernel.state import CHANCE

FEW = 4  # chance events in a row that are still told one by one


def log(plies: Iterable[Ply], names: Sequence[str], speech: CliSpeech, viewer: int) -> Iterator[Text]:
    """The lines of some choices; long runs of chance events become one line."""
    for by_chance, group in groupby(plies, key=lambda ply: ply.position.to_act == CHANCE):
        run = list(group)
        if by_chance and len(run) > FEW:
            yield Text(speech.say("play.chance", count=len(run)), "dim")
            continue
        for ply in run:
            yield line(ply, names, speech, viewer)


def line(ply: Ply, names: Sequence[str], speech: CliSpeech, viewer: int | None) -> Text:
    """One choice as a viewer may know it; None: in the words of the seat that made it."""
    position, choice = ply
    sentence = position.say(choice, speech.language, viewer, names)
    seat = position.to_act
    if seat is None or seat == CHANCE:
        return Text(speech.say("play.said", name=speech.say("replay.chance"), sentence=sentence), "dim")
    told_of = sentence.startswith(names[seat])  # "Ann has chosen"
    said = Text(sentence if told_of else speech.say("play.said", name=names[seat], sentence=sentence))
    said.stylize(seat_style(seat), 0, len(names[seat]))
    return said
