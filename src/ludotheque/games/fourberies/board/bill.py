"""The playbill: what the viewer needs to decide now, or what waits in the City pointed at.

Under the bill of the moment lie those of the eight Cities and of the two piles of Encounter
cards; the style sheet brings one to the top while its City or pile is pointed at or focused.
"""

from __future__ import annotations

import functools
from collections.abc import Sized

from ludotheque.contract.drawing import choice, group, part, path, rect, say, text, text_width, use, wrapped
from ludotheque.contract.phrases import signed
from ludotheque.contract.scene import Panel, Pen, Scene, Voice, panel, piece

from ..actions import ACTOR, PHASES
from ..box import ACROBAT, CHAMELEON, CITIES, CODES, REQUEST_CODES, REQUEST_ECUS, SPACE_CODES
from ..rules.acrobats import window_of
from ..state import NONE
from . import cards, forecasts
from .forecasts import (
    CityGuest,
    Judgement,
    Meeting,
    cards_in,
    counted,
    guest_of,
    in_company,
    judgements,
    pending,
    space_after_court,
    visit,
)
from .marks import frame, sheet
from .seats import near, sealed_city, shape

WIDTH, HEIGHT = 306, 254
LEFT, RIGHT = 18, WIDTH - 18
ROOM = RIGHT - LEFT
BOTTOM = HEIGHT - 14


@panel
def bill_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The playbill."""
    pen, bills = scene.pen(), of_cities(scene)
    going = sealed_city(scene)
    pieces = [f'<g id="bill">{paper()}{bills[going - 1] if going else of_moment(scene)}</g>']
    for city, drawn in enumerate(bills, start=1):
        pieces.append(f'<g id="bill-city-{city}" class="other-bill">{paper()}{drawn}</g>')
    for pile, title in (("deck", "left_in_deck"), ("discard", "in_discard")):
        copies = tuple(scene.view[f"encounter_{pile}"].items())
        pieces.append(f'<g id="bill-{pile}" class="other-bill">{paper()}{of_pile(pen, title, copies)}</g>')
    return Panel("bill", say(scene, "playbill"), WIDTH, HEIGHT, tuple(pieces), place, "board-fourberies")


@functools.cache
def paper() -> str:
    """The sheet, with a printer's line around it."""
    return f'{sheet(WIDTH, HEIGHT)}<rect class="printed" x="9.5" y="9.5" width="{WIDTH - 19}" height="{HEIGHT - 19}"/>'


@piece
def heading(title: str, subtitle: str = "") -> str:
    """The title of a bill, and a line in italics."""
    if not subtitle:
        drawn = text(WIDTH / 2, 41, title, "serif strong ink", 22, "middle", ROOM)
    else:
        drawn = text(WIDTH / 2, 31, title, "serif strong ink", 19, "middle", ROOM)
        drawn += text(WIDTH / 2, 49, subtitle, "serif slanted quiet", 16, "middle", ROOM)
    return drawn + line(56)


@functools.cache
def line(y: float) -> str:
    """A line across the bill."""
    return path(f"M{LEFT} {y:g}h{ROOM}", "rule")


def of_moment(scene: Scene) -> str:
    """The bill of the moment."""
    view, phase, seat, pen = scene.view, scene.view["phase"], near(scene), scene.pen()
    if phase in ("theft", "court"):
        held = tuple(pending(view, "held"))
        asked = scene.pen({ACTOR + CODES.index(code): f"held-{code}" for code in held})
        return of_held(asked, view["needle"], pending(view, "city"), held, scene.names[view["to_act"]])
    if phase == "over":
        return of_end(pen, scene.names, tuple(owner["ecus"] for owner in view["seats"]))
    if scene.choices and phase in ("departure", "revelation", "curtain"):
        return of_window(pen, phase, tuple(view["seats"][seat]["acrobats"]))
    if scene.choices and phase in ("acrobat", "replace"):
        return of_acrobat(pen, pending(view, "acrobat") or "A3")
    if scene.choices and phase in ("discard", "request"):
        held = view["seats"][seat]["requests"]
        return of_requests(pen, tuple((code, forecasts.request_is_met(scene.state, seat, code)) for code in held))
    return of_king(scene, phase in ("chameleon", "request"))


# --- a City -----------------------------------------------------------------------------------


def of_cities(scene: Scene) -> list[str]:
    """What the viewer's troupe would meet in each City."""
    s, seat, pen = scene.state, near(scene), scene.pen()
    who, show = guest_of(s, seat), judgements(s)[seat].difference
    return [evening(pen, city + 1, cards_in(s, city), who, show, s.needle) for city in range(CITIES)]


@piece
def evening(pen: Pen, city: int, stack: tuple[int, ...], who: CityGuest, show: int, needle: int) -> str:
    """Tells what a troupe would meet alone in a City, and what happens in company. (F30, F43, F44)"""
    told = visit(who, stack)
    drawn = meetings(pen, city, told.meetings)
    if not stack:
        return drawn
    y = max(60.0 + len(stack) * step_of(stack) + 4, 162)
    drawn += line(y) + outcome(pen, f"{who.ecus} → {who.ecus + told.ecus}", show, show + told.difference, y + 19)
    if needle == NONE:
        return drawn
    if told.held:
        drawn += courts(pen, SPACE_CODES[needle], told.held, y + 41)
    return drawn + company(pen, in_company(stack, needle))


def step_of(cards: Sized) -> float:
    """How far the rows of an evening are apart."""
    return min(23.0, 104 / len(cards))


@piece
def meetings(pen: Pen, city: int, met: tuple[Meeting, ...]) -> str:
    """What a troupe would meet in a City, card by card."""
    title = say(pen, "tonight", city=pen.term(f"cities.c{city}"))
    if not met:
        return heading(title) + paragraph(say(pen, "nothing_waits"), 80)
    rows = [row(pen, each, 60.0 + i * step_of(met)) for i, each in enumerate(met)]
    return heading(title, say(pen, "if_alone")) + "".join(rows)


@piece
def row(pen: Pen, met: Meeting, y: float) -> str:
    """What a card does."""
    words = meeting_words(pen, met) if met.phrase else pen.term("terms.bonus")
    drawn = cards.mini(met.card, LEFT, y, 21) + text(LEFT + 28, y + 16, words, "ink", 14, room=176)
    if met.ecus:
        drawn += text(RIGHT - 38, y + 16, signed(met.ecus), "strong accent", 14, "end")
    return drawn + text(RIGHT, y + 16, met.rule, "quiet", 14, "end")


def meeting_words(voice: Voice, met: Meeting) -> str:
    """What a card does, in few words."""
    if met.phrase == "meet_acrobat":
        return say(voice, met.phrase, name=cards.title(voice, met.card))
    return say(voice, met.phrase, count=met.managers)


@piece
def outcome(pen: Pen, purse: str, before: int, after: int, y: float) -> str:
    """Purse and show before and after."""
    show = f"{signed(before)} → {signed(after)}"
    return (
        use("fb-coin-1", LEFT, y - 15, 18)
        + text(LEFT + 24, y, purse, "strong accent", 14)
        + text(RIGHT - 24 - text_width(show, 14) * 1.05 - 8, y, say(pen, "show"), "ink", 14, "end")
        + text(RIGHT - 24, y, show, "strong accent", 14, "end")
        + use("fb-mask-C" if after >= 0 else "fb-mask-T", RIGHT - 18, y - 15, 18, 19)
    )


@piece
def courts(pen: Pen, needle: str, held: tuple[str, ...], y: float) -> str:
    """Where the needle would go with each Actor who may be sent to Court. (F39)"""
    words = say(pen, "to_court")
    drawn, x = text(LEFT, y, words, "ink", 14), LEFT + text_width(words, 14) + 10
    kinds = counted(held)
    step = min(50.0, (RIGHT - x) / len(kinds))
    for code, _ in kinds:
        drawn += cards.mini(code, x, y - 16, 20) + space_sign(space_after_court(needle, code), x + 22, y)
        x += step
    return drawn


def space_sign(space: str, x: float, y: float) -> str:
    """A space of the dial in a line of text: its number on its colour and pattern."""
    colour, radius = ("red", 3) if space[0] == "r" else ("yellow", 9)
    number = text(x + 9, y + 1, space[1:], "strong", anchor="middle")
    return group(rect(x, y - 13, 18, 18, radius=radius) + number, css=f"space-sign {colour}")


@piece
def company(pen: Pen, space: str) -> str:
    """What is lost in company: the needle goes to this space. (F43)"""
    words = text(LEFT, BOTTOM - 4, say(pen, "in_company"), "warn", 14, room=ROOM - 24)
    return words + space_sign(space, RIGHT - 18, BOTTOM - 4)


def paragraph(words: str, y: float, look: str = "ink", size: float = 14) -> str:
    """A text over several lines."""
    lines = wrapped(words, size, ROOM)
    return "".join(text(LEFT, y + size * 1.3 * i, content, look, size) for i, content in enumerate(lines))


# --- a pile -----------------------------------------------------------------------------------


@piece
def of_pile(pen: Pen, title: str, pile: tuple[tuple[str, int], ...]) -> str:
    """Which Encounter cards a pile has; everybody can work it out. (part 4.3)"""
    drawn, copies = heading(say(pen, title)), dict(pile)
    if not copies:
        return drawn + text(WIDTH / 2, 96, say(pen, "no_cards"), "serif quiet", 16, "middle")
    for i, code in enumerate(CODES):
        if code in copies:
            row, column, step = (i // 5, i % 5, 54) if i < ACROBAT else (3 + (i - ACROBAT) // 6, (i - ACROBAT) % 6, 45)
            x, y = LEFT + column * step, 64 + row * 35
            drawn += cards.mini(code, x, y) + text(x + 25, y + 17, f"×{copies[code]}", "ink")
    return drawn


# --- decisions --------------------------------------------------------------------------------


@piece
def of_held(pen: Pen, needle: str, city: int, held: tuple[str, ...], resolver: str) -> str:
    """The Actors just met, and what each would do at Court. (F38, F39)"""
    title = say(pen, "met_at", city=pen.term(f"cities.c{city}"))
    drawn = heading(title, say(pen, "held_by", name=resolver))
    kinds = counted(held)
    step = min(58.0, 172 / max(len(kinds), 1))
    for i, (code, many) in enumerate(kinds):
        y = 64 + i * step
        height = step - 5
        space = space_after_court(needle, code)
        roomy = height > 42
        face = cards.small(code, LEFT + 3, y + 2, 38) if roomy else cards.mini(code, LEFT + 11, y + height / 2 - 12)
        body = box_behind(y, height) + face
        name = cards.name(pen, code) + (f" ×{many}" if many > 1 else "")
        base = y + height / 2 + (-2 if roomy else 5)
        body += text(LEFT + 46, base, name, "serif strong ink", 16, room=116 if roomy else 96)
        turning = space[0] != needle[0]
        words, look = (say(pen, "mood_turns"), "warn") if turning else (say(pen, "court_needle"), "quiet")
        if roomy:
            body += text(LEFT + 46, y + height / 2 + 16, words, look, room=150)
        elif turning:
            body += use(f"fb-mask-{'T' if space[0] == 'r' else 'C'}", RIGHT - 56, y + height / 2 - 9, 16, 17)
        body += space_sign(space, RIGHT - 30, y + height / 2 + 4)
        body = choice(pen, ACTOR + CODES.index(code), body, mark=frame(LEFT, y, ROOM, height))
        drawn += part(f"held-{code}", body)
    return drawn


def box_behind(y: float, height: float) -> str:
    """A quiet field that a line of the bill stands on."""
    return rect(LEFT, y, ROOM, height, "field", 6)


@piece
def of_window(pen: Pen, phase: str, acrobats: tuple[str, ...]) -> str:
    """The viewer's Acrobats that may be played now. (F24)"""
    window = PHASES.index(phase)
    codes = [CODES[ACROBAT + a] for a in range(CHAMELEON) if window_of(a) == window]
    codes = [code for code in codes if code in acrobats]
    return heading(say(pen, "speak")) + texts_of_cards(pen, codes)


@piece
def of_acrobat(pen: Pen, code: str) -> str:
    """The Acrobat whose details are asked for. (F25)"""
    portrait = use(f"fb-portrait-{code}", WIDTH / 2 - 75, BOTTOM - 104, 150, 104)
    return heading(cards.name(pen, code)) + portrait + paragraph(pen.term(f"card_texts.{code}"), 77)


def texts_of_cards(voice: Voice, codes: list[str]) -> str:
    """Acrobats with their names and what they do, or as much of it as there is room for."""
    texts = [wrapped(voice.term(f"card_texts.{code}"), 14, ROOM - 30) for code in codes]
    lines = sum(map(len, texts))
    room = BOTTOM - 62
    named = 28 * len(codes) + 17 * lines <= room or 17 * lines + 9 * len(codes) > room
    told = 17 * lines + (28 if named else 9) * len(codes) <= room
    drawn, y = "", 64.0
    for code, words in zip(codes, texts, strict=True):
        drawn += cards.mini(code, LEFT, y)
        if named:
            drawn += text(LEFT + 30, y + 17, cards.name(voice, code), "serif strong ink", 17)
            y += 19
        if told:
            drawn += "".join(text(LEFT + 30, y + 16 + 17 * k, row, "ink") for k, row in enumerate(words))
            y += 17 * len(words)
        y += 9
    return drawn


@piece
def of_requests(pen: Pen, held: tuple[tuple[str, bool], ...]) -> str:
    """The viewer's Requests with their objectives. (F51, F76)"""
    drawn = heading(say(pen, "my_requests"))
    step = min(52.0, 180 / max(len(held), 1))
    for i, (code, met) in enumerate(held):
        y = 62 + i * step
        words, look = (say(pen, "met"), "accent") if met else (say(pen, "unmet"), "quiet")
        drawn += text(LEFT, y + 14, cards.name(pen, code), "serif strong ink", 16, room=170)
        drawn += text(RIGHT - 44, y + 14, words, look, 14, "end", 70)
        drawn += text(RIGHT - 20, y + 14, REQUEST_ECUS[REQUEST_CODES.index(code)], "serif strong ink", 16, "end")
        drawn += use("fb-coin-1", RIGHT - 17, y, 17)
        drawn += text(LEFT, y + 31, say(pen, f"goal_{code[1:]}"), "ink", 14, room=ROOM)
    return drawn


# --- the King ---------------------------------------------------------------------------------


def of_king(scene: Scene, scoring: bool) -> str:
    """What the season would pay everybody; before the first coin, what the game is about."""
    mood = forecasts.mood_of(scene.state)
    if mood is None:
        return heading(scene.term("title")) + paragraph(scene.term("objective"), 84, "serif ink", size=18)
    return judgement(scene.pen(), mood, scene.names, judgements(scene.state), scoring)


@piece
def judgement(pen: Pen, mood: str, names: tuple[str, ...], judged: tuple[Judgement, ...], scoring: bool) -> str:
    """Tells what the season would pay everybody if it ended now. (F70, F73, F74)"""
    wanted = pen.term("terms.tragedy" if mood == "T" else "terms.comedy")
    drawn = heading(say(pen, "judged" if scoring else "judgement"), say(pen, "king_wants", mood=wanted))
    drawn += text(184, 74, say(pen, "actors"), "quiet", 14, "end", 56)
    drawn += text(250, 74, say(pen, "show_short"), "quiet", 14, "end", 62)
    drawn += use("fb-coin-1", RIGHT - 17, 61, 17)
    step = 160 / max(len(judged), 3)
    for p, told in enumerate(judged):
        y = 84 + step * p + step / 2
        drawn += shape(p, LEFT, y - 12, 14) + text(LEFT + 21, y, names[p], "serif strong ink", 17, room=106)
        drawn += text(184, y, signed(told.actors), "ink", 14, "end")
        drawn += text(228, y, signed(told.difference), "ink", 14, "end")
        mask = "fb-mask-C" if told.difference > 0 else "fb-mask-T"
        drawn += use(mask, 233, y - 14, 16, 17, "" if told.difference else "none")
        total = told.actors + told.show
        drawn += text(RIGHT, y, signed(total), f"serif strong {'accent' if told.show else 'ink'}", 18, "end")
        if told.best:
            drawn += text(250, y + 15, say(pen, "best"), "accent", anchor="end", room=62)
    return drawn


@piece
def of_end(pen: Pen, names: tuple[str, ...], purses: tuple[int, ...]) -> str:
    """The purses at the end, the richest first. (F90)"""
    richest = [p for p, ecus in enumerate(purses) if ecus == max(purses)]
    drawn = heading(say(pen, "final"))
    step = 176 / max(len(purses), 3)
    for row, p in enumerate(sorted(range(len(purses)), key=lambda p: (-purses[p], p))):
        y = 62 + step * row + step / 2 + 6
        if p in richest:
            drawn += rect(LEFT - 4, y - step / 2 - 4, ROOM + 8, step - 4, "won", 6)
            won = say(pen, "winner" if len(richest) == 1 else "shared")
            drawn += text(RIGHT - 70, y, won, "serif slanted accent", 16, "end", 110)
        drawn += shape(p, LEFT + 4, y - 13, 15) + text(LEFT + 27, y, names[p], "serif strong ink", 19, room=96)
        drawn += text(RIGHT - 30, y + 2, purses[p], "serif strong ink", 24, "end")
        drawn += use("fb-coin-1", RIGHT - 24, y - 14, 19)
    return drawn
