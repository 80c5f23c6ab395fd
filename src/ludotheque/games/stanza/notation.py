"""Short texts and sentences for actions and chance outcomes.

| text          | meaning                              | text           | meaning                           |
|---------------|--------------------------------------|----------------|-----------------------------------|
| +2            | walk to the second stop              | M12            | create this masterpiece           |
| out           | pass out                             | bD             | write a Discoveries book          |
| here          | activate the room one is in          | slotD          | the D slot of the Religion room   |
| aD            | activate D, by a helper of its colour | take-blue     | take a blue helper                |
| jD            | activate D, by a white helper (joker) | return-blue   | return a blue helper              |
| money, pass   | receive money, pass                  | TD1            | take this bonus tile              |
| r0, w2        | recruitment slot, worker slot        | colour, white  | pay it with such a helper         |
| stop, x2      | hire nobody else, dismiss from w2    | @7             | the character on space 7          |
| disc, pay3    | more strength                        | sD             | place the starting tile of D      |
| level2        | take the reward of level 2           | D, sD, TD1, M5 | chance: tile, bonus tile, cover   |
"""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.contract.phrases import Code, Phrase

from ...kernel.state import CHANCE
from . import actions, box
from .characters import drawn
from .naming import character, colour, discipline
from .refusals import refuse as refuse
from .rules.activation import room, strength
from .rules.money import forbids_money
from .rules.movement import stop
from .rules.refill import next_space
from .rules.setup import STARTERS, first_bonus_tile, first_character, first_cover
from .score_notes import score_notes as score_notes
from .state import EMPTY, NONE, State

ACTION_TEXTS = [
    *(f"+{k + 1}" for k in range(actions.STOPS)), "out", "here",
    *(f"a{letter}" for letter in box.LETTERS[:box.TILE_DISCIPLINES]), *(f"j{letter}" for letter in box.LETTERS),
    "money", "pass", *(f"r{slot}" for slot in range(box.MOST_RECRUITS)), *(f"w{slot}" for slot in range(box.WORKERS)),
    "stop", *(f"x{slot}" for slot in range(box.WORKERS)), "disc", "pay3",
    *(f"level{k}" for k in range(actions.LEVELS + 1)), *box.MASTERPIECES, *(f"b{box.LETTERS[d]}" for d in box.BOOKS),
    *(f"slot{letter}" for letter in box.LETTERS), *(f"take-{colour}" for colour in box.COLOURS[:box.WHITE]),
    *(f"return-{colour}" for colour in box.COLOURS), *box.TILE_CODES, "colour", "white",
    *(f"@{space}" for space in range(1, box.SPACES)), *box.CHARACTERS[box.STARTING:box.PATRON],
]  # fmt: skip
assert len(ACTION_TEXTS) == actions.ACTIONS

Sentence = Callable[[State, int, int], Phrase]  # takes a state, a seat and the number of an action within its kind


def outcome_texts(s: State) -> list[str]:
    if s.phase == actions.SETUP and s.laid >= first_cover(s):
        return list(box.MASTERPIECES[: box.COVERS])
    if s.phase == actions.SETUP and s.laid >= first_bonus_tile(s):
        return list(box.TILE_CODES)
    if s.apart or (s.phase == actions.SETUP and s.laid < first_character(s)):
        return list(box.CHARACTERS[box.STARTING : box.PATRON])
    return list(box.CHARACTERS[: box.STARTING])


# --- Sentences ------------------------------------------------------------------------------------


def describe(s: State, choice: int) -> Phrase:
    """The sentence of an action, or of an outcome at a chance event."""
    if s.to_act == CHANCE:
        return describe_outcome(s, choice)
    p = max(s.to_act, 0)
    first, sentence = [entry for entry in SENTENCES if entry[0] <= choice][-1]
    return sentence(s, p, choice - first)


def saying(key: str, **gaps: Callable[[int], object]) -> Sentence:
    """A sentence whose gaps follow from the number of the action within its kind."""
    return lambda s, p, n: Phrase(f"actions.{key}", {gap: fill(n) for gap, fill in gaps.items()})


def describe_move(s: State, p: int, k: int) -> Phrase:
    space = stop(s, p, k + 1)
    if space == NONE or s.to_act < 0:
        return Phrase("actions.move_bare", {"stop": k + 1})
    if space == box.BONUS_SPACE:
        return Phrase("actions.move_bonus")
    where = f"rooms.{box.LETTERS[(space - 1) // box.SPACES_PER_ROOM]}"
    return Phrase("actions.move", {"space": space, "room": where, "tile": character(s.board[space])})


def describe_pass_out(s: State, p: int, _: int) -> Phrase:
    passed = sum(place > 0 for place in s.place)
    return Phrase("actions.pass_out", {"points": box.PASSING_POINTS[s.players][min(passed, s.players - 1)]})


def describe_act_here(s: State, p: int, _: int) -> Phrase:
    if s.figure[p] <= box.BONUS_SPACE:
        return Phrase("actions.act_here_bare")
    return Phrase("actions.act_here", {"discipline": discipline(room(s, p))})


def describe_money(s: State, p: int, _: int) -> Phrase:
    if forbids_money(s, p):
        return Phrase("actions.money_bare")
    return Phrase("actions.money", {"count": box.TOP_UP[s.ship[p]] - s.money[p]})


def describe_recruit(s: State, p: int, slot: int) -> Phrase:
    place = Code(slot + 1)
    if s.phase == actions.TD4_SLOT:
        return Phrase("actions.recruit_slot", {"tile": character(s.board[s.space]), "place": place})
    if slot >= box.RECRUITS or s.recruits[p][slot] == EMPTY:
        return Phrase("actions.recruit_bare", {"place": place})
    return Phrase("actions.recruit", {"tile": character(s.recruits[p][slot]), "place": place})


def describe_hire(s: State, p: int, slot: int) -> Phrase:
    gaps = {"slot": Code(box.COST[slot]), "count": box.COST[slot]}
    if s.phase != actions.SLOT:
        return Phrase("actions.worker_slot_bare", gaps)
    return Phrase("actions.worker_slot", gaps | {"tile": character(s.recruits[p][s.recruit])})


def describe_dismiss(s: State, p: int, slot: int) -> Phrase:
    tile, where = s.workers[p][slot], Code(box.COST[slot])
    if tile in (EMPTY, box.PATRON):
        return Phrase("actions.dismiss_bare", {"slot": where})
    return Phrase("actions.dismiss", {"tile": character(tile), "slot": where})


def describe_more(s: State, p: int, which: int) -> Phrase:
    """One strength more, by a disc or by three florins."""
    key = "actions.pay3" if which else "actions.spend_disc"
    return Phrase(key, {"strength": 1 + (strength(s, p) if s.discipline != NONE else 0)})


def describe_level(s: State, p: int, level: int) -> Phrase:
    if level == 0:
        return Phrase("actions.level_0")
    if s.discipline == NONE:
        return Phrase("actions.level", {"level": level})
    gaps = {"level": level, "count": level, "artwork": f"terms.{box.ARTWORKS[level - 1]}"}
    return Phrase(f"actions.level_{box.LETTERS[s.discipline]}", gaps)


def describe_book(s: State, p: int, c: int) -> Phrase:
    return Phrase(
        "actions.book", {"book": f"a_book.{box.LETTERS[box.BOOKS[c]]}", "number": min(s.books[p][c] + 1, box.SHELF)}
    )


def describe_slot(s: State, p: int, d: int) -> Phrase:
    return saying("disc_from" if s.phase == actions.DISC_SOURCE else "disc_to", discipline=discipline)(s, p, d)


def describe_pay_colour(s: State, p: int, _: int) -> Phrase:
    if s.tile == NONE:
        return Phrase("actions.pay_colour_bare")
    return Phrase("actions.pay_colour", {"colour": colour(s.tile // box.TILES_EACH)})


def describe_space(s: State, p: int, i: int) -> Phrase:
    tile = s.board[i + 1]
    if tile == EMPTY:
        return Phrase("actions.space_bare", {"space": i + 1})
    return Phrase("actions.space", {"tile": character(tile), "space": i + 1})


def describe_starter(s: State, p: int, d: int) -> Phrase:
    slot = s.workers[p].index(EMPTY) if EMPTY in s.workers[p] else box.WORKERS - 1
    return Phrase("actions.starter", {"discipline": discipline(d), "slot": Code(box.COST[slot])})


SENTENCES: tuple[tuple[int, Sentence], ...] = (
    (actions.MOVE_1, describe_move),
    (actions.PASS_OUT, describe_pass_out),
    (actions.ACT_HERE, describe_act_here),
    (actions.ACT_COLOUR_D, saying("act_colour", colour=colour, discipline=discipline)),
    (actions.ACT_WHITE_D, saying("act_white", discipline=discipline)),
    (actions.RECEIVE_MONEY, describe_money),
    (actions.PASS, saying("pass")),
    (actions.RECRUIT_0, describe_recruit),
    (actions.WSLOT_0, describe_hire),
    (actions.STOP, saying("stop")),
    (actions.DISMISS_0, describe_dismiss),
    (actions.SPEND_DISC, describe_more),
    (actions.LEVEL_0, describe_level),
    (actions.M5, saying("masterpiece", points=lambda n: box.MASTERPIECE_POINTS[n])),
    (actions.BOOK_D, describe_book),
    (actions.SLOT_D, describe_slot),
    (actions.TAKE_BLUE, saying("take_helper", colour=colour)),
    (actions.RETURN_BLUE, saying("return_helper", colour=colour)),
    (actions.TILE_TD1, saying("tile", tile=lambda n: f"tiles.{box.TILE_CODES[n]}")),
    (actions.PAY_COLOUR, describe_pay_colour),
    (actions.PAY_WHITE, saying("pay_white")),
    (actions.SPACE_1, describe_space),
    (actions.STARTER_D, describe_starter),
)


def describe_outcome(s: State, outcome: int) -> Phrase:
    if s.phase != actions.SETUP:
        tile = box.STARTING + outcome if s.apart else outcome
        key = "chance.starting_refill" if s.apart else "chance.refill"
        return Phrase(key, {"space": next_space(s), "tile": character(tile if s.apart else drawn(s, tile))})
    if s.laid < first_character(s):
        seat = Phrase("terms.seat", {"number": s.laid // STARTERS + 1})
        slot = Code(box.COST[s.laid % STARTERS + 1])
        return Phrase("chance.starter", {"seat": seat, "discipline": discipline(outcome), "slot": slot})
    if s.laid < first_bonus_tile(s):
        return Phrase("chance.character", {"space": next_space(s), "tile": character(drawn(s, outcome))})
    if s.laid < first_cover(s):
        return Phrase("chance.bonus_tile", {"tile": f"tiles.{box.TILE_CODES[outcome]}"})
    d = s.laid - first_cover(s)
    return Phrase("chance.cover", {"discipline": discipline(d), "masterpiece": Code(box.MASTERPIECES[outcome])})
