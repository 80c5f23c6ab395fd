"""What a seat may know of La Stanza as a row of numbers, and what the action ids mean."""

from __future__ import annotations

from ludotheque.contract import observation
from ludotheque.contract.observation import PRESENT, ObservationVersion, bits, choice, cut, flag, number, seat

from . import actions, box
from .actions import ACTIONS, BOOK, PHASES
from .box import DISCIPLINES, DISCS, KINDS, PATRON, PLAYERS, RECRUITS, SHELF, SPACES, TILES, WORKERS
from .rules.scoring import score
from .state import PENDING

HISTORY = (ObservationVersion(1, "0.2.0", "First version."),)
LAST_TURNS = 3
EFFECTS = 3  # BOOK, DISC and HELPER are pending, in this order of phases
PILE = box.PER_DISCIPLINE + PLAYERS  # tiles of a discipline at most, starting ones included
CHARACTERS = PATRON  # tiles without the patron
MANY = DISCS + WORKERS + TILES  # strength that can be added at most, and more

COMMON = (
    choice("phase", f"What is asked: {', '.join(PHASES)}.", len(PHASES)),
    seat("to_act", "The seat that decides; none at chance and when the game is over.", PLAYERS),
    seat("turn", "The seat whose turn it is, also while chance decides.", PLAYERS),
    flag("experienced", "1 with the option of L5."),
    flag("expert", "1 with the option of L110."),
    number("refills", 20, "Refills of the palace so far (L26)."),
    choice("last_turn", "The last turn A, B or C; none before (L82).", LAST_TURNS, first=1),
    choice("discipline", "The discipline being activated: D L R A P.", DISCIPLINES),
    bits("filled", "Worker slots filled in this activation.", WORKERS),
    choice("recruit", "The place of the character to be hired.", RECRUITS),
    number("added", MANY, "Strength added by discs and TR4."),
    flag("paid3", "1 once TR4 is used in this activation."),
    choice("tile", f"The bonus tile to be paid: {', '.join(box.TILE_CODES)}.", TILES),
    choice("space", "The space of the character to be taken by TD4, 0-15.", SPACES),
    choice("effect", "Effects not yet finished, innermost last: books, discs or helpers.", PENDING, EFFECTS,
           first=BOOK),
    number("left", SHELF + TILES, "How many of each effect are still to come.", PENDING),
    bits("used", "Choices already made in each effect.", PENDING, DISCIPLINES),
    choice("board", "The tile on each space 0-15: characters D L R A P, then starting characters.", SPACES, CHARACTERS),
    number("pile", PILE, "Characters of each discipline in the draw pile.", DISCIPLINES),
    number("discard", PILE, "Characters of each discipline in the discard pile.", DISCIPLINES),
    number("removed", PLAYERS, "Starting characters of each discipline that left the game.", DISCIPLINES),
    seat("owner", "Each bonus tile: owned by seat 0-3, on the grid, or out of the game.", TILES, PLAYERS + 2),
    seat("masterpiece", "Each space M5, M8, M12, M17 of every discipline: made by seat 0-3, free, or covered.",
         DISCIPLINES, box.MASTERPIECE_SPACES, PLAYERS + 2),
    number("art_stock", PLAYERS, "Sculptures, manuscripts and paintings left.", KINDS),
    number("helper_stock", box.PER_COLOUR, "Helpers left: blue, red, green, yellow, white.", DISCIPLINES),
)  # fmt: skip
EACH_SEAT = (
    PRESENT,
    cut("score", "Points on the table as it stands (L100).", value=score),
    cut("money", "Florins.", low=0),
    number("ship", box.LAST_SPACE, "The ship's space on the money track."),
    choice("figure", "The figure's space 0-15; none after passing out.", SPACES),
    number("helpers", 2 * box.HELPER_LIMIT, "Helpers: blue, red, green, yellow, white.", DISCIPLINES),
    number("supply", DISCS, "Discs in the supply."),
    number("discs", DISCS, "Discs in the slots D L R A P of the Religion room.", DISCIPLINES),
    choice("workers", "The tile on each worker slot: as on the board, then the patron.", WORKERS, CHARACTERS + 1),
    choice("recruits", "The tile on each place of the recruitment track.", RECRUITS, CHARACTERS),
    flag("flipped", "1 if the patron shows -5 PP (L59)."),
    number("books", SHELF, "Books D R A P on the shelf.", box.BOOK_COLOURS),
    number("artworks", PLAYERS, "Sculptures, manuscripts and paintings.", KINDS),
    number("place", PLAYERS, "Passing place 1, 2, ..; 0 before passing out (L91)."),
)

ACTION_TABLE = observation.action_table(ACTIONS, {
    actions.MOVE_1: "Walk to the 1st-4th stop (L15).",
    actions.PASS_OUT: "Pass out: end the seat's game (L91).",
    actions.ACT_HERE: "Activate the discipline of the room (L29).",
    actions.ACT_COLOUR_D: "Activate D, L, R or A by a helper of its colour (L29).",
    actions.ACT_WHITE_D: "Activate D, L, R, A or P by a white helper (L30).",
    actions.RECEIVE_MONEY: "Receive money (L57).",
    actions.PASS: "Do nothing in this turn (L14).",
    actions.RECRUIT_0: "The character on place 0-5 of the recruitment track (L34, L68).",
    actions.WSLOT_0: "The worker slot 0-5 (L33).",
    actions.STOP: "Hire nobody else (L34).",
    actions.DISMISS_0: "Dismiss the worker on slot 0-5 (L110).",
    actions.SPEND_DISC: "Take a disc back for 1 strength (L38).",
    actions.PAY3: "Pay 3 florins for 1 strength, by TR4 (L38).",
    actions.LEVEL_0: "Nothing, or the reward of level 1-3 (L40, L41).",
    actions.M5: "Create the masterpiece M5, M8, M12 or M17 (L54).",
    actions.BOOK_D: "Write a book D, R, A or P (L45).",
    actions.SLOT_D: "The slot D, L, R, A or P of the Religion room, for a disc or from there (L47, L66).",
    actions.TAKE_BLUE: "Take a blue, red, green or yellow helper (L50).",
    actions.RETURN_BLUE: "Return a blue, red, green, yellow or white helper (L51).",
    actions.TILE_TD1: "Take the bonus tile TD1-5, TL1-5, TR1-5 or TA1-5 (L62).",
    actions.PAY_COLOUR: "Pay it with a helper of its colour (L65).",
    actions.PAY_WHITE: "Pay it with a white helper (L65).",
    actions.SPACE_1: "The character on space 1-15, by TD4 (L68).",
    actions.STARTER_D: "The next starting character: D, L, R, A or P (L5).",
})  # fmt: skip
