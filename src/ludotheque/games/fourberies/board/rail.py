"""One player at a glance, for the rail beside the table."""

from __future__ import annotations

from ludotheque.phrases import Code
from ludotheque.scene import Panel, Scene

from ..box import CITIES, MANAGERS, REQUEST_CODES, REQUEST_ECUS
from . import cards
from .marks import box, choice, frame, image, part, say, signed, text, text_width, use
from .reading import counted, judgements, pending, seen
from .seats import friend_colour, opponent_action
from .tray import doubt

WIDTH = 292
LABEL, RIGHT = 66, WIDTH - 6  # where a row's things begin and end
ROW = 29
MOST_SEALS = 9  # more Actors are counted by kind


def summary(scene: Scene, seat: int) -> Panel:
    """Troupe, Acrobats, Requests, Travel cards and Managers of a seat; its name and Ecus stand above it."""
    rows = [troupe(scene, seat)]
    if scene.view["seats"][seat]["acrobats"]:
        rows.append(acrobats(scene, seat))
    rows.append(requests(scene, seat))
    if len(scene.view["seats"][seat]["played"]) == 2:
        rows.append(played_twice(scene, seat))
    rows.append(travels(scene, seat))
    if "friend_pile" in scene.view["seats"][seat]:
        rows.append(friends(scene, seat))
    body = "".join(f'<g transform="translate(0 {4 + i * ROW})">{row}</g>' for i, row in enumerate(rows))
    height = len(rows) * ROW + 8
    action = opponent_action(scene, seat)
    if action is not None:
        ground = box(1, 1, WIDTH - 2, height - 2, "ground", 7)
        chosen = pending(scene.view, "acrobat") == "A9" and pending(scene.view, "first") == seat
        body = choice(scene, action, ground + body, frame(1, 1, WIDTH - 2, height - 2, 7), selected=chosen)
    body = f'<g class="board-fourberies">{body}</g>'
    return Panel(f"summary-{seat}", scene.names[seat], WIDTH, height, body, (1100, 190 * seat, WIDTH))


def label(scene: Scene, key: str) -> str:
    return text(6, 20, say(scene, key), "quiet", 14, room=LABEL - 12)


def troupe(scene: Scene, seat: int) -> str:
    """The Actors as seals, and the difference of the show. (F72)"""
    codes = scene.view["seats"][seat]["troupe"]
    show = judgements(seen(scene.view))[seat].difference
    words = signed(show) + doubt(scene, seat)
    right = RIGHT - 22
    drawn = label(scene, "troupe")
    room = right - text_width(words, 14) - 12 - LABEL
    if len(codes) <= MOST_SEALS:
        step = min(21.0, room / max(len(codes), 1))
        seals = "".join(cards.mini(code, LABEL + i * step, 2) for i, code in enumerate(codes))
    else:
        kinds = counted(codes)
        step = room / len(kinds)
        seals = "".join(
            cards.mini(code, LABEL + i * step, 3, min(20, step))
            + (text(LABEL + i * step + min(20, step) - 4, 27, many, "strong tally", 12, "middle") if many > 1 else "")
            for i, (code, many) in enumerate(kinds)
        )
    drawn += part(scene, f"seat-{seat}-troupe", image(cards.names(scene, codes) or say(scene, "no_actors"), seals))
    mask = "mask-C" if show > 0 else "mask-T"
    return (
        drawn
        + text(right, 20, words, "strong ink", 14, "end")
        + use(mask, RIGHT - 18, 5, 18, 19, "" if show else "none")
    )


def acrobats(scene: Scene, seat: int) -> str:
    """The Acrobats as small portraits, used ones tilted."""
    owner = scene.view["seats"][seat]
    step = min(45.0, (RIGHT - LABEL) / len(owner["acrobats"]))
    drawn = label(scene, "acrobats_short")
    for i, code in enumerate(owner["acrobats"]):
        x, wide = LABEL + i * step, min(42.0, step - 2)
        tilted = code in owner["tilted"]
        body = box(x, 2, wide, 26, "portrait-ground", 4) + use(f"portrait-{code}", x + 1, 2, wide - 2, 26)
        title = cards.name(scene, code) + (f" ({say(scene, 'used')})" if tilted else "")
        turned = f' class="tilted" transform="rotate(9 {x + wide / 2:g} 15)"' if tilted else ""
        drawn += part(scene, f"seat-{seat}-acrobat-{i + 1}", f"<g{turned}>{image(title, body)}</g>")
    return drawn


def requests(scene: Scene, seat: int) -> str:
    """How many Requests a seat holds, and those it has played. (F52)"""
    owner = scene.view["seats"][seat]
    many = owner["requests"] if isinstance(owner["requests"], int) else len(owner["requests"])
    backs = "".join(use("back-request", LABEL + i * 17, 3, 20, 24) for i in range(many))
    x = LABEL + (many - 1) * 17 + 26 if many else LABEL
    backs += text(x, 20, many, "ink", 14)
    told = say(scene, "holds_requests", count=many)
    drawn = label(scene, "requests") + part(scene, f"seat-{seat}-requests", image(told, backs))
    if len(owner["played"]) == 1:
        drawn += played(scene, seat, owner["played"][0], x + 18, RIGHT)
    return drawn


def played_twice(scene: Scene, seat: int) -> str:
    """The Requests of both seasons. (F77)"""
    first, second = scene.view["seats"][seat]["played"]
    return played(scene, seat, first, 6, WIDTH / 2 - 3) + played(scene, seat, second, WIDTH / 2 + 3, RIGHT)


def played(scene: Scene, seat: int, code: str, left: float, right: float) -> str:
    """A Request played face up, at the right of its place."""
    name = cards.name(scene, code)
    wide = min(right - left, text_width(name, 15, serif=True) * 1.08 + 44)
    body = (
        box(right - wide, 4, wide, 23, "played-ground", 3)
        + box(right - wide, 4, 3, 23, "played-edge")
        + text(right - wide + 9, 20, name, "serif strong ink", 15, room=wide - 42)
        + text(right - 20, 20, REQUEST_ECUS[REQUEST_CODES.index(code)], "serif strong ink", 15, "end")
        + use("coin-1", right - 18, 8, 14, 14)
    )
    return part(scene, f"seat-{seat}-played-{code}", image(f"{name}: {scene.term(f'card_texts.{code}')}", body))


def travels(scene: Scene, seat: int) -> str:
    """The Travel cards in hand, and the Managers on the stage."""
    owner = scene.view["seats"][seat]
    told = say(scene, "hand_is", cities=Code(", ".join(map(str, owner["hand"]))))
    drawn = label(scene, "travel") + part(scene, f"seat-{seat}-hand", image(told, tickets(owner["hand"], seat)))
    stage = use(f"manager-{seat}", RIGHT - 47, 1, 21, 26) + text(
        RIGHT, 20, f"{owner['stage']}/{MANAGERS}", "ink", 14, "end"
    )
    return drawn + part(
        scene, f"seat-{seat}-stage", image(say(scene, "managers_on_stage", count=owner["stage"]), stage)
    )


def friends(scene: Scene, seat: int) -> str:
    """The friendly Travel cards that are still in their pile. (F101)"""
    pile = scene.view["seats"][seat]["friend_pile"]
    told = say(scene, "pile_is", cities=Code(", ".join(map(str, pile))))
    drawn = label(scene, "friends") + use(f"caravel-{friend_colour(seat)}", RIGHT - 30, 2, 26, 25)
    return drawn + part(scene, f"seat-{seat}-friends", image(told, tickets(pile, friend_colour(seat))))


def tickets(held: list[int], colour: int) -> str:
    """Eight small Travel cards; those not held are empty."""
    drawn = ""
    for city in range(1, CITIES + 1):
        x = LABEL + (city - 1) * 20
        state = f"held piece-{colour}" if city in held else "spent"
        drawn += f'<g class="stub {state}">{box(x, 4, 18, 22, "slip", 3)}'
        drawn += text(x + 9, 20, city, "serif strong", 14, "middle") + "</g>"
    return drawn
