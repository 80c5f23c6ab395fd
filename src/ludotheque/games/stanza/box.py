"""The data of the box as tables for the rules, and what a corrected box must keep.

The palace, clockwise; space 0 is the bonus room, and 15 is followed by 0:

    L  4  5  6 | R  7  8  9 | A 10 11 12
    D  3  2  1 |  Bonus  0  | P 15 14 13
"""

from __future__ import annotations

from typing import Any

from ludotheque.contract.box_checks import refuse_box_unless as refuse_unless

from ...kernel.rule import box_of, table

PLAYERS = 4
LETTERS = "DLRAP"
DISCIPLINES = len(LETTERS)
DISCOVERIES, LITERATURE, RELIGION, ARTS, POLITICS = range(DISCIPLINES)
COLOURS = ("blue", "red", "green", "yellow", "white")  # the colours of helpers, by discipline
WHITE = POLITICS  # the joker

# A tile is a character 0..4 by its discipline, a starting character 5..9, or the patron.
STARTING = DISCIPLINES
PATRON = 2 * DISCIPLINES
CHARACTERS = (*LETTERS, *(f"s{letter}" for letter in LETTERS), "Pt")  # as positions write them

BONUS_SPACE = 0
SPACES = 16  # spaces of the movement track, the bonus space included
SPACES_PER_ROOM = 3

WORKERS = 6  # slots of the worker track
MOST_RECRUITS = 6  # there are no action ids for more
SHELF = 4  # books of one colour
BOOKS = (DISCOVERIES, RELIGION, ARTS, POLITICS)  # the disciplines that have books
BOOK_COLOURS = len(BOOKS)
RELIGION_BOOK, ARTS_BOOK = BOOKS.index(RELIGION), BOOKS.index(ARTS)
ARTWORKS = ("sculpture", "manuscript", "painting")
KINDS = len(ARTWORKS)
MASTERPIECES = ("M5", "M8", "M12", "M17")
MASTERPIECE_SPACES = len(MASTERPIECES)
COVERS = MASTERPIECE_SPACES - 1  # M17 is never covered
PARTNERED = MASTERPIECE_SPACES - 1  # M17 needs a partner discipline

TILE_DISCIPLINES = 4  # Politics has no bonus tiles
TILES_EACH = 5  # tiles of a discipline in the box
TILES_IN_PLAY = 3  # tiles of a discipline on the grid at the start
TILE_CODES = tuple(f"T{letter}{k + 1}" for letter in LETTERS[:TILE_DISCIPLINES] for k in range(TILES_EACH))
TILES = len(TILE_CODES)
(
    TD1, TD2, TD3, TD4, TD5, TL1, TL2, TL3, TL4, TL5, TR1, TR2, TR3, TR4, TR5, TA1, TA2, TA3, TA4, TA5,
) = range(TILES)  # fmt: skip
PLUS_ONE: list[int] = table([TD1, TL1, TR1, TA1, TD2])  # the permanent tile that strengthens a discipline

BOX = box_of(__name__)

PER_DISCIPLINE: int = BOX["characters"]["per_discipline"]
PER_COLOUR: int = BOX["helpers"]["per_colour"]
HELPERS_AT_START: int = BOX["helpers"]["at_start"]
HELPER_LIMIT: int = BOX["helpers"]["limit"]
DISCS: int = BOX["discs"]["per_player"]
DISCS_AT_START: int = BOX["discs"]["in_religion_slot"]
MONEY_AT_START: list[int] = table(BOX["money"]["at_start"])
ROUNDS: list[int] = table([0, 0] + [BOX["rounds"][f"for_{n}"] for n in (2, 3, 4)])

COST: list[int] = table(BOX["worker_track"]["costs"])
RECRUITS: int = BOX["recruitment_track"]["length"]
FLIPPED_LOSES: int = BOX["patron"]["flipped_loses"]

TOP_UP: list[int] = table(BOX["money_track"]["top_up"])
TRACK_POINTS: list[int] = table(BOX["money_track"]["points"])
LAST_SPACE = len(BOX["money_track"]["top_up"]) - 1
GIVES_HELPER: list[int] = table([int(m in BOX["money_track"]["white_helpers"]) for m in range(LAST_SPACE + 1)])

BOOK_BONUSES = ("nothing", "disc", "religion_disc", "helper", "ship")
BOOK_DISC, BOOK_RELIGION_DISC, BOOK_HELPER, BOOK_SHIP = range(1, len(BOOK_BONUSES))
BOOK_BONUS: list[list[int]] = table(
    [[BOOK_BONUSES.index(bonus) for bonus in BOX["bookshelf"][LETTERS[d]]] for d in BOOKS]
)
BOOK_STEPS: int = BOX["bookshelf"]["ship_steps"]
BOOK_POINTS: list[list[int]] = table([BOX["book_points"][LETTERS[d]] for d in BOOKS])

ART_VALUE: list[int] = table(BOX["artworks"]["values"])
MASTERPIECE_POINTS: list[int] = table(BOX["masterpieces"]["points"])
STRENGTH_NEEDED: list[int] = table(BOX["masterpieces"]["strength"])
PARTNER_STRENGTH: int = BOX["masterpieces"]["partner_strength"]
COVER_TILES: list[int] = table(BOX["cover_tiles"]["of_each"])

TD3_FLORINS: int = BOX["bonus_tiles"]["TD3_florins"]
TD5_ALONE: int = BOX["bonus_tiles"]["TD5_points"][0]
TD5_TIED: int = BOX["bonus_tiles"]["TD5_points"][1]
TL2_STEPS: int = BOX["bonus_tiles"]["TL2_steps"]
TL5_FLORINS: int = BOX["bonus_tiles"]["TL5_florins"]
TR2_DISCS: int = BOX["bonus_tiles"]["TR2_discs"]
TR3_BOOKS: int = BOX["bonus_tiles"]["TR3_books"]
TR3_MAJORITY: int = BOX["bonus_tiles"]["TR3_majority"]
TR4_FLORINS: int = BOX["bonus_tiles"]["TR4_florins"]
TR5_ALONE: int = BOX["bonus_tiles"]["TR5_points"][0]
TR5_TIED: int = BOX["bonus_tiles"]["TR5_points"][1]
TA2_VALUE: int = BOX["bonus_tiles"]["TA2_value"]
TA3_DISCS: int = BOX["bonus_tiles"]["TA3_discs"]
TA3_POINTS: int = BOX["bonus_tiles"]["TA3_points"]
TA5_HELPERS: int = BOX["bonus_tiles"]["TA5_helpers"]

CONDITION: list[list[int]] = table(
    [sorted(BOX["conditions"][letter])[:TILES_IN_PLAY] for letter in LETTERS[:TILE_DISCIPLINES]]
)
DISCS_TOGETHER: int = BOX["conditions"]["R_discs"]


def by_players(section: str, key: str) -> list[list[int]]:
    """For 0 to 4 players the numbers of the places: those for that many players, or the first of all."""
    given = [BOX[section].get(f"for_{n}") or BOX[section][key] for n in range(PLAYERS + 1)]
    return [(numbers + [0] * PLAYERS)[:PLAYERS] for numbers in given]


MUSEUM_PRIZES: list[list[int]] = table(by_players("museum_majority", "prizes"))
BONUS_PRIZES: list[list[int]] = table(by_players("bonus_majority", "prizes"))
PASSING_POINTS: list[list[int]] = table(by_players("passing_places", "points"))


def check_box(box: dict[str, Any]) -> None:
    """Raises BadBox if the rules cannot be played with these data."""

    def within(section: str, key: str, low: int, high: int) -> None:
        found = box[section][key]
        fits = all(low <= number <= high for number in (found if isinstance(found, list) else [found]))
        refuse_unless(fits, f"{section}.{key}", f"a number here must be {low} to {high}.")

    def long(section: str, key: str, length: int) -> None:
        refuse_unless(len(box[section][key]) == length, f"{section}.{key}", f"there must be {length} of them.")

    for section, low, high, *keys in _RANGES:
        for key in keys:
            within(section, key, low, high)
    for section, length, *keys in _LENGTHS:
        for key in keys:
            long(section, key, length)
    track = len(box["money_track"]["top_up"])
    refuse_unless(2 <= track <= 100, "money_track.top_up", "the track must have 2 to 100 spaces.")
    if 2 <= track <= 100:
        long("money_track", "points", track)
        within("money_track", "white_helpers", 0, track - 1)
        within("conditions", "D", 0, track - 1)
        helpers = len(set(box["conditions"]["D"]))
        refuse_unless(
            helpers >= TILES_IN_PLAY,
            "money_track.white_helpers",
            f"there must be {TILES_IN_PLAY} of them or more (L63).",
        )
    for section in ("museum_majority", "bonus_majority", "passing_places"):
        for n in (2, 3):
            within(section, f"for_{n}", 0, 100)
            long(section, f"for_{n}", n if box[section][f"for_{n}"] else 0)
    for d in BOOKS:
        long("bookshelf", LETTERS[d], SHELF)
        long("book_points", LETTERS[d], SHELF)
        within("book_points", LETTERS[d], 0, 100)
        known = set(box["bookshelf"][LETTERS[d]]) <= set(BOOK_BONUSES)
        refuse_unless(known, f"bookshelf.{LETTERS[d]}", f"a bonus must be one of {', '.join(BOOK_BONUSES)}.")
    refuse_unless(
        box["discs"]["in_religion_slot"] <= box["discs"]["per_player"],
        "discs.in_religion_slot", "it cannot be more than the discs of a player.",
    )  # fmt: skip
    refuse_unless(
        sum(box["cover_tiles"]["of_each"]) >= DISCIPLINES,
        "cover_tiles.of_each", f"there must be at least {DISCIPLINES} tiles, one for every room.",
    )  # fmt: skip


_RANGES: tuple[tuple[Any, ...], ...] = (
    ("characters", 8, 20, "per_discipline"),  # fewer would not leave a tile for the board
    ("helpers", PLAYERS, 20, "per_colour"),
    ("helpers", 0, 1, "at_start"),
    ("helpers", 4, 20, "limit"),
    ("discs", 1, 100, "per_player"),
    ("discs", 0, 100, "in_religion_slot"),
    ("money", 0, 1000, "at_start"),
    ("rounds", 1, 20, "for_2", "for_3", "for_4"),
    ("worker_track", 0, 100, "costs"),
    ("recruitment_track", 1, MOST_RECRUITS, "length"),
    ("patron", 0, 100, "flipped_loses"),
    ("money_track", 0, 1000, "top_up"),
    ("money_track", 0, 100, "points"),
    ("bookshelf", 0, 100, "ship_steps"),
    ("artworks", 1, 100, "values"),
    ("masterpieces", 0, 100, "points"),
    ("masterpieces", 0, 20, "strength", "partner_strength"),
    ("cover_tiles", 0, DISCIPLINES, "of_each"),
    ("bonus_tiles", 0, 100, "TD3_florins", "TD5_points", "TL2_steps", "TL5_florins", "TR2_discs", "TR3_majority"),
    ("bonus_tiles", 0, 100, "TR4_florins", "TR5_points", "TA2_value", "TA3_points"),
    ("bonus_tiles", 0, BOOK_COLOURS, "TR3_books"),
    ("bonus_tiles", 0, DISCIPLINES - 1, "TA3_discs"),
    ("bonus_tiles", 0, 20, "TA5_helpers"),
    ("conditions", 0, SHELF, "L"),
    ("conditions", 0, DISCIPLINES, "R"),
    ("conditions", 1, 100, "R_discs"),
    ("conditions", 0, 1000, "A"),
    ("museum_majority", 0, 100, "prizes"),
    ("bonus_majority", 0, 100, "prizes"),
    ("passing_places", 0, 100, "points"),
)

_LENGTHS: tuple[tuple[Any, ...], ...] = (
    ("money", PLAYERS, "at_start"),
    ("worker_track", WORKERS, "costs"),
    ("artworks", KINDS, "values"),
    ("masterpieces", MASTERPIECE_SPACES, "points", "strength"),
    ("cover_tiles", COVERS, "of_each"),
    ("bonus_tiles", 2, "TD5_points", "TR5_points"),
    ("conditions", TILES_IN_PLAY, "L", "R", "A"),
    ("museum_majority", PLAYERS, "prizes"),
    ("bonus_majority", PLAYERS, "prizes"),
    ("passing_places", PLAYERS, "points"),
)
