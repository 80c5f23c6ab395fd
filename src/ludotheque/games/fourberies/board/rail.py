"""One player at a glance, for the rail beside the table."""

from __future__ import annotations

from ludotheque.contract.drawing import choice, group, part, rect, say, text, text_width, use
from ludotheque.contract.phrases import signed
from ludotheque.contract.scene import Panel, Pen, Scene, Voice, panel, piece

from ..box import CITIES, MANAGERS, REQUEST_CODES, REQUEST_ECUS
from . import cards
from .forecasts import counted, judgements, pending
from .marks import frame, tilted
from .seats import friend_colour, opponent_action
from .tray import doubt

WIDTH = 292
LABEL, RIGHT = 80, WIDTH - 6  # where a row's things begin and end
ROW = 29
MOST_SEALS = 9  # more Actors are counted by kind


@panel
def summary(scene: Scene, seat: int) -> Panel:
    """Troupe, Acrobats, Requests, Travel cards and Managers of a seat; its name and Ecus stand above it."""
    rows = rows_of(scene, seat)
    pieces = tuple([group(row, 0, 4 + i * ROW) for i, row in enumerate(rows)])
    height = len(rows) * ROW + 8
    action = opponent_action(scene, seat)
    if action is not None:
        ground = rect(1, 1, WIDTH - 2, height - 2, "ground", 7)
        chosen = pending(scene.view, "acrobat") == "A9" and pending(scene.view, "first") == seat
        edge = frame(1, 1, WIDTH - 2, height - 2, 7)
        pieces = (choice(scene.pen({action: ""}), action, ground + "".join(pieces), mark=edge, selected=chosen),)
    place = (1100, 190 * seat, WIDTH)
    return Panel(f"summary-{seat}", scene.names[seat], WIDTH, height, pieces, place, "board-fourberies")


def rows_of(scene: Scene, seat: int) -> list[str]:
    """What a player has, row by row."""
    owner, pen = scene.view["seats"][seat], scene.pen()
    show = judgements(scene.state)[seat].difference
    rows = [troupe(pen, seat, tuple(owner["troupe"]), show, doubt(scene, seat))]
    if codes := tuple(owner["acrobats"]):
        rows.append(acrobats(pen, seat, codes, tuple(owner["tilted"])))
    many = owner["requests"] if isinstance(owner["requests"], int) else len(owner["requests"])
    rows.append(requests(pen, seat, many))
    rows += [played(pen, seat, code) for code in owner["played"]]
    rows.append(travels(pen, seat, tuple(owner["hand"]), owner["stage"]))
    if "friend_pile" in owner:
        rows.append(friends(pen, seat, tuple(owner["friend_pile"])))
    return rows


def label(voice: Voice, key: str) -> str:
    return text(4, 20, say(voice, key), "quiet", 14, room=LABEL - 8)


@piece
def troupe(pen: Pen, seat: int, codes: tuple[str, ...], show: int, doubt: str) -> str:
    """The Actors as seals, and the difference of the show. (F72)"""
    words = signed(show) + doubt
    right = RIGHT - 22
    drawn = label(pen, "troupe")
    room = right - text_width(words, 14) - 12 - LABEL
    if len(codes) <= MOST_SEALS:
        step = min(21.0, room / max(len(codes), 1))
        seals = "".join(cards.mini(code, LABEL + i * step, 2) for i, code in enumerate(codes))
    else:
        kinds = counted(codes)
        step = room / len(kinds)
        seals = "".join(cards.mini(code, LABEL + i * step, 3, 20) for i, (code, _) in enumerate(kinds))
        tallies = ((LABEL + i * step + 14, many) for i, (_, many) in enumerate(kinds) if many > 1)
        seals += "".join(text(x, 27, many, "strong tally", anchor="middle") for x, many in tallies)
    drawn += part(f"seat-{seat}-troupe", seals, cards.names(pen, codes) or say(pen, "no_actors"))
    mask = "mask-C" if show > 0 else "mask-T"
    return (
        drawn
        + text(right, 20, words, "strong ink", 14, "end")
        + use(f"fb-{mask}", RIGHT - 18, 5, 18, 19, "" if show else "none")
    )


@piece
def acrobats(pen: Pen, seat: int, codes: tuple[str, ...], used: tuple[str, ...]) -> str:
    """The Acrobats as small portraits, used ones tilted."""
    step = min(45.0, (RIGHT - LABEL) / len(codes))
    drawn = label(pen, "acrobats_short")
    for i, code in enumerate(codes):
        x, wide = LABEL + i * step, min(42.0, step - 2)
        body = rect(x, 2, wide, 26, "portrait-ground", 4) + use(f"fb-portrait-{code}", x + 1, 2, wide - 2, 26)
        title = cards.name(pen, code)
        if code in used:
            title, body = f"{title} ({say(pen, 'used')})", tilted(body, x + wide / 2, 15, 9)
        drawn += part(f"seat-{seat}-acrobat-{i + 1}", body, title)
    return drawn


@piece
def requests(pen: Pen, seat: int, many: int) -> str:
    """How many Requests a seat holds. (F52)"""
    backs = "".join(use("fb-back-request", LABEL + i * 17, 3, 20, 24) for i in range(many))
    x = LABEL + (many - 1) * 17 + 26 if many else LABEL
    backs += text(x, 20, many, "ink", 14)
    told = say(pen, "holds_requests", count=many)
    return label(pen, "requests") + part(f"seat-{seat}-requests", backs, told)


@piece
def played(pen: Pen, seat: int, code: str) -> str:
    """A Request played face up: one a season. (F77)"""
    name = cards.name(pen, code)
    body = (
        rect(LABEL, 4, RIGHT - LABEL, 23, "played-ground", 3)
        + rect(LABEL, 4, 3, 23, "played-edge")
        + text(LABEL + 9, 20, name, "serif strong ink", 15, room=RIGHT - LABEL - 46)
        + text(RIGHT - 20, 20, REQUEST_ECUS[REQUEST_CODES.index(code)], "serif strong ink", 15, "end")
        + use("fb-coin-1", RIGHT - 18, 8, 14)
    )
    return part(f"seat-{seat}-played-{code}", body, say(pen, "about", name=name, text=pen.term(f"card_texts.{code}")))


@piece
def travels(pen: Pen, seat: int, hand: tuple[int, ...], stage: int) -> str:
    """The Travel cards in hand, and the Managers on the stage."""
    told = say(pen, "hand_is", cities=", ".join(map(str, hand)))
    drawn = label(pen, "travel") + part(f"seat-{seat}-hand", tickets(hand, seat), told)
    managers = use(f"fb-manager-{seat}", RIGHT - 47, 1, 21, 26)
    managers += text(RIGHT, 20, f"{stage}/{MANAGERS}", "ink", 14, "end")
    return drawn + part(f"seat-{seat}-stage", managers, say(pen, "managers_on_stage", count=stage))


@piece
def friends(pen: Pen, seat: int, pile: tuple[int, ...]) -> str:
    """The friendly Travel cards that are still in their pile. (F101)"""
    told = say(pen, "pile_is", cities=", ".join(map(str, pile)))
    drawn = label(pen, "friends") + use(f"fb-caravel-{friend_colour(seat)}", RIGHT - 30, 2, 26, 25)
    return drawn + part(f"seat-{seat}-friends", tickets(pile, friend_colour(seat)), told)


def tickets(held: tuple[int, ...], colour: int) -> str:
    """Eight small Travel cards; those not held are empty."""
    drawn = ""
    for city in range(1, CITIES + 1):
        x = LABEL + (city - 1) * 19
        state = f"held piece-{colour}" if city in held else "spent"
        stub = rect(x, 4, 18, 22, "ticket-paper", 3) + text(x + 9, 20, city, "serif strong", 14, "middle")
        drawn += group(stub, css=f"stub {state}")
    return drawn
