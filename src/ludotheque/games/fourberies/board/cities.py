"""The eight Cities: each a column of the map on a desktop, a row of it on a phone.

The style sheet moves the parts of a column into a row: the head, the cards by the order in
which they are resolved (classes nth-1, nth-2, …), and the ticket, which is drawn in both forms.
"""

from __future__ import annotations

from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from ludotheque.phrases import Code
from ludotheque.scene import Panel, Scene

from ..actions import CITY
from . import cards
from .marks import at, box, choice, frame, part, say, text, use
from .reading import pending
from .seats import friend_colour, friend_name, near

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


def city_panel(scene: Scene, city: int, place: tuple[float, float, float]) -> Panel:
    """A City with its Caravels, its stack of cards and the Travel card of the seat in front."""
    label = scene.term(f"cities.c{city}")
    stack = scene.view["cities"][city - 1]
    sealed = is_sealed(scene, city)
    looks = ["city", f"cards-{len(stack)}", "sealed" if sealed else "", "resolving" if is_resolved(scene, city) else ""]
    stacked = f'<g class="stack" clip-path="url(#fb-stack)">{stack_of_cards(scene, city)}</g>'
    body = head(scene, city) + part(scene, f"city-{city}-stack", stacked) + ticket(scene, city, sealed)
    told = describe(scene, city)
    if CITY + city - 1 in scene.choices:
        inner = choice(
            scene, CITY + city - 1, body, frame(4, 4, WIDTH - 8, HEIGHT - 8, 8), told, is_selected(scene, city)
        )
        group = f'<g id="city-{city}" class="{" ".join(filter(None, looks))}">{inner}</g>'
    else:
        marked = body + frame(4, 4, WIDTH - 8, HEIGHT - 8, 8)
        group = (
            f'<g id="city-{city}" class="{" ".join(filter(None, looks))}" role="img" tabindex="0" '
            f"aria-label={quoteattr(f'{label}. {told}')}>{marked}</g>"
        )
    return Panel(f"city-{city}", label, WIDTH, HEIGHT, f'<g class="board-fourberies">{land(city)}{group}</g>', place)


def is_sealed(scene: Scene, city: int) -> bool:
    """Whether the reader has chosen this City, and the choice is not revealed yet."""
    chosen = pending(scene.view, "travel")
    return scene.view["phase"] == "travel" and bool(chosen) and chosen[near(scene)] == city


def is_selected(scene: Scene, city: int) -> bool:
    """Whether the Juggler has already chosen this City."""
    return bool(pending(scene.view, "acrobat") == "A2" and pending(scene.view, "first") == city)


def is_resolved(scene: Scene, city: int) -> bool:
    """Whether the cards of this City are being met or dealt."""
    return bool(pending(scene.view, "city") == city)


def land(city: int) -> str:
    """The folded map under a City, with its stretch of the road."""
    return (
        box(0, 0, WIDTH, HEIGHT, "land")
        + f'<svg class="road" y="100" width="{WIDTH}" height="205" viewBox="{(city - 1) * WIDTH} 0 {WIDTH} 205">'
        + '<use href="#fb-road"/></svg>'
        + f'<path class="fold" d="M.5 0v{HEIGHT}"/>'
    )


# --- the head: a view of the City, and the Caravels in its harbour ----------------------------


def head(scene: Scene, city: int) -> str:
    """The view, the Caravels and the name of a City."""
    bottom = SKY_HEIGHT + NAME_HEIGHT
    band = (
        f'<path class="name-band" d="M0 {SKY_HEIGHT}h{HEAD_WIDTH}v{NAME_HEIGHT - 6}a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6z"/>'
        f'<circle class="name-disc" cx="13" cy="{SKY_HEIGHT + 12}" r="10"/>'
        + text(13, SKY_HEIGHT + 17.5, city, "serif strong name-number", 16, "middle")
        + text(29, SKY_HEIGHT + 17.5, scene.term(f"cities.c{city}"), "serif strong name", 16, room=HEAD_WIDTH - 34)
    )
    body = (
        f'<g class="view">{use(f"city-{city}", 0, 0, HEAD_WIDTH, SKY_HEIGHT)}</g>{band}'
        f"{box(0, 0, HEAD_WIDTH, bottom, 'view-edge', 6)}"
        + part(scene, f"city-{city}-caravels", harbour(ships(scene, city)))
        + strongman(scene, city)
    )
    return f'<g class="head" transform="translate(8 8)">{body}</g>'


def ships(scene: Scene, city: int) -> list[Ship]:
    """The Caravels at a City; the reader also sees where his own are going. (F13, F45, F46, F103)"""
    view = scene.view
    revealed = view["phase"] not in SECRET
    chosen = pending(view, "travel") or [None] * len(scene.names)
    friends = pending(view, "friends") or [None] * len(scene.names)
    found = []
    for p, seat in enumerate(view["seats"]):
        name = scene.names[p]
        if city in seat["travel_discard"]:
            found.append(Ship(p, name, "arrived" if revealed and chosen[p] == city else "home"))
        elif chosen[p] == city and not revealed:
            found.append(Ship(p, name, "ghost"))
        if city in seat.get("friend_discard", ()):
            state = "arrived" if revealed and friends[p] == city else "home"
            found.append(Ship(friend_colour(p), friend_name(scene, p), state))
        elif friends[p] == city and not revealed:
            found.append(Ship(friend_colour(p), friend_name(scene, p), "ghost"))
    return found


def harbour(found: list[Ship]) -> str:
    """The Caravels in a row; those that arrive this turn are in front, with a wake."""
    if not found:
        return ""
    step = min(34.0, 112 / len(found))
    x = HEAD_WIDTH / 2 - step * len(found) / 2 + (step - 34) / 2
    drawn = []
    for i, ship in enumerate(found):
        left = x + i * step
        name = f"<title>{quoteattr(ship.name)[1:-1]}</title>"
        if ship.state == "home":
            body = use(f"caravel-{ship.colour}", left + 2, 31, 30, 29)
        elif ship.state == "arrived":
            wake = f'<path class="wake" d="M{left - 1:g} 66c6-5 12-5 18 0 6-5 12-5 18 0"/>'
            body = use(f"caravel-{ship.colour}", left - 1, 32, 36, 34) + wake
        else:
            ring = f'<circle class="ghost-ring" cx="{left + 17:g}" cy="46" r="18"/>'
            body = ring + use(f"caravel-{ship.colour}", left + 1, 30, 32, 31, "ghost")
        drawn.append(f'<g class="{ship.state}">{name}{body}</g>')
    return "".join(drawn)


def strongman(scene: Scene, city: int) -> str:
    """The Strongman's seal where he works. (F28)"""
    owner = pending(scene.view, "strongman")
    if owner is None or pending(scene.view, "travel")[owner] != city:
        return ""
    title = f"{cards.name(scene, 'A4')}, {scene.names[owner]}"
    return part(scene, f"city-{city}-strongman", cards.mini("A4", HEAD_WIDTH - 28, 3, 26), title=title)


# --- the stack --------------------------------------------------------------------------------


def stack_of_cards(scene: Scene, city: int) -> str:
    """The cards, first placed at the back, each with the number of its turn to be resolved."""
    stack = scene.view["cities"][city - 1]
    step = min(STEP, STACK_DEPTH / max(len(stack) - 1, 1))
    drawn = []
    for i, code in enumerate(stack):
        order = len(stack) - i
        number = f'<circle class="order-disc" r="10"/>{text(0, 4.5, order, "strong order-number", 13, "middle")}'
        body = (
            cards.whole(code, 0, 0, "whole")
            + cards.small(code, 0, 0, 46, "token")
            + f'<g class="order" transform="translate(112 14)">{number}</g>'
            + '<path class="news" d="M102 86l6 6-6 6-6-6z"/>'
        )
        place = f"translate(12 {STACK_TOP + i * step:g})"
        title = cards.name(scene, code)
        drawn.append(part(scene, f"city-{city}-card-{i + 1}", body, f"card nth-{order}", title, place))
    if not stack:
        drawn.append(text(WIDTH / 2, STACK_TOP + 30, say(scene, "no_cards"), "serif quiet empty", 16, "middle"))
    return "".join(drawn)


# --- the ticket: the Travel card of the seat in front -----------------------------------------


def ticket(scene: Scene, city: int, sealed: bool) -> str:
    """The Travel card: in hand, sealed, just revealed, or spent."""
    seat = near(scene)
    in_hand = city in scene.view["seats"][seat]["hand"]
    chosen = pending(scene.view, "travel")
    revealed = scene.view["phase"] not in SECRET and bool(chosen) and chosen[seat] == city and not in_hand
    state = "sealed" if sealed else "revealed" if revealed else "held" if in_hand else "spent"
    words = scene.term("terms.travel") if state == "held" else say(scene, state)
    ship = use(f"caravel-{seat}", 0, 0, 26, 25)
    wide = (
        box(12, TICKET_TOP, 112, 35, "slip", 5)
        + ('<path class="notch" d="M12 315a6 6 0 0 1 0 12M124 315a6 6 0 0 0 0 12"/>' if in_hand else "")
        + text(23, TICKET_TOP + 25, city, "serif strong number", 21)
        + text(38, TICKET_TOP + 23, words, "word", 12, room=44 if not sealed else 54)
        + ("" if sealed else at(88, TICKET_TOP + 5, ship))
        + (use("wax", 84, TICKET_TOP - 9, 46, 46, "wax") if sealed else "")
    )
    narrow = (
        box(0, 0, 44, 58, "slip", 5)
        + text(22, 22, city, "serif strong number", 20, "middle")
        + (at(9, 28, ship) if not sealed else use("wax", 14, 22, 34, 34, "wax"))
    )
    drawn = f'<g class="wide">{wide}</g><g class="narrow">{narrow}</g>'
    return part(scene, f"city-{city}-ticket", drawn, f"ticket {state} piece-{seat}")


def describe(scene: Scene, city: int) -> str:
    """What lies and stands at a City, in a sentence or two."""
    stack = scene.view["cities"][city - 1]
    told = [
        say(scene, "city_cards", cards=Code(cards.names(scene, stack[::-1]))) if stack else say(scene, "city_empty")
    ]
    there = [
        say(scene, "city_arrived", name=Code(ship.name)) if ship.state == "arrived" else ship.name
        for ship in ships(scene, city)
    ]
    if there:
        told.append(say(scene, "city_caravels", names=Code(", ".join(there))))
    return " ".join(told)
