"""An analysis at one moment: a table at which one visitor moves for all seats, and the tree of moves beside it."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from functools import cached_property

from ludotheque.analysis.limits import MARKS, MOST_COMMENT
from ludotheque.analysis.tree import AnalysisTree, Node
from ludotheque.contract.phrases import Phrase
from ludotheque.core.history import History
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.kernel.state import CHANCE
from ludotheque.web.tables.lesson_table import private_table
from ludotheque.web.tables.making import RIVAL, SeatPlan
from ludotheque.web.tables.state import PERSON, RUNNING
from ludotheque.web.views.analysis_tree import MARK_NAMES, TreeRow, key_of, numbered, rows_of
from ludotheque.web.views.common import RuleLink, asking_rule, winners_sentence
from ludotheque.web.views.draw_pad import DrawPad, pad_of
from ludotheque.web.views.journeys import journeys_between
from ludotheque.web.views.levels import FormValue, level_values
from ludotheque.web.views.parts import Drawing, parts_of
from ludotheque.web.views.players import Eyes
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.table import table_of
from ludotheque.web.views.viewer import Viewer
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class DrawView:
    """An outcome of chance that can be chosen."""

    outcome: int
    text: str
    symbols: tuple[str, ...]  # its picture
    weight: int


@dataclass(frozen=True)
class AnalysisView:
    """The tree and what one can do at this moment of it (`parts/analysis.jinja`)."""

    link: str
    written: str  # the position as text
    python: str  # opens this moment in Python
    eyes: tuple[Eyes, ...]
    seat: int | None  # the seat to act
    name: str
    says: str  # what is to happen where no seat acts
    ply: int
    last_ply: int  # the last ply of this line
    first: int | None  # numbers of nodes; None at the ends
    back: int | None
    on: int | None
    last: int | None
    jumps: tuple[tuple[str, int], ...]  # further steps by keys
    rows: tuple[TreeRow, ...]
    variations: int
    can_promote: bool
    comment: str
    longest_comment: int
    marks: tuple[FormValue, ...]  # judgements of the move; none at the start
    arrows: str  # drawn by somebody: two places each, with a semicolon between arrows
    draws: tuple[DrawView, ...]
    draw_title: str  # what comes now, and where
    draw_rule: RuleLink | None
    weights: int  # the sum of all weights
    levels: tuple[FormValue, ...]  # bots to play on against; none when the game is over
    next_seat: int  # the seat to play on with
    key: str  # the key of this node, by which the page remembers its chances
    asks: bool  # a puzzle that somebody made: nothing is told before a move
    hidden: bool  # the game has secrets: the evaluation can be with all cards open


@dataclass(frozen=True)
class AnalysisMoment:
    """A node of a tree that its address keeps."""

    tree: AnalysisTree
    text: str  # the whole tree
    node: Node
    name: str  # the text in its address, or the name of one that is too long for it
    eyes: int | None = None  # the seat whose board is large; None: the one to act
    asks: bool = False  # a puzzle: the strongest player is silent until somebody has moved

    @cached_property
    def numbers(self) -> dict[Node, int]:
        """The number of each node in addresses."""
        return numbered(self.tree)

    @property
    def position(self) -> Position:
        return self.node.position

    @property
    def at(self) -> int:
        return self.numbers[self.node]

    @property
    def url(self) -> str:
        return f"/analysis/{self.name}/{self.at}"

    @cached_property
    def history(self) -> History:
        """The line that leads here."""
        line = self.node.line()
        return History(tuple(node.position for node in line), tuple(node.ply for node in line[1:]))

    @property
    def seat(self) -> int | None:
        """The seat to act; None if chance is, or the game is over."""
        to_act = self.position.to_act
        return None if to_act is None or to_act == CHANCE else to_act

    @property
    def viewer_seat(self) -> int:
        """The seat whose board is large: as wished, else the one to act, else the last one that acted."""
        if self.eyes is not None and 0 <= self.eyes < self.position.players:
            return self.eyes
        if self.seat is not None:
            return self.seat
        acted = (node.seat for node in reversed(self.node.line()))
        return next((seat for seat in acted if seat is not None and seat != CHANCE), 0)


class Analyst(Viewer):
    """A visitor who moves for all seats, one after the other."""

    @cached_property
    def asked(self) -> dict[int, Position]:
        position = self.table.position
        return {} if position.to_act is None or position.to_act == CHANCE else {position.to_act: position}


def names_in(tree: AnalysisTree, speech: PageSpeech) -> tuple[str, ...]:
    """The names of the players: those of the game, else numbers."""
    spoken, position = words(tree.game.name, speech.language), tree.root.position
    numbers = (spoken.say(Phrase("terms.seat", {"number": seat + 1})) for seat in range(position.players))
    return tuple(name or number for name, number in zip(tree.seats or [""] * position.players, numbers, strict=True))


def analyst_of(moment: AnalysisMoment, visit: Visit) -> Analyst:
    """The visitor at the table of this moment."""
    plans = [SeatPlan(PERSON, name) for name in names_in(moment.tree, visit.speech)]
    version = int(time.time() * 1000)  # later answers replace earlier ones
    table = private_table("analysis", moment.history, plans, visit.visitor, version, "")
    return Analyst(replace(table, status=RUNNING), visit, moment.viewer_seat, None, 0.0)


def draw_analysis(moment: AnalysisMoment, visit: Visit) -> Drawing:
    """The table of this moment with its tree."""
    viewer = analyst_of(moment, visit)
    body, ply = table_of(viewer), len(moment.history.choices)
    assert body.turn is not None
    shown = analysis_of(moment, viewer)
    turn = body.turn._replace(
        waits=shown.says, thinking=False, secret=False, sealed=None, undo=None, undo_needs=(),
        chips=tuple(chip._replace(back=None) for chip in body.turn.chips),
    )  # fmt: skip
    body = body._replace(
        url=moment.url, events="", can_leave=False, explained=None, log=(), turn=turn, analysis=shown, hints=False,
        ply=ply, since=max(0, ply - 1), watching=False, eyes=(),
        journeys=journeys_between(moment.history, max(0, ply - 1), ply, viewer.seat),
    )  # fmt: skip
    title = visit.speech.say("titles.analysis", game=moment.tree.game.title(visit.language))
    return Drawing(visit, body, title, moment.position, parts_of(body))


def analysis_of(moment: AnalysisMoment, viewer: Viewer) -> AnalysisView:
    """The tree, and what one can do at this moment."""
    node, numbers, speech, position = moment.node, moment.numbers, viewer.speech, moment.position
    steps, weights = steps_from(node), position.weights()
    pad = pad_of(moment.history, speech.language, viewer.names) if weights else None
    return AnalysisView(
        link=f"{viewer.visit.site}{moment.url}{'?ask=1' if moment.asks else ''}",
        written=json.dumps(position.to_dict(), ensure_ascii=False, separators=(",", ":")),
        python=f'from ludotheque.analysis import from_link; node = [*from_link("{moment.text}").nodes()][{moment.at}]',
        eyes=tuple(
            Eyes(seat, name, f"{moment.at}?eyes={seat}", seat == viewer.seat) for seat, name in enumerate(viewer.names)
        ),
        seat=moment.seat,
        name="" if moment.seat is None else viewer.names[moment.seat],
        says=says_of(position, viewer),
        ply=node.depth,
        last_ply=node.onward()[-1].depth,
        first=0 if node.parent else None,
        back=numbers[steps["back"]] if "back" in steps else None,
        on=numbers[steps["on"]] if "on" in steps else None,
        last=numbers[node.onward()[-1]] if node.children else None,
        jumps=tuple((name, numbers[to]) for name, to in steps.items() if name not in ("back", "on")),
        rows=rows_of(moment.tree, node, numbers, viewer.names, speech),
        variations=sum(max(0, len(each.children) - 1) for each in numbers),
        can_promote=not node.is_main,
        comment=node.comment,
        longest_comment=MOST_COMMENT,
        marks=marks_of(node, speech) if node.parent else (),
        arrows=";".join(map(" ".join, node.arrows)),
        draws=draws_of(pad, moment.position, viewer) if pad else (),
        draw_title=title_of(pad, speech) if pad else "",
        draw_rule=asking_rule(position) if weights else None,
        weights=sum(weights.values()),
        levels=() if position.to_act is None else level_values(position.game.name, speech, RIVAL),
        next_seat=moment.viewer_seat,
        key=key_of(node),
        asks=moment.asks,
        hidden=not position.game.about.PUBLIC,
    )


def marks_of(node: Node, speech: PageSpeech) -> tuple[FormValue, ...]:
    """The judgements of a move, in words."""
    return tuple(
        FormValue(mark, f"{mark} {speech.say(f'analysis.mark_{MARK_NAMES[mark]}')}".strip(), mark == node.mark)
        for mark in MARKS
    )


def draws_of(pad: DrawPad, position: Position, viewer: Viewer) -> tuple[DrawView, ...]:
    """What can come next, as the pad of a companion names it."""
    keys = {key.outcome: key for key in pad.keys}
    return tuple(
        DrawView(outcome, keys[outcome].label, keys[outcome].symbols, weight)
        if outcome in keys
        else DrawView(outcome, position.say(outcome, viewer.speech.language, names=viewer.names), (), weight)
        for outcome, weight in position.weights().items()
    )


def title_of(pad: DrawPad, speech: PageSpeech) -> str:
    """What comes next, and where the game says it how many more come there."""
    place = pad.places[0]
    return pad.title if not place.label else speech.say("analysis.next_draws", place=place.label, count=place.size)


def says_of(position: Position, viewer: Viewer) -> str:
    """What is to happen where no seat acts, or that another board is shown than that of the seat to act."""
    if position.to_act is None:
        return winners_sentence(position, viewer.names, viewer.speech)
    if position.to_act == CHANCE:
        return viewer.speech.say("analysis.chance")
    return "" if position.to_act == viewer.seat else viewer.speech.say("analysis.other_board")


def steps_from(node: Node) -> dict[str, Node]:
    """The nodes that keys lead to. Draws in a row are one step."""
    found: dict[str, Node] = {}
    if node.parent is not None:
        found["back"] = _before_draws(node)
        found["turn-back"] = _turn_back(node)
    if node.children:
        found["on"] = _after_draws(node.children[0])
        found["turn-on"] = _turn_on(node)
    fork = next((each for each in reversed(node.line()) if len(each.siblings) > 1), None)
    if fork is not None:
        siblings = fork.siblings
        place = siblings.index(fork)
        if place > 0:
            found["variation-before"] = _after_draws(siblings[place - 1])
        if place + 1 < len(siblings):
            found["variation-after"] = _after_draws(siblings[place + 1])
    return found


def _before_draws(node: Node) -> Node:
    """The node before this one, and before all draws in a row that lead here."""
    before = node.parent or node
    while node.seat == CHANCE and before.seat == CHANCE:
        before = before.parent or before
    return before


def _after_draws(node: Node) -> Node:
    while node.seat == CHANCE and node.position.to_act == CHANCE and node.children:
        node = node.children[0]
    return node


def _turn_back(node: Node) -> Node:
    while node.parent is not None and node.parent.parent is not None and node.parent.seat == node.seat:
        node = node.parent
    return node.parent or node


def _turn_on(node: Node) -> Node:
    seat = node.position.to_act
    while node.children and node.position.to_act == seat:
        node = node.children[0]
    return node
