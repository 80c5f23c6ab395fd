"""What the templates are given: one dataclass a page, nothing else.

What replays, rules and problems show is in `context_reading.py`, the score sheet in `context_sheet.py`.

Every template gets two names: `page` (a Page) and `body` (what its line below says), and the
function `t(key, **gaps)`: a sentence of `words/<language>.toml` in the reader's language.
Texts are plain and must be escaped, except fields of the type Markup, which are SVG drawn by us.

| template             | body       | shown at                                                         |
|----------------------|------------|------------------------------------------------------------------|
| home.jinja           | Home       | /                                                                |
| new.jinja            | NewTable   | /new/GAME                                                        |
| table.jinja          | Table      | /t/ID: includes parts/table.jinja in an element id="table"        |
| parts/table.jinja    | Table      | the same, as a fragment: answers to posts, and events            |
| parts/refusal.jinja  | Problem    | a fragment: why something was not done (statuses 4xx)            |
| parts/hint.jinja     | Hint       | a fragment: what a bot would do                                  |
| parts/slips.jinja    | Slips      | a fragment: what each choice would bring                         |
| parts/rule.jinja     | Rule       | a fragment: one rule, for the popover                            |
| replay.jinja         | Replay     | /t/ID/replay                                                     |
| parts/replay.jinja   | Replay     | the same as a fragment, when htmx asks                           |
| rules.jinja          | Rules      | /rules/GAME                                                      |
| mine.jinja           | Mine       | /mine                                                            |
| chair.jinja          | Invitation | /t/ID/chair/KEY                                                  |
| error.jinja          | Problem    | anything that went wrong, as a page                              |

What is posted (urlencoded forms; htmx or plain):

| to                | fields                                  | answer (htmx; a plain post is sent back to the page) |
|-------------------|-----------------------------------------|-------------------------------------------------------|
| /play/GAME        | [name], [pledge], [luck]                | 303 to the new table                                  |
| /new/GAME         | seats, seat-N, name-N, option-NAME, clock, listed, hints, title, [pledge], [luck] | to the table |
| /join             | code                                    | 303 to the table                                      |
| /t/ID/play        | seat, version, action                   | parts/table.jinja; 409 stale, 422 forbidden           |
| /t/ID/undo        | seat, version, [back]                   | parts/table.jinja                                     |
| /t/ID/agree       | version, yes=1 or 0                     | parts/table.jinja                                     |
| /t/ID/hint        | seat, version                           | parts/hint.jinja                                      |
| /t/ID/leave       | [seat]                                  | parts/table.jinja                                     |
| /t/ID/return      | [seat]                                  | parts/table.jinja                                     |
| /t/ID/sit         | seat, name, [luck]                      | parts/table.jinja (waiting tables)                    |
| /t/ID/seat        | seat, kind=open or bot:LEVEL            | parts/table.jinja (the host, waiting tables)          |
| /t/ID/link        | seat, link=make or close                | parts/table.jinja (the own chair, or the host's free) |
| /t/ID/chair/KEY   | [name], [luck]                          | 303 to the table                                      |
| /t/ID/start       |                                         | parts/table.jinja                                     |
| /t/ID/again       | [pledge], [luck]                        | 303 to a new table of the same people                 |
| /t/ID/from        | ply, seat, [pledge], [luck]             | 303 to a new table against bots                       |
| /settings         | language, theme, helper, colour_blind, name, back | 303 to `back`; any of them                  |

A table's page opens `body.events` as its event stream: every event is named `table`, its id is
the version, its data is parts/table.jinja for this reader; after the first event of a stream only
the parts of it that changed (`show/parts.py`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup, escape

from ludotheque.contract.scene import Panel
from ludotheque.web.views.context_sheet import Sheet


@dataclass(frozen=True)
class Page:
    """What every page knows."""

    language: str  # en, fr or nl
    languages: tuple[str, ...]
    theme: str  # "light", "dark" or "" for what the system says
    helper: bool  # whether phases are explained the first time they are met
    colour_blind: bool  # whether boards use their layout for people who cannot tell the colours apart
    name: str  # what the visitor is called, or ""
    here: str  # this page's path and query: `back` of the settings form
    title: str  # of the browser's tab


@dataclass(frozen=True)
class RuleLink:
    """A rule number that opens its sentence."""

    number: str
    url: str  # the rules page at this rule
    fragment: str  # parts/rule.jinja of this rule


# --- home, my games, a new table -----------------------------------------------------------------


@dataclass(frozen=True)
class GameCard:
    """A game on the shelf."""

    name: str
    title: str
    subtitle: str  # another name that the game is known by, or ""
    objective: str  # one sentence
    fewest: int  # players
    most: int
    minutes: tuple[int, int]
    designers: tuple[str, ...]
    card: Markup  # its box, a complete <svg>
    settings: tuple[str, ...]  # what its board can be set to, such as "colour_blind"
    play: str  # post here to play at once against bots
    new: str
    rules: str


@dataclass(frozen=True)
class SlipSeat:
    """A player in a list of tables."""

    seat: int  # 0..4: its colour and shape
    name: str
    kind: str  # "person", "bot" or "open"
    mine: bool  # the visitor's only seat: who has several at one screen is called by name
    score: int | None  # None before the start


@dataclass(frozen=True)
class TableSlip:
    """A table in a list."""

    id: str
    url: str
    game_title: str
    picture: str  # of the position as the visitor may see it; before the start of the box
    title: str  # of the table, or ""
    stage: str  # "waiting", "running" or "over"
    my_turn: bool
    asked: str  # whose turn, in words; of a finished game who has won
    seats: tuple[SlipSeat, ...]
    free: int  # chairs
    clock: str  # in words, or ""
    changed: str  # date and time of the last change, ISO 8601
    day: str  # its date in words


@dataclass(frozen=True)
class Home:
    games: tuple[GameCard, ...]
    mine: tuple[TableSlip, ...]  # running and waiting, those that wait for me first
    open: tuple[TableSlip, ...]  # listed tables: to join, or to watch


@dataclass(frozen=True)
class Mine:
    running: tuple[TableSlip, ...]
    over: tuple[TableSlip, ...]
    unplayable: int  # tables that are kept, but were made with rules or a box that are not here


@dataclass(frozen=True)
class Value:
    """A value of an option, or of any choice of few."""

    value: str  # as it is posted
    label: str
    chosen: bool
    sentence: str = ""


@dataclass(frozen=True)
class OptionField:
    """An option of a game."""

    name: str  # the field option-NAME
    label: str
    sentence: str
    rule: RuleLink
    values: tuple[Value, ...]
    yes_no: bool  # a switch: values are "true" and "false"


@dataclass(frozen=True)
class ChairField:
    """A chair of the table to be: me, a friend, or a bot."""

    seat: int
    kinds: tuple[Value, ...]  # the field seat-N
    name: str  # the field name-N


@dataclass(frozen=True)
class NewTable:
    game: GameCard
    seats: tuple[Value, ...]  # the field `seats`
    chairs: tuple[ChairField, ...]  # for the most players; the first `seats` of them count
    options: tuple[OptionField, ...]
    clocks: tuple[Value, ...]  # the field `clock`
    levels: tuple[Value, ...]  # bots, with one sentence each
    post: str
    problem: str = ""  # why the last post was refused


# --- the table ---------------------------------------------------------------------------------


class ChoiceView(NamedTuple):
    """An action that this reader may choose."""

    action: int
    label: str
    placed: bool  # a panel contains it; one that is not placed needs a button


@dataclass(frozen=True)
class Prospect:
    """What an action would bring, or why it is forbidden."""

    action: int
    label: str
    rule: RuleLink | None  # None: legal; else what forbids it
    why: str  # the sentence of that rule, or ""
    gains: tuple[Gain, ...] = ()  # what it would bring at once
    changes: tuple[ChangeView, ...] = ()  # and what else would change


@dataclass(frozen=True)
class Slips:
    """What each choice would bring (`parts/slips.jinja`)."""

    seat: int
    prospects: tuple[Prospect, ...]
    pieces: Markup  # of the pictures, as they show it


@dataclass(frozen=True)
class ChangeView:
    """What a choice would change besides points."""

    text: str  # in words, or "": only the piece tells it
    rule: RuleLink | None
    symbol: str  # the piece that would lie there, or ""
    end: str  # the id of the part of the picture where
    others: bool = False  # it is about another player


class Journey(NamedTuple):
    """A piece that has moved from one part of the picture to another."""

    ply: int
    symbol: str
    start: str  # ids
    end: str


@dataclass(frozen=True)
class Gain:
    """Points that a seat gains or loses, and why."""

    seat: int
    name: str
    points: int
    rule: RuleLink
    line: str  # the line of the score sheet


class Chip(NamedTuple):
    """A part of the turn so far."""

    text: str
    back: int | None  # the field `back` that takes this and all after it back; None: cannot be


@dataclass(frozen=True)
class LogLine:
    """What happened, as this reader may know it."""

    ply: int
    seat: int | None  # None: chance
    name: str  # of the player, or ""
    text: str  # without the name, unless the sentence speaks of the player itself
    speaks_of_player: bool  # the text begins with the name
    count: int  # chance events told in this line
    rule: RuleLink | None
    gains: tuple[Gain, ...]
    url: str  # the replay at this moment


@dataclass(frozen=True)
class Clock:
    """The time of a seat that thinks."""

    seconds: int  # left when the page was made
    running: bool
    text: str  # such as 4:09
    began: int  # when it began to run: pages count on by themselves, so it is told again whenever it begins anew


class PlayerView(NamedTuple):
    """A player in the rail, or a chair of a waiting table."""

    seat: int
    name: str  # never empty but for an open chair
    kind: str  # "person", "bot" or "open"
    level: str  # of a bot, in words
    mine: bool
    away: bool  # a bot has taken over
    asked: bool  # may decide now
    chosen: bool  # has sealed an answer
    score: int
    gained: int  # since my last turn
    winner: bool  # of a finished game
    clock: Clock | None
    can_sit: bool  # waiting tables: this visitor may take the chair
    kinds: tuple[Value, ...] = ()  # waiting tables, for the host: what may sit here (the field `kind`)
    reserved: bool = False  # a free chair that only who has its link may take
    link: str | None = None  # for who may make a link to this chair: its whole address, "" if there is none yet


class Score(NamedTuple):
    """A player in the row of scores."""

    seat: int
    name: str
    score: int
    asked: bool  # and has not chosen yet

    @classmethod
    def of(cls, player: PlayerView) -> Score:
        return cls(player.seat, player.name, player.score, player.asked and not player.chosen)


@dataclass(frozen=True)
class Invitation:
    """What a link to a chair leads to (`chair.jinja`)."""

    game: GameCard
    title: str
    seat: int
    names: tuple[str, ...]  # of who sits there already
    moving: bool  # the own chair, to another device
    post: str
    commitment: Commitment


@dataclass(frozen=True)
class UndoAsked:
    """Somebody asks to take a decision back."""

    seat: int
    name: str
    mine: bool  # I asked
    answer_wanted: bool  # of me
    waiting_for: tuple[str, ...]
    refused_by: str  # "": nobody


@dataclass(frozen=True)
class Explained:
    """The helper: what a phase is about, for who meets it for the first time."""

    key: str  # GAME-PHASE, to remember it by
    title: str
    sentence: str
    rule: RuleLink | None


class Turn(NamedTuple):
    """The sentence bar: what is asked of whom, and what I may do about it."""

    mine: bool  # something is asked of this reader
    seat: int | None  # for whom I decide: the field `seat`; else whose turn it is, if one player's
    name: str  # of that seat, or ""
    asks: str  # the phase in one sentence
    rule: RuleLink | None
    waiting_for: tuple[str, ...]  # names, if nothing is asked of me
    chips: tuple[Chip, ...]  # the turn so far
    sealed: ChoiceView | None  # my secret answer; it may be changed until the last is in
    secret: bool  # all answer at the same time
    undo: Chip | None  # the last step, if I may take it back
    undo_needs: tuple[str, ...]  # who must agree; empty: nobody
    hint: bool  # hints are allowed and something is asked of me


@dataclass(frozen=True)
class Commitment:
    """The proof that chance is fair."""

    digest: str  # SHA-256 of the seed, known before the start
    seed: str  # "" until the game is over
    luck: str  # what the players added, mixed into every draw


@dataclass(frozen=True)
class Eyes:
    """Whose eyes a page can be seen with."""

    seat: int | None
    name: str
    url: str
    chosen: bool


@dataclass(frozen=True)
class Waiting:
    """A table before its start."""

    host: bool  # I may change chairs and start
    can_start: bool
    sentence: str  # the table in one sentence
    link: str  # to send to friends: a whole address
    options: tuple[OptionField, ...]  # as agreed
    free: int


def written(journeys: tuple[Journey, ...]) -> str:
    """Journeys as JSON; they are made of numbers and of ids, which hold no quotes."""
    return _JSON.encode(journeys) if journeys else "[]"


_JSON = json.JSONEncoder(separators=(",", ":"))


class Table(NamedTuple):
    id: str
    url: str
    events: str  # the event stream
    version: int
    game: GameCard
    title: str  # of the table, or ""
    stage: str  # "waiting", "running" or "over"
    seat: int | None  # whose eyes; None: a spectator
    watching: bool  # this visitor has no seat
    eyes: tuple[Eyes, ...]  # several people at one screen: who looks; else empty
    handover: Eyes | None  # whom to hand the screen to before anything secret is shown
    players: tuple[PlayerView, ...]
    board_class: str  # of the element around the panels
    board_css: str  # url
    defs: Markup
    panels: tuple[Panel, ...]
    summaries: tuple[Panel | None, ...]  # by seat: the compact boards of the others; at the end what is left
    turn: Turn | None  # of a running game
    choices: tuple[ChoiceView, ...]  # what this reader may do
    explained: Explained | None
    progress: str  # such as "Round 2 of 6"
    undo_asked: UndoAsked | None
    ply: int  # choices made so far
    since: int  # my last turn: what was chosen from this ply on is new to me
    journeys: tuple[Journey, ...]  # of the last choices
    log: tuple[LogLine, ...]  # newest first
    away: bool  # a bot has taken my seat: offer to return
    can_leave: bool
    stand_ins: tuple[Value, ...]  # the bots that can play for who leaves
    hints: bool
    clock: str  # in words, or ""
    commitment: Commitment
    waiting: Waiting | None
    sheet: Sheet | None  # of a finished game
    banner: Markup  # the picture behind the verdict, or nothing
    next_table: str  # where the same people play again, or ""
    parts: Mapping[str, Markup] = MappingProxyType({})  # of a running game, by `data-part`

    def state(self, title: str, delta: bool = False) -> Markup:
        """What the script must know; `delta`: only parts that changed are sent with it."""
        mine = self.turn if self.turn is not None and self.turn.mine else None
        return Markup(
            f'<div id="state" data-part="state" hidden{" data-delta" if delta else ""} data-title="{escape(title)}" '
            f'data-url="{self.url}" data-version="{self.version}" data-stage="{self.stage}" data-ply="{self.ply}" '
            f'data-since="{self.since}" data-order="{" ".join([panel.name for panel in self.panels])}"'
            + (f' data-eyes="{self.seat}"' if self.seat is not None else "")
            + (f' data-seat="{mine.seat}"' if mine else "")
            + (f' data-sealed="{mine.sealed.action}"' if mine and mine.sealed else "")
            + f" data-journeys='{written(self.journeys)}'></div>"
        )

    @property
    def buttons(self) -> tuple[ChoiceView, ...]:
        """The choices that no panel contains."""
        return tuple([choice for choice in self.choices if not choice.placed])


@dataclass(frozen=True)
class Hint:
    action: int
    sentence: str
