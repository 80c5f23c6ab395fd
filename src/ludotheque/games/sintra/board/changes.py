"""What differs between two views: panes that were taken, placed, broken and put in windows."""

from __future__ import annotations

import functools

from ludotheque.contract.phrases import Code, Phrase, minus
from ludotheque.contract.scene import BoardChange, Same, Seen, View

from ..box import LAST_SPACE, LETTERS, POINTS_LOST, SPACES
from .forecasts import EMPTY, hand_of, shown_seat


def changes(then: Seen, now: Seen, viewer: int | None) -> list[BoardChange]:
    """All that a decision or a draw has changed, in the order in which it happens. (S38)"""
    before, after = then.view, now.view
    seat = before["to_act"]
    if seat is None or seat < 0:
        return drawn(before, after)
    near = "" if seat == shown_seat(after, viewer) else "mini-"
    return [*decided(Same(before), Same(after), seat, near)]


@functools.lru_cache(256)  # most viewers look on
def decided(then: Same[View], now: Same[View], seat: int, near: str) -> tuple[BoardChange, ...]:
    """What a decision of a seat has changed; the parts of its palace have names that begin with `near`."""
    before, after, glazier = then.thing, now.thing, f"{near}glazier-{seat}"
    return (
        *taken(before, after, seat, glazier),
        *placed(before, after, seat, near),
        *broken(before, after, seat, glazier),
        *in_windows(before, after, seat, near),
        *walked(before, after, seat),
    )


def more(old: str, new: str) -> str:
    """The panes that are in the one and not in the other."""
    if old == new:
        return ""
    return "".join([letter * (new.count(letter) - old.count(letter)) for letter in LETTERS])


def pane(letter: str) -> str:
    return f"sintra-pane-{letter}"


def drawn(before: View, after: View) -> list[BoardChange]:
    """Panes from the bag to the factories. (S14)"""
    factories = enumerate(zip(before["factories"], after["factories"], strict=True), start=1)
    return [
        BoardChange(None, "", pane(letter), "bag", f"factory-{number}")
        for number, (old, new) in factories
        if new != old
        for letter in more(old, new)
    ]


def taken(before: View, after: View, seat: int, glazier: str) -> list[BoardChange]:
    """Panes to the glazier, the others of their factory to the centre, and the tile. (S17, S18, S20)"""
    left, gone = more(before["centre"], after["centre"]), more(after["centre"], before["centre"])
    found: list[BoardChange] = []
    for number, (old, new) in enumerate(zip(before["factories"], after["factories"], strict=True), start=1):
        if old and not new:
            found += [BoardChange(None, "", pane(c), f"factory-{number}", glazier) for c in old if c not in left]
            found += [BoardChange(None, "", pane(c), f"factory-{number}", "centre") for c in left]
    if left:
        found.append(BoardChange(Phrase("changes.to_centre", {"count": len(left)}), "S17"))
    found += [BoardChange(None, "", pane(c), "centre", glazier) for c in gone]
    if before["tile_in_centre"] and not after["tile_in_centre"]:
        found.append(BoardChange(Phrase("changes.tile"), "S20", "sintra-tile", "tile", f"player-{seat}"))
    return found


def placed(before: View, after: View, seat: int, near: str) -> list[BoardChange]:
    """Panes on strips. (S28, S34)"""
    found = []
    slots = zip(before["seats"][seat]["slots"], after["seats"][seat]["slots"], strict=True)
    for number, (old, new) in enumerate(slots, start=1):
        if old == new or old is None or new is None or old["strip"] != new["strip"]:
            continue
        spaces = [i for i in range(SPACES) if new["panes"][i] != EMPTY and old["panes"][i] == EMPTY]
        if not spaces:
            continue
        left = new["panes"].count(EMPTY)
        found.append(BoardChange(Phrase("changes.placed", {"count": len(spaces)}), "S28"))
        if left:
            found.append(BoardChange(Phrase("changes.left", {"count": left, "slot": number}), "S34"))
        else:
            found.append(BoardChange(Phrase("changes.completed", {"slot": number}), "S36"))
        start, end = f"{near}glazier-{seat}", f"{near}strip-{seat}-{number}"
        found += [BoardChange(None, "", pane(new["panes"][i]), start, end) for i in spaces]
    return found


def broken(before: View, after: View, seat: int, glazier: str) -> list[BoardChange]:
    """Steps of broken glass. (S20, S29, S43)"""
    start, end = (view["seats"][seat]["broken"] for view in (before, after))
    if start == end:
        return []
    steps = (end - start) % LAST_SPACE
    gaps = {"count": steps, "start": _lost(start), "end": _lost(end)}
    found = [BoardChange(Phrase("changes.broken", gaps), "S29")]
    if end < start:
        points = Code(minus(-POINTS_LOST[LAST_SPACE]))
        found = [BoardChange(Phrase("changes.overflow", {"points": points, "end": _lost(end)}), "S43")]
    return found + [BoardChange(None, "", "sintra-shard", glazier, f"broken-{seat}", "glass")] * min(steps, 3)


def _lost(space: int) -> Code:
    return Code(minus(-POINTS_LOST[space]))


def in_windows(before: View, after: View, seat: int, near: str) -> list[BoardChange]:
    """A pane in a window; its strip is turned over, or leaves. (S36)"""
    found: list[BoardChange] = []
    then, now = (view["seats"][seat]["windows"] for view in (before, after))
    if then == now:
        return found
    for number, (old, new) in enumerate(zip(then, now, strict=True), start=1):
        if len(new) > len(old):
            start, end = f"{near}strip-{seat}-{number}", f"{near}window-{seat}-{number}"
            found.append(BoardChange(Phrase("changes.window", {"slot": number}), "S36", pane(new[-1]), start, end))
            found.append(BoardChange(Phrase("changes.leaves" if old else "changes.flips"), "S36"))
    return found


def walked(before: View, after: View, seat: int) -> list[BoardChange]:
    """The glazier went back, and the turn is over. (S39)"""
    start, end = (view["seats"][seat]["glazier"] for view in (before, after))
    if start == end or hand_of(before) or hand_of(after):
        return []
    took = before["factories"] != after["factories"] or before["centre"] != after["centre"]
    return [] if took else [BoardChange(Phrase("changes.back", {"slot": end}), "S39")]
