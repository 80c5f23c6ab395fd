"""The rules of Azul: Stained Glass of Sintra, in the order of play.

Numbers such as S23 are those of RULES.md. `forbids` is the one definition of legality,
`act` and `happen` apply one choice, and `gain` and `lose` alone change a score.
"""

from __future__ import annotations

from ...kernel.rule import rule, table
from ...kernel.state import CHANCE, OVER
from .actions import (
    ACTIONS,
    FILL,
    FINISHED,
    JOKER_SPACES,
    JOKERS,
    PANE,
    PANE_CHOICE,
    PLACE,
    RESET,
    SETUP,
    STRIP,
    TAKE,
    TURN,
)
from .box import (
    BACK,
    CENTRE,
    COLOURS,
    FACTORIES_IN_USE,
    FRONT,
    JOKER,
    LAST_SPACE,
    ORNAMENT_POINTS,
    ORNAMENT_WINDOWS,
    ORNAMENTS,
    PATTERN,
    PER_COLOUR,
    PER_FACTORY,
    PLAYERS,
    POINTS_LOST,
    ROUNDS,
    SET_SIZE,
    SLOTS,
    WINDOW_VALUE,
)
from .state import GONE, NONE, State

# Columns of the ledger, in the order of about.LEDGER.
S7_BEFORE, S35_BONUS, S37_WINDOWS, S43_OVERFLOW, S45_FLOOR, S51_SETS, S52_BROKEN, S53_SIDE = range(8)

SIDE_A = 0
FIRST_STRIP = 1  # the set-up event 0 is the starting seat
SPACES_II_TO_VI = ROUNDS - 1


# --- Set-up (S1-S12) ----------------------------------------------------------------------


@rule
def begin(s: State, players: int, options: list[int]) -> None:
    """Clears the table for a new game, up to its first chance event. (S1, S2, S6-S9, S12)"""
    s.players = players
    s.side, s.first_seat, s.floor_zero = options[0], options[1] - 1, options[2]
    s.round = 1
    s.phase, s.to_act = SETUP, CHANCE
    s.tile_seat = s.first_seat
    s.hand_colour = NONE
    s.laid = 0 if s.first_seat == NONE else FIRST_STRIP
    for colour in range(COLOURS):
        s.bag[colour] = PER_COLOUR - 1  # one of each lies aside for the indicator (S8)
    for space in range(ROUNDS):
        s.indicator[space] = NONE
    for p in range(PLAYERS):
        for slot in range(SLOTS):
            s.strip[p][slot] = NONE
            s.face[p][slot] = GONE
            s.window[p][slot][0] = NONE
            s.window[p][slot][1] = NONE


@rule
def indicator_event(s: State) -> int:
    """How many set-up events come before the indicator is filled."""
    return FIRST_STRIP + SLOTS * s.players


@rule
def strip_weight(s: State, outcome: int) -> int:
    """Chances of a strip and face in the next slot: a joker face starts face down. (S3, S4)"""
    p, slot = (s.laid - FIRST_STRIP) // SLOTS, (s.laid - FIRST_STRIP) % SLOTS
    strip, face = outcome // 2, outcome % 2
    for earlier in range(slot):
        if s.strip[p][earlier] == strip:
            return 0
    if PATTERN[strip][face][JOKER] > 0:
        return 0
    return 2 if PATTERN[strip][1 - face][JOKER] > 0 else 1


@rule
def indicator_weight(s: State, colour: int) -> int:
    """Chances of a colour on II to VI, each colour once; then on I, from the bag. (S8, S9)"""
    space = s.laid - indicator_event(s)
    if space == SPACES_II_TO_VI:
        return s.bag[colour]
    for earlier in range(space):
        if s.indicator[1 + earlier] == colour:
            return 0
    return 1


@rule
def set_up(s: State, outcome: int) -> None:
    """One event of the set-up: starting seat, strips, indicator. (S3, S4, S8-S10)"""
    space = s.laid - indicator_event(s)
    if s.laid < FIRST_STRIP:
        s.tile_seat = outcome
    elif space < 0:
        p, slot = (s.laid - FIRST_STRIP) // SLOTS, (s.laid - FIRST_STRIP) % SLOTS
        s.strip[p][slot] = outcome // 2
        lay_strip(s, p, slot, outcome % 2)
    elif space < SPACES_II_TO_VI:
        s.indicator[1 + space] = outcome
    else:
        s.indicator[0] = outcome
        s.bag[outcome] -= 1
        s.phase = FILL
    s.laid += 1


@rule
def lay_strip(s: State, p: int, slot: int, face: int) -> None:
    """Lays the strip of a slot on this face, empty."""
    s.face[p][slot] = face
    for colour in range(COLOURS):
        s.placed[p][slot][colour] = 0
    for kind in range(COLOURS + 1):
        s.empty[p][slot][kind] = PATTERN[s.strip[p][slot]][face][kind]


@rule
def remove_strip(s: State, p: int, slot: int) -> None:
    """Takes a strip out of the game; its last spaces are all filled. (S36)"""
    s.strip[p][slot] = NONE
    s.face[p][slot] = GONE
    for colour in range(COLOURS):
        s.placed[p][slot][colour] = 0


# --- Filling the factories, start of a round (S11, S14, S48, S49) ----------------------------


@rule
def fill(s: State, colour: int) -> None:
    """Lays one drawn pane on the next factory. (S11, S48)"""
    s.bag[colour] -= 1
    s.offer[s.out // PER_FACTORY * COLOURS + colour] += 1
    s.out += 1
    if s.out == PER_FACTORY * FACTORIES_IN_USE[s.players]:
        start_round(s)
    elif bag_is_empty(s):
        pour_tower(s)
        if bag_is_empty(s):
            start_round(s)  # the last factories stay empty or partly filled (S49)


@rule
def bag_is_empty(s: State) -> bool:
    for colour in range(COLOURS):
        if s.bag[colour] > 0:
            return False
    return True


@rule
def pour_tower(s: State) -> None:
    """Pours the glass tower into the empty bag. (S48)"""
    for colour in range(COLOURS):
        s.bag[colour] = s.tower[colour]
        s.tower[colour] = 0


@rule
def start_round(s: State) -> None:
    """The holder of the tile puts it in the centre and takes the first turn. (S14)"""
    s.tile_in_centre = 1
    s.phase, s.to_act = TURN, s.tile_seat


# --- What is asked, and what is forbidden (S15, S19, S23-S26, S31, S36, S40-S42) ----------------


# By phase: the action ids that are asked for, and the rule that asks for them and so forbids
# all other actions. At chance the tile's holder starts next (S14); in the end 6 rounds are over.
FIRST_ACTION: list[int] = table([0, 0, TAKE, STRIP, JOKERS, PANE, 0])
LAST_ACTION: list[int] = table([-1, -1, RESET, JOKERS - 1, PANE - 1, ACTIONS - 1, -1])
ASKED_BY: list[int] = table([14, 14, 15, 26, 31, 36, 13])


@rule
def first_action(s: State) -> int:
    """The lowest action id of this phase."""
    return FIRST_ACTION[s.phase]


@rule
def last_action(s: State) -> int:
    """The highest action id of this phase."""
    return LAST_ACTION[s.phase]


@rule
def asked_by(s: State) -> int:
    """The rule that says what is to be decided now."""
    return ASKED_BY[s.phase]


@rule
def always_asked(s: State) -> bool:
    """Only the phase that opens a turn is asked even if it leaves no choice."""
    return s.phase == TURN


@rule
def forbids(s: State, phase: int, action: int) -> int:
    """0, or the number of the rule that forbids this action of the phase.

    The phase is given apart so that a loop over its actions need not look it up each time.
    """
    if phase == TURN:
        return forbids_take(s, action) if action < RESET else forbids_reset(s)
    if phase == PLACE:
        return forbids_strip(s, action - STRIP)
    if phase == JOKER_SPACES:
        return forbids_jokers(s, action - JOKERS)
    return 0 if s.placed[s.to_act][s.glazier[s.to_act]][action - PANE] > 0 else 36


@rule
def forbids_take(s: State, action: int) -> int:
    """Takes only what lies there. (S1, S19)"""
    if s.offer[action - TAKE] > 0:
        return 0
    source = (action - TAKE) // COLOURS
    return 19 if source == CENTRE or source < FACTORIES_IN_USE[s.players] else 1


@rule
def forbids_reset(s: State) -> int:
    """The glazier must not stand above the leftmost strip, and there must be one. (S40-S42)"""
    slot = leftmost(s, s.to_act)
    if slot == SLOTS:
        return 42
    return 40 if s.glazier[s.to_act] == slot else 0


@rule
def leftmost(s: State, p: int) -> int:
    """The slot of the leftmost remaining strip; SLOTS if there is none."""
    for slot in range(SLOTS):
        if s.face[p][slot] != GONE:
            return slot
    return SLOTS


@rule
def forbids_strip(s: State, slot: int) -> int:
    """The strip must be reachable and have a matching space. (S23-S26)"""
    if slot < s.glazier[s.to_act] or s.face[s.to_act][slot] == GONE:
        return 23
    return 0 if matching(s, s.to_act, slot) > 0 else 26


@rule
def matching(s: State, p: int, slot: int) -> int:
    """Spaces of the strip that can take a pane of the hand. (S24)"""
    return s.empty[p][slot][s.hand_colour] + s.empty[p][slot][JOKER]


@rule
def forbids_jokers(s: State, jokers: int) -> int:
    """Joker spaces take what the colour's own spaces do not, or more by choice. (S31)"""
    p, slot = s.to_act, s.glazier[s.to_act]
    placed = min(s.hand, matching(s, p, slot))
    fewest = placed - s.empty[p][slot][s.hand_colour]
    return 0 if fewest <= jokers <= min(s.empty[p][slot][JOKER], placed) else 31


# --- A turn (S15) -------------------------------------------------------------------------


@rule
def act(s: State, action: int) -> None:
    """Plays one legal action; NOTHING where no strip can take the panes."""
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
            break_hand(s, p)  # S30: the glazier stays, no strip was chosen
            end_turn(s)
        else:
            s.glazier[p] = action - STRIP  # S27
            s.phase = JOKER_SPACES
    elif s.phase == JOKER_SPACES:
        place_panes(s, p, s.glazier[p], action - JOKERS)
        if is_complete(s, p, s.glazier[p]):
            score_round_colour(s, p, s.glazier[p])
            s.phase = PANE_CHOICE
        else:
            end_turn(s)  # S34
    else:
        put_in_window(s, p, s.glazier[p], action - PANE)
        score_windows(s, p, s.glazier[p])
        end_turn(s)


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
    elif s.tile_in_centre:
        take_tile(s, p)


@rule
def take_tile(s: State, p: int) -> None:
    """The first to take from the centre gets the tile and a step of broken glass. (S20)"""
    s.tile_in_centre = 0
    s.tile_seat = p
    step_down(s, p)


@rule
def place_panes(s: State, p: int, slot: int, jokers: int) -> None:
    """Places as many panes as fit, so many of them on joker spaces; the rest breaks. (S28, S29)"""
    placed = min(s.hand, matching(s, p, slot))
    s.empty[p][slot][s.hand_colour] -= placed - jokers
    s.empty[p][slot][JOKER] -= jokers
    s.placed[p][slot][s.hand_colour] += placed
    s.hand -= placed
    break_hand(s, p)


@rule
def break_hand(s: State, p: int) -> None:
    """Breaks the panes still in hand: a step of broken glass for each. (S29)"""
    s.tower[s.hand_colour] += s.hand
    for _ in range(s.hand):
        step_down(s, p)
    s.hand, s.hand_colour = 0, NONE


# --- A completed strip (S34-S38) --------------------------------------------------------------


@rule
def is_complete(s: State, p: int, slot: int) -> bool:
    for kind in range(COLOURS + 1):
        if s.empty[p][slot][kind] > 0:
            return False
    return True


@rule
def score_round_colour(s: State, p: int, slot: int) -> None:
    """A point for each pane of the round's colour. (S35)"""
    gain(s, p, S35_BONUS, s.placed[p][slot][s.indicator[s.round - 1]])


@rule
def put_in_window(s: State, p: int, slot: int, colour: int) -> None:
    """One pane goes in the window, four in the tower; the strip flips, or leaves. (S36)"""
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
    """The value of the window and of those to its right that hold a pane. (S37)"""
    points = WINDOW_VALUE[s.side][slot]
    for right in range(slot + 1, SLOTS):
        if s.panes[p][right] > 0:
            points += WINDOW_VALUE[s.side][right]
    gain(s, p, S37_WINDOWS, points)


# --- Points and broken glass (S43-S45) ----------------------------------------------------------


@rule
def gain(s: State, p: int, column: int, points: int) -> None:
    """Gives points, and writes in the ledger which rule gave them."""
    s.score[p] += points
    s.ledger[p][column] += points


@rule
def lose(s: State, p: int, column: int, points: int) -> None:
    """Takes points for broken glass; by option no score falls below zero. (S44, S45)"""
    s.lost[p] += points
    gain(s, p, column, -points)
    if s.floor_zero and s.score[p] < 0:
        gain(s, p, S45_FLOOR, -s.score[p])


@rule
def step_down(s: State, p: int) -> None:
    """One step down the broken-glass track; its last space costs points at once. (S43)"""
    s.broken[p] += 1
    if s.broken[p] == LAST_SPACE:
        s.broken[p] = 0
        lose(s, p, S43_OVERFLOW, POINTS_LOST[LAST_SPACE])


# --- End of a turn and of a round (S16, S46-S48) --------------------------------------------------


@rule
def end_turn(s: State) -> None:
    """The next seat clockwise has its turn while a pane lies on the table. (S14, S16)"""
    s.phase = TURN
    s.to_act = (s.to_act + 1) % s.players
    if s.out == 0:
        end_round(s)


@rule
def end_round(s: State) -> None:
    """The round's pane goes to the tower; then the next round, or the final scoring. (S46-S48)"""
    s.tower[s.indicator[s.round - 1]] += 1
    s.indicator[s.round - 1] = NONE
    if s.round == ROUNDS:
        for p in range(s.players):
            score_end(s, p)
        s.phase, s.to_act = FINISHED, OVER
        return
    s.round += 1
    s.tile_in_centre = 0
    s.phase, s.to_act = FILL, CHANCE
    if bag_is_empty(s):
        pour_tower(s)


# --- Final scoring (S50-S54) ----------------------------------------------------------------------


@rule
def score_end(s: State, p: int) -> None:
    """Sets left on strips, broken glass, then the bonus of the side. (S50)"""
    gain(s, p, S51_SETS, panes_on_strips(s, p) // SET_SIZE)
    lose(s, p, S52_BROKEN, POINTS_LOST[s.broken[p]])
    gain(s, p, S53_SIDE, ornament_points(s, p) if s.side == SIDE_A else colour_points(s, p))


@rule
def panes_on_strips(s: State, p: int) -> int:
    """Panes left on all strips together. (S51)"""
    n = 0
    for slot in range(SLOTS):
        for colour in range(COLOURS):
            n += s.placed[p][slot][colour]
    return n


@rule
def ornament_points(s: State, p: int) -> int:
    """Side A: for each ornament by the occupied cells around it. (S53)"""
    points = 0
    for ornament in range(ORNAMENTS):
        cells = 0
        for i in range(2):
            cells += s.panes[p][ORNAMENT_WINDOWS[ornament][i]]
        points += ORNAMENT_POINTS[cells]
    return points


@rule
def colour_points(s: State, p: int) -> int:
    """Side B: completed windows times the panes of the colour used most. (S53)"""
    completed = 0
    most = 0
    for slot in range(SLOTS):
        if s.panes[p][slot] == 2:
            completed += 1
    for colour in range(COLOURS):
        n = 0
        for slot in range(SLOTS):
            for cell in range(2):
                if s.window[p][slot][cell] == colour:
                    n += 1
        most = max(most, n)
    return completed * most


@rule
def score(s: State, p: int) -> int:
    """The points of a seat so far; at the end the final ones."""
    return s.score[p]


@rule
def ledger(s: State, p: int, column: int) -> int:
    """The points of a seat from one line of the score sheet (about.LEDGER)."""
    return s.ledger[p][column]


@rule
def ahead(s: State, a: int, b: int) -> bool:
    """Whether seat a stands before seat b: more points, then less lost to broken glass. (S54)"""
    if s.score[a] != s.score[b]:
        return s.score[a] > s.score[b]
    return s.lost[a] < s.lost[b]


# --- Chance (part 8 of the specification: which events, in which order) ----------------------------


@rule
def outcome_count(s: State) -> int:
    """Outcome ids of the chance event are 0 to this number - 1."""
    if s.phase == SETUP and s.laid < FIRST_STRIP:
        return s.players
    if s.phase == SETUP and s.laid < indicator_event(s):
        return 2 * SLOTS
    return COLOURS


@rule
def weight(s: State, outcome: int) -> int:
    """How often this outcome occurs, against the other outcomes of the event."""
    if s.phase == FILL:
        return s.bag[outcome]
    if s.laid < FIRST_STRIP:
        return 1
    if s.laid < indicator_event(s):
        return strip_weight(s, outcome)
    return indicator_weight(s, outcome)


@rule
def happen(s: State, outcome: int) -> None:
    """Applies an outcome of the chance event."""
    if s.phase == FILL:
        fill(s, outcome)
    else:
        set_up(s, outcome)
