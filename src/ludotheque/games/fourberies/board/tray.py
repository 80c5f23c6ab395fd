"""What lies before the reader, on velvet: troupe, Acrobats, Requests and purse."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.phrases import Code, Phrase
from ludotheque.scene import Panel, Scene

from ..actions import ACTOR, PLAY, REQUEST
from ..box import ACROBAT, CODES, MANAGERS, REQUEST_CODES, REQUEST_ECUS
from . import cards
from .marks import at, box, capital, choice, frame, image, part, say, signed, text, text_width, use, wrapped
from .reading import counted, judgements, pending, request_is_met, seen
from .seats import near

HEIGHT = 172
TOP, ROOM_BELOW = 32, 132  # of what lies under a heading
TROUPE, ACROBATS, REQUESTS, PURSE = 306, 238, 408, 136  # widths
GAP = 4
BAR = 66  # where the balance of the troupe begins


class Grid(NamedTuple):
    """Equal pieces in rows."""

    columns: int
    size: float  # the width of a piece


def fitted(many: int, width: float, height: float, most: float, ratio: float) -> Grid:
    """The largest pieces, `ratio` times as high as wide, of which so many fit."""
    best = Grid(1, 0)
    for columns in range(1, max(many, 1) + 1):
        rows = -(-many // columns) or 1
        size = min(most, width / columns - GAP, (height / rows - GAP) / ratio)
        best = max(best, Grid(columns, size), key=lambda grid: grid.size)
    return best


def velvet(width: float, title: str, note: str = "") -> str:
    """A compartment of the tray with its heading."""
    room = width - 30
    drawn = (
        box(1, 1, width - 2, HEIGHT - 2, "tray-wood", 7)
        + f'<rect class="velvet" x="5" y="5" width="{width - 10}" height="{HEIGHT - 10}" rx="5" fill="url(#fb-plush)"/>'
        + text(15, 25, title, "serif strong on-velvet", 17, room=room)
    )
    x = 15 + text_width(title, 17, serif=True) + 10
    if note and x + text_width(note, 14) <= width - 12:
        drawn += text(x, 25, note, "on-velvet-2", 14)
    return drawn


def panel(scene: Scene, name: str, title: str, width: float, body: str, place: tuple[float, float, float]) -> Panel:
    """A compartment of the tray."""
    return Panel(name, title, width, HEIGHT, f'<g class="board-fourberies tray">{body}</g>', place)


def mine(scene: Scene, own: str, other: str) -> str:
    """A heading: "my", or for a spectator whose."""
    return say(scene, own) if scene.seat is not None else say(scene, other, name=Code(scene.names[near(scene)]))


# --- the troupe -------------------------------------------------------------------------------


def troupe_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The Actors, by kind, and how the show leans."""
    seat = near(scene)
    title = mine(scene, "my_troupe", "troupe_of")
    show = judgements(seen(scene.view))[seat].difference
    body = velvet(TROUPE, title, f"{say(scene, 'show').lower()} {signed(show)}{doubt(scene, seat)}")
    kinds = counted(scene.view["seats"][seat]["troupe"])
    grid = fitted(len(kinds), TROUPE - 26, ROOM_BELOW - 24, 66, 1.25)
    for i, (code, many) in enumerate(kinds):
        x = 15 + i % grid.columns * (grid.size + GAP)
        y = TOP + i // grid.columns * (grid.size * 1.25 + GAP)
        body += actors(scene, code, many, x, y, grid.size)
    if not kinds:
        body += nothing(scene, "no_actors", TROUPE)
    body += balance(scene, seat)
    return panel(scene, "troupe", title, TROUPE, body, place)


def doubt(scene: Scene, seat: int) -> str:
    """What undeclared Chameleons could still add on either side. (F71)"""
    declared = (pending(scene.view, "chameleons") or [None] * len(scene.names))[seat]
    owned = scene.view["seats"][seat]["acrobats"].count("A11")
    return f" ±{owned}" if owned and declared is None else ""


def actors(scene: Scene, code: str, many: int, x: float, y: float, size: float) -> str:
    """The Actors of one kind as a small pile, with their number if there are several."""
    height = size * 1.25
    drawn = "".join(cards.small(code, 3 * i, -1.5 * i, size) for i in range(min(many, 3) - 1, -1, -1))
    if many > 1:
        drawn += f'<circle class="count-disc" cx="{size - 8:g}" cy="{height - 9:g}" r="10"/>'
        drawn += text(size - 8, height - 4.5, f"×{many}", "strong count", 12, "middle")
    title = cards.name(scene, code) + (f" ×{many}" if many > 1 else "")
    body = image(title, drawn)
    if scene.view["phase"] != "court":  # there the Actors just met are asked for, on the playbill
        body = choice(scene, ACTOR + CODES.index(code), body, frame(-2, -2, size + 4, height + 4, 6))
    return part(scene, f"troupe-{code}", at(x, y, body))


def balance(scene: Scene, seat: int) -> str:
    """The experience of both natures against each other."""
    troupe = scene.view["seats"][seat]["troupe"]
    red = sum(int(code[1]) for code in troupe if code[0] == "T")
    yellow = sum(int(code[1]) for code in troupe if code[0] == "C")
    wide = TROUPE - 132
    share = wide * red / (red + yellow) if troupe else wide / 2
    y = HEIGHT - 17
    bars = box(BAR, y - 6, wide, 9, "bar-ground", 4.5)
    if troupe:
        bars += box(BAR, y - 6, share, 9, "bar-red") + box(BAR + share, y - 6, wide - share, 9, "bar-yellow")
        bars += f'<path d="M{BAR} {y - 6}h{share:g}v9h-{share:g}z" fill="url(#fb-hatching)"/>'
        bars += f'<path d="M{BAR + share:g} {y - 6}h{wide - share:g}v9h-{wide - share:g}z" fill="url(#fb-dots)"/>'
    drawn = (
        use("mask-T", 14, y - 14, 20, 22) + text(40, y + 4, red, "on-velvet", 14)
        + bars
        + text(TROUPE - 41, y + 4, yellow, "on-velvet", 14, "end") + use("mask-C", TROUPE - 34, y - 14, 20, 22)
    )  # fmt: skip
    return part(scene, "balance", drawn)


def nothing(scene: Scene, key: str, width: float) -> str:
    """What is said where nothing lies yet."""
    return text(width / 2, 92, say(scene, key), "serif slanted on-velvet-2", 17, "middle", width - 30)


# --- Acrobats ---------------------------------------------------------------------------------


def acrobats_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The Acrobats: one or two as cards, more as tokens; used ones are tilted. (F23)"""
    owner = scene.view["seats"][near(scene)]
    title = mine(scene, "my_acrobats", "acrobats")
    body = velvet(ACROBATS, title)
    owned = counted(owner["acrobats"])
    cards_fit = len(owned) <= 2
    grid = fitted(len(owned), ACROBATS - 24, ROOM_BELOW, 88, 1.25)
    for i, (code, many) in enumerate(owned):
        tilted = code in owner["tilted"]
        if cards_fit:
            width, height = cards.WIDTH * 0.95, cards.HEIGHT * 0.95
            x, y = 11.0 + i * 109, TOP + 7.0
            drawn = use(f"card-{code}", 0, 0, width, height)
        else:
            width, height = grid.size, grid.size * 1.25
            x, y = 13 + i % grid.columns * (width + GAP), TOP + i // grid.columns * (height + GAP)
            drawn = cards.small(code, 0, 0, width)
        body += acrobat(scene, code, many, drawn, tilted, x, y, width, height)
    if not owned:
        body += nothing(scene, "no_acrobats", ACROBATS)
    return panel(scene, "acrobats", title, ACROBATS, body, place)


def acrobat(
    scene: Scene, code: str, many: int, drawn: str, tilted: bool, x: float, y: float, width: float, height: float
) -> str:
    """An Acrobat; a used one is tilted and says so, two Chameleons are one card with their number."""
    if tilted:
        used = say(scene, "used")
        wide = min(text_width(used, 12) + 14, width)
        drawn += box(width / 2 - wide / 2, height * 0.6, wide, 18, "used-band", 3)
        drawn += text(width / 2, height * 0.6 + 13, used, "strong used", 12, "middle", wide - 4)
        drawn = f'<g class="tilted" transform="rotate(7 {width / 2:g} {height / 2:g})">{drawn}</g>'
    if many > 1:
        drawn += f'<circle class="count-disc" cx="{width - 12:g}" cy="{height - 32:g}" r="11"/>'
        drawn += text(width - 12, height - 27.5, f"×{many}", "strong count", 12, "middle")
    drawn += declared_masks(scene, code, many, width, height)
    title = f"{cards.name(scene, code)}: {scene.term(f'card_texts.{code}')}"
    action = PLAY + CODES.index(code) - ACROBAT
    asked = scene.view["phase"] in ("departure", "revelation", "curtain")
    body = image(title, drawn)
    if asked:
        body = choice(scene, action, body, frame(-1, -1, width + 2, height + 2, 8), scene.term(f"card_texts.{code}"))
    return part(scene, f"acrobat-{code}", at(x, y, body))


def declared_masks(scene: Scene, code: str, many: int, width: float, height: float) -> str:
    """What the Chameleons were declared to be. (F71)"""
    comedians = (pending(scene.view, "chameleons") or [None] * len(scene.names))[near(scene)]
    if code != "A11" or comedians is None:
        return ""
    masks = "C" * comedians + "T" * (many - comedians)
    return "".join(use(f"mask-{mask}", 4 + 24 * i, height - 34, 22, 24) for i, mask in enumerate(masks))


# --- Requests ---------------------------------------------------------------------------------


class Letter(NamedTuple):
    """A Request in hand or face up."""

    code: str
    played: bool
    met: bool
    chosen: bool  # as the secret answer of this scoring


def requests_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The Requests: up to three as cards, more as slips; others' are backs and a number. (F52)"""
    seat = near(scene)
    owner = scene.view["seats"][seat]
    known = isinstance(owner["requests"], list)
    answer = (pending(scene.view, "answers") or [None] * len(scene.names))[seat]
    hand = owner["requests"] if known else []
    s = seen(scene.view)
    letters = [
        Letter(code, played, request_is_met(s, seat, code), code == answer and not played)
        for played, codes in ((False, hand), (True, owner["played"]))
        for code in codes
    ]
    title = mine(scene, "my_requests", "secret_requests")
    body = velvet(REQUESTS, title, say(scene, "unseen") if known else "")
    backs = 0 if known else owner["requests"]
    body += part(scene, "request-backs", "".join(back(15 + i * 54) for i in range(backs)))
    left = 15 + backs * 54 + (10 if backs else 0)
    if len(letters) <= 3:
        for i, letter in enumerate(letters):
            body += letter_card(scene, letter, left + i * 128)
    else:
        for i, letter in enumerate(letters):
            high = min(62, ROOM_BELOW / (-(-len(letters) // 2))) - GAP
            body += letter_slip(scene, letter, 14 + i % 2 * 193, TOP + 3 + i // 2 * (high + GAP), high)
    if not letters and not backs:
        body += nothing(scene, "no_requests", REQUESTS)
    return panel(scene, "requests", title, REQUESTS, body, place)


def back(x: float) -> str:
    """A Request face down."""
    return use("back-request", x, TOP + 14, 66, 79)


def status(scene: Scene, letter: Letter) -> tuple[str, str]:
    """How a Request stands, and the look of these words."""
    if letter.chosen:
        return say(scene, "chosen"), "strong letter-met"
    words = say(scene, "met" if letter.met else "unmet")
    return words, "strong letter-met" if letter.met else "letter-unmet"


def pay(letter: Letter, right: float, y: float) -> str:
    """The Ecus of a Request."""
    ecus = REQUEST_ECUS[REQUEST_CODES.index(letter.code)]
    return text(right - 21, y, ecus, "serif strong letter-ink", 17, "end") + use("coin-1", right - 18, y - 13.5, 17, 17)


def letter_card(scene: Scene, letter: Letter, x: float) -> str:
    """A Request as a card: name, objective, how it stands, Ecus."""
    wide, high = 124.0, 128.0
    name = cards.name(scene, letter.code)
    rows = wrapped(say(scene, f"goal_{letter.code[1:]}"), 13, wide - 16)
    words, look = status(scene, letter)
    drawn = (
        box(0, 0, wide, high, "letter", 4)
        + box(0, 0, wide, 5, "letter-played" if letter.played else "letter-secret")
        + text(9, 23, name, "serif strong letter-ink", 16, room=wide - 16)
        + "".join(text(9, 41 + 16 * i, row, "letter-ink", 13, room=wide - 14) for i, row in enumerate(rows))
        + (text(9, high - 26, say(scene, "played"), "serif slanted letter-unmet", 15) if letter.played else "")
        + text(9, high - 9, words, look, 12, room=wide - 56)
        + pay(letter, wide - 8, high - 8)
    )
    if letter.chosen:
        drawn += use("wax", wide - 40, high - 62, 38, 38, "wax")
    return letter_choice(scene, letter, x, TOP + 2, wide, high, drawn)


def letter_slip(scene: Scene, letter: Letter, x: float, y: float, high: float) -> str:
    """A Request as a slip, where there is no room for cards; its objective is on it if it fits."""
    wide = 187.0
    rows = wrapped(say(scene, f"goal_{letter.code[1:]}"), 12, wide - 18)
    goal = "".join(text(12, 34 + 14 * i, row, "letter-ink", 12) for i, row in enumerate(rows))
    drawn = (
        box(0, 0, wide, high, "letter", 4)
        + box(0, 0, 5, high, "letter-played" if letter.played else "letter-secret")
        + text(12, 19, cards.name(scene, letter.code), "serif strong letter-ink", 16, room=wide - 76)
        + (text(wide - 48, 18.5, "✓", "strong letter-met", 14, "end") if letter.met else "")
        + (goal if 24 + 14 * len(rows) <= high else "")
        + pay(letter, wide - 6, 19)
    )
    return letter_choice(scene, letter, x, y, wide, high, drawn)


def letter_choice(scene: Scene, letter: Letter, x: float, y: float, wide: float, high: float, drawn: str) -> str:
    """A Request, to be chosen if it is in hand and asked for."""
    told = scene.term(f"card_texts.{letter.code}")
    body = image(f"{cards.name(scene, letter.code)}: {told}", drawn)
    if not letter.played:
        action = REQUEST + REQUEST_CODES.index(letter.code)
        body = choice(scene, action, body, frame(-2, -2, wide + 4, high + 4, 6), told, letter.chosen)
    return part(scene, f"request-{letter.code}", at(x, y, body))


# --- the purse --------------------------------------------------------------------------------


def purse_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The Ecus, in coins, and the Managers in reserve."""
    seat = near(scene)
    owner = scene.view["seats"][seat]
    title = say(scene, "my_purse" if scene.seat is not None else "purse")
    ecus = owner["ecus"]
    purse = text(15, 74, ecus, "serif strong on-velvet", 44) + coins(ecus, 20 + text_width(str(ecus), 44, serif=True))
    purse = image(scene.say(Phrase("terms.ecu_count", {"count": ecus})), purse)
    body = velvet(PURSE, title) + part(scene, "purse", purse) + part(scene, "reserve", reserve(scene, seat))
    return panel(scene, "purse", capital(title), PURSE, body, place)


def coins(ecus: int, x: float) -> str:
    """The Ecus in as few coins as possible, a row for each value."""
    drawn = ""
    row = 0
    for value, many in ((10, ecus // 10), (5, ecus % 10 // 5), (1, ecus % 5)):
        if many:
            step = min(13.0, (PURSE - 34 - x) / max(many - 1, 1))
            drawn += "".join(use(f"coin-{value}", x + i * step, 38 + row * 17, 22, 22) for i in range(min(many, 12)))
            row += 1
    return drawn


def reserve(scene: Scene, seat: int) -> str:
    """The Managers in reserve; those on the stage leave their places empty."""
    left = MANAGERS - scene.view["seats"][seat]["stage"]
    step = min(36.0, (PURSE - 64) / max(MANAGERS - 1, 1))
    drawn = "".join(
        use(f"manager-{seat}", 12 + i * step, 102, 44, 55, "" if i < left else "away") for i in range(MANAGERS)
    )
    return image(say(scene, "reserve", count=left), drawn)
