"""What the board reads in a view, and what the rules foretell: each choice, and the final scoring so far."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ludotheque.contract.scene import Same, Scene, View

from ..actions import FINISHED, JOKERS, PANE, RESET
from ..box import KINDS, LETTERS, ORNAMENT_WINDOWS, SIDES, SLOTS, SPACES, STRIPS, WINDOW_VALUE
from ..position import FACES
from ..rules.asking import forbids_jokers, forbids_strip, leftmost
from ..rules.points import S35_BONUS, S37_WINDOWS, S43_OVERFLOW, S51_SETS, S52_BROKEN, S53_SIDE
from ..rules.scoring import SIDE_A, colour_points, ornament_points, panes_on_strips, score_end
from ..rules.turn import act, completes_strip, put_in_window, score_windows, scores_window
from ..state import State

OUT_OF_REACH = 23  # the rule that forbids a strip to the left of the glazier, or none
Cells = tuple[bool, bool, bool, bool]  # whether a pane is in each cell of two windows, around an ornament
EMPTY = "."
JOKER = KINDS[-1]


class Strip(NamedTuple):
    """A strip in its slot: its five spaces, the panes on them and the spaces of its hidden side."""

    spaces: str
    panes: str
    hidden: str

    def empty(self, kind: str) -> list[int]:
        """The empty spaces of a colour, or the empty joker spaces."""
        return [i for i in range(SPACES) if self.spaces[i] == kind and self.panes[i] == EMPTY]

    def taking(self, colour: str, panes: int, jokers: int) -> tuple[int, ...]:
        """The spaces that a number of panes would lie on, some of them joker spaces."""
        return (*self.empty(colour)[: panes - jokers], *self.empty(JOKER)[:jokers])

    def matching(self, colour: str) -> list[int]:
        """Where panes of a colour can go: on their own spaces first, then on joker spaces. (S24)"""
        return matching_spaces(self, colour)


@functools.lru_cache(1 << 14)
def matching_spaces(strip: Strip, colour: str) -> list[int]:
    """Where panes of a colour can go on a strip."""
    return strip.empty(colour) + strip.empty(JOKER)


def strip_in(board: View, slot: int) -> Strip | None:
    """The strip of a slot, or None if there is none."""
    entry = board["slots"][slot]
    return None if entry is None else strip_of(entry["strip"], entry["panes"])


@functools.lru_cache(1 << 12)
def strip_of(code: str, panes: str) -> Strip:
    """The strip of a code such as "K3.b", with the panes on it."""
    strip, face = code.split(".")
    faces = STRIPS[int(strip[1:]) - 1]
    up = FACES.index(face)
    return Strip(faces[up], panes, faces[1 - up])


def hand_of(view: View) -> str:
    """The panes in the hand of the seat to act."""
    return str(view["pending"]["hand"]) if view["pending"] else ""


def shown_seat(view: View, seat: int | None) -> int:
    """Whose palace is drawn big: the viewer's own, or for a spectator that of the seat to act."""
    if seat is not None:
        return seat
    return int(view["to_act"]) if view["to_act"] is not None and view["to_act"] >= 0 else 0


def stage_of(view: View) -> str:
    """Whether the game is being set up, or is over; which phase it is otherwise the pictures do not tell."""
    return str(view["phase"]) if view["phase"] in ("SETUP", "OVER") else ""


def front_of(view: View, seat: int) -> Hashable:
    """What the palace of a seat looks like: its side, windows and strips, and where the glazier stands."""
    return _front_of(Same(view), seat)


@functools.lru_cache(1 << 10)  # several panels and all viewers share it
def _front_of(same: Same[View], seat: int) -> Hashable:
    view, board = same.thing, same.thing["seats"][seat]
    slots = tuple([slot and (slot["strip"], slot["panes"]) for slot in board["slots"]])
    return view["options"]["side"], tuple(board["windows"]), slots, board["glazier"]


def values(view: View) -> list[int]:
    """The values of the windows on the side in play."""
    return WINDOW_VALUE[SIDES.index(view["options"]["side"])]


def round_colour(view: View) -> str:
    """The letter of the round's colour, or nothing."""
    return str(view["indicator"][:1])


def holds_tile(view: View, seat: int) -> bool:
    """Whether the starting-player tile lies in front of a seat."""
    return bool(view["tile_seat"] == seat and not view["tile_in_centre"] and view["phase"] != "SETUP")


# --- what the rules foretell ------------------------------------------------------------------


class Forecast(NamedTuple):
    """What a choice would bring to its player."""

    slot: int  # where the glazier would stand
    panes: int = 0  # placed on the strip ...
    jokers: int = 0  # ... of these, panes on joker spaces
    left: int = 0  # empty spaces that remain
    broken: int = 0
    marker: int = 0  # where the broken-glass marker ends
    overflow: int = 0  # points lost at the end of its track (S43)
    bonus: int = 0  # points for panes of the round's colour (S35)
    windows: tuple[int, ...] = ()  # the slots of the windows that score (S37)
    window_points: int = 0
    side: tuple[int, int] = (0, 0)  # the bonus of the palace side before and after (S53)
    score: int = 0  # afterwards

    @property
    def completed(self) -> bool:
        return bool(self.windows)


Forecasts = tuple[tuple[int, Forecast], ...]  # by action


def forecasts_of(scene: Scene) -> Forecasts:
    """What each legal action but taking would bring to the viewer."""
    return _forecasts_of(Same(scene.state), scene.choices.legal) if scene.seat is not None and scene.choices else ()


@functools.lru_cache(1 << 8)  # a page is drawn without the forecasts first, and then with them
def _forecasts_of(state: Same[State], legal: tuple[int, ...]) -> Forecasts:
    return tuple([(action, forecast_of(state.thing, action)) for action in legal if action >= RESET])


def forecast_of(before: State, action: int) -> Forecast:
    """What the rules make of an action, up to the end of its player's turn."""
    s, p, told = before.copy_for(before.to_act), before.to_act, Forecast(before.glazier[before.to_act])
    if action == RESET:
        told = told._replace(slot=leftmost(s, p))
    elif action >= PANE:
        put_in_window(s, p, told.slot, action - PANE)
        told = told._replace(side=(side_points(before, p), side_points(s, p)))
        told = with_windows(s, p, told)
    else:
        told = place(s, p, action)
    gained = [after - then for after, then in zip(s.ledger[p], before.ledger[p], strict=True)]
    return told._replace(
        marker=s.broken[p],
        overflow=-gained[S43_OVERFLOW],
        bonus=gained[S35_BONUS],
        window_points=gained[S37_WINDOWS],
        score=s.score[p],
    )


def place(s: State, p: int, action: int) -> Forecast:
    """Places the hand on a strip, with as few panes on joker spaces as possible where that is still to be chosen."""
    jokers, hand = action - JOKERS, s.hand
    if action < JOKERS:
        act(s, action)
        jokers = next(n for n in range(PANE - JOKERS) if not forbids_jokers(s, n))
    slot = s.glazier[p]
    there = sum(s.placed[p][slot])
    completed = completes_strip(s, p, slot, jokers)
    panes = sum(s.placed[p][slot]) - there
    told = Forecast(slot, panes, jokers, sum(s.empty[p][slot]), hand - panes)
    return with_windows(s, p, told) if completed else told


def with_windows(s: State, p: int, told: Forecast) -> Forecast:
    """The same with the windows of a completed strip, which score. (S37)"""
    score_windows(s, p, told.slot)
    return told._replace(windows=tuple(w for w in range(SLOTS) if scores_window(s, p, told.slot, w)))


Reach = tuple[tuple[int, Strip], ...]  # strips, each with its slot


def within_reach(scene: Scene, seat: int) -> Reach:
    """The strips that the glazier of a seat can place panes on, each with its slot. (S23)"""
    board, s = scene.view["seats"][seat], scene.state.copy()
    s.to_act = seat
    slots = [slot for slot in range(SLOTS) if forbids_strip(s, slot) != OUT_OF_REACH]
    return tuple([(slot, strip) for slot in slots if (strip := strip_in(board, slot))])


# --- the final scoring so far -----------------------------------------------------------------


class FinalScoring(NamedTuple):
    """The final scoring as it would be now; when the game is over, as it was. (S50, S51, S52, S53)"""

    panes: int  # panes left on strips
    sets: int  # points for them
    lost: int  # points beside the broken-glass marker
    bonus: int  # points for the side of the palace board
    completed: int  # windows with two panes
    most: str  # the colour most frequent in the windows, or nothing
    most_panes: int
    total: int


def final_scoring(state: State, seat: int) -> FinalScoring:
    """Sets on strips, broken glass and the bonus of the side, by the rules."""
    s, before = state.copy_for(seat), [0] * len(state.ledger[seat])
    if s.phase != FINISHED:
        before = state.ledger[seat]
        score_end(s, seat)
    sets, lost, bonus = (s.ledger[seat][line] - before[line] for line in (S51_SETS, S52_BROKEN, S53_SIDE))
    panes = [s.window[seat][slot][cell] for slot in range(SLOTS) for cell in range(s.panes[seat][slot])]
    most = max(range(len(LETTERS)), key=panes.count)
    return FinalScoring(
        panes_on_strips(s, seat), sets, -lost, bonus, s.panes[seat].count(2),
        LETTERS[most] if panes else "", panes.count(most), s.score[seat],
    )  # fmt: skip


def side_points(s: State, seat: int) -> int:
    """The bonus of the palace side as it is now. (S53)"""
    return ornament_points(s, seat) if s.side == SIDE_A else colour_points(s, seat)


def ornament_cells(windows: Sequence[str], ornament: int) -> Cells:
    """Whether a pane is in the upper left, upper right, lower left, lower right cell. (S53)"""
    left, right = (windows[window] for window in ORNAMENT_WINDOWS[ornament])
    return len(left) > 0, len(right) > 0, len(left) > 1, len(right) > 1
