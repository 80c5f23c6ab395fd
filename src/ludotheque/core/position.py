"""`Position`: one moment of a game. It never changes; `play` gives a new one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ludotheque.contract.ending import Ending
from ludotheque.contract.lazy import lazy
from ludotheque.contract.phrases import Phrase
from ludotheque.contract.reading import shown, whole
from ludotheque.contract.scene import Same
from ludotheque.core.notebook import Ledger
from ludotheque.core.plies import Trail, plies_of, ply_of, trail_of
from ludotheque.core.words import words
from ludotheque.errors import BadText, IllegalAction, NotOver, UnknownName
from ludotheque.kernel.state import CHANCE, OVER, StateBase

if TYPE_CHECKING:
    from ludotheque.core.advice import Advice
    from ludotheque.core.game import Game
    from ludotheque.core.record import GameRecord

SPECTATOR = -1

Generator = tuple[int, ...] | None
"""The random numbers that deal further chance (`kernel/chance.py`); None: every chance event is asked for."""


class Position:
    """One moment of a game: whose turn, what is legal, what it would lead to, and why not."""

    def __init__(
        self, game: Game, state: StateBase, generator: Generator, trail: Trail = None, origin: StateBase | None = None
    ) -> None:
        self._game, self._state, self._generator, self._trail, self._origin = game, state, generator, trail, origin
        if trail is None:
            state.name_pieces()

    @classmethod
    def dealt(
        cls, game: Game, state: StateBase, generator: Generator, trail: Trail = None, origin: StateBase | None = None
    ) -> Position:
        """The position after all chance events that a generator decides (none: as it is)."""
        if generator is not None and state.to_act == CHANCE:
            random = list(generator)
            loops = game.edition.loops
            while state.to_act == CHANCE:
                outcome = loops.draw(state, random)
                loops.play(state, state.named(outcome))
                trail = (trail, ply_of(outcome, by_chance=True))
            generator = tuple(random)
        return cls(game, state, generator, trail, origin)

    # --- who and what -----------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._game

    @property
    def to_act(self) -> int | None:
        """The seat that decides; -1 for chance; None when the game is over."""
        return None if self._state.to_act == OVER else self._state.to_act

    @property
    def players(self) -> int:
        return self._state.players

    @property
    def phase(self) -> str:
        """What is asked, by the phase's name in the specification."""
        return str(self._game.edition.module("actions").PHASES[self._state.phase])

    @lazy
    def _legal(self) -> list[int]:
        actions = [0] * self._game.action_count
        return actions[: self._game.edition.loops.legal(self._state, actions)]

    def legal(self) -> list[int]:
        """The legal action ids, ascending; empty at chance and when the game is over."""
        return list(self._legal)

    def asked(self) -> range:
        """The action ids that the phase asks for, legal or not; empty if no seat is to act."""
        if self._state.to_act < 0:
            return range(0)
        rules = self._game.edition.rules
        return range(rules.first_action(self._state), rules.last_action(self._state) + 1)

    def outcomes(self) -> dict[int, Fraction]:
        """The possible outcomes of the chance event with their probabilities, else empty."""
        weights = self.weights()
        total = sum(weights.values())
        return {outcome: Fraction(w, total) for outcome, w in weights.items()}

    def weights(self) -> dict[int, int]:
        """The possible outcomes of the chance event, with whole numbers in the ratio of their probabilities."""
        if self._state.to_act != CHANCE:
            return {}
        rules, state = self._game.edition.rules, self._state
        return {n: weight for n in range(rules.outcome_count(state)) if (weight := rules.weight(state, n)) > 0}

    def why_not(self, action: int) -> str | None:
        """None for a legal action, else the number of the rule that forbids it."""
        number = self._game.edition.loops.why_not(self._state, self._known(action))
        return f"{self._game.about.PREFIX}{number}" if number else None

    def _known(self, action: int) -> int:
        last = self._game.action_count - 1
        known = action if type(action) is int else whole(action)
        if known is None or not 0 <= known <= last:
            raise UnknownName(f"There is no action {shown(action)}: the actions of {self._game.name} are 0 to {last}.")
        return known

    @lazy
    def secret(self) -> bool:
        """Whether several seats decide at the same time: nobody sees whose turn it is."""
        if self._state.to_act < 0 or self._game.about.PUBLIC:
            return False
        return self.hidden(None).to_act != self._state.to_act

    @lazy
    def asked_by(self) -> str:
        """The number of the rule that says what is asked now, or what chance is to do; "" if none does."""
        number = self._game.edition.rules.asked_by(self._state)
        return f"{self._game.about.PREFIX}{number}" if number else ""

    # --- playing ----------------------------------------------------------------------

    def play(self, choice: int) -> Position:
        """The position after a legal action, or after an outcome at a chance event."""
        choice = self._choice(choice)
        if rule := None if self._state.to_act == CHANCE else self.why_not(choice):
            raise IllegalAction(f"{rule}: {self._game.rule(rule)}", rule)
        return self.after(choice)

    def after(self, choice: int) -> Position:
        """As `play`, for a choice that is known to be legal: nothing is checked."""
        state = self._state.copy()
        self._game.edition.loops.play(state, state.named(choice))
        made = ply_of(choice, self._state.to_act == CHANCE)
        return Position.dealt(self._game, state, self._generator, (self._trail, made), self._origin)

    def sharing(self, before: Position) -> Position:
        """This position, sharing unchanged lists with an earlier one.

        A history of positions then takes a fraction of the memory. Neither position changes.
        """
        self._state.share_lists(before._state)
        return self

    def state(self) -> StateBase:
        """A copy of the state, for programs that run the rules themselves: searches and batches."""
        return self._state.copy()

    def record(self, seats: tuple[str, ...] = ()) -> GameRecord:
        """The record of the game up to here; `seats` are the names of the players."""
        from ludotheque.core.record import GameRecord

        start = None if self._origin is None else self._game.edition.module("position").write(self._origin)
        return GameRecord.made(self, start, plies_of(self._trail), seats)

    # --- points -----------------------------------------------------------------------

    def scores(self) -> list[int]:
        """The points of every seat so far; when the game is over the final ones."""
        return list(self._scores)

    @lazy
    def _scores(self) -> list[int]:
        return [self._game.edition.rules.score(self._state, seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The seats that no other seat is ahead of: the leaders, and in the end the winners."""
        return [seat for seat in range(self.players) if self.place(seat) == 1]

    def place(self, seat: int) -> int:
        """The place of a seat: 1 for a leader, else 1 more than the number of seats that are ahead of it."""
        ahead = self._game.edition.rules.ahead
        return 1 + sum(bool(ahead(self._state, other, seat)) for other in range(self.players))

    def ledger(self) -> Ledger:
        """For every seat where its points come from: (rule number, points), summing to its score."""
        made = Ledger([(line.partition(".")[0], points) for line, points in sheet] for sheet in self.score_sheet())
        made.game = self._game
        return made

    def score_sheet(self) -> list[list[tuple[str, int]]]:
        """As `ledger`, with the names of the lines of the score sheet (`about.LEDGER`)."""
        lines, entry = self._game.about.LEDGER, self._game.edition.rules.ledger
        sheets = []
        for seat in range(self.players):
            points = [(line, entry(self._state, seat, column)) for column, line in enumerate(lines)]
            sheets.append([(line, n) for line, n in points if n])
        return sheets

    def score_notes(self, language: str = "en", names: Sequence[str] = ()) -> list[str]:
        """Sentences that explain lines of the score sheet, such as shared prizes; for some games none."""
        notes = getattr(self._game.edition.module("notation"), "score_notes", None)
        return [words(self._game.name, language).say(note, names) for note in notes(self._state)] if notes else []

    def ending(
        self, language: str = "en", names: Sequence[str] = (), viewer: int | None = None, game: Sequence[Position] = ()
    ) -> Ending:
        """The winners, the reasons and the score sheet; `viewer` is the seat to address.

        `game` has all positions from the start to this one; without it the game is played again.
        """
        if self.to_act is not None:
            raise NotOver("The game is not over yet: its score sheet is filled in at the end.")
        from ludotheque.core.history import History

        states = [each._state for each in game or History.of(self.record(), self._game).positions]
        spoken = words(self._game.name, language)
        made: Ending = self._game.edition.module("ending").ending(
            states, lambda phrase: spoken.say(phrase, names), None if viewer is None else self._viewer(viewer)
        )
        return made

    # --- sight ------------------------------------------------------------------------

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            return SPECTATOR
        known = seat if type(seat) is int else whole(seat)
        if known is None or not 0 <= known < self.players:
            raise UnknownName(f"There is no seat {shown(seat)}: the seats are 0 to {self.players - 1}.")
        return known

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that a seat may know, ready for JSON; None is a spectator."""
        return self.seen(seat)[0]

    def seen(self, seat: int | None = None) -> tuple[dict[str, Any], StateBase]:
        """The view of a seat, and the state that it is of, which must not be changed."""
        state = self._state if self._game.about.PUBLIC else self.hidden(seat)
        return self._game.boxed(self._game.edition.module("position").view(state, self._viewer(seat))), state

    def hidden(self, seat: int | None = None) -> StateBase:
        """A copy of the state in which all that the seat may not know is blank; None is a spectator."""
        viewer, state = self._viewer(seat), self._state.copy()
        self._game.edition.module("sight").hide(state, viewer)
        state.blanked = vars(state) != vars(self._state)
        return state

    def redeal(self, seat: int | None, seed: int, deals: bool = True) -> Position:
        """A position that the seat cannot tell from this one, its hidden part drawn anew.

        It deals its further chance itself, from the same seed, or stops at every chance event.
        """
        viewer = self._viewer(seat)
        state, random = self._state.copy(), list(self._game.generator(seed) or ())
        self._game.edition.module("sight").redeal(state, viewer, random)
        return Position(self._game, state, tuple(random) if deals else None, origin=state)

    def advice(
        self,
        seconds: float | None = 1.0,
        *,
        iterations: int | None = None,
        seed: int = 0,
        threads: int = 1,
        lines: int = 0,
        all_open: bool = False,
    ) -> list[Advice]:
        """For the seat to act, each legal action with its estimated share of the victory, the best first.

        It knows what the seat may know, no more, unless all cards are open. With `lines` each of so many best actions
        gets a tenth of the tries at least, and tells its spread and the expected lead. A number of iterations and no
        time (None) always gives the same advice. Raises if no seat is to act, or without time.
        """
        # Players stand above positions: they are looked up when they are asked, as games are.
        bots = import_module("ludotheque.bots")
        wishes = {"iterations": iterations, "seed": seed, "threads": threads, "lines": lines, "all_open": all_open}
        found: list[Advice] = bots.advice(self, seconds, **wishes)
        return found

    # --- formats and words -------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The position in the game's position format."""
        return self._game.boxed(self._game.edition.module("position").write(self._state))

    def svg(self, seat: int | None = None, language: str = "en") -> str:
        """The table as a seat sees it (None: a spectator), as one picture."""
        from ludotheque.core.svg import picture

        return picture(self, seat, language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def notation(self, choice: int) -> str:
        """A short text for an action, or for an outcome at a chance event."""
        return self._texts()[self._choice(choice)]

    def parse(self, text: str) -> int:
        """The action or outcome that such a text means, in large or small letters."""
        folded = [known.casefold() for known in self._texts()]
        wanted = str(text).strip()
        if wanted.casefold() not in folded:
            raise BadText(f"{wanted!r} is not an action of {self._game.title()}.")
        return folded.index(wanted.casefold())

    def _texts(self) -> Sequence[str]:
        notes = self._game.edition.module("notation")
        texts: Sequence[str] = notes.outcome_texts(self._state) if self._state.to_act == CHANCE else notes.ACTION_TEXTS
        return texts

    def say(self, choice: int, language: str = "en", viewer: int | None = None, names: Sequence[str] = ()) -> str:
        """The choice in words: as the seat that makes it would say it or, if a `viewer` is given
        (a seat, or SPECTATOR), as that viewer may know it. With `names`, players are called by them."""
        return words(self._game.name, language).say(self.phrase(choice, viewer), names)

    def phrase(self, choice: int, viewer: int | None = None) -> Phrase:
        """The choice as a phrase; with a `viewer`, what it may know of it."""
        notes, state = self._game.edition.module("notation"), self._state
        secret = viewer is not None and not self.sees_choice(viewer)
        said: Phrase = notes.describe_secret(state) if secret else notes.describe(state, self._choice(choice))
        return said

    def question(self, language: str = "en") -> str:
        """What is asked now, in one sentence. Where it lists possibilities, it names only legal ones."""
        spoken = words(self._game.name, language)
        sentence, offers = str(spoken.find(f"phases.{self.phase}")), spoken.get(f"offers.{self.phase}", {})
        kinds = {phrase.key.partition(".")[2] for phrase in legal_phrases(Same(self)).values()} if offers else set()
        named = list(dict.fromkeys(text for kind, text in offers.items() if kind in kinds))
        if len(named) > 1:
            named = [spoken.find("offers.or").format(first=", ".join(named[:-1]), last=named[-1])]
        said = sentence.format(offers="".join(named))
        return said[:1].upper() + said[1:]

    def sees_choice(self, viewer: int) -> bool:
        """Whether a seat (or SPECTATOR) learns what is chosen now when it is chosen."""
        known = SPECTATOR if viewer == SPECTATOR else self._viewer(viewer)
        return self._game.about.PUBLIC or bool(self._game.edition.module("sight").sees_choice(self._state, known))

    def _choice(self, choice: int) -> int:
        if self._state.to_act != CHANCE:
            return self._known(choice)
        outcome = whole(choice)
        if outcome is None or outcome not in self.weights():
            # The possible outcomes are not listed: drawing a hidden card must not reveal the others.
            raise IllegalAction(f"The outcome {shown(choice)} cannot happen now.")
        return outcome

    # --- equality and copies --------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        origin = None if self._origin is None else self._origin.pack().tobytes()
        return _again, (self._game, self._state.pack().tobytes(), self._generator, plies_of(self._trail), origin)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._game == other.game and self._state.same(other._state)

    @lazy
    def _hash(self) -> int:
        return hash((self._game, self._state.content()))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Position of {self._game.name}: phase {self.phase}, to act {self.to_act}, scores {self.scores()}>"


@lru_cache(64)  # a new position is put into words several times
def legal_phrases(same: Same[Position]) -> dict[int, Phrase]:
    """The legal actions of a position as phrases."""
    return {action: same.thing.phrase(action) for action in same.thing.legal()}


def _again(game: Game, state: bytes, generator: Generator, plies: tuple[int, ...], origin: bytes | None) -> Position:
    """A position from what `__reduce__` wrote."""
    made = game.edition.state
    read = made.read(state)
    read.name_pieces()
    return Position(game, read, generator, trail_of(plies), None if origin is None else made.read(origin))
