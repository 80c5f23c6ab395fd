"""A turn: take panes and place them, complete a strip, or move the glazier back."""

from __future__ import annotations

from ....kernel.rule import rule
from ..actions import JOKER_SPACES, JOKERS, PANE, PANE_CHOICE, PLACE, RESET, STRIP, TAKE, TURN
from ..box import BACK, CENTRE, COLOURS, FRONT, JOKER, SLOTS, WINDOW_VALUE
from ..state import NONE, State
from .asking import leftmost, matching
from .points import S35_BONUS, S37_WINDOWS, gain, step_down
from .rounds import end_turn
from .setup import lay_strip, remove_strip


@rule
def act(s: State, action: int) -> None:
    """Plays one legal action, or NOTHING where no strip can take the panes. (S15)

    What an action brings about happens in the order of S38: the step for the tile, broken panes, the
    bonus, the pane in the window, the points of the windows.
    """
    p = s.to_act
    if s.phase == TURN:
        if action == RESET:
            s.glazier[p] = leftmost(s, p)  # S39
            end_turn(s)
        else:
            take_panes(s, p, action - TAKE)
            s.phase = PLACE
    elif s.phase == PLACE:
        if action < STRIP:
            break_hand(s, p)  # no strip was chosen, so the glazier stays (S30)
            end_turn(s)
        else:
            s.glazier[p] = action - STRIP  # S27
            s.phase = JOKER_SPACES
    elif s.phase == JOKER_SPACES:
        if completes_strip(s, p, s.glazier[p], action - JOKERS):
            s.phase = PANE_CHOICE
        else:
            end_turn(s)  # S34
    else:
        put_in_window(s, p, s.glazier[p], action - PANE)
        score_windows(s, p, s.glazier[p])
        end_turn(s)


@rule
def completes_strip(s: State, p: int, slot: int, jokers: int) -> bool:
    """Places the hand on a strip, and tells whether that completes it and scores the bonus. (S34, S35)"""
    place_panes(s, p, slot, jokers)
    complete = is_complete(s, p, slot)
    if complete:
        score_round_colour(s, p, slot)
    return complete


@rule
def take_panes(s: State, p: int, choice: int) -> None:
    """Takes all panes of one colour; the rest of a factory goes to the centre. (S17, S18)"""
    source, s.hand_colour = choice // COLOURS, choice % COLOURS
    s.hand = s.offer[choice]
    s.offer[choice] = 0
    s.out -= s.hand
    if source != CENTRE:
        for colour in range(COLOURS):
            s.offer[CENTRE * COLOURS + colour] += s.offer[source * COLOURS + colour]
            s.offer[source * COLOURS + colour] = 0
    elif s.tile_in_centre:  # later takes from the centre cost no step (S21)
        take_tile(s, p)


@rule
def take_tile(s: State, p: int) -> None:
    """Gives the tile and a step of broken glass to the first player who takes from the centre. (S20)"""
    s.tile_in_centre = 0
    s.tile_seat = p
    step_down(s, p)


@rule
def place_panes(s: State, p: int, slot: int, jokers: int) -> None:
    """Places as many panes as fit on one strip, this many of them on joker spaces; the rest breaks. (S25, S28)"""
    placed = min(s.hand, matching(s, p, slot))
    s.empty[p][slot][s.hand_colour] -= placed - jokers
    s.empty[p][slot][JOKER] -= jokers
    s.placed[p][slot][s.hand_colour] += placed  # panes on joker spaces keep their colour (S32)
    s.hand -= placed
    break_hand(s, p)


@rule
def break_hand(s: State, p: int) -> None:
    """Breaks the panes still in hand: they go to the tower, each for a step of broken glass. (S29)"""
    s.tower[s.hand_colour] += s.hand
    for _ in range(s.hand):
        step_down(s, p)
    s.hand, s.hand_colour = 0, NONE


@rule
def is_complete(s: State, p: int, slot: int) -> bool:
    """Tells whether a strip has no empty space. (S34, S35)"""
    for kind in range(COLOURS + 1):
        if s.empty[p][slot][kind] > 0:
            return False
    return True


@rule
def score_round_colour(s: State, p: int, slot: int) -> None:
    """Scores a point for each pane of the round's colour. (S35)"""
    gain(s, p, S35_BONUS, s.placed[p][slot][s.indicator[s.round - 1]])


@rule
def put_in_window(s: State, p: int, slot: int, colour: int) -> None:
    """Puts one pane in the window and four in the tower; the strip flips, or leaves the game. (S36)"""
    s.placed[p][slot][colour] -= 1
    for other in range(COLOURS):
        s.tower[other] += s.placed[p][slot][other]
    s.window[p][slot][s.panes[p][slot]] = colour
    s.panes[p][slot] += 1
    if s.panes[p][slot] == 1:
        lay_strip(s, p, slot, BACK if s.face[p][slot] == FRONT else FRONT)
    else:
        remove_strip(s, p, slot)


@rule
def score_windows(s: State, p: int, slot: int) -> None:
    """Scores the windows of a completed strip. (S37)"""
    gain(s, p, S37_WINDOWS, window_points(s, p, slot))


@rule
def window_points(s: State, p: int, slot: int) -> int:
    """Returns the points for the windows of a completed strip. (S37)"""
    points = 0
    for window in range(slot, SLOTS):
        if scores_window(s, p, slot, window):
            points += WINDOW_VALUE[s.side][window]
    return points


@rule
def scores_window(s: State, p: int, slot: int, window: int) -> bool:
    """Tells whether a completed strip scores a window: its own, and those to its right that hold a pane. (S37)"""
    return window == slot or (window > slot and s.panes[p][window] > 0)
