"""What the templates of replays, rules and problems are given; the others are in `context.py`."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from ludotheque.contract.scene import Panel
from ludotheque.web.views.context import (
    Commitment,
    Eyes,
    GameCard,
    Journey,
    LogLine,
    OptionField,
    PlayerView,
    RuleLink,
)


@dataclass(frozen=True)
class Replay:
    table: str  # url
    game: GameCard
    title: str
    over: bool
    ply: int  # 0..last
    journeys: tuple[Journey, ...]  # of the choice that led here
    last: int
    first_url: str
    back_url: str  # one step; "" at the ends
    on_url: str
    turn_back_url: str  # to another player's turn
    turn_on_url: str
    last_url: str
    url: str  # without ply
    eyes: tuple[Eyes, ...]
    seat: int | None
    said: LogLine | None  # what led here
    players: tuple[PlayerView, ...]
    summaries: tuple[Panel | None, ...]  # by seat
    board_class: str
    board_css: str
    defs: Markup
    panels: tuple[Panel, ...]
    log: tuple[LogLine, ...]  # up to here, newest first
    record: str
    play_from: str  # post `ply` and `seat` here; "" where it cannot be done
    commitment: Commitment


@dataclass(frozen=True)
class Rule:
    number: str
    sentence: str
    url: str
    game_title: str


@dataclass(frozen=True)
class Chapter:
    """Rules under one heading of the booklet."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Rules:
    game: GameCard
    rules: tuple[Rule, ...]
    chapters: tuple[Chapter, ...]  # the same rules in their order, under headings
    games: tuple[GameCard, ...]
    ledger: tuple[tuple[str, RuleLink], ...]  # the lines of the score sheet
    options: tuple[OptionField, ...]


@dataclass(frozen=True)
class Problem:
    status: int
    sentence: str
    rule: RuleLink | None = None
    back: str = "/"
