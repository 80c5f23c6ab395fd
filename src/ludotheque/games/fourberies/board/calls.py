"""The prompter's sheet: season and turn, the order of the turn, and what is left in the piles."""

from __future__ import annotations

from ludotheque.contract.drawing import capital, circle, part, path, say, text, text_width, use
from ludotheque.contract.scene import Panel, Pen, Scene, Voice, piece

from .forecasts import pending, turn_of_season
from .marks import sheet
from .seats import lead, shape

WIDTH, HEIGHT = 238, 254
EDGE = 226  # where the line of the lamps ends
BESIDE_LAMPS = 103  # room that six lamps leave to the words for the seat that leads
STEPS = ("departure", "travel", "revelation", "resolution", "curtain", "new_opportunities")
STEP_OF_PHASE = {
    "departure": 0, "friend": 1, "travel": 1, "revelation": 2, "replace": 2, "theft": 3, "court": 3, "draw": 3,
    "discard": 3, "curtain": 4, "deal": 5, "coin": 5, "chameleon": 5, "request": 5,
}  # fmt: skip
NO_STEP = -1  # a season is being prepared
STEP_OF_ACROBAT = {"A2": 0}  # all others that ask for something are played in the Curtain window


def call_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The prompter's sheet."""
    view, pen = scene.view, scene.pen()
    over = view["phase"] == "over"
    last = not view["encounter_deck"] and view["phase"] != "deal"
    pieces = (
        sheet(WIDTH, HEIGHT),
        season(pen, view["season"], turn_of_season(scene.state), None if over else lead(scene), over),
        order(pen, step_now(scene), last, view["to_act"], pending(view, "city")),
        piles(scene),
    )
    return Panel("call", say(scene, "turn_order"), WIDTH, HEIGHT, pieces, place, "board-fourberies")


def progress(scene: Scene) -> str:
    """How far the game has come, in words."""
    return title(scene, scene.view["season"], *turn_of_season(scene.state))


def title(voice: Voice, season: int, turn: int, turns: int) -> str:
    if turn:
        return say(voice, "season_turn", season=season, turn=turn, turns=turns)
    return say(voice, "preparation", season=season)


@piece
def season(pen: Pen, number: int, turns_of_season: tuple[int, int], first: int | None, over: bool) -> str:
    """Season and turn, in words and as a row of lamps, and the seat that leads."""
    turn, turns = turns_of_season
    words = title(pen, number, turn, turns)
    states = ["past" if t < turn or over else "now" if t == turn else "to-come" for t in range(1, turns + 1)]
    lamps = "".join(circle(19 + i * 15, 39, 4.5, f"lamp {state}") for i, state in enumerate(states))
    leader = ""
    if first is not None:
        leads = say(pen, "leads")
        left = EDGE - min(text_width(leads, 14), BESIDE_LAMPS)
        leader = shape(first, left - 18, 32, 14) + text(left, 44, leads, "quiet", 14, room=BESIDE_LAMPS)
    return text(14, 26, words, "serif strong ink", 17, room=210) + lamps + leader


def step_now(scene: Scene) -> int:
    """Which step of the turn is under way; beyond the last when the game is over."""
    if turn_of_season(scene.state)[0] == 0:
        return NO_STEP
    acrobat = pending(scene.view, "acrobat")
    if acrobat:
        return STEP_OF_ACROBAT.get(acrobat, 4)
    return STEP_OF_PHASE.get(scene.view["phase"], len(STEPS))


@piece
def order(pen: Pen, now: int, last: bool, acting: int | None, city: int | None) -> str:
    """The steps of a turn with the one under way; where no card is left to deal, the last is the scoring. (F60)"""
    drawn = ""
    for i, step in enumerate(STEPS):
        y = 70 + 19 * i
        scoring = last and step == "new_opportunities"
        words = say(pen, "scoring") if scoring else capital(pen.term(f"terms.{step}"))
        state = "now" if i == now else "past" if i < now else "to-come"
        drawn += (
            circle(19, y - 5, 4.5, f"lamp {state}")
            + text(32, y, words, f"step {state}", 14, room=150)
            + (actor_and_city(acting, city, y) if i == now else "")
        )
    return drawn


def actor_and_city(acting: int | None, city: int | None, y: float) -> str:
    """The shape of the seat to act, and in the Resolution the number of the City."""
    drawn, x = "", 208
    if acting is not None and acting >= 0:
        drawn += shape(acting, x, y - 12, 14)
        x -= 26
    if city:
        drawn += circle(x + 7, y - 5, 9, "name-disc")
        drawn += text(x + 7, y - 0.5, city, "serif strong name-number", 14, "middle")
    return drawn


def piles(scene: Scene) -> str:
    """How many cards are left and discarded; pointing at a pile of Encounters shows them on the playbill."""
    view = scene.view
    request_discard = sum(
        seat["request_discard"] if isinstance(seat["request_discard"], int) else len(seat["request_discard"])
        for seat in view["seats"]
    )
    encounters = sum(view["encounter_deck"].values()), sum(view["encounter_discard"].values())
    return table_of_piles(scene.pen(), encounters, (view["request_deck"], request_discard))


@piece
def table_of_piles(pen: Pen, encounters: tuple[int, int], requests: tuple[int, int]) -> str:
    """The piles, each with its deck and its discards."""
    rows = (("encounters", *encounters, "encounter"), ("requests", *requests, "request"))
    drawn = path("M14 178h210", "rule")
    drawn += text(14, 195, say(pen, "cards"), "quiet", 14)
    drawn += text(118, 195, say(pen, "deck"), "quiet", 14, room=48)
    drawn += text(172, 195, say(pen, "discard"), "quiet", 14, room=54)
    for i, (name, deck, discard, back) in enumerate(rows):
        y = 217 + 24 * i
        drawn += text(14, y, say(pen, name), "ink", 14, room=98)
        drawn += pile(pen, f"{name}-deck", 118, y, deck, back, "deck")
        drawn += pile(pen, f"{name}-discard", 172, y, discard, back, "discard")
    return drawn


def pile(pen: Pen, id: str, x: float, y: float, many: int, back: str, kind: str) -> str:
    """A pile with its number of cards."""
    label = say(pen, "about", name=f"{say(pen, id.split('-')[0])}, {say(pen, kind)}", text=many)
    body = use(f"fb-back-{back}", x, y - 16, 18, 22, "spent-pile" if kind == "discard" else "")
    body += text(x + 23, y, many, "serif strong ink", 18)
    return part(id, body, label, "pile", focusable=True)
