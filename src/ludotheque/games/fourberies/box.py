"""The data of the box as tables for the rules, and what a corrected box must keep."""

from __future__ import annotations

from typing import Any

from ludotheque.contract.box_checks import refuse_box_unless as refuse_unless

from ...kernel.rule import box_of, table

PLAYERS, CITIES, SEASONS = 5, 8, 2  # five players at most (F1)
ALL_CARDS = (1 << CITIES) - 1  # a hand or pile of Travel cards, one bit per City, that lacks none

# The kinds of Encounter cards: T1-T5, C1-C5, B1-B3, A1-A11.
EXPERIENCES, BONUSES, ACROBATS = 5, 3, 11
TRAGEDIAN = 0
COMEDIAN = TRAGEDIAN + EXPERIENCES
ACTORS = COMEDIAN + EXPERIENCES  # kinds of them, and the first kind that is no Actor
BONUS = ACTORS
ACROBAT = BONUS + BONUSES
KINDS = ACROBAT + ACROBATS
CODES = (
    [f"T{e + 1}" for e in range(EXPERIENCES)]
    + [f"C{e + 1}" for e in range(EXPERIENCES)]
    + [f"B{value + 1}" for value in range(BONUSES)]
    + [f"A{a + 1}" for a in range(ACROBATS)]
)
(COURIER, JUGGLER, STILT_WALKER, STRONGMAN, FLATTERER, CUTPURSE,
 FORTUNE_TELLER, STAGEHAND, CHARMER, FIRE_EATER, CHAMELEON) = range(ACROBATS)  # fmt: skip

REQUESTS = 22
REQUEST_CODES = [f"R{r + 1}" for r in range(REQUESTS)]
(FAVOURITE, DAUPHIN, QUEEN_MOTHER, JESTER, CONFESSOR, DUCHESS, CARDINAL, STEWARD, MARQUISE, TUTOR, DANCING_MASTER,
 CAPTAIN, NURSE, TWINS, MASTER_OF_THE_HUNT, PRINCESS, SUPERINTENDENT, SET_DESIGNER, REBEL, ASTROLOGER, AMBASSADOR,
 PHYSICIAN) = range(REQUESTS)  # fmt: skip
MOST_REQUESTS = 3  # the most Requests in a hand (F51)
FORTUNE_DRAWS = 2  # Requests that A7 draws; there are always that many (F50)

BOX = box_of(__name__)

START_ECUS: int = BOX["players"]["ecus"]  # F3
MANAGERS: int = BOX["players"]["managers"]  # F3
SIDE: int = BOX["dial"]["side"]
SPACES = 2 * SIDE  # the dial from the last red space to the last yellow one
SPACE_CODES = [f"r{SIDE - i}" for i in range(SIDE)] + [f"y{i + 1}" for i in range(SIDE)]


def copies_of(box: dict[str, Any]) -> list[int]:
    """The copies of every kind of Encounter card."""
    actors = box["actors"]["tragedians"] + box["actors"]["comedians"]
    found: list[int] = actors + box["bonuses"]["copies"] + box["acrobats"]["copies"]
    return found


COPIES: list[int] = table(copies_of(BOX))
ENCOUNTERS = sum(copies_of(BOX))

# A City is dealt one card at a time, and all Cities once before any of them again: in a season
# it gets at most as many cards as there are rounds of CITIES cards in the deck (F63). Its stack is
# cleared between the seasons and no effect adds to it (A2 exchanges), so it is never higher.
# Twice that height leaves room for positions that were laid out by hand.
STACK = 2 * -(-ENCOUNTERS // CITIES)

CUTPURSE_ECUS: int = BOX["acrobats"]["cutpurse"]
SHOW_ECUS: list[int] = table(BOX["shows"]["ecus"])
REQUEST_ECUS: list[int] = table(BOX["requests"]["ecus"])

_OBJECTIVES: dict[str, int] = BOX["objectives"]
FAVOURITE_DIFFERENCE = _OBJECTIVES["favourite_difference"]
DAUPHIN_COMEDIANS = _OBJECTIVES["dauphin_comedians"]
QUEEN_MOTHER_TRAGEDIANS = _OBJECTIVES["queen_mother_tragedians"]
JESTER_EXPERIENCE = _OBJECTIVES["jester_experience"]
CONFESSOR_EXPERIENCE = _OBJECTIVES["confessor_experience"]
TUTOR_VALUES = _OBJECTIVES["tutor_values"]
DANCING_MASTER_ACTORS = _OBJECTIVES["dancing_master_actors"]
DANCING_MASTER_DIFFERENCE = _OBJECTIVES["dancing_master_difference"]
CAPTAIN_ACTORS = _OBJECTIVES["captain_actors"]
CAPTAIN_EXPERIENCE = _OBJECTIVES["captain_experience"]
NURSE_ACTORS = _OBJECTIVES["nurse_actors"]
NURSE_EXPERIENCE = _OBJECTIVES["nurse_experience"]
HUNT_ACROBATS = _OBJECTIVES["hunt_acrobats"]
SET_DESIGNER_MANAGERS = _OBJECTIVES["set_designer_managers"]
ASTROLOGER_SPACE = _OBJECTIVES["astrologer_space"]
AMBASSADOR_CARAVELS = _OBJECTIVES["ambassador_caravels"]
PHYSICIAN_SPACE = _OBJECTIVES["physician_space"]


def check_box(box: dict[str, Any]) -> None:
    """Raises BadBox if the rules cannot be played with these data."""

    def refuse_unless_all(field: str, length: int, low: int, high: int, what: str) -> None:
        section, _, key = field.partition(".")
        numbers = box[section][key]
        refuse_unless(len(numbers) == length, field, f"there must be {length} numbers, one for each {what}.")
        refuse_unless(all(low <= n <= high for n in numbers), field, f"each number must be {low} to {high}.")

    refuse_unless(0 <= box["players"]["ecus"] <= 100, "players.ecus", "a player starts with 0 to 100 Ecus.")
    refuse_unless(0 <= box["players"]["managers"] <= 20, "players.managers", "a player has 0 to 20 Managers.")
    refuse_unless(1 <= box["dial"]["side"] <= 20, "dial.side", "a side of the dial has 1 to 20 spaces.")
    refuse_unless_all("actors.tragedians", EXPERIENCES, 0, 9, "experience")
    refuse_unless_all("actors.comedians", EXPERIENCES, 0, 9, "experience")
    refuse_unless_all("bonuses.copies", BONUSES, 0, 9, "value")
    refuse_unless_all("acrobats.copies", ACROBATS, 0, 2, "Acrobat")
    refuse_unless(
        max(box["acrobats"]["copies"][:CHAMELEON], default=0) <= 1,
        "acrobats.copies", "only the Chameleon, the last one, may have two copies.",
    )  # fmt: skip
    kept = sum(box["acrobats"]["copies"])
    refuse_unless(
        sum(copies_of(box)) - kept >= CITIES,
        "actors.tragedians", "season 2 needs a card that nobody keeps for each of the 8 Cities.",
    )  # fmt: skip
    refuse_unless(0 <= box["acrobats"]["cutpurse"] <= 100, "acrobats.cutpurse", "the Cutpurse takes 0 to 100 Ecus.")
    refuse_unless_all("shows.ecus", SEASONS, 0, 100, "season")
    refuse_unless_all("requests.ecus", REQUESTS, 0, 100, "Request")
    for key, number in box["objectives"].items():
        if key != "source":
            refuse_unless(0 <= number <= 100, f"objectives.{key}", "it must be 0 to 100.")
