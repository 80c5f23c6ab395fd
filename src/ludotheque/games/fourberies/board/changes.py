"""What differs between two views: cards and Ecus that moved, the needle, the stage; and what a City would bring."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludotheque.contract.phrases import Code, Phrase, signed
from ludotheque.contract.scene import BoardChange, Seen, View

from ..actions import CITY
from ..box import CITIES, CODES, SPACE_CODES
from .forecasts import cards_in, guest_of, judgements, mood_of, pending, visit

FEW = 4  # pieces of a kind that are shown moving


def changes(then: Seen, now: Seen, viewer: int | None) -> list[BoardChange]:
    """All that has changed for the players, and at Court."""
    before, after = then.view, now.view
    found: list[BoardChange] = []
    for seat in range(before["players"]):
        own = [*cards_of(before, after, seat, viewer), *managers_of(before, after, seat)]
        found += own if seat == viewer else [change.of_another(seat) for change in own]
    return [*found, *thefts(before, after), *court(then, now), *dealt(before, after)]


def prospect(seen: Seen, action: int, viewer: int | None) -> list[BoardChange]:
    """What a City would bring that is chosen in secret: to a troupe alone, and in company. (F30, F43, F44)"""
    view = seen.view
    if view["phase"] != "travel" or viewer is None or not CITY <= action < CITY + CITIES:
        return []
    city, s = action - CITY, seen.state
    if not view["cities"][city]:
        return [BoardChange(Phrase("changes.empty_city"), "F44")]
    told, ecus = visit(guest_of(s, viewer), cards_in(s, city)), s.ecus[viewer]
    cards = {"count": len(told.meetings), "before": ecus, "after": ecus + told.ecus}
    purse = "changes.alone" if told.ecus else "changes.alone_same"
    show = judgements(s)[viewer].difference
    shows = {"before": Code(signed(show)), "after": Code(signed(show + told.difference))}
    return [
        BoardChange(Phrase(purse, cards), "F30", f"fb-caravel-{viewer}", "", f"city-{city + 1}-ticket"),
        BoardChange(Phrase("changes.show", shows), "F72"),
        BoardChange(Phrase("changes.company"), "F43"),
    ]


def name(card: str) -> str:
    return f"cards.{card}"


# --- cards ------------------------------------------------------------------------------------


def came(before: dict[str, Any], after: dict[str, Any], key: str) -> list[str]:
    """The cards that a player has more of."""
    if before[key] == after[key]:
        return []
    return sorted((Counter(after[key]) - Counter(before[key])).elements(), key=CODES.index)


def left_city(before: View, after: View, card: str) -> str:
    """The part of the picture from which a card came: the City that has one less of it."""
    cities = enumerate(zip(before["cities"], after["cities"], strict=True), start=1)
    return next((f"city-{n}-stack" for n, (old, new) in cities if old.count(card) > new.count(card)), "")


def cards_of(before: View, after: View, seat: int, viewer: int | None) -> list[BoardChange]:
    """The cards of a player: troupe, Acrobats, Requests, Travel cards."""
    old, new, mine = before["seats"][seat], after["seats"][seat], seat == viewer
    found = []
    for card in came(old, new, "troupe"):
        start = left_city(before, after, card) or f"held-{card}"
        end = f"troupe-{card}" if mine else f"seat-{seat}-troupe"
        found.append(BoardChange(Phrase("changes.joins", {"card": name(card)}), "F40", f"fb-token-{card}", start, end))
    found += [BoardChange(Phrase("changes.leaves", {"card": name(card)}), "F41") for card in came(new, old, "troupe")]
    for card in came(old, new, "acrobats"):
        end = f"acrobat-{card}" if mine else f"player-{seat}"
        start = left_city(before, after, card)
        found.append(BoardChange(Phrase("changes.joins", {"card": name(card)}), "F32", f"fb-token-{card}", start, end))
    found += [BoardChange(Phrase("changes.used", {"card": name(card)}), "F23") for card in came(old, new, "tilted")]
    more = len(new["hand"]) - len(old["hand"])
    if more > 0:
        found.append(BoardChange(Phrase("changes.travel_cards", {"count": more}), "F33"))
    return found + requests_of(old, new, seat, mine)


def requests_of(old: dict[str, Any], new: dict[str, Any], seat: int, mine: bool) -> list[BoardChange]:
    """Secret Requests drawn: the viewer's own cards, of others only how many. (F50)"""
    had, has = (len(each) if isinstance(each, list) else each for each in (old["requests"], new["requests"]))
    if has <= had:
        return []
    cards = [card for card in new["requests"] if card not in old["requests"]] if mine else []
    ends = [f"request-{card}" for card in cards] or [f"seat-{seat}-requests"] * (has - had)
    drawn = [BoardChange(None, "", "fb-back-request", "requests-deck", end) for end in ends[:FEW]]
    return [*drawn, BoardChange(Phrase("changes.requests", {"count": has - had}), "F50")]


# --- Ecus, stage, Court -------------------------------------------------------------------------


def thefts(before: View, after: View) -> list[BoardChange]:
    """Ecus that went from one purse to another; the score sheet says how many, and why. (F34)"""
    gained = [new["ecus"] - old["ecus"] for old, new in zip(before["seats"], after["seats"], strict=True)]
    givers, takers = ([p for p, n in enumerate(gained) if n * sign > 0] for sign in (-1, 1))
    if len(givers) != 1 or len(takers) != 1:
        return []
    start, end = f"player-{givers[0]}", f"player-{takers[0]}"
    return [BoardChange(None, "", "fb-coin-1", start, end, "coin")] * min(FEW, gained[takers[0]])


def managers_of(before: View, after: View, seat: int) -> list[BoardChange]:
    """Managers on the stage. (F35)"""
    more = after["seats"][seat]["stage"] - before["seats"][seat]["stage"]
    if more <= 0:
        return []
    end = BoardChange(None, "", f"fb-manager-{seat}", f"player-{seat}", "stage")
    return [end, BoardChange(Phrase("changes.managers", {"count": more}), "F35")]


def court(then: Seen, now: Seen) -> list[BoardChange]:
    """The needle, and the King's mood. (F41, F42)"""
    start, end = then.view["needle"], now.view["needle"]
    if start is None or end is None or start == end:
        return []
    steps = abs(SPACE_CODES.index(end) - SPACE_CODES.index(start))
    towards = "terms.red" if SPACE_CODES.index(end) < SPACE_CODES.index(start) else "terms.yellow"
    found = [BoardChange(Phrase("changes.needle", {"count": steps, "colour": towards}), "F41")]
    if start[0] != end[0]:
        mood = "terms.tragedy" if mood_of(now.state) == "T" else "terms.comedy"
        found.append(BoardChange(Phrase("changes.mood", {"mood": mood}), "F42"))
    return found


def dealt(before: View, after: View) -> list[BoardChange]:
    """Encounter cards that came to Cities, and those that were exchanged or lost there."""
    found = []
    for number, (old, new) in enumerate(zip(before["cities"], after["cities"], strict=True), start=1):
        if len(new) == len(old) + 1 and before["phase"] == "deal":
            found.append(BoardChange(None, "", f"fb-token-{new[-1]}", "encounters-deck", f"city-{number}-stack"))
        elif len(new) < len(old) and pending(before, "acrobat"):
            found.append(BoardChange(None, "", f"fb-token-{old[-1]}", f"city-{number}-stack", "encounters-discard"))
    return found
