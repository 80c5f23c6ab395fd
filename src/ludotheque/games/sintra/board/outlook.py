"""What a view tells at a second look: what an action would bring, and the final scoring so far.

Boards are given a view and not a state, so that they cannot show more than their reader may know.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from ludotheque.contract.scene import Scene, View

from ..actions import JOKERS, PANE, RESET, STRIP
from ..box import (
    KINDS,
    LAST_SPACE,
    LETTERS,
    ORNAMENT_POINTS,
    ORNAMENT_WINDOWS,
    POINTS_LOST,
    SET_SIZE,
    SIDES,
    SLOTS,
    SPACES,
    STRIPS,
    WINDOW_VALUE,
)
from ..position import FACES

Cells = tuple[bool, bool, bool, bool]  # of two windows, around an ornament: whether a pane is in them
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


def leftmost(board: View) -> int | None:
    """The slot of the leftmost strip. (S39)"""
    return next((slot for slot in range(SLOTS) if board["slots"][slot] is not None), None)


def reachable(board: View) -> list[int]:
    """The slots of the strips at or to the right of the glazier. (S23)"""
    return [slot for slot in range(board["glazier"] - 1, SLOTS) if board["slots"][slot] is not None]


def within_reach(board: View) -> tuple[tuple[int, Strip], ...]:
    """The strips that panes can be placed on, each with its slot."""
    return tuple([(slot, strip) for slot in reachable(board) if (strip := strip_in(board, slot))])


def hand_of(view: View) -> str:
    """The panes in the hand of the seat to act."""
    return str(view["pending"]["hand"]) if view["pending"] else ""


def shown_seat(view: View, seat: int | None) -> int:
    """Whose palace is drawn big: the reader's own, or for a spectator that of the seat to act."""
    if seat is not None:
        return seat
    return int(view["to_act"]) if view["to_act"] is not None and view["to_act"] >= 0 else 0


def stage_of(view: View) -> str:
    """Whether the game is being set up, or is over; which phase it is otherwise the pictures do not tell."""
    return str(view["phase"]) if view["phase"] in ("SETUP", "OVER") else ""


def of_seat(scene: Scene, seat: int, reader: int | None, hand: bool = True) -> Scene:
    """The part of a scene that is about one seat: its board, the tile, and the panes in its hand if they are shown."""
    view, acting = scene.view, hand and scene.view["to_act"] == seat
    return scene.showing(
        reader,
        options=view["options"],
        phase=stage_of(view),
        indicator=view["indicator"],
        tile_seat=seat if view["tile_seat"] == seat else None,
        tile_in_centre=view["tile_in_centre"],
        to_act=seat if acting else None,
        pending=view["pending"] if acting else None,
        seats={seat: view["seats"][seat]},
    )


def values(view: View) -> list[int]:
    """The values of the windows on the side in play."""
    return WINDOW_VALUE[SIDES.index(view["options"]["side"])]


def round_colour(view: View) -> str:
    """The letter of the round's colour, or nothing."""
    return str(view["indicator"][:1])


def holds_tile(view: View, seat: int) -> bool:
    """Whether the starting-player tile lies in front of a seat."""
    return bool(view["tile_seat"] == seat and not view["tile_in_centre"] and view["phase"] != "SETUP")


# --- broken glass and points ------------------------------------------------------------------


class Outlook(NamedTuple):
    """What a choice would bring to its player."""

    placed: tuple[int, ...] = ()  # the spaces that get a pane
    left: int = 0  # empty spaces that remain
    broken: int = 0
    marker: int = 0  # where the broken-glass marker ends
    overflow: int = 0  # points lost at the end of its track (S43)
    bonus: int = 0  # for panes of the round's colour (S35)
    windows: tuple[int, ...] = ()  # the slots of the windows that score (S37)
    window_points: int = 0
    score: int = 0  # afterwards

    @property
    def completed(self) -> bool:
        return bool(self.windows)


Outlooks = tuple[tuple[int, Outlook], ...]  # by action


def place(view: View, seat: int, slot: int, jokers: int | None = None) -> Outlook:
    """Placing the hand on a strip, so many panes of it on joker spaces; None: as few as possible."""
    board = view["seats"][seat]
    strip, hand = strip_in(board, slot), hand_of(view)
    if strip is None or not hand:
        return Outlook()
    own, free = strip.empty(hand[0]), strip.empty(JOKER)
    placed = min(len(hand), len(own) + len(free))
    if jokers is None:
        jokers = max(0, placed - len(own))
    spaces = (*own[: placed - jokers], *free[:jokers])
    broken = len(hand) - placed
    marker, overflow, score = break_panes(view, board, broken)
    left = strip.panes.count(EMPTY) - placed
    if left:
        return Outlook(spaces, left, broken, marker, overflow, score=score)
    bonus = strip.panes.count(view["indicator"][0]) + (placed if hand[0] == view["indicator"][0] else 0)
    return completed(view, board, slot, Outlook(spaces, left, broken, marker, overflow, bonus, score=score + bonus))


def completed(view: View, board: View, slot: int, so_far: Outlook) -> Outlook:
    """The same with the points of a completed strip's windows. (S37)"""
    windows = (slot, *(right for right in range(slot + 1, SLOTS) if board["windows"][right]))
    points = sum(values(view)[window] for window in windows)
    return so_far._replace(windows=windows, window_points=points, score=so_far.score + points)


def put_in_window(view: View, seat: int) -> Outlook:
    """Putting a pane of the completed strip in its window; the bonus is already scored. (S36, S37)"""
    board = view["seats"][seat]
    return completed(view, board, board["glazier"] - 1, Outlook(score=board["score"]))


def break_panes(view: View, board: View, panes: int) -> tuple[int, int, int]:
    """Where the marker ends after so many steps, the points lost, and the score then. (S43, S45)"""
    times, marker = divmod(board["broken"] + panes, LAST_SPACE)
    overflow = times * POINTS_LOST[LAST_SPACE]
    score = board["score"]
    for _ in range(times):
        score = lose(view, score, POINTS_LOST[LAST_SPACE])
    return marker, overflow, score


def lose(view: View, score: int, points: int) -> int:
    """The score after a loss. (S45)"""
    return max(0, score - points) if view["options"]["score_floor_zero"] else score - points


def outlooks(scene: Scene) -> Outlooks:
    """What each legal action but taking would bring to the reader."""
    if scene.seat is None or not scene.choices:
        return ()
    view, seat = scene.view, scene.seat
    board = view["seats"][seat]
    found: dict[int, Outlook] = {}
    for action in scene.choices.legal:
        if action == RESET:
            found[action] = Outlook(score=board["score"])
        elif STRIP <= action < JOKERS:
            found[action] = place(view, seat, action - STRIP)
        elif JOKERS <= action < PANE:
            found[action] = place(view, seat, board["glazier"] - 1, action - JOKERS)
        elif action >= PANE:
            found[action] = put_in_window(view, seat)
    return tuple(found.items())


# --- the final scoring so far -----------------------------------------------------------------


class FinalScoring(NamedTuple):
    """The final scoring as it would be now; when the game is over, as it was. (S50)"""

    panes: int  # left on strips
    sets: int  # points for them (S51)
    lost: int  # points beside the broken-glass marker (S52)
    bonus: int  # of the palace side (S53)
    completed: int  # windows with two panes
    most: str  # the colour most frequent in the windows, or nothing
    most_panes: int
    total: int


def ornament_cells(windows: list[str], ornament: int) -> Cells:
    """Whether a pane is in the upper left, upper right, lower left, lower right cell. (S53)"""
    left, right = (windows[window] for window in ORNAMENT_WINDOWS[ornament])
    return len(left) > 0, len(right) > 0, len(left) > 1, len(right) > 1


def ornament_points(windows: list[str], ornament: int) -> int:
    return ORNAMENT_POINTS[sum(ornament_cells(windows, ornament))]


def panes_on_strips(board: View) -> int:
    return sum(SPACES - entry["panes"].count(EMPTY) for entry in board["slots"] if entry)


def final_scoring(view: View, board: View) -> FinalScoring:
    """Sets on strips, broken glass and the bonus of the side."""
    windows: list[str] = board["windows"]
    panes = panes_on_strips(board)
    sets, lost = panes // SET_SIZE, POINTS_LOST[board["broken"]]
    glass = "".join(windows)
    most = max(LETTERS, key=glass.count) if glass else ""
    done = sum(len(cells) == 2 for cells in windows)
    bonus = side_bonus(view, windows)
    total = board["score"] if view["phase"] == "OVER" else lose(view, board["score"] + sets, lost) + bonus
    return FinalScoring(panes, sets, lost, bonus, done, most, glass.count(most) if most else 0, total)


def side_bonus(view: View, windows: list[str]) -> int:
    """Ornaments on side A; completed windows times the most frequent colour on side B. (S53)"""
    if view["options"]["side"] == SIDES[0]:
        return sum(ornament_points(windows, k) for k in range(len(ORNAMENT_WINDOWS)))
    glass = "".join(windows)
    return sum(len(cells) == 2 for cells in windows) * max(map(glass.count, LETTERS))
