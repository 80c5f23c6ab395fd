"""`AnalysisTree`: variations from a position, and `Node`: one of the moments in it.

A node is named by the plies that lead to it from the root, such as "17.*3.5": `*3` is outcome 3 of chance. So the name
of a node stays the same when other variations are added, promoted or deleted.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ludotheque.analysis.limits import DRAWN, MARKS, check_arrows, check_comment, check_depth, check_names, check_size
from ludotheque.contract.reading import shown
from ludotheque.core.game import Game
from ludotheque.core.history import asked, replayed
from ludotheque.core.plies import choice_of, ply_of
from ludotheque.core.position import Position
from ludotheque.core.record import GameRecord, read_plies, written_plies
from ludotheque.errors import BadRecord, Error, IllegalAction, UnknownName
from ludotheque.kernel.chance import stream
from ludotheque.kernel.state import CHANCE

Arrow = tuple[str, str]
"""The ids of the two elements of a board that an arrow leads from and to."""


class Node:
    """A moment of an analysis: a position, the ply that led to it, and what was played from it."""

    def __init__(self, tree: AnalysisTree, parent: Node | None, ply: int, position: Position) -> None:
        self.tree, self.parent, self.ply, self.position = tree, parent, ply, position
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.children: list[Node] = []  # the first one continues the line
        self.sealed: dict[int, int] = {}  # choices of a simultaneous decision that wait for the seats before them
        self._comment, self._mark, self._drawn = "", "", ""
        self._arrows: tuple[Arrow, ...] = ()

    def __repr__(self) -> str:
        return f"<Node {self.id!r} of {self.position.game.name}>"

    # --- where it is ------------------------------------------------------------------

    @property
    def path(self) -> tuple[int, ...]:
        """The plies that lead here from the root."""
        return tuple(node.ply for node in self.line()[1:])

    @property
    def id(self) -> str:
        """The path as text; "" is the root."""
        return written_plies(self.path).replace(" ", ".")

    def line(self) -> list[Node]:
        """The nodes from the root to this one."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def onward(self) -> list[Node]:
        """This node, and then the first continuation of each to the end."""
        found = [self]
        while found[-1].children:
            found.append(found[-1].children[0])
        return found

    @property
    def is_main(self) -> bool:
        """Whether the node is on the main line."""
        return all(node is node.siblings[0] for node in self.line())

    @property
    def before(self) -> Position:
        """The position in which the ply was chosen; raises for the root."""
        if self.parent is None:
            raise Error("Nothing was played before the start of the analysis.")
        return self.parent.position

    @property
    def choice(self) -> int:
        """The action or the outcome that led here."""
        return choice_of(self.ply)

    @property
    def seat(self) -> int | None:
        """The seat that chose the ply; -1 for chance, None for the root."""
        return None if self.parent is None else self.parent.position.to_act

    @property
    def notation(self) -> str:
        """The ply as a short text; "" for the root."""
        return "" if self.parent is None else self.before.notation(self.choice)

    def say(self, language: str = "en", viewer: int | None = None, names: Sequence[str] = ()) -> str:
        """The ply in words, as `Position.say`."""
        return self.before.say(self.choice, language, viewer, names)

    # --- playing on -------------------------------------------------------------------

    def asked(self) -> dict[int, Position]:
        """The seats that may decide now and have not yet, each with a position in which it is to act."""
        return {seat: each for seat, each in asked(self.position).items() if seat not in self.sealed}

    def outcomes(self) -> dict[int, Fraction]:
        """What chance can bring now, with its probabilities; empty if a seat decides or the game is over."""
        return self.position.outcomes()

    def play(self, choice: int, seat: int | None = None) -> Node:
        """The node after an action or an outcome; the same node if it was played before.

        In a simultaneous decision any asked seat may choose first. The choice of a later seat waits, and this node is
        returned, until the seats before it have chosen.
        """
        if seat is not None and seat != self.position.to_act:
            return self._seal(choice, seat)
        node = self._child(choice)
        if self.sealed and not node.sealed:
            node.sealed, self.sealed = self.sealed, {}
        if node.position.to_act not in node.sealed:
            return node
        return node.play(node.sealed.pop(node.position.to_act))

    def play_all(self, choices: Mapping[int, int]) -> Node:
        """The node after a simultaneous decision, given by seat; raises IllegalAction if a seat is missing."""
        if missing := self.asked().keys() - choices.keys():
            raise IllegalAction(f"Seat {min(missing)} has not chosen yet.")
        node = self
        for seat in sorted(self.asked(), reverse=True):  # the first seat's choice plays all of them
            node = self.play(choices[seat], seat)
        return node

    def _seal(self, choice: int, seat: int) -> Node:
        there = self.asked().get(seat)
        if there is None:
            raise IllegalAction(f"Seat {shown(seat)} is not asked to choose now.")
        there.play(choice)  # raises if it is not legal
        self.sealed[seat] = choice
        return self

    def _child(self, choice: int) -> Node:
        after = self.position.play(choice)
        ply = ply_of(choice, self.position.to_act == CHANCE)
        return self.child(ply) or self._grow(ply, after)

    def child(self, ply: int) -> Node | None:
        """The node that a ply leads to, if it was played."""
        return next((node for node in self.children if node.ply == ply), None)

    def _grow(self, ply: int, after: Position) -> Node:
        check_size(self.tree.size + 1)
        check_depth(self.depth + 1)
        node = Node(self.tree, self, ply, after.sharing(self.position))
        self.children.append(node)
        self.tree.size += 1
        return node

    def follow(self, plies: Sequence[int]) -> list[Node]:
        """The nodes along some plies, added where they are new; raises BadRecord for the first that does not fit.

        Then the tree keeps the plies before it.
        """
        found: list[Node] = []
        node, left = self, list(plies)
        while left and (known := node.child(left[0])):
            found.append(known)
            node = known
            del left[0]
        after = replayed(node.position, left, before=node.depth)
        next(after)
        for ply, position in zip(left, after, strict=True):
            node = node._grow(ply, position)
            found.append(node)
        return found

    def draw(self, outcomes: Sequence[int]) -> Node:
        """The node after some chosen outcomes of chance; raises IllegalAction for the first that cannot come."""
        node = self
        for number, outcome in enumerate(outcomes, start=1):
            if node.position.to_act != CHANCE:
                raise IllegalAction(f"Draw {number} is one too many: chance has nothing more to decide.")
            try:
                node = node.play(outcome)
            except IllegalAction:
                raise IllegalAction(f"Draw {number} cannot be: the outcome {shown(outcome)} cannot come now.") from None
            node.drawn = node.drawn or "chosen"
        return node

    def roll(self, seed: int | None = None) -> Node:
        """The node after all chance events until a seat decides, drawn by their weights from a seed."""
        node = self
        for outcome in rolled(self.position, secrets.randbits(64) if seed is None else seed):
            known = len(node.children)
            node, parent = node.play(outcome), node
            if len(parent.children) > known:
                node.drawn = "rolled"
        return node

    # --- the order of variations ------------------------------------------------------

    def promote(self) -> None:
        """Moves this variation one place forward among those of its parent."""
        place = self.siblings.index(self)
        self.siblings.insert(max(0, place - 1), self.siblings.pop(place))

    def make_main(self) -> None:
        """Makes the line that leads here the main line."""
        for node in self.line()[1:]:
            node.siblings.insert(0, node.siblings.pop(node.siblings.index(node)))

    @property
    def siblings(self) -> list[Node]:
        """This node and the other continuations of its parent, in their order."""
        return [self] if self.parent is None else self.parent.children

    def delete(self) -> Node:
        """Cuts this node and all that follows it; returns the node before."""
        if self.parent is None:
            raise Error("The start of an analysis cannot be deleted.")
        self.parent.children.remove(self)
        self.tree.size -= sum(1 for _ in self.below())
        return self.parent

    def below(self) -> Iterator[Node]:
        """This node and all that follow it, each before its continuations."""
        left = [self]
        while left:
            node = left.pop()
            yield node
            left.extend(reversed(node.children))

    # --- notes ------------------------------------------------------------------------

    @property
    def comment(self) -> str:
        """What somebody wrote about the ply."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = check_comment(text)

    @property
    def mark(self) -> str:
        """The judgement of the ply: "", "!", "?!", "?" or "??"."""
        return self._mark

    @mark.setter
    def mark(self, mark: str) -> None:
        if mark not in MARKS:
            raise BadRecord(f"A mark is one of {', '.join(MARKS[1:])}, not {shown(mark)}.")
        self._mark = mark

    @property
    def drawn(self) -> str:
        """How an outcome came into the analysis: "rolled", "chosen", or "" as in the game."""
        return self._drawn

    @drawn.setter
    def drawn(self, how: str) -> None:
        if how not in DRAWN:
            raise BadRecord(f"An outcome is {' or '.join(DRAWN[1:])}, not {shown(how)}.")
        self._drawn = how

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """Arrows that somebody drew on the board."""
        return self._arrows

    @arrows.setter
    def arrows(self, arrows: Sequence[Arrow]) -> None:
        self._arrows = check_arrows(arrows)


class AnalysisTree:
    """Variations from one position, which leaves its past behind; `seats` are the names of the players."""

    def __init__(self, position: Position, seats: Sequence[str] = ()) -> None:
        # Read again, so that it stops at every chance event instead of dealing from a seed.
        self._plant(position.game.position(position.to_dict()), seats)

    def _plant(self, root: Position, seats: Sequence[str] = ()) -> AnalysisTree:
        if seats and len(seats) != root.players:
            raise BadRecord(f"There are {root.players} players but {len(seats)} names.")
        self.seats = check_names(seats)
        self.size = 1  # nodes, with the root
        self.root = Node(self, None, 0, root)
        return self

    def __repr__(self) -> str:
        return f"<AnalysisTree of {self.game.name}: {self.size} nodes>"

    @classmethod
    def start(cls, game: Game, players: int, **options: Any) -> AnalysisTree:
        """An analysis of a new game, before its first chance event."""
        return cls.__new__(cls)._plant(game.start(players, **options))

    @classmethod
    def of_record(cls, record: GameRecord, game: Game | None = None) -> AnalysisTree:
        """An analysis whose main line is a record: `main_line()[ply]` is the moment after so many plies."""
        check_size(len(record.plies) + 1)
        check_depth(len(record.plies))
        positions = record.replay(game)
        tree = cls.__new__(cls)._plant(next(positions), record.seats)
        node = tree.root
        for ply, position in zip(record.plies, positions, strict=True):
            node = node._grow(ply, position)
        return tree

    def copy(self) -> AnalysisTree:
        """A tree that can be changed by itself. Positions are shared, so nothing is replayed."""
        made = AnalysisTree.__new__(AnalysisTree)._plant(self.root.position, self.seats)
        copies: dict[Node | None, Node] = {}
        for node in self.nodes():
            parent = copies.get(node.parent)
            twin = made.root if parent is None else Node(made, parent, node.ply, node.position)
            if parent is not None:
                parent.children.append(twin)
            twin.sealed = dict(node.sealed)
            twin._comment, twin._mark, twin._drawn, twin._arrows = node._comment, node._mark, node._drawn, node._arrows
            copies[node] = twin
        made.size = self.size
        return made

    @property
    def game(self) -> Game:
        return self.root.position.game

    def main_line(self) -> list[Node]:
        """The root, and then the first continuation of each node."""
        return self.root.onward()

    def nodes(self) -> Iterator[Node]:
        """All nodes, each before its continuations."""
        return self.root.below()

    def at(self, id: str) -> Node:
        """The node of this name; raises UnknownName if there is none."""
        node: Node | None = self.root
        try:
            plies = read_plies(id.replace(".", " "))
        except (AttributeError, BadRecord):
            plies, node = (), None
        for ply in plies:
            node = node and node.child(ply)
        if node is None:
            raise UnknownName(f"There is no move {shown(id)} in this analysis.")
        return node

    def record(self, node: Node | None = None) -> GameRecord:
        """The record that leads to a node, or the main line to its end."""
        return (node or self.main_line()[-1]).position.record(self.seats)


def rolled(position: Position, seed: int) -> list[int]:
    """The outcomes of all chance events until a seat decides, drawn from a seed by their weights."""
    state, random, loops = position.state(), stream(seed), position.game.edition.loops
    found = []
    while state.to_act == CHANCE:
        found.append(loops.draw(state, random))
        loops.play(state, state.named(found[-1]))
    return found
