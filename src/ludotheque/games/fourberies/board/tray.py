"""What lies before the viewer, on velvet: troupe, Acrobats, Requests and purse."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.contract.drawing import (
    NARROWEST,
    choice,
    image,
    part,
    path,
    rect,
    say,
    text,
    text_width,
    use,
    wrapped,
)
from ludotheque.contract.phrases import Phrase, signed
from ludotheque.contract.scene import Panel, Pen, Scene, Voice, panel, piece

from ..actions import ACTOR, PLAY, REQUEST
from ..box import ACROBAT, CODES, MANAGERS, REQUEST_CODES, REQUEST_ECUS
from . import cards
from .forecasts import counted, judgements, pending, request_is_met
from .marks import frame, tally, tilted
from .seats import near

HEIGHT = 172
TOP, ROOM_BELOW = 32, 132  # where the pieces under a heading start, and their height
TROUPE, ACROBATS, REQUESTS, PURSE = 306, 238, 408, 136  # widths
GAP = 4
BAR = 66  # where the balance of the troupe begins


class Grid(NamedTuple):
    """Equal pieces in rows."""

    columns: int
    size: float  # the width of a piece


def fitted(many: int, width: float, height: float, most: float, ratio: float) -> Grid:
    """The largest pieces, `ratio` times as high as wide, of which this number fits."""
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
        rect(1, 1, width - 2, HEIGHT - 2, "tray-wood", 7)
        + rect(5, 5, width - 10, HEIGHT - 10, "velvet", 5, fill="url(#fb-plush)")
        + text(15, 25, title, "serif strong on-velvet", 17, room=room)
    )
    x = 15 + text_width(title, 17, serif=True) + 10
    if note and x + text_width(note, 14) <= width - 12:
        drawn += text(x, 25, note, "on-velvet-2", 14)
    return drawn


def compartment(name: str, title: str, width: float, body: str, place: tuple[float, float, float]) -> Panel:
    """A compartment of the tray."""
    return Panel(name, title, width, HEIGHT, (body,), place, "board-fourberies tray")


def mine(scene: Scene, own: str, other: str) -> str:
    """A heading: "my", or for a spectator whose."""
    return say(scene, own) if scene.seat is not None else say(scene, other, name=scene.names[near(scene)])


# --- the troupe -------------------------------------------------------------------------------


@panel
def troupe_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The Actors, by kind, and how the show leans."""
    seat = near(scene)
    title, codes = mine(scene, "my_troupe", "troupe_of"), tuple(scene.view["seats"][seat]["troupe"])
    show = f"{signed(judgements(scene.state)[seat].difference)}{doubt(scene, seat)}"
    at_court = scene.view["phase"] == "court"  # there the Actors just met are asked for, on the playbill
    pen = scene.pen({ACTOR + CODES.index(code): f"troupe-{code}" for code in codes if not at_court})
    return compartment("troupe", title, TROUPE, troupe(pen, title, show, codes), place)


@piece
def troupe(pen: Pen, title: str, show: str, codes: tuple[str, ...]) -> str:
    """The Actors of a troupe, and its balance."""
    body = velvet(TROUPE, title, f"{say(pen, 'show').lower()} {show}")
    kinds = counted(codes)
    grid = fitted(len(kinds), TROUPE - 26, ROOM_BELOW - 24, 66, 1.25)
    for i, (code, many) in enumerate(kinds):
        x = 15 + i % grid.columns * (grid.size + GAP)
        y = TOP + i // grid.columns * (grid.size * 1.25 + GAP)
        body += actors(pen, code, many, x, y, grid.size)
    if not kinds:
        body += nothing(pen, "no_actors", TROUPE)
    return body + balance(codes)


def doubt(scene: Scene, seat: int) -> str:
    """What undeclared Chameleons could still add on either side. (F71)"""
    owned = scene.view["seats"][seat]["acrobats"].count("A11")
    return f" ±{owned}" if owned and declared(scene, seat) is None else ""


def declared(scene: Scene, seat: int) -> int | None:
    """How many Chameleons of a seat are declared to be Comedians; None before it declares. (F71)"""
    found: list[int | None] | None = pending(scene.view, "chameleons")
    return found[seat] if found else None


def actors(pen: Pen, code: str, many: int, x: float, y: float, size: float) -> str:
    """The Actors of one kind as a small pile, with their number if there are several."""
    height = size * 1.25
    drawn = "".join(cards.small(code, 3 * i, -1.5 * i, size) for i in range(min(many, 3) - 1, -1, -1))
    drawn += tally(many, size - 8, height - 9, 10)
    title = cards.name(pen, code) + (f" ×{many}" if many > 1 else "")
    mark = frame(-2, -2, size + 4, height + 4, 6)
    body = choice(pen, ACTOR + CODES.index(code), drawn, title, mark)
    return part(f"troupe-{code}", body, x=x, y=y)


def balance(troupe: tuple[str, ...]) -> str:
    """The experience of both natures against each other."""
    red = sum(int(code[1]) for code in troupe if code[0] == "T")
    yellow = sum(int(code[1]) for code in troupe if code[0] == "C")
    wide = TROUPE - 132
    share = wide * red / (red + yellow) if troupe else wide / 2
    y = HEIGHT - 17
    bars = rect(BAR, y - 6, wide, 9, "bar-ground", 4.5)
    if troupe:
        bars += rect(BAR, y - 6, share, 9, "bar-red") + rect(BAR + share, y - 6, wide - share, 9, "bar-yellow")
        bars += path(f"M{BAR} {y - 6}h{share:g}v9h-{share:g}z", fill="url(#fb-hatching)")
        bars += path(f"M{BAR + share:g} {y - 6}h{wide - share:g}v9h-{wide - share:g}z", fill="url(#fb-dots)")
    drawn = (
        use("fb-mask-T", 14, y - 14, 20, 22) + text(40, y + 4, red, "on-velvet", 14)
        + bars
        + text(TROUPE - 41, y + 4, yellow, "on-velvet", 14, "end") + use("fb-mask-C", TROUPE - 34, y - 14, 20, 22)
    )  # fmt: skip
    return part("balance", drawn)


def nothing(voice: Voice, key: str, width: float) -> str:
    """What is said where nothing lies yet."""
    return text(width / 2, 92, say(voice, key), "serif slanted on-velvet-2", 17, "middle", width - 30)


# --- Acrobats ---------------------------------------------------------------------------------


@panel
def acrobats_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The Acrobats."""
    owner = scene.view["seats"][near(scene)]
    title, codes = mine(scene, "my_acrobats", "acrobats"), tuple(owner["acrobats"])
    in_window = scene.view["phase"] in ("departure", "revelation", "curtain")
    pen = scene.pen({PLAY + CODES.index(code) - ACROBAT: f"acrobat-{code}" for code in codes if in_window})
    body = acrobats(pen, title, codes, tuple(owner["tilted"]), declared(scene, near(scene)))
    return compartment("acrobats", title, ACROBATS, body, place)


@piece
def acrobats(pen: Pen, title: str, codes: tuple[str, ...], used: tuple[str, ...], comedians: int | None) -> str:
    """One or two Acrobats as cards, more as tokens; used ones are tilted. (F23)"""
    body = velvet(ACROBATS, title)
    owned = counted(codes)
    cards_fit = len(owned) <= 2
    grid = fitted(len(owned), ACROBATS - 24, ROOM_BELOW, 88, 1.25)
    for i, (code, many) in enumerate(owned):
        if cards_fit:
            width, height = float(cards.WIDTH), float(cards.HEIGHT)
            x, y = 5.0 + i * 115, TOP + 4.0
            drawn = use(f"fb-card-{code}", 0, 0, width, height)
        else:
            width, height = grid.size, grid.size * 1.25
            x, y = 13 + i % grid.columns * (width + GAP), TOP + i // grid.columns * (height + GAP)
            drawn = cards.small(code, 0, 0, width)
        drawn = acrobat(pen, many, drawn, code in used, width, height)
        if code == "A11" and comedians is not None:
            drawn += declared_masks(comedians, many, height)
        body += playable(pen, code, drawn, x, y, width, height)
    if not owned:
        body += nothing(pen, "no_acrobats", ACROBATS)
    return body


def acrobat(voice: Voice, many: int, drawn: str, is_used: bool, width: float, height: float) -> str:
    """An Acrobat; a used one is tilted and says so, two Chameleons are one card with their number."""
    if is_used:
        used = say(voice, "used")
        wide = min(text_width(used, 14) + 14, width)
        drawn += rect(width / 2 - wide / 2, height * 0.6, wide, 18, "used-band", 3)
        drawn += text(width / 2, height * 0.6 + 13, used, "strong used", anchor="middle", room=wide - 4)
        drawn = tilted(drawn, width / 2, height / 2, 4 if width == cards.WIDTH else 7)
    return drawn + tally(many, width - 12, height - 32, 11)


def playable(pen: Pen, code: str, drawn: str, x: float, y: float, width: float, height: float) -> str:
    """An Acrobat in its place, to be chosen in its window."""
    about = say(pen, "about", name=cards.name(pen, code), text=pen.term(f"card_texts.{code}"))
    mark = frame(-1, -1, width + 2, height + 2, 8)
    body = choice(pen, PLAY + CODES.index(code) - ACROBAT, drawn, about, mark)
    return part(f"acrobat-{code}", body, x=x, y=y)


def declared_masks(comedians: int, many: int, height: float) -> str:
    """What the Chameleons were declared to be. (F71)"""
    masks = "C" * comedians + "T" * (many - comedians)
    return "".join(use(f"fb-mask-{mask}", 4 + 24 * i, height - 34, 22, 24) for i, mask in enumerate(masks))


# --- Requests ---------------------------------------------------------------------------------


LETTER = (124.0, 128.0)  # width and height of a Request as a card


class Letter(NamedTuple):
    """A Request in hand or face up."""

    code: str
    played: bool
    met: bool
    chosen: bool  # as the secret answer of this scoring


@panel
def requests_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The Requests; others' are backs and a number. (F52)"""
    seat = near(scene)
    owner = scene.view["seats"][seat]
    known = isinstance(owner["requests"], list)
    answer = (pending(scene.view, "answers") or [None] * len(scene.names))[seat]
    hand = owner["requests"] if known else []
    letters = tuple(
        Letter(code, played, request_is_met(scene.state, seat, code), code == answer and not played)
        for played, codes in ((False, hand), (True, owner["played"]))
        for code in codes
    )
    title = mine(scene, "my_requests", "secret_requests")
    backs = None if known else owner["requests"]
    pen = scene.pen({REQUEST + REQUEST_CODES.index(code): f"request-{code}" for code in hand})
    return compartment("requests", title, REQUESTS, requests(pen, title, letters, backs), place)


@piece
def requests(pen: Pen, title: str, letters: tuple[Letter, ...], hidden: int | None) -> str:
    """Requests: up to three as cards, more as strips; those that only their owner knows as backs."""
    body = velvet(REQUESTS, title, say(pen, "unseen") if hidden is None else "")
    backs = hidden or 0
    body += part("request-backs", "".join(back(15 + i * 54) for i in range(backs)))
    left = 15 + backs * 54 + (10 if backs else 0)
    if len(letters) <= 3:
        for i, letter in enumerate(letters):
            body += letter_card(pen, letter, left + i * 128)
    else:
        for i, letter in enumerate(letters):
            high = min(62, ROOM_BELOW / (-(-len(letters) // 2))) - GAP
            body += letter_strip(pen, letter, 14 + i % 2 * 193, TOP + 3 + i // 2 * (high + GAP), high)
    if not letters and not backs:
        body += nothing(pen, "no_requests", REQUESTS)
    return body


def back(x: float) -> str:
    """A Request face down."""
    return use("fb-back-request", x, TOP + 14, 66, 79)


def status(voice: Voice, letter: Letter) -> tuple[str, str]:
    """How a Request stands, and the look of these words."""
    if letter.chosen:
        return say(voice, "chosen"), "strong letter-met"
    words = say(voice, "met" if letter.met else "unmet")
    return words, "strong letter-met" if letter.met else "letter-unmet"


def pay(letter: Letter, right: float, y: float) -> str:
    """The Ecus of a Request."""
    ecus = REQUEST_ECUS[REQUEST_CODES.index(letter.code)]
    return text(right - 21, y, ecus, "serif strong letter-ink", 17, "end") + use("fb-coin-1", right - 18, y - 13.5, 17)


def letter_face(pen: Pen, letter: Letter) -> str:
    """A Request as it is printed: name, objective, Ecus."""
    wide, high = LETTER
    named, below = titled(pen, letter, 9, 23, wide - 16)
    rows = wrapped(say(pen, f"goal_{letter.code[1:]}"), 14, wide - 14)
    return (
        rect(0, 0, wide, high, "letter", 4)
        + rect(0, 0, wide, 5, "letter-played" if letter.played else "letter-secret")
        + named
        + "".join(text(9, below + 2 + 15 * i, row, "letter-ink", room=wide - 14) for i, row in enumerate(rows))
        + pay(letter, wide - 8, high - 8)
    )


def titled(pen: Pen, letter: Letter, x: float, y: float, room: float) -> tuple[str, float]:
    """The name of a Request in one line or two, and where the next line stands."""
    lines = wrapped(cards.name(pen, letter.code), 16, room / NARROWEST, serif=True)
    drawn = [text(x, y + 15 * i, line, "serif strong letter-ink", 16, room=room) for i, line in enumerate(lines)]
    return "".join(drawn), y + 15 * len(lines)


def letter_card(pen: Pen, letter: Letter, x: float) -> str:
    """A Request as a card: name, objective, how it stands, Ecus."""
    wide, high = LETTER
    words, look = status(pen, letter)
    drawn = (
        letter_face(pen, letter)
        + (text(9, high - 26, say(pen, "played"), "serif slanted letter-unmet", 15) if letter.played else "")
        + text(9, high - 9, words, look, room=wide - 56)
    )
    if letter.chosen:
        drawn += use("fb-wax", wide - 40, high - 62, 38, css="wax")
    return letter_choice(pen, letter, x, TOP + 2, wide, high, drawn)


def letter_strip(pen: Pen, letter: Letter, x: float, y: float, high: float) -> str:
    """A Request as a strip, where there is no room for cards; its objective is on it if it fits."""
    wide = 187.0
    named, below = titled(pen, letter, 12, 19, wide - 76)
    rows = wrapped(say(pen, f"goal_{letter.code[1:]}"), 14, wide - 18)
    goal = "".join(text(12, below + 14 * i, row, "letter-ink") for i, row in enumerate(rows))
    drawn = (
        rect(0, 0, wide, high, "letter", 4)
        + rect(0, 0, 5, high, "letter-played" if letter.played else "letter-secret")
        + named
        + (text(wide - 48, 18.5, "✓", "strong letter-met", 14, "end") if letter.met else "")
        + (goal if below - 10 + 14 * len(rows) <= high else "")
        + pay(letter, wide - 6, 19)
    )
    return letter_choice(pen, letter, x, y, wide, high, drawn)


def letter_choice(pen: Pen, letter: Letter, x: float, y: float, wide: float, high: float, drawn: str) -> str:
    """A Request, to be chosen if it is in hand and asked for."""
    about = say(pen, "about", name=cards.name(pen, letter.code), text=pen.term(f"card_texts.{letter.code}"))
    if letter.played:
        body = image(about, drawn)
    else:
        mark = frame(-2, -2, wide + 4, high + 4)
        action = REQUEST + REQUEST_CODES.index(letter.code)
        body = choice(pen, action, drawn, about, mark, selected=letter.chosen)
    return part(f"request-{letter.code}", body, x=x, y=y)


# --- the purse --------------------------------------------------------------------------------


def purse_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The Ecus, in coins, and the Managers in reserve."""
    seat = near(scene)
    owner = scene.view["seats"][seat]
    title = say(scene, "my_purse" if scene.seat is not None else "purse")
    body = purse(scene.pen(), title, seat, owner["ecus"], MANAGERS - owner["stage"])
    return compartment("purse", title, PURSE, body, place)


@piece
def purse(pen: Pen, title: str, seat: int, ecus: int, managers: int) -> str:
    """A purse, and the Managers in reserve."""
    money = text(15, 74, ecus, "serif strong on-velvet", 44) + coins(ecus, 20 + text_width(str(ecus), 44, serif=True))
    money = image(pen.say(Phrase("terms.ecu_count", {"count": ecus})), money)
    return velvet(PURSE, title) + part("purse", money) + part("reserve", reserve(pen, seat, managers))


def coins(ecus: int, x: float) -> str:
    """The Ecus in as few coins as possible, a row for each value."""
    drawn = ""
    row = 0
    for value, many in ((10, ecus // 10), (5, ecus % 10 // 5), (1, ecus % 5)):
        if many:
            step = min(13.0, (PURSE - 34 - x) / max(many - 1, 1))
            drawn += "".join(use(f"fb-coin-{value}", x + i * step, 38 + row * 17, 22) for i in range(min(many, 12)))
            row += 1
    return drawn


def reserve(voice: Voice, seat: int, left: int) -> str:
    """The Managers in reserve; those on the stage leave their places empty."""
    step = min(36.0, (PURSE - 64) / max(MANAGERS - 1, 1))
    drawn = "".join(
        use(f"fb-manager-{seat}", 12 + i * step, 102, 44, 55, "" if i < left else "away") for i in range(MANAGERS)
    )
    return image(say(voice, "reserve", count=left), drawn)
