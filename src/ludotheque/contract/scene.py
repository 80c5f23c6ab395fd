"""Scenes and panels: what a board is given, and what it draws.

A board (`games/<game>/board/`) is a pure function from a scene to panels. A panel is one picture, such
as a palace or the money track. Pages lay panels out by the game's `board.css`, which can reorder them
on a phone; a notebook gets them composed into one picture.

Between two decisions little changes, so a board draws its panels in pieces, such as a window or a card.
A piece is a function of a few hashable values, among them a pen for its words. It is drawn once for the
same values, and a page is sent only the pieces that are new. A panel in which nothing is asked can be drawn
once, too: a function names all that it shows, in a few values (`drawn_while`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, Self, TypeVar

from ludotheque.contract.lazy import lazy
from ludotheque.contract.phrases import Phrase, Say
from ludotheque.contract.recent import recent

Values = ParamSpec("Values")
Thing = TypeVar("Thing")
Pieces = TypeVar("Pieces", str, tuple[str, ...])
AnyScene = TypeVar("AnyScene", bound="Scene")

View = Mapping[str, Any]
"""What `Position.view` gives."""

PLAIN = "plain"  # a setting: draw no forecasts; a page asks for them when somebody points at a choice
ALONE = "alone"  # a setting: the picture stands alone, so it needs only the symbols that it shows
PIECES = 1 << 13  # the number of cached pieces of each kind; most are about a kilobyte long
PANELS = 1 << 12  # the number of cached panels of each kind
WORDS = 1 << 13  # the number of cached words


def piece(draw: Callable[Values, Pieces]) -> Callable[Values, Pieces]:
    """Draws a piece, or a row of them, once for the same values: all that it depends on, and hashable."""
    return recent(PIECES)(draw)


def panel(draw: Callable[Concatenate[AnyScene, Values], Panel]) -> Callable[Concatenate[AnyScene, Values], Panel]:
    """Draws a panel, and notes in it the actions that its pens were given."""

    @functools.wraps(draw)
    def drawn(scene: AnyScene, /, *values: Values.args, **more: Values.kwargs) -> Panel:
        if not scene.asks:
            return draw(scene, *values, **more)
        outside = dict(scene.asked)
        scene.asked.clear()
        made = draw(scene, *values, **more)._replace(actions=tuple(scene.asked.items()))
        scene.asked.clear()
        scene.asked.update(outside)
        return made

    return drawn


def drawn_while(about: Callable[..., Hashable]) -> Callable[[Callable[..., Panel]], Callable[..., Panel]]:
    """Draws a panel once for the same content: `about` tells all that it shows where nothing is asked."""

    def kept(draw: Callable[..., Panel]) -> Callable[..., Panel]:
        always = panel(draw)

        @recent(PANELS)
        @functools.wraps(draw)  # the memory of caches is told by their boards
        def once(content: PanelContent) -> Panel:
            return draw(content.scene, *content.values)

        @functools.wraps(draw)
        def drawn(scene: Scene, *values: Any) -> Panel:
            if scene.asks:
                return always(scene, *values)
            content = PanelContent((about(scene, *values), scene.names, scene.say, scene.settings, values))
            content.scene, content.values = scene, values
            made = once(content)
            content.scene = None  # a panel that is kept must not keep its scene
            return made

        drawn.cache_clear = once.cache_clear  # type: ignore[attr-defined]
        return drawn

    return kept


class PanelContent(tuple[Hashable, ...]):
    """All that a panel shows, as a cache key. The scene to draw it from goes along without being compared."""

    scene: Scene | None
    values: tuple[Any, ...]  # the other arguments of the panel; the key holds them, too


class Same(Generic[Thing]):
    """A cache key for an object that is compared by identity, because to compare its content takes too long."""

    __slots__ = ("thing",)

    def __init__(self, thing: Thing) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: Any) -> bool:
        return self.thing is other.thing  # a cache compares its keys with each other only


@functools.lru_cache(WORDS)
def word(say: Say, key: str) -> str:
    """A phrase without gaps in words: most of a board are."""
    return say(Phrase(key))


class Voice(Protocol):
    """Anything that can put words to a picture: a scene or a pen."""

    @property
    def say(self) -> Say:
        """Says a phrase in the viewer's language."""

    def term(self, key: str) -> str:
        """A word of the game, such as "terms.glazier"."""


class Choice(NamedTuple):
    """An action that the viewer is asked for, legal or not."""

    action: int
    label: str  # the action in words, in the viewer's language
    rule: str | None  # None: legal; else the number of the rule that forbids it
    mark: str = ""  # a mark of a review, such as "better": it is shown, and cannot be chosen

    @property
    def legal(self) -> bool:
        return self.rule is None


class Choices(Mapping[int, Choice]):
    """The actions that are asked for. Each is put into words when it is looked up: many are never drawn."""

    def __init__(
        self,
        asked: Sequence[int],
        legal: Iterable[int],
        say: Callable[[int], str],
        why_not: Callable[[int], str | None],
        marks: Mapping[int, str] | None = None,
    ) -> None:
        self._asked, self.legal, self._say, self._why_not = asked, tuple(legal), say, why_not
        self._marks = marks or {}
        self._made: dict[int, Choice] = {}

    def marked(self, marks: Mapping[int, str]) -> Choices:
        """Some of them, to be shown with marks instead of being asked."""
        asked, legal = ([each for each in some if each in marks] for some in (self._asked, self.legal))
        return Choices(asked, legal, self._say, self._why_not, marks)

    def __getitem__(self, action: int) -> Choice:
        if action not in self._made:
            if action not in self._asked:
                raise KeyError(action)
            rule = None if action in self.legal else self._why_not(action)
            self._made[action] = Choice(action, self._say(action), rule, self._marks.get(action, ""))
        return self._made[action]

    def among(self, actions: Iterable[int]) -> tuple[Choice, ...]:
        """The choices for those of some actions that are asked for."""
        return tuple([self[action] for action in actions if action in self._asked]) if self._asked else ()

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


NOTHING = Choices((), (), str, lambda _: None)  # the choices of a viewer who is not asked


class Pen(NamedTuple):
    """What a piece needs of its scene besides the things it shows: the words, and what is asked with it."""

    say: Say
    choices: tuple[Choice, ...] = ()  # those of its actions that are asked for

    @property
    def plain(self) -> Pen:
        """The pen for what is inside the piece and asks nothing: others share it."""
        return Pen(self.say) if self.choices else self

    def asked(self, action: int) -> Choice | None:
        """What is asked with an action of the piece, if anything."""
        for choice in self.choices:
            if choice.action == action:
                return choice
        return None

    def term(self, key: str) -> str:
        """A word of the game, such as "terms.glazier"."""
        return word(self.say, key)


class Seen(NamedTuple):
    """What a seat may know of a position. Pictures of one moment share it: it must not be changed."""

    view: View
    state: Any  # what `sight.hide` leaves of it, for the rules


@dataclass(eq=False)  # not frozen: a picture is made of many scenes, and frozen fields are set slowly
class Scene:
    """All that one viewer sees and may do, and nothing that the viewer may not know."""

    view: View
    seat: int | None  # the viewer's; None is a spectator
    names: tuple[str, ...]  # the players' names, by seat
    choices: Choices  # the actions of the phase, if the viewer is to act; else empty
    say: Say
    settings: frozenset[str] = frozenset()  # such as "colour_blind"
    state: Any = None  # the state of the view (`Seen.state`), for the rules
    asked: dict[int, str] = field(default_factory=dict)  # the actions that pens were given, with their parts

    @lazy
    def asks(self) -> bool:
        """Whether anything is asked."""
        return len(self.choices) > 0

    @lazy
    def calm(self) -> Self:
        """The same scene where nothing is asked."""
        return type(self)(self.view, self.seat, self.names, NOTHING, self.say, self.settings, self.state)

    @lazy
    def public(self) -> Self:
        """The same scene for a spectator, in a game that hides nothing: viewers of a language can share its panels."""
        return type(self)(self.view, None, self.names, NOTHING, self.say, self.settings, self.state)

    def term(self, key: str) -> str:
        """A word of the game, such as "terms.glazier"."""
        return word(self.say, key)

    def pen(self, actions: Mapping[int, str] = {}) -> Pen:
        """The pen for a piece with these actions, each with the id of the part at its choice ("": it has none).

        The piece must draw a choice for each of them that is asked.
        """
        given = self.choices.among(actions) if actions else ()
        if not given:
            return self._pen_for_words
        self.asked.update({choice.action: actions[choice.action] for choice in given if not choice.mark})
        return Pen(self.say, given)

    @lazy
    def _pen_for_words(self) -> Pen:
        return Pen(self.say)


class BoardChange(NamedTuple):
    """One difference between two views of a seat: in words, and as a piece that moves in the picture."""

    phrase: Phrase | None  # what it means, for a sentence; None: only the movement tells it
    rule: str = ""  # the number of the rule behind it
    symbol: str = ""  # the piece, one of the board's `defs`
    start: str = ""  # the id of the part of the picture that it leaves
    end: str = ""  # and of the part that it comes to
    sound: str = ""  # what it sounds like, for visitors who want sounds: "glass" or "coin"; "": as any piece

    def of_another(self, seat: int) -> BoardChange:
        """The same, with the name of the player whom it is about."""
        gaps = {"seat": Phrase("terms.seat", {"number": seat + 1}), "change": self.phrase}
        return self._replace(phrase=self.phrase and Phrase("changes.of", gaps))


class Panel(NamedTuple):
    """One picture of a board."""

    name: str  # stable; the page gives its place the class "panel-NAME"
    label: str  # its name for people who cannot see it, in the viewer's language
    width: float  # its own coordinates start at 0 0
    height: float
    pieces: tuple[str, ...]  # SVG elements, from the back to the front
    place: tuple[float, float, float]  # x, y and width in the composed picture
    css: str = ""  # the classes of all pieces together
    actions: tuple[tuple[int, str], ...] = ()  # those that can be chosen in it, or would be if legal, and their parts

    @property
    def body(self) -> str:
        """All pieces in one group. Each says its place among them, so that a page can replace it."""
        drawn = "".join([placed_at(number, piece) for number, piece in enumerate(self.pieces)])
        return f'<g class="{self.css}">{drawn}</g>' if self.css else f"<g>{drawn}</g>"

    @property
    def view_box(self) -> str:
        return f"0 0 {self.width:g} {self.height:g}"

    def fits(self, other: Panel) -> bool:
        """Whether the two differ in their pieces only, and in what can be chosen."""
        return self[:4] == other[:4] and self[5:7] == other[5:7] and len(self.pieces) == len(other.pieces)


def placed_at(number: int, piece: str) -> str:
    """A piece at its place in its panel."""
    return f'<g data-at="{number}">{piece}</g>'
