"""The prompter's sheet: season and turn, the order of the turn, and what is left in the piles."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from ludotheque.scene import Panel, Scene

from .marks import capital, line, say, sheet, text, use
from .reading import pending, turn_of_season
from .seats import lead, shape

WIDTH, HEIGHT = 238, 254
STEPS = ("departure", "travel", "revelation", "resolution", "curtain", "new_opportunities")
STEP_OF_PHASE = {
    "departure": 0, "friend": 1, "travel": 1, "revelation": 2, "replace": 2, "theft": 3, "court": 3, "draw": 3,
    "discard": 3, "curtain": 4, "deal": 5, "coin": 5, "chameleon": 5, "request": 5,
}  # fmt: skip
NO_STEP = -1  # while a season is prepared
STEP_OF_ACROBAT = {"A2": 0}  # all others that ask for something are played in the Curtain window


def call_panel(scene: Scene, place: tuple[float, float, float]) -> Panel:
    """The prompter's sheet."""
    body = f'<g class="board-fourberies">{sheet(WIDTH, HEIGHT)}{season(scene)}{order(scene)}{piles(scene)}</g>'
    return Panel("call", say(scene, "turn_order"), WIDTH, HEIGHT, body, place)


def progress(scene: Scene) -> str:
    """How far the game has come, in words."""
    number, (turn, turns) = scene.view["season"], turn_of_season(scene.view)
    if turn:
        return say(scene, "season_turn", season=number, turn=turn, turns=turns)
    return say(scene, "preparation", season=number)


def season(scene: Scene) -> str:
    """Season and turn, in words and as a row of lamps."""
    turn, turns = turn_of_season(scene.view)
    words = progress(scene)
    over = scene.view["phase"] == "over"
    lamps = "".join(
        f'<circle class="lamp {"past" if t < turn or over else "now" if t == turn else "to-come"}" '
        f'cx="{19 + (t - 1) * 15}" cy="39" r="4.5"/>'
        for t in range(1, turns + 1)
    )
    first = lead(scene)
    leader = ""
    if first is not None and not over:
        leader = shape(first, 158, 32, 14) + text(176, 44, say(scene, "leads"), "quiet", 14, room=50)
    return text(14, 26, words, "serif strong ink", 17, room=210) + lamps + leader


def step_now(scene: Scene) -> int:
    """Which step of the turn is under way; beyond the last when the game is over."""
    if turn_of_season(scene.view)[0] == 0:
        return NO_STEP
    acrobat = pending(scene.view, "acrobat")
    if acrobat:
        return STEP_OF_ACROBAT.get(acrobat, 4)
    return STEP_OF_PHASE.get(scene.view["phase"], len(STEPS))


def order(scene: Scene) -> str:
    """The steps of a turn with the one under way; where no card is left to deal, the last is the scoring. (F60)"""
    now = step_now(scene)
    drawn = ""
    for i, step in enumerate(STEPS):
        y = 70 + 19 * i
        last = step == "new_opportunities" and not scene.view["encounter_deck"] and scene.view["phase"] != "deal"
        words = say(scene, "scoring") if last else capital(scene.term(f"terms.{step}"))
        state = "now" if i == now else "past" if i < now else "to-come"
        drawn += (
            f'<circle class="lamp {state}" cx="19" cy="{y - 5}" r="4.5"/>'
            + text(32, y, words, f"step {state}", 14, room=150)
            + (who(scene, y) if i == now else "")
        )
    return drawn


def who(scene: Scene, y: float) -> str:
    """Who is to act, and in the Resolution the number of the City."""
    drawn, x = "", 208
    acting = scene.view["to_act"]
    if acting is not None and acting >= 0:
        drawn += shape(acting, x, y - 12, 14)
        x -= 26
    city = pending(scene.view, "city")
    if city:
        drawn += f'<circle class="name-disc" cx="{x + 7}" cy="{y - 5}" r="9"/>' + text(
            x + 7, y - 0.5, city, "serif strong name-number", 14, "middle"
        )
    return drawn


def piles(scene: Scene) -> str:
    """How many cards are left and discarded; pointing at a pile of Encounters shows them on the playbill."""
    view = scene.view
    request_discard = sum(
        seat["request_discard"] if isinstance(seat["request_discard"], int) else len(seat["request_discard"])
        for seat in view["seats"]
    )
    rows = (
        ("encounters", sum(view["encounter_deck"].values()), sum(view["encounter_discard"].values()), "encounter"),
        ("requests", view["request_deck"], request_discard, "request"),
    )
    drawn = line(14, 178, 210)
    drawn += text(14, 195, say(scene, "cards"), "quiet", 14)
    drawn += text(118, 195, say(scene, "deck"), "quiet", 14, room=48)
    drawn += text(172, 195, say(scene, "discard"), "quiet", 14, room=54)
    for i, (name, deck, discard, back) in enumerate(rows):
        y = 217 + 24 * i
        drawn += text(14, y, say(scene, name), "ink", 14, room=98)
        drawn += pile(scene, f"{name}-deck", 118, y, deck, back, "deck")
        drawn += pile(scene, f"{name}-discard", 172, y, discard, back, "discard")
    return drawn


def pile(scene: Scene, id: str, x: float, y: float, many: int, back: str, kind: str) -> str:
    """A pile with its number of cards."""
    label = f"{say(scene, id.split('-')[0])}, {say(scene, kind)}: {many}"
    body = use(f"back-{back}", x, y - 16, 18, 22, "spent-pile" if kind == "discard" else "")
    body += text(x + 23, y, many, "serif strong ink", 18)
    focus = f' tabindex="0" role="img" aria-label={quoteattr(label)}'
    changed = " changed" if id in scene.changed else ""
    return f'<g id="{id}" class="pile{changed}"{focus}><title>{quoteattr(label)[1:-1]}</title>{body}</g>'
