"""The part `pending` of a position: what is under way inside a turn or a scoring.

| key          | value                                                                             |
|--------------|-----------------------------------------------------------------------------------|
| `spoken`     | whether a seat was asked in the Departure window of this turn                      |
| `passes`     | in a row, in the window; the speaker is to act                                     |
| `travel`     | per seat this turn's City, chosen or revealed; null before and once it is resolved |
| `friends`    | the same for the Friendly Troupes (2 players)                                      |
| `strongman`  | the seat whose A4 works where it stands, or null                                   |
| `city`       | the City being resolved, or dealt to next                                          |
| `coin_due`   | whether the coin is tossed after this deal: it prepares season 2                   |
| `held`       | the Actors met there                                                               |
| `draws`      | per seat how many Requests it is still to draw                                     |
| `acrobat`    | the Acrobat being carried out, for `speaker`                                       |
| `first`      | its first detail: A2's first City, A9's opponent (a seat)                          |
| `chameleons` | per seat how many were declared Comedians                                          |
| `answers`    | per seat the Request it plays, "none", or null before                              |
"""

from __future__ import annotations

from typing import Any

from ludotheque.contract.reading import JsonReader

from .actions import (
    ANSWER,
    COIN,
    COURT,
    CURTAIN,
    DEAL,
    DECLARATION,
    DEPARTURE,
    DETAIL,
    DISCARD,
    DRAW,
    FINISHED,
    FRIEND,
    PHASES,
    REPLACE,
    REVELATION,
    THEFT,
    TRAVEL,
)
from .box import (
    ACROBAT,
    ACTORS,
    CHARMER,
    CITIES,
    CODES,
    CUTPURSE,
    ENCOUNTERS,
    FIRE_EATER,
    FLATTERER,
    FORTUNE_DRAWS,
    FORTUNE_TELLER,
    JUGGLER,
    REQUEST_CODES,
    STILT_WALKER,
)
from .rules.acrobats import open_window
from .rules.course import go_on
from .rules.travel import FRIENDLY_PLAYERS
from .state import NOBODY, NONE, State

NO_REQUEST = "none"
MOST_CHAMELEONS = 2  # that one seat can declare, see the action ids
ASKING = (JUGGLER, FLATTERER, CUTPURSE, CHARMER, FIRE_EATER)  # the Acrobats that ask how they are used
ASKING_CODES = [CODES[ACROBAT + acrobat] for acrobat in ASKING]
IN_CITY = ("city", "travel", "friends", "strongman")
KEYS = {
    DEPARTURE: ("passes",),
    FRIEND: ("spoken", "friends"),
    TRAVEL: ("spoken", "travel", "friends"),
    REVELATION: ("passes", "travel", "friends", "strongman"),
    REPLACE: ("travel", "friends", "strongman"),
    THEFT: (*IN_CITY, "held"),
    COURT: (*IN_CITY, "held"),
    DRAW: (*IN_CITY, "draws"),
    DISCARD: (*IN_CITY, "draws"),
    CURTAIN: ("passes",),
    DETAIL: ("acrobat", "first"),
    DECLARATION: ("chameleons",),
    ANSWER: ("chameleons", "answers"),
    DEAL: ("city", "coin_due"),
    COIN: (),
    FINISHED: (),
}
FORTUNE_KEYS = ("acrobat", "speaker", "draws")  # while A7 draws and discards


def pending_keys(s: State, telling_fortunes: bool) -> list[str]:
    """The keys of `pending` in this phase."""
    keys = FORTUNE_KEYS if telling_fortunes else KEYS[s.phase]
    return [key for key in keys if key != "friends" or s.players == FRIENDLY_PLAYERS]


def starts_turn(s: State) -> bool:
    """Whether nobody was asked anything in this turn, as far as the reader of a hidden state can know.

    A chosen Travel card that is hidden must not count: others would see when the first one is chosen.
    """
    if s.phase not in (DEPARTURE, FRIEND, TRAVEL) or s.spoken:
        return False
    return max(s.travel) < 0 and all(city == NONE for city in s.friend)


def start_turn(s: State) -> None:
    """The first question of a turn whose number is set."""
    open_window(s, DEPARTURE)
    s.to_act = NOBODY
    go_on(s)


# --- writing ------------------------------------------------------------------------------


def pending(s: State) -> dict[str, Any] | None:
    """What is under way; nothing at the start of a turn and at the end."""
    if s.phase == FINISHED or starts_turn(s):
        return None
    return {key: written(s, key) for key in pending_keys(s, s.acrobat == FORTUNE_TELLER)}


def written(s: State, key: str) -> Any:
    """The value of one key."""
    if key in ("passes", "speaker"):
        return getattr(s, key)
    if key == "travel":
        return [city + 1 if city >= 0 else None for city in s.travel[: s.players]]
    if key == "friends":
        return [city + 1 if city >= 0 else None for city in s.friend[: s.players]]
    if key == "strongman":
        return None if s.strongman == NONE else s.strongman
    if key == "city":
        return s.city + 1
    if key == "held":
        return [CODES[actor] for actor in range(ACTORS) for _ in range(s.held[actor])]
    if key == "draws":
        return s.draws[: s.players]
    if key == "acrobat":
        return CODES[ACROBAT + s.acrobat]
    if key == "first":
        return None if s.first == NONE else s.first + (s.acrobat == JUGGLER)
    if key in ("spoken", "coin_due"):
        return bool(getattr(s, key))
    if key == "chameleons":
        return [n if n >= 0 else None for n in s.declared[: s.players]]
    answers = [*REQUEST_CODES, NO_REQUEST]
    return [answers[answer] if answer >= 0 else None for answer in s.answer[: s.players]]


# --- reading ------------------------------------------------------------------------------


def read_pending(s: State, top: JsonReader) -> None:
    """Puts what is under way into the state; at the start of a turn it follows from the rest."""
    if top.has("pending"):
        top.unless(s.phase != FINISHED, "pending", "nothing is pending when the game is over.")
        read_keys(s, top.object("pending"))
    elif s.phase in (DEPARTURE, FRIEND, TRAVEL):
        phase, to_act = s.phase, s.to_act
        start_turn(s)
        top.unless(s.phase == phase, "phase", f"a turn like this opens with {PHASES[s.phase]}.")
        top.unless(s.to_act == to_act, "to_act", f"a turn like this opens with {s.to_act}.")
    else:
        top.unless(s.phase in (COIN, FINISHED), "pending", "it is missing.")


def read_keys(s: State, found: JsonReader) -> None:
    """Reads every key of the phase."""
    telling_fortunes = s.phase in (DRAW, DISCARD) and "acrobat" in found.value
    keys = pending_keys(s, telling_fortunes)
    found.only(*keys)
    if s.phase in (DEPARTURE, REVELATION, CURTAIN, REPLACE, DETAIL):
        s.speaker = s.to_act
    if telling_fortunes:
        s.acrobat = FORTUNE_TELLER
        found.choice("acrobat", (CODES[ACROBAT + FORTUNE_TELLER],))
    elif s.phase == REPLACE:
        s.acrobat = STILT_WALKER
    elif s.phase == DETAIL:
        s.acrobat = ASKING[found.choice("acrobat", ASKING_CODES)]
    s.spoken = int(s.phase == DEPARTURE or s.acrobat == JUGGLER)
    for key in keys:
        read_key(s, found, key)


def read_key(s: State, found: JsonReader, key: str) -> None:
    """Reads one key; whether all of them fit is checked afterwards."""
    if key == "passes":
        s.passes = found.number(key, 0, s.players - 1)
    elif key == "speaker":
        s.speaker = found.number(key, 0, s.players - 1)
    elif key == "travel":
        s.travel[: s.players] = read_seats(s, found, key, 1, CITIES)
    elif key == "friends":
        s.friend[: s.players] = read_seats(s, found, key, 1, CITIES)
    elif key == "strongman":
        s.strongman = found.number(key, 0, s.players - 1) if found.has(key) else NONE
    elif key == "city":
        s.city = found.number(key, 1, CITIES) - 1
    elif key == "held":
        held = found.items(key, most=ENCOUNTERS)
        for i in range(len(held.value)):
            s.held[held.choice(str(i), CODES[:ACTORS])] += 1
    elif key == "draws":
        items = found.items(key, s.players)
        s.draws[: s.players] = [items.number(str(p), 0, FORTUNE_DRAWS) for p in range(s.players)]
    elif key == "first":
        read_first(s, found)
    elif key in ("spoken", "coin_due"):
        setattr(s, key, int(found.flag(key)))
    elif key == "chameleons":
        s.declared[: s.players] = read_seats(s, found, key, 0, MOST_CHAMELEONS)
    elif key == "answers":
        read_answers(s, found)


def read_seats(s: State, found: JsonReader, key: str, low: int, high: int) -> list[int]:
    """A list with a number from low to high, or null, for each seat; numbers count from low."""
    items = found.items(key, s.players)
    return [items.number(str(p), low, high) - low if items.has(str(p)) else NONE for p in range(s.players)]


def read_first(s: State, found: JsonReader) -> None:
    """The first detail of the Juggler or the Charmer."""
    if not found.has("first"):
        return
    found.unless(s.acrobat in (JUGGLER, CHARMER), "first", "this Acrobat has only one detail.")
    if s.acrobat == JUGGLER:
        s.first = found.number("first", 1, CITIES) - 1
        found.unless(s.height[s.first] > 0, "first", "this City has no card (A2).")
    else:
        s.first = found.number("first", 0, s.players - 1)
        found.unless(s.first != s.to_act, "first", "it must be an opponent (A9).")


def read_answers(s: State, found: JsonReader) -> None:
    """The answers of the seats that were asked for a Request."""
    items = found.items("answers", s.players)
    for p in range(s.players):
        if items.has(str(p)):
            s.answer[p] = items.choice(str(p), [*REQUEST_CODES, NO_REQUEST])
