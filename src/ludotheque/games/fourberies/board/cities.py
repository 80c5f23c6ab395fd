"""The eight Cities: each a column of the map on a desktop, a row of it on a phone.

The style sheet moves the parts of a column into a row: the head, the cards by the order in
which they are resolved (classes nth-1, nth-2, …), and the ticket, which is drawn in both forms.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from ludotheque.contract.drawing import choice, circle, group, image, part, path, rect, say, text, use
from ludotheque.contract.scene import Panel, Pen, Scene, panel, piece

from ..actions import CITY
from ..box import CITIES
from . import cards
from .forecasts import pending
from .marks import frame
from .seats import friend_colour, friend_name, near, sealed_city

WIDTH, HEIGHT = 136, 344
HEAD_WIDTH, SKY_HEIGHT, NAME_HEIGHT = 120, 66, 24
STACK_TOP, STEP, STACK_DEPTH = 103, 25, 112  # a card covers all but the strip of the one before it
TICKET_TOP = 303
SECRET = ("travel", "friend")  # phases in which the chosen Travel cards are not revealed


class Ship(NamedTuple):
    """A Caravel at a City."""

    colour: int
    name: str
    state: str  # "home" on the board, "arrived" in front of the City, "ghost" before the reveal


class CityMoment(NamedTuple):
    """What is under way, as far as Cities show it."""

    selected: int | None  # the City that the Juggler has already chosen
    resolved: int | None  # the City whose cards are being met or dealt
    guarded: int | None  # the City where a Strongman works (F28) ...
    strongman: str  # ... and whose he is
    seat: int  # the seat in front ...
    hand: tuple[int, ...]  # ... its Travel cards ...
    sealed: int | None  # ... and where it goes, before the reveal ...
    revealed: int | None  # ... and after it


def moment(scene: Scene) -> CityMoment:
    """What is under way."""
    view, seat = scene.view, near(scene)
    going, owner = pending(view, "travel"), pending(view, "strongman")
    return CityMoment(
        selected=pending(view, "first") if pending(view, "acrobat") == "A2" else None,
        resolved=pending(view, "city"),
        guarded=None if owner is None else going[owner],
        strongman="" if owner is None else f"{cards.name(scene, 'A4')}, {scene.names[owner]}",
        seat=seat,
        hand=tuple(view["seats"][seat]["hand"]),
        sealed=sealed_city(scene),
        revealed=going[seat] if going and view["phase"] not in SECRET else None,
    )


@panel
def city_panel(scene: Scene, city: int, there: list[Ship], now: CityMoment, place: tuple[float, float, float]) -> Panel:
    """A City with its Caravels, its stack of cards and the Travel card of the seat in front."""
    stack: tuple[str, ...] = tuple(scene.view["cities"][city - 1])
    pen = scene.pen({CITY + city - 1: f"city-{city}"})
    strongman = now.strongman if now.guarded == city else ""
    body = column(
        pen, city, stack, tuple(there), strongman, ticket_of(now, city), now.selected == city, now.resolved == city
    )
    return Panel(f"city-{city}", scene.term(f"cities.c{city}"), WIDTH, HEIGHT, (body,), place)


@piece
def column(
    pen: Pen,
    city: int,
    stack: tuple[str, ...],
    there: tuple[Ship, ...],
    strongman: str,
    ticket: Ticket,
    selected: bool,
    resolving: bool,
) -> str:
    """The picture of a City, to be chosen if it is asked for."""
    sealed, plain = ticket.state == "sealed", pen.plain
    css = f"city cards-{len(stack)}" + " sealed" * sealed + " resolving" * resolving
    body = (
        head(plain, city, there, strongman) + stack_of_cards(plain, city, stack) + ticket_drawing(plain, city, ticket)
    )
    told, mark = describe(plain, stack, there), frame(4, 4, WIDTH - 8, HEIGHT - 8, 8)
    if pen.choices:
        drawn = part(f"city-{city}", choice(pen, CITY + city - 1, body, told, mark, selected=selected), css=css)
    else:
        label = f"{pen.term(f'cities.c{city}')}. {told}"
        drawn = part(f"city-{city}", body + mark, label, css, focusable=True)
    return group(land(city) + drawn, css="board-fourberies")


@functools.cache
def land(city: int) -> str:
    """The folded map under a City, with its stretch of the road."""
    return (
        rect(0, 0, WIDTH, HEIGHT, "land")
        + f'<svg class="road" y="100" width="{WIDTH}" height="205" viewBox="{(city - 1) * WIDTH} 0 {WIDTH} 205">'
        + '<use href="#fb-road"/></svg>'
        + f'<path class="fold" d="M.5 0v{HEIGHT}"/>'
    )


# --- the head: a view of the City, and the Caravels in its harbour ----------------------------


@piece
def head(pen: Pen, city: int, there: tuple[Ship, ...], strongman: str) -> str:
    """The view, the Caravels and the name of a City, and the Strongman's seal where he works. (F28)"""
    band = (
        path(f"M0 {SKY_HEIGHT}h{HEAD_WIDTH}v{NAME_HEIGHT - 6}a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6z", "name-band")
        + circle(13, SKY_HEIGHT + 12, 10, "name-disc")
        + text(13, SKY_HEIGHT + 17.5, city, "serif strong name-number", 16, "middle")
        + text(29, SKY_HEIGHT + 17.5, pen.term(f"cities.c{city}"), "serif strong name", 16, room=HEAD_WIDTH - 34)
    )
    body = (
        group(use(f"fb-city-{city}", 0, 0, HEAD_WIDTH, SKY_HEIGHT), css="view")
        + band
        + rect(0, 0, HEAD_WIDTH, SKY_HEIGHT + NAME_HEIGHT, "view-edge", 6)
        + part(f"city-{city}-caravels", harbour(there))
    )
    if strongman:
        body += part(f"city-{city}-strongman", cards.mini("A4", HEAD_WIDTH - 28, 3, 26), strongman)
    return group(body, 8, 8, "head")


def ships(scene: Scene) -> dict[int, list[Ship]]:
    """The Caravels at each City; a viewer also sees the way of the own ones. (F13, F45, F46, F103)"""
    view = scene.view
    revealed = view["phase"] not in SECRET
    chosen = pending(view, "travel") or [None] * len(scene.names)
    friends = pending(view, "friends") or [None] * len(scene.names)
    found: dict[int, list[Ship]] = {city: [] for city in range(1, CITIES + 1)}
    for p, seat in enumerate(view["seats"]):
        dock(found, p, scene.names[p], seat["travel_discard"], chosen[p], revealed)
        if "friend_discard" in seat:
            dock(found, friend_colour(p), friend_name(scene, p), seat["friend_discard"], friends[p], revealed)
    return found


def dock(
    found: dict[int, list[Ship]], colour: int, name: str, there: list[int], going: int | None, revealed: bool
) -> None:
    """Adds the Caravels of one colour: where they are, and where one is going."""
    for city in there:
        found[city].append(Ship(colour, name, "arrived" if revealed and going == city else "home"))
    if going is not None and going not in there and not revealed:
        found[going].append(Ship(colour, name, "ghost"))


def harbour(found: tuple[Ship, ...]) -> str:
    """The Caravels in a row; those that arrive this turn are in front, with a wake."""
    if not found:
        return ""
    step = min(34.0, 112 / len(found))
    x = HEAD_WIDTH / 2 - step * len(found) / 2 + (step - 34) / 2
    drawn = []
    for i, ship in enumerate(found):
        left = x + i * step
        if ship.state == "home":
            body = use(f"fb-caravel-{ship.colour}", left + 2, 31, 30, 29)
        elif ship.state == "arrived":
            wake = path(f"M{left - 1:g} 66c6-5 12-5 18 0 6-5 12-5 18 0", "wake")
            body = use(f"fb-caravel-{ship.colour}", left - 1, 32, 36, 34) + wake
        else:
            ring = circle(left + 17, 46, 18, "ghost-ring")
            body = ring + use(f"fb-caravel-{ship.colour}", left + 1, 30, 32, 31, "ghost")
        drawn.append(group(image(ship.name, body), css=ship.state))
    return "".join(drawn)


# --- the stack --------------------------------------------------------------------------------


@piece
def stack_of_cards(pen: Pen, city: int, stack: tuple[str, ...]) -> str:
    """The cards, first placed at the back, each with the number of its turn to be resolved."""
    step = min(STEP, STACK_DEPTH / max(len(stack) - 1, 1))
    drawn = []
    for i, code in enumerate(stack):
        order = len(stack) - i
        number = circle(0, 0, 10, "order-disc") + text(0, 4.5, order, "strong order-number", anchor="middle")
        body = (
            cards.whole(code, 0, 0, "whole")
            + cards.small(code, 0, 0, 46, "token")
            + group(number, 112, 14, "order")
            + path("M102 86l6 6-6 6-6-6z", "change-mark")
        )
        name, y = cards.name(pen, code), STACK_TOP + i * step
        drawn.append(part(f"city-{city}-card-{i + 1}", body, name, f"card nth-{order}", 12, y))
    if not stack:
        drawn.append(text(WIDTH / 2, STACK_TOP + 30, say(pen, "no_cards"), "serif quiet empty", 16, "middle"))
    stacked = f'<g class="stack" clip-path="url(#fb-stack)">{"".join(drawn)}</g>'
    return part(f"city-{city}-stack", stacked)


# --- the ticket: the Travel card of the seat in front -----------------------------------------


class Ticket(NamedTuple):
    """The Travel card of a City."""

    seat: int
    in_hand: bool
    state: str  # "sealed", "revealed" this turn, "held" or "spent"


def ticket_of(now: CityMoment, city: int) -> Ticket:
    """The Travel card of the seat in front."""
    in_hand = city in now.hand
    revealed = now.revealed == city and not in_hand
    state = "sealed" if now.sealed == city else "revealed" if revealed else "held" if in_hand else "spent"
    return Ticket(now.seat, in_hand, state)


@piece
def ticket_drawing(pen: Pen, city: int, ticket: Ticket) -> str:
    """The Travel card: in hand, sealed, just revealed, or spent."""
    seat, in_hand, state = ticket
    sealed = state == "sealed"
    words = pen.term("terms.travel") if state == "held" else say(pen, state)
    ship = use(f"fb-caravel-{seat}", 0, 0, 26, 25)
    wide = (
        rect(12, TICKET_TOP, 112, 35, "ticket-paper", 5)
        + ('<path class="notch" d="M12 315a6 6 0 0 1 0 12M124 315a6 6 0 0 0 0 12"/>' if in_hand else "")
        + text(23, TICKET_TOP + 25, city, "serif strong number", 21)
        + text(38, TICKET_TOP + 23, words, "word", room=47 if not sealed else 54)
        + ("" if sealed else group(ship, 88, TICKET_TOP + 5))
        + (use("fb-wax", 84, TICKET_TOP - 9, 46, css="wax") if sealed else "")
    )
    narrow = (
        rect(0, 0, 44, 58, "ticket-paper", 5)
        + text(22, 22, city, "serif strong number", 20, "middle")
        + (group(ship, 9, 28) if not sealed else use("fb-wax", 14, 22, 34, css="wax"))
    )
    drawn = group(wide, css="wide") + group(narrow, css="narrow")
    return part(f"city-{city}-ticket", drawn, css=f"ticket {state} piece-{seat}")


@piece
def describe(pen: Pen, stack: tuple[str, ...], there: tuple[Ship, ...]) -> str:
    """What lies and stands at a City, in a sentence or two."""
    told = [say(pen, "city_cards", cards=cards.names(pen, stack[::-1])) if stack else say(pen, "city_empty")]
    ships = [say(pen, "city_arrived", name=ship.name) if ship.state == "arrived" else ship.name for ship in there]
    if ships:
        told.append(say(pen, "city_caravels", names=", ".join(ships)))
    return " ".join(told)
