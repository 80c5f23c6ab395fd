"""The data of the box as tables for the rules, and what a corrected box must keep."""

from __future__ import annotations

from typing import Any

from ludotheque.contract.box_checks import refuse_box_unless as refuse_unless

from ...kernel.rule import box_of, table

PLAYERS, SLOTS, COLOURS, SPACES, ROUNDS = 4, 8, 5, 5, 6
FACTORIES = 9
CENTRE = FACTORIES  # sources 0..8 are the factories, 9 is the centre of the table
SOURCES = FACTORIES + 1
LETTERS = "BWYOP"
NAMES = ("blue", "white", "yellow", "orange", "pink")  # the colours' names in the words
JOKER = COLOURS  # the sixth kind of space takes a pane of any colour
KINDS = LETTERS + "J"
FRONT, BACK = 0, 1
SIDES = "AB"  # the sides of the palace board

BOX = box_of(__name__)

PER_COLOUR: int = BOX["panes"]["per_colour"]
PER_FACTORY: int = BOX["panes"]["per_factory"]
SET_SIZE: int = BOX["panes"]["set_size"]

# The letters of the spaces, STRIPS[strip][face], and how many of each kind:
# PATTERN[strip][face][colour or JOKER].
STRIPS: list[list[str]] = [BOX["strips"][f"K{k + 1}"] for k in range(SLOTS)]
PATTERN: list[list[list[int]]] = table(
    [[[spaces.count(kind) for kind in KINDS] for spaces in faces] for faces in STRIPS]
)

FACTORIES_IN_USE: list[int] = table([0, 0] + [BOX["factories"][f"for_{n}"] for n in (2, 3, 4)])  # S1
WINDOW_VALUE: list[list[int]] = table([BOX["window_values"][side] for side in SIDES])
POINTS_LOST: list[int] = table(BOX["broken_track"]["points"])
LAST_SPACE = len(BOX["broken_track"]["points"]) - 1
ORNAMENT_POINTS: list[int] = table(BOX["ornaments"]["points"])
ORNAMENT_WINDOWS: list[list[int]] = table([[w - 1 for w in pair] for pair in BOX["ornaments"]["windows"]])
ORNAMENTS = len(BOX["ornaments"]["windows"])


def check_box(box: dict[str, Any]) -> None:
    """Raises BadBox if the rules cannot be played with these data."""
    panes = box["panes"]
    refuse_unless(6 <= panes["per_colour"] <= 25, "panes.per_colour", "there must be 6 to 25 panes of a colour.")
    refuse_unless(1 <= panes["per_factory"] <= 8, "panes.per_factory", "a factory takes 1 to 8 panes.")
    refuse_unless(1 <= panes["set_size"] <= 100, "panes.set_size", "a set has 1 to 100 panes.")
    for n in (2, 3, 4):
        factories = box["factories"][f"for_{n}"]
        refuse_unless(1 <= factories <= FACTORIES, f"factories.for_{n}", "there are 1 to 9 factories.")
    for side in SIDES:
        values = box["window_values"][side]
        refuse_unless(len(values) == SLOTS, f"window_values.{side}", "there must be 8 values, one per window.")
        refuse_unless(all(0 <= v <= 30 for v in values), f"window_values.{side}", "a value must be 0 to 30.")
    lost = box["broken_track"]["points"]
    refuse_unless(2 <= len(lost) <= 100, "broken_track.points", "the track must have 2 to 100 spaces.")
    refuse_unless(
        lost[:1] == [0] and sorted(lost) == lost and 1 <= lost[-1] <= 100,
        "broken_track.points", "the losses must start at 0, never fall, and end at 1 to 100.",
    )  # fmt: skip
    ornaments = box["ornaments"]
    refuse_unless(len(ornaments["points"]) == 5, "ornaments.points", "there must be points for 0, 1, 2, 3, 4 cells.")
    refuse_unless(all(0 <= v <= 100 for v in ornaments["points"]), "ornaments.points", "the points must be 0 to 100.")
    refuse_unless(
        1 <= len(ornaments["windows"]) <= 8
        and all(len(pair) == 2 and all(1 <= w <= SLOTS for w in pair) for pair in ornaments["windows"]),
        "ornaments.windows", "every ornament must lie between two windows 1 to 8.",
    )  # fmt: skip
    for strip in (f"K{k + 1}" for k in range(SLOTS)):
        faces = box["strips"][strip]
        refuse_unless(
            len(faces) == 2 and all(len(face) == SPACES and set(face) <= set(KINDS) for face in faces),
            f"strips.{strip}", "a strip must have two sides of five letters from B, W, Y, O, P and J.",
        )  # fmt: skip
        refuse_unless(
            all(face.count("J") <= 2 for face in faces) and sum("J" in face for face in faces) <= 1,
            f"strips.{strip}", "a strip may have up to two joker spaces, on one side only.",
        )  # fmt: skip
