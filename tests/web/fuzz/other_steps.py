"""What visitors do elsewhere: new tables, companions, boxes, analyses and the editor of positions."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import ludotheque
from ludotheque.core.game import game_of
from ludotheque.core.position import Position
from ludotheque.kernel.state import CHANCE
from ludotheque.web.tables.clock import CLOCKS
from ludotheque.web.tables.companion import entry_key
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.common import posted
from tests.web.fuzz.walk_step import NO_CHOICES, NO_NUMBERS, FormFields, FuzzVisitor, WalkStep, WrongValues

BAD_PLEDGES = ("x", "0" * 32, "0" * 32 + "." + "0" * 64, "é" * 97)
BAD_LINKS = ("x", "!!!!", "eJwDAAAAAAE", "A" * 4000, "é")
BAD_BOXES = ("x = ", "[[x", "[pieces]\nno = 1\n", "a" * 300, "x = {" * 200, "[unknown]\nvalue = 3\n")
BAD_TEXTS = ("{", "[]", "null", "hello", "{}", '{"game": "chess"}', '{"game": 7}', "[" * 5000, '{"a":' * 300)


def making(person: FuzzVisitor, luck: random.Random, pledge: str) -> WalkStep:
    """Makes a table for three, with some clock and options."""
    game = game_of(luck.choice(ludotheque.games()))
    options = {f"option-{each.name}": posted(luck.choice(each.allowed(3))) for each in game.options.values()}
    fields: FormFields = {
        "seats": 3, "seat-0": "me", "seat-1": "friend", "seat-2": "friend", "clock": luck.choice(list(CLOCKS)),
        "hints": luck.randrange(2), "title": "<b>x</b>", "pledge": pledge, "luck": "abc", "wanted": "", "rated": 0,
        "listed": 0, "analysis": luck.randrange(2), **options,
    }  # fmt: skip
    wrong: WrongValues = {
        "seats": [0, 1, 9, *NO_NUMBERS], "clock": ("x", "move", "game-1"), "seat-1": ("x", "bot:", "bot:no", "bot"),
        "seat-2": ("you", "bot:os:system"), "hints": NO_CHOICES, "rated": NO_CHOICES, "listed": NO_CHOICES,
        "analysis": NO_CHOICES, "wanted": ("everybody", *NO_CHOICES), "pledge": BAD_PLEDGES, "box": BAD_LINKS,
        **dict.fromkeys(options, ("x", "99", "None", "\x00")),
    }  # fmt: skip
    games = ("chess", "..", "Sintra", "%00")
    return WalkStep(
        "new", person, f"/new/{game.name}", fields, wrong, ("seats",), (), [f"/new/{each}" for each in games]
    )


def unkept(person: FuzzVisitor, luck: random.Random) -> list[WalkStep]:
    """Requests that store nothing, or whose faults alone are sent."""
    name = luck.choice(ludotheque.games())
    position = json.dumps(begun(name, luck).to_dict())
    cut, other = position[: luck.randrange(1, len(position) - 1)], next(n for n in ludotheque.games() if n != name)
    bad_positions = (cut, *BAD_TEXTS, position.replace(f'"{name}"', f'"{other}"', 1), position.replace("1", "99", 1))
    setup, texts = f"/analysis/setup/{name}", {"text": (cut, *BAD_TEXTS)}
    return [
        WalkStep("quick play", person, f"/play/{name}", {"rated": 0}, {"rated": NO_CHOICES, "pledge": BAD_PLEDGES}),
        WalkStep("join", person, "/join", {"code": "none"}, valid=False),
        WalkStep("quick match", person, "/quick", {"match": "x"}, {"match": ("", *NO_CHOICES)}, ("match",),
                 valid=False),
        WalkStep("box", person, f"/box/{name}", {"text": "x", "name": "x"}, {"text": BAD_BOXES}, valid=False),
        WalkStep("open analysis", person, "/analysis", {"text": "x"}, texts, valid=False),
        WalkStep("new analysis", person, "/analysis", {"game": name, "players": 3},
                 {"game": ("chess", "", ".."), "players": [0, 1, 99, *NO_NUMBERS]}, ("players",)),
        WalkStep("open editor", person, "/analysis/setup", {"text": "x"}, texts, valid=False),
        WalkStep("editor", person, setup, {"position": position}, {"position": (cut, *BAD_TEXTS)}, ("position",), (),
                 [f"/analysis/setup/{other}"]),
        WalkStep("table from editor", person, f"{setup}/table", {"position": position, "seat": 0},
                 {"position": bad_positions, "seat": [9, *NO_NUMBERS], "pledge": BAD_PLEDGES}, ("position", "seat"), (),
             [f"/analysis/setup/{other}/table"]),
        WalkStep("companion", person, "/companion", {"game": name, "name-0": "A", "name-1": "B"},
                 {"game": ("chess", ""), "name-1": ("", " "), "hints": NO_CHOICES, "box": BAD_LINKS,
                  "position": bad_positions},
                 ("game", "name-1")),
        WalkStep("settings of push", person, "/push", {"endpoint": "x", "p256dh": "x", "auth": "x"}, valid=False),
        WalkStep("device", person, "/me/device", {"code": "none"}, valid=False),
        WalkStep("page of a game", person, "/new/chess", valid=False),
    ]  # fmt: skip


def begun(name: str, luck: random.Random) -> Position:
    """A position some moves after the start."""
    position = game_of(name).start(3)
    for _ in range(luck.randrange(40)):
        if position.to_act is None:
            break
        drawn = position.to_act == CHANCE
        position = position.play(luck.choice(list(position.weights()) if drawn else position.legal()))
    return position


def new_companion(person: FuzzVisitor, luck: random.Random) -> WalkStep:
    """Begins a companion of two or three people."""
    fields = {"game": luck.choice(ludotheque.games()), "name-0": "Ann", "name-1": "Bea"}
    return WalkStep("companion", person, "/companion", fields | ({"name-2": "Cem"} if luck.random() < 0.5 else {}))


def companion_steps(person: FuzzVisitor, state: TableState, luck: random.Random) -> list[WalkStep]:
    """Enters a draw, a decision or a step back."""
    place, key = f"/companion/{state.id}/", entry_key(state)
    count, position = len(state.history.choices), state.position

    def step(verb: str, fields: FormFields, wrong: WrongValues, needed: Sequence[str]) -> WalkStep:
        keys = [f"{place}{each}/{verb}" for each in ("x", key[:-1], key + "0", key[::-1] + "é")]
        return WalkStep(f"companion {verb}", person, f"{place}{key}/{verb}", fields, wrong, needed, (), keys)

    fields = {"version": state.version, "ply": count}
    versions = {"version": [state.move_version - 1, state.version + 1, *NO_NUMBERS], "ply": NO_NUMBERS}
    back = step("undo", {"version": state.version, "back": max(0, count - 1)},
                {"version": versions["version"], "back": [count, 10**8, *NO_NUMBERS]}, ("version", "back"))  # fmt: skip
    if position.to_act == CHANCE:
        outcomes = position.weights()
        impossible = [f"{n}" for n in range(max(outcomes) + 9) if n not in outcomes]
        wrong_draws = {"draws": [*impossible[:20], "1--2", "x", "-", "1-" * 99, ""], **versions}
        drawn = fields | {"draws": luck.choice(list(outcomes))}
        phone = step("draws", fields | {"phone": 1}, {"phone": NO_NUMBERS, **versions}, ("version", "ply"))
        return [back, phone, step("draws", drawn, wrong_draws, ("version", "ply", "draws"))]
    legal = position.legal()
    forbidden = [action for action in range(position.game.action_count) if action not in legal][:40]
    wrong = {"action": [10**6, *NO_NUMBERS, *(forbidden if position.game.about.PUBLIC else ())], **versions}
    return [back, step("play", fields | {"action": luck.choice(legal)}, wrong, ("version", "ply", "action"))]


def analysis_steps(person: FuzzVisitor, url: str, position: Position, luck: random.Random) -> list[WalkStep]:
    """Moves, draws and notes at a moment of an analysis; all of it is in the address."""
    text, _, at = url.removeprefix("/analysis/").rpartition("/")

    def step(
        verb: str, fields: FormFields, wrong: WrongValues, needed: Sequence[str] = (), valid: bool = True
    ) -> WalkStep:
        elsewhere = [
            f"/analysis/{each}/{verb}" for each in (f"{text[:-9]}/{at}", f"x/{at}", f"{text}/9999", f"{text}/x")
        ]
        return WalkStep(f"analysis {verb}", person, f"{url}/{verb}", fields, wrong, needed, (), elsewhere, valid)

    notes = [
        step("comment", {"text": "good", "mark": "!"}, {"mark": ("x", "!!!", "\x00"), "text": ("a" * 9000,)}),
        step("arrow", {"start": "a" * 500, "end": "b"}, {}, ("start", "end"), valid=False),
        step(
            "table", {"seat": 0, "level": "casual"}, {"seat": [9, *NO_NUMBERS], "level": ("x", "")}, ("seat", "level")
        ),
        WalkStep("analysis file", person, f"{url}/passwd", valid=False),
    ]
    if position.to_act == CHANCE:
        outcomes = position.weights()
        impossible = [n for n in range(max(outcomes) + 9) if n not in outcomes]
        draw = step(
            "draw", {"outcome": luck.choice(list(outcomes))}, {"outcome": [*impossible, *NO_NUMBERS]}, ("outcome",)
        )
        return [*notes, step("play", {"seat": 0, "action": 0}, {}, valid=False), draw, step("roll", {}, {})]
    if position.to_act is None:
        return notes
    legal = position.legal()
    forbidden = [action for action in range(position.game.action_count) if action not in legal][:40]
    wrong = {"seat": [position.to_act + 1, *NO_NUMBERS], "action": [*forbidden, 10**6, *NO_NUMBERS]}
    play = step("play", {"seat": position.to_act, "action": luck.choice(legal)}, wrong, ("seat", "action"))
    line = step("line", {"line": "x"}, {"line": ("-1", "999999 1", *map(str, forbidden))}, ("line",), valid=False)
    return [*notes, step("roll", {}, {}, valid=False), line, play]
