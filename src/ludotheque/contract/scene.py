"""Scenes and panels: what a board is given, and what it draws.

A board (`games/<game>/board.py`) is a pure function from a scene to panels. A panel is one
picture, such as a palace or the money track: pages lay panels out by the game's `board.css`,
which can reorder them on a phone; a notebook gets them composed into one picture.

Between two decisions little changes, so a board draws its panels in pieces, such as a window or
a card. A piece is a function of a few hashable values, among them a pen for its words; it is drawn
once for the same values, and a page is sent again only the pieces that are new. A panel may be drawn
once for the same scene, too: then it is shown only that part of the scene that it is about.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from ludotheque.contract.phrases import Phrase

Values = ParamSpec("Values")
Thing = TypeVar("Thing")

PLAIN = "plain"  # a setting: without what a choice would bring, which a page asks for when somebody points at one
PIECES = 1 << 13  # that are kept of each kind: most are about a kilobyte long
PANELS = 1 << 12  # likewise


def piece(draw: Callable[Values, str]) -> Callable[Values, str]:
    """Draws a piece once for the same values: all that it depends on must be among them, and hashable."""
    return cast("Callable[Values, str]", functools.lru_cache(PIECES)(draw))


def drawn_once(draw: Callable[Concatenate[Scene, Values], Panel]) -> Callable[Concatenate[Scene, Values], Panel]:
    """Draws a panel once for the same scene and values; the scene should hold no more than it is about.

    Where something is asked no two scenes are alike: that is always drawn.
    """
    kept = cast("Callable[Concatenate[Scene, Values], Panel]", functools.lru_cache(PANELS)(draw))

    @functools.wraps(draw)
    def drawn(scene: Scene, /, *values: Values.args, **more: Values.kwargs) -> Panel:
        return (draw if scene.choices else kept)(scene, *values, **more)

    drawn.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
    return drawn


class Same(Generic[Thing]):
    """A thing as itself: to compare two by what they hold takes longer than what is kept of each."""

    def __init__(self, thing: Thing) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing


class Voice(Protocol):
    """Whoever can put words to a picture: a scene or a pen."""

    @property
    def say(self) -> Callable[[Phrase], str]:
        """Says a phrase in the reader's language."""

    def term(self, key: str) -> str:
        """A word of the game, such as "terms.glazier"."""


class Choice(NamedTuple):
    """An action that the reader is asked for, legal or not."""

    action: int
    label: str  # the action in words, in the reader's language
    rule: str | None  # None: legal; else the number of the rule that forbids it

    @property
    def legal(self) -> bool:
        return self.rule is None


class Choices(Mapping[int, Choice]):
    """The actions that are asked for, each put into words when somebody looks at it: many are never drawn."""

    def __init__(
        self,
        asked: Sequence[int],
        legal: Iterable[int],
        say: Callable[[int], str],
        why_not: Callable[[int], str | None],
    ) -> None:
        self._asked, self.legal, self._say, self._why_not = asked, tuple(legal), say, why_not
        self._made: dict[int, Choice] = {}

    def only(self, actions: Collection[int]) -> Choices:
        """Some of them."""
        asked, legal = ([each for each in some if each in actions] for some in (self._asked, self.legal))
        return Choices(asked, legal, self._say, self._why_not)

    def __getitem__(self, action: int) -> Choice:
        if action not in self._asked:
            raise KeyError(action)
        if action not in self._made:
            rule = None if action in self.legal else self._why_not(action)
            self._made[action] = Choice(action, self._say(action), rule)
        return self._made[action]

    def __contains__(self, action: object) -> bool:
        return action in self._asked

    def __iter__(self) -> Iterator[int]:
        return iter(self._asked)

    def __len__(self) -> int:
        return len(self._asked)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


NOTHING = Choices((), (), str, lambda _: None)  # is asked


class Pen(NamedTuple):
    """What a piece needs of its scene besides the things it shows: the words, and what is asked with it."""

    say: Callable[[Phrase], str]
    choices: tuple[Choice, ...] = ()  # those of its actions that are asked for

    def asked(self, action: int) -> Choice | None:
        """What is asked with an action of the piece, if anything."""
        return next((choice for choice in self.choices if choice.action == action), None)

    def term(self, key: str) -> str:
        """A word of the game, such as "terms.glazier"."""
        return self.say(Phrase(key))


@dataclass(frozen=True, eq=False)
class Scene:
    """All that one reader sees and may do, and nothing that it may not know."""

    view: dict[str, Any]  # as Position.view
    seat: int | None  # whose eyes; None is a spectator
    names: tuple[str, ...]  # of the players, by seat
    choices: Choices  # the actions of the phase, if the reader is to act; else empty
    say: Callable[[Phrase], str]  # a phrase in the reader's language
    settings: frozenset[str] = field(default_factory=frozenset)  # such as "colour_blind"

    def term(self, key: str) -> str:
        """A word of the game, such as "terms.glazier"."""
        return self.say(Phrase(key))

    def showing(self, seat: int | None, /, **view: Any) -> Scene:
        """A part of the scene, as a seat sees it; None: as all do, and nothing in it is asked."""
        return Scene(view, seat, self.names, NOTHING if seat is None else self.choices, self.say, self.settings)

    @functools.cached_property
    def _content(self) -> tuple[Hashable, ...]:
        return repr(self.view), self.seat, self.names, self.choices, self.say, self.settings

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def pen(self, actions: Iterable[int] = ()) -> Pen:
        """The pen for a piece with these actions."""
        asked = tuple([self.choices[action] for action in actions if action in self.choices]) if self.choices else ()
        return Pen(self.say, asked)


class Change(NamedTuple):
    """One difference between two views of a seat: in words, and as a piece that moves in the picture."""

    phrase: Phrase | None  # what it means, for a sentence; None: only the movement tells it
    rule: str = ""  # the number of the rule behind it
    symbol: str = ""  # the piece, one of the board's `defs`
    start: str = ""  # the id of the part of the picture that it leaves
    end: str = ""  # and of the part that it comes to


class Panel(NamedTuple):
    """One picture of a board."""

    name: str  # stable; the page gives its place the class "panel-NAME"
    label: str  # its name for people who cannot see it, in the reader's language
    width: float  # of its own coordinates, from 0 0
    height: float
    pieces: tuple[str, ...]  # SVG elements, from the back to the front; what can be clicked has data-action="ID"
    place: tuple[float, float, float]  # x, y and width in the composed picture
    css: str = ""  # the classes of all pieces together

    @property
    def body(self) -> str:
        """All pieces in one group; each says at which place it stands, so that a page can replace it."""
        drawn = "".join([placed_at(number, piece) for number, piece in enumerate(self.pieces)])
        return f'<g class="{self.css}">{drawn}</g>' if self.css else f"<g>{drawn}</g>"

    @property
    def view_box(self) -> str:
        return f"0 0 {self.width:g} {self.height:g}"

    def fits(self, other: Panel) -> bool:
        """Whether the two differ in their pieces only."""
        return self._replace(pieces=()) == other._replace(pieces=()) and len(self.pieces) == len(other.pieces)


def placed_at(number: int, piece: str) -> str:
    """A piece at its place in its panel."""
    return f'<g data-at="{number}">{piece}</g>'
