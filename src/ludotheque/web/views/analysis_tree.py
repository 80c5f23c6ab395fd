"""The tree of an analysis as rows: a row a turn, and variations below the move that they replace."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.analysis.tree import AnalysisTree, Node
from ludotheque.contract.scene import Same
from ludotheque.kernel.state import CHANCE
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.turn import chip_of

DEEPEST = 5  # variations inside variations that are still indented more
MOST_ROWS = 400  # rows that a page shows, around the present moment
MARK_NAMES = {"": "none", "!": "good", "?!": "inaccuracy", "?": "mistake", "??": "blunder"}
MOST_PIECES = 40  # pieces that a row of draws shows


@dataclass(frozen=True)
class TreeStep:
    """A choice in the tree, or several draws at once."""

    at: int  # the number of the node it leads to
    text: str  # in words
    short: str
    pieces: tuple[str, ...]  # symbols
    here: bool  # the page shows this moment
    seat: int | None = None
    mark: str = ""
    judged: str = ""  # the name of the mark


@dataclass(frozen=True)
class TreeRow:
    """A turn, a simultaneous decision, or draws in a row."""

    depth: int  # 0: the main line
    number: int  # the turn's number; 0 for draws
    seat: int | None  # None: chance
    steps: tuple[TreeStep, ...]
    points: tuple[tuple[int, int], ...]  # seat, and points gained or lost
    comment: str
    here: bool
    drawn: str  # "rolled", "chosen" or ""
    again: int | None  # draws: the number of the node before them
    key: str  # the key of the node after it, by which a page remembers the chances
    together: bool  # several seats decided at the same time


class TreeTurn(NamedTuple):
    """The nodes of a row, and those draws before it that it shares with the row above."""

    nodes: list[Node]
    depth: int
    number: int
    shared: list[Node]


def numbered(tree: AnalysisTree) -> dict[Node, int]:
    """The number of each node: those of the main line come first."""
    return {node: number for number, node in enumerate(tree.nodes())}


def key_of(node: Node) -> str:
    """A short name of a node, the same in all versions of a tree."""
    return hashlib.sha256(node.id.encode()).hexdigest()[:12]


def rows_of(
    tree: AnalysisTree, here: Node, numbers: dict[Node, int], names: Sequence[str], speech: PageSpeech
) -> tuple[TreeRow, ...]:
    """The rows of a tree; of a large one those around the present moment."""
    turns = list(turns_of(tree))
    middle = next((n for n, turn in enumerate(turns) if here in turn.nodes), 0)
    first = max(0, min(middle - MOST_ROWS // 2, len(turns) - MOST_ROWS))
    return tuple(_row(turn, here, numbers, tuple(names), speech) for turn in turns[first : first + MOST_ROWS])


def turns_of(tree: AnalysisTree) -> Iterator[TreeTurn]:
    """The turns of all lines, each followed by the variations that leave it."""
    left = [TreeTurn([child], 0, 1, []) for child in tree.root.children[:1]]
    while left:
        begun = left.pop()
        turn = begun._replace(nodes=_whole_turn(begun.nodes[0]))
        yield turn
        last = turn.nodes[-1]
        by_chance = last.seat == CHANCE
        if last.children:
            number = turn.number + (not by_chance and last.position.to_act != last.seat)
            left.append(TreeTurn(last.children[:1], turn.depth, number, []))
        others: list[TreeTurn] = []
        for place, node in enumerate(turn.nodes):
            shared = [*turn.shared, *turn.nodes[:place]] if by_chance else []
            if node.siblings[0] is node:
                others += [TreeTurn([other], turn.depth + 1, turn.number, shared) for other in node.siblings[1:]]
        left += reversed(others)


def _whole_turn(first: Node) -> list[Node]:
    """The choices of the same player, or the draws, that follow each other in a line."""
    turn = [first]
    while turn[-1].children and _goes_on(turn[-1], turn[-1].children[0]):
        turn.append(turn[-1].children[0])
    return turn


def _goes_on(node: Node, after: Node) -> bool:
    if node.comment:
        return False
    if node.seat == CHANCE or after.seat == CHANCE:
        return node.seat == after.seat
    forks = len(node.siblings) > 1 or len(after.siblings) > 1
    together = node.before.secret and after.before.secret
    return not forks and (together or node.seat == after.seat)


def _row(turn: TreeTurn, here: Node, numbers: dict[Node, int], names: tuple[str, ...], speech: PageSpeech) -> TreeRow:
    first, last = turn.nodes[0], turn.nodes[-1]
    by_chance = first.seat == CHANCE
    if by_chance:
        steps: tuple[TreeStep, ...] = (_draws(turn, here, numbers, names, speech),)
    else:
        steps = tuple(_step(node, here, numbers, names, speech) for node in turn.nodes)
    old, new = first.before.scores(), last.position.scores()
    return TreeRow(
        depth=min(turn.depth, DEEPEST),
        number=0 if by_chance else turn.number,
        seat=None if by_chance else first.seat,
        steps=steps,
        points=tuple((seat, after - old[seat]) for seat, after in enumerate(new) if after != old[seat]),
        comment=last.comment,
        here=here in turn.nodes,
        drawn=last.drawn,
        again=numbers[(turn.shared or turn.nodes)[0].parent or first] if by_chance else None,
        key=key_of(last),
        together=first.before.secret,
    )


def _step(node: Node, here: Node, numbers: dict[Node, int], names: tuple[str, ...], speech: PageSpeech) -> TreeStep:
    chip = chip_of(Same(node.before), node.choice, speech.language, names)
    judged = MARK_NAMES[node.mark]
    return TreeStep(numbers[node], chip.text, chip.short, chip.pieces, node is here, node.seat, node.mark, judged)


def _draws(
    turn: TreeTurn, here: Node, numbers: dict[Node, int], names: tuple[str, ...], speech: PageSpeech
) -> TreeStep:
    """All draws of a row as one step."""
    nodes = [*turn.shared, *turn.nodes]
    chips = [chip_of(Same(node.before), node.choice, speech.language, names) for node in nodes[:MOST_PIECES]]
    pieces = tuple(symbol for chip in chips for symbol in chip.pieces)[:MOST_PIECES]
    text = "; ".join(chip.text for chip in chips)
    short = "" if pieces else chips[0].text if len(nodes) == 1 else speech.say("analysis.draws", count=len(nodes))
    return TreeStep(numbers[turn.nodes[-1]], text, short, pieces, here in turn.nodes)
