"""Visitors: the people behind requests and seats, by name and token. There are no accounts and no passwords.

A visitor is a random id in a signed cookie: the cookie is the secret, since nobody can sign an id. `Visit.visitor`
is the id of a request, `TableSeat.visitor` that of a seat. Pages show `shown_id`, which leads to neither.
`VisitorStore` (web/storage/visitors.py) keeps names, tokens and preferences; a visitor who never sat down and never
changed anything has no row.

A token is a drawing in `static/tokens`. Everybody has one from the first visit: the id gives it until the visitor
chooses another. `tokens_of` tells those of a table's seats, where no two are alike.
"""

from __future__ import annotations

import functools
import hashlib
import secrets
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from ludotheque.web.storage.changes import TableChange
from ludotheque.web.storage.queries import tables_of
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.company import JOINERS, hush
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import give_up, leave
from ludotheque.web.tables.state import PERSON, RUNNING, WAITING, TableSeat

TOKENS = (
    "fox", "owl", "bear", "flamingo", "peacock", "heron", "rabbit", "magpie", "mole", "salamander", "chameleon",
    "otter", "greyhound", "queen", "painter", "sultan", "abbess", "poet", "explorer", "wave", "ribbon", "sun",
    "flower", "statue", "caravel", "cockerel", "cat", "hedgehog", "swallow", "squirrel", "swan", "frog", "tortoise",
    "snail", "bee", "butterfly", "dolphin", "octopus", "lion", "stag", "robin", "bat", "dragon", "seahorse", "lute",
    "key", "lantern", "hourglass", "die", "crown", "mask", "book", "tower", "windmill", "compass", "anchor", "moon",
    "star", "clover", "cherry",
)  # fmt: skip
LONGEST_NAME = 24
MOST_MARKS = 2  # accents on one letter
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that show nothing
CAPITALS = str.maketrans(
    "АВЕЗКМНОРСТУХЅІЈԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧՕՏՍᎪᏴᏟᎬᎻᎫᏦᏞᎷᏢᏚᎢᏙᎳᏃᎠᏀᎥꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴᗩᗅᗷᑕᗪᗞᕮᖴᕼᒍᒪᗰᑎᑭᖇᔕᑌᐯᗯᘔ",
    "abe3kmhopctyxsijqwabezhikmnoptyxosuabcehjklmpstvwzdgibpdtgkjczfmnlsrvhwxyaeiouaabcddefhjlmnprsuvwz",
)
"""Capital letters of other alphabets, each with the Latin letter that it looks like."""
ALIKE = str.maketrans(
    "01|iıіɪӏɩаеорсухѕјԁһкмтвнѵԛԝոսօαβεηικνορτυχɡɑᴀʙᴄᴅᴇɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢøłđħŧⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭⲍ",
    "ollllllllaeopcyxsjdhkmtbhvqwnuoabenlkvoptuxgaabcdeghjklmnoprstuvwyzoldhtabehlkmnopctyxz",
)
"""The same for digits and small letters; i is one of them, since I, l and 1 look alike."""


@dataclass(frozen=True)
class VisitorRow:
    """A row of `schema.visitors`: what a visitor told us."""

    id: str
    name: str = ""
    token: str = ""  # "": the one that the id gives
    preferences: dict[str, str] = field(default_factory=dict)  # by the names of the fields of /settings
    created: float = 0.0
    erased: float | None = None  # when the visitor erased everything: a browser that still has the id gets a new one
    link: str | None = None  # SHA-256 of the key of the unused link for another device
    link_until: float | None = None
    devices: int = 0  # linked since the others were unlinked
    recovery: str | None = None  # SHA-256 of the key on the printed sheet
    puzzle_days: list[str] = field(default_factory=list)  # days with a solved puzzle, such as "2026-11-18"


def new_visitor() -> str:
    """The id of a new visitor."""
    return secrets.token_urlsafe(18)


def shown_id(visitor: str) -> str:
    """An id of a visitor that everybody may see: always the same, and nobody can find the visitor's own id by it."""
    return hashlib.sha256(f"shown/{visitor}".encode()).hexdigest()[:16]


@functools.lru_cache(4096)
def token_of(visitor: str, chosen: str | None = "") -> str:
    """The token of a visitor: the chosen one, else the one that the id gives."""
    return chosen if chosen in TOKENS else TOKENS[int(shown_id(visitor), 16) % len(TOKENS)]


def tokens_of(seats: Sequence[TableSeat]) -> list[str]:
    """The tokens of a table's seats, no two alike; "" for bots, free seats and erased visitors."""
    found: list[str] = []
    for seat in seats:
        token = token_of(seat.visitor, seat.token) if seat.visitor and seat.kind == PERSON else ""
        while token and token in found:
            token = TOKENS[(TOKENS.index(token) + 1) % len(TOKENS)]
        found.append(token)
    return found


def clean_name(text: str) -> str:
    """A name in one line, of bounded length, without invisible characters and piles of accents."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text[: 20 * LONGEST_NAME]):
        if letter in JOINERS and letters and not (letters[-1].isascii() or letters[-1] in JOINERS):
            letters.append(letter)
            continue
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= (MOST_MARKS if letters and letters[-1] != " " else 0):  # a mark alone shows nothing
            letters.append(" " if letter in BLANK or not letter.isprintable() else letter)
    return " ".join("".join(letters).split())[:LONGEST_NAME].strip(" " + JOINERS)


def looks(name: str) -> str:
    """What a name looks like to a hasty reader; two names of the same looks must be told apart."""
    shapes = unicodedata.normalize("NFKC", name).translate(CAPITALS)
    plain = unicodedata.normalize("NFKD", shapes.casefold()).translate(CAPITALS)  # some scripts fold to capitals
    found = "".join(c for c in plain if c.isalnum()).translate(ALIKE)
    return found.replace("rn", "m").replace("vv", "w") or name


def alike(one: str, other: str) -> bool:
    """Whether two names look alike: by `looks`, or where they differ they have letters of different scripts.

    No table knows all letters that look like others, but a name made to look like another one mixes scripts.
    """
    first, second = looks(one), looks(other)
    different = [(a, b) for a, b in zip(first, second, strict=False) if a != b]
    if len(first) != len(second) or (different and len(different) == len(first)):
        return False
    return all(a.isalpha() and b.isalpha() and script_of(a) != script_of(b) for a, b in different)


def script_of(letter: str) -> str:
    """The script of a letter: the first word of its name."""
    return unicodedata.name(letter, "").partition(" ")[0]


def depart(change: TableChange, visitor: str) -> None:
    """Takes a visitor who is erased out of a table that is not over: a seat becomes free, or is given up."""
    table = change.table
    hush(change, table.seats_of(visitor))
    if table.seats_of(visitor):
        (leave if table.status == WAITING else give_up)(change, visitor)
    for seat in change.table.seats:
        if seat.seat in table.seats_of(visitor):
            change.seat(seat.seat, name="", visitor=None, token=None)
    others = sorted(change.table.people() - {visitor})
    host = table.host if table.host != visitor else (others or [new_visitor()])[0]
    change.set(undo_asked=None, host=host)


def take_over(change: TableChange, old: str, new: str) -> None:
    """Gives all that a visitor has at a table to the visitor's new id."""
    for seat in change.table.seats_of(old):
        change.seat(seat, visitor=new)
    change.set(undo_asked=None, host=new if change.table.host == old else change.table.host)


def rename_everywhere(store: TableStore, old: VisitorRow, new: VisitorRow) -> None:
    """Gives a visitor's seats at all tables that are not over a new name and token."""
    for table in tables_of(store, new.id, WAITING, RUNNING):
        with suppress(Refusal):  # a table that cannot be changed now keeps the old name
            store.change(table.id, rename, new.id, old.name, new.name, token_of(new.id, new.token))


def rename(change: TableChange, visitor: str, old: str, new: str, token: str) -> None:
    """Gives the seats of a visitor a new name and token; people beside the visitor, at one screen, keep theirs."""
    for seat in change.table.seats_of(visitor):
        name = new if change.table.seats[seat].name == old else change.table.seats[seat].name
        if (name, token) != (change.table.seats[seat].name, change.table.seats[seat].token):
            change.seat(seat, name=name, token=token)
