"""Playing in the terminal: people at one keyboard, and bots."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.bots import Sight
from ludotheque.bots.names import is_guest
from ludotheque.cli.choices import choices, numbered
from ludotheque.cli.end import score_sheet
from ludotheque.cli.log import log
from ludotheque.cli.match import Match
from ludotheque.cli.saving import refuse_unwritable
from ludotheque.cli.screen import ended_by_interrupt
from ludotheque.cli.seats import HUMAN, seat_bots
from ludotheque.cli.speech import CliSpeech
from ludotheque.cli.table import table
from ludotheque.core.history import Barrier
from ludotheque.core.position import SPECTATOR
from ludotheque.core.words import words
from ludotheque.errors import BadText, Error

HELP = "?"
LONG = 40  # letters of a typed text that are repeated in an answer
CLEAR_SCROLLBACK = "\x1b[3J"
COMMANDS = ("undo", "save", "quit")  # understood in every language, beside that language's own words
QUIT = "q"  # for short, unless it is a choice of the game


class Quit(Exception):
    """A person has had enough."""


class Conversation:
    """A match played by people at this terminal and by bots."""

    def __init__(
        self,
        match: Match,
        kinds: Sequence[str],
        names: tuple[str, ...],
        speech: CliSpeech,
        console: Console,
        seed: int,
        kept: Path | None = None,
    ) -> None:
        self.match = match
        self.names = names
        self.speech = speech
        self.console = console
        self.people = {seat for seat, kind in enumerate(kinds) if kind == HUMAN}
        self._bots = seat_bots(kinds, seed)
        self._guests = {seat for seat, kind in enumerate(kinds) if is_guest(kind)}
        self._kept = kept  # where the game is saved when it stops
        self._told = dict.fromkeys([*self.people, SPECTATOR], match.begun)
        self._at_keyboard: int | None = None
        self._secrets = False  # whether the screen has shown something that not everybody may know

    # --- the course of the game ------------------------------------------------------------

    def run(self) -> None:
        """Plays to the end of the game; raises Quit when a person stops before."""
        while (seat := self.match.position.to_act) is not None:
            if seat in self.people:
                self._decide(seat)
            else:
                self.match.play(self._bot_choice(seat))
                if not self.people:
                    self._tell(SPECTATOR)
        self._end()

    def _bot_choice(self, seat: int) -> int:
        bot, sight = self._bots[seat], Sight.of(self.match.position)
        if seat not in self._guests:
            return bot.choose(sight)
        if self._kept is not None:
            self._write(self._kept)
        with ended_by_interrupt():
            return bot.choose(sight)

    def _end(self) -> None:
        """Shows the last plies, the table as everybody may see it, and the score sheet."""
        if len(self.people) > 1:
            self._told[SPECTATOR] = max(self._told.values())
            if self._secrets and self._interactive():
                self._clear()
        self._tell(next(iter(self.people)) if len(self.people) == 1 else SPECTATOR)
        self._show(table(self.match.position, None, self.names, self.speech))
        self._show("", score_sheet(self.match.position, self.names, self.speech))

    def _decide(self, seat: int) -> None:
        self._hand_over(seat)
        self._tell(seat)
        position = self.match.position
        self._show("", table(position, seat, self.names, self.speech), "")
        self._show(Text(position.question(self.speech.language), "bold"))
        self._show(choices(position, self.names, self.speech, self.console.width))
        while self.match.position is position:
            self._obey(seat, self._read(self.speech.say("play.prompt", name=self.names[seat])))

    def _hand_over(self, seat: int) -> None:
        """Hides the screen of one person from the next, in a game with hidden things."""
        position = self.match.position
        self._secrets = self._secrets or position.view(seat) != position.view(None)
        before, self._at_keyboard = self._at_keyboard, seat
        if len(self.people) == 1 or before == seat or not self._secrets:
            return
        if self._interactive():
            self._clear()
            self._read(self.speech.say("play.hand_over_enter", name=self.names[seat]))
            self._clear()
        else:
            self._show(Text(self.speech.say("play.hand_over", name=self.names[seat]), "bold"))

    def _tell(self, viewer: int) -> None:
        """What has happened since this viewer last looked, but for the viewer's own decisions."""
        plies = list(self.match.history.plies(self._told[viewer]))
        if viewer != SPECTATOR:
            plies = [moment for moment in plies if moment.position.to_act != viewer]
        self._show(*log(plies, self.names, self.speech, viewer))
        self._told[viewer] = len(self.match.history.choices)

    # --- what a person types ---------------------------------------------------------------

    def _obey(self, seat: int, text: str) -> None:
        """Does what was typed: a command, a choice, or a sentence that says why not."""
        word, _, rest = text.partition(" ")
        named = {self.speech.say(f"commands.{name}"): name for name in COMMANDS} | {name: name for name in COMMANDS}
        command = named.get(word.casefold())
        if not text:
            return
        if text == HELP:
            self._show(help_lines(self.speech, self.match.position.game.rules()[0]))
        elif text.startswith(HELP):
            self._explain(text[len(HELP) :].strip())
        elif command == "quit" and not rest:
            raise Quit
        elif command == "undo" and not rest:
            self._undo(seat)
        elif command == "save":
            self._save(rest.strip())
        else:
            self._choose(text)

    def _choose(self, text: str) -> None:
        """Plays what was typed, by number or by short text, or says which rule forbids it."""
        position = self.match.position
        numbers = {str(number): action for number, action in numbered(position).items()}
        if (number := text.lstrip("0") or "0") in numbers:
            self.match.play(numbers[number])
            return
        try:
            action = position.parse(text)
        except BadText:
            if text.casefold() == QUIT:
                raise Quit from None
            self._refuse("number" if text.isdecimal() else "unknown", position.asked_by, text=shortened(text))
            return
        if rule := position.why_not(action):
            self._refuse("illegal", rule)
        else:
            self.match.play(action)

    def _refuse(self, key: str, rule: str, **gaps: int | str) -> None:
        sentence = self.match.position.game.rule(rule, self.speech.language)
        self._show(Text(self.speech.say(f"refused.{key}", rule=rule, sentence=sentence, **gaps), "red"))

    def _explain(self, name: str) -> None:
        """What the game says of a rule, a card or a tile."""
        texts = words(self.match.position.game.name, self.speech.language).explain(name)
        if texts:
            self._show(Text(f"{name}: {' – '.join(texts)}"))
        else:
            self._show(Text(self.speech.say("refused.nothing", text=shortened(name)), "red"))

    def _undo(self, seat: int) -> None:
        undone = self.match.undo(seat, self.people)
        if isinstance(undone, Barrier):
            name = "" if undone.seat is None else self.names[undone.seat]
            self._show(Text(self.speech.say(f"refused.undo_{undone.reason}", name=name), "red"))
            return
        self._told = {viewer: min(told, len(self.match.history.choices)) for viewer, told in self._told.items()}
        sentence = undone.position.say(undone.choice, self.speech.language, names=self.names)
        self._show(Text(self.speech.say("play.undone", sentence=sentence)))

    def _save(self, file: str) -> None:
        if not file:
            self._show(Text(self.speech.say("refused.save_where"), "red"))
            return
        try:
            self.save(Path(file))
        except Error as problem:
            self._show(Text(str(problem), "red"))

    def save(self, path: Path) -> None:
        """Writes the record of the game up to now."""
        self._write(path)
        self.console.print(Text(self.speech.say("play.saved", file=str(path)), "dim"), soft_wrap=True)

    def _write(self, path: Path) -> None:
        refuse_unwritable(path)
        self.match.position.record(self.names).save(path)

    # --- the terminal ----------------------------------------------------------------------

    def _interactive(self) -> bool:
        return sys.stdin.isatty() and self.console.is_terminal

    def _clear(self) -> None:
        """Clears the screen, and what could be scrolled back to."""
        self.console.clear()
        self.console.file.write(CLEAR_SCROLLBACK)

    def _read(self, prompt: str) -> str:
        """A line from the keyboard, or from a script, which is then shown like one that was typed."""
        if self._interactive():
            return self.console.input(Text(prompt, "bold")).strip()
        try:
            typed = sys.stdin.readline()
        except OSError as problem:
            raise Error(f"Standard input cannot be read: {problem.strerror or problem}.") from None
        self._show(Text(prompt + typed.strip(), "bold"))
        if not typed:
            raise EOFError
        return typed.strip()

    def _show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)


def shortened(text: str) -> str:
    """What was typed, as far as it is worth repeating."""
    return text if len(text) <= LONG else f"{text[:LONG]}…"


def help_lines(speech: CliSpeech, rule: str) -> Table:
    """What can be typed, with the number of a rule as an example."""
    grid = Table.grid(padding=(0, 2))
    grid.add_row(Text("1, 2, 3 …", "bold"), speech.say("help.choose"))
    for name in ("rule", "undo", "save", "quit"):
        grid.add_row(Text(speech.say(f"help.{name}"), "bold"), speech.say(f"help.{name}_sentence", number=rule))
    return grid
