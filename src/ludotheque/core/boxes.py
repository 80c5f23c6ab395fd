"""Corrected boxes: other data of a box, checked, named, compared with ours, and carried by positions and records.

A corrected box is written as JSON: its name, and the entries that differ from ours, `{"name": ..., "tables": {...}}`.
"""

from __future__ import annotations

import base64
import binascii
import json
import tomllib
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from ludotheque.contract.box_checks import collecting_box_problems, refuse_box_unless
from ludotheque.contract.reading import parsed, respelt, shown
from ludotheque.core.toml_scan import is_deep
from ludotheque.errors import BadBox
from ludotheque.kernel.edition import default_box, edition, raw_box
from ludotheque.kernel.rule import settled

BoxTables = dict[str, Any]
OwnBox = dict[str, Any]

MOST_TEXT = 65_536  # bytes of a file
MOST_LINK = 8_192  # letters of a box in an address
LONGEST_NAME = 40
LONGEST_ENTRY = 200  # items of a list, letters of a text
LARGEST = 10_000  # a number; the rules add and multiply them
IMPOSSIBLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class BoxDifference(NamedTuple):
    """An entry of a box that differs from ours."""

    entry: str
    ours: str
    theirs: str


def read_corrections(text: str) -> BoxTables:
    """The tables of a TOML text; raises BadBox."""
    if len(text.encode(errors="replace")) > MOST_TEXT:
        raise BadBox("box", f"it is longer than {MOST_TEXT} bytes.")
    if is_deep(text):
        raise BadBox("box", "it is nested too deeply.")
    try:
        return tomllib.loads(text)
    except ValueError as problem:
        raise BadBox("box", f"it is not TOML: {problem}.") from None


def corrected(game: str, corrections: Mapping[str, Any]) -> BoxTables:
    """Our box with other entries in place of ours; raises BadBox with all that does not fit."""
    box = raw_box(game)
    with collecting_box_problems() as found:
        for section, entries in corrections.items():
            fitting = _fitting(game, box, section, entries)
            renamed = box.get(section, {}).get("renamed")
            known = {key: respelt(value, *renamed) for key, value in fitting.items()} if renamed else fitting
            if known:
                box[section] = box[section] | known | ({"renamed": renamed} if renamed else {})
        box = settled(box)
        try:
            edition(game).module("box").check_box(box)
        except IMPOSSIBLE:
            refuse_box_unless(bool(found), "box", "the game cannot be played with these tables.")
    if found:
        raise BadBox(found[0].field, found[0].sentence, found[1:])
    return box


def _fitting(game: str, box: BoxTables, section: str, entries: Any) -> BoxTables:
    """The entries of a table that are of the kind of ours; the others are refused."""
    holds = isinstance(entries, dict) and section in box
    if not refuse_box_unless(holds, section, f"the box of {game} has no such table."):
        return {}
    known, ours = box[section], default_box(game)[section]
    return {
        key: value
        for key, value in entries.items()
        if refuse_box_unless(key in known, field := f"{section}.{key}", f"the box of {game} has no such entry.")
        and refuse_box_unless(
            (isinstance(value, str) and value == known[key]) or _same_kind(value, ours[key]),
            field,
            f"it must look like {ours[key]}.",
        )
        and refuse_box_unless(_is_small(value), field, f"it is too long, or a number in it is beyond {LARGEST}.")
    }


def _same_kind(value: Any, ours: Any) -> bool:
    if isinstance(ours, list) and ours:
        return isinstance(value, list) and all(_same_kind(item, ours[0]) for item in value)
    if isinstance(ours, dict):
        return isinstance(value, dict) and all(_same_kind(item, ours.get(k)) for k, item in value.items())
    return type(value) is type(ours)


def _is_small(value: Any) -> bool:
    if isinstance(value, Mapping):
        return len(value) <= LONGEST_ENTRY and all(map(_is_small, value.values()))
    if isinstance(value, list):
        return len(value) <= LONGEST_ENTRY and all(map(_is_small, value))
    return len(value) <= 10 * LONGEST_ENTRY if isinstance(value, str) else abs(value) <= LARGEST


def differing(game: str, box: BoxTables) -> BoxTables:
    """The entries of a box that are not ours."""
    ours = default_box(game)
    found = {
        section: {key: value for key, value in entries.items() if key != "source" and value != ours[section].get(key)}
        for section, entries in box.items()
    }
    return {section: entries for section, entries in found.items() if entries}


def differences(game: str, own: OwnBox) -> list[BoxDifference]:
    """What differs between a corrected box and ours."""
    ours = default_box(game)
    return [
        BoxDifference(f"{section}.{key}", shown(ours[section].get(key)), shown(value))
        for section, entries in own["tables"].items()
        for key, value in entries.items()
    ]


def own_box(name: str, tables: BoxTables) -> OwnBox:
    """A named box."""
    return {"name": " ".join(name.split())[:LONGEST_NAME], "tables": tables}


def checked(game: str, own: Any) -> OwnBox:
    """A corrected box in the form that `own_box` gives it; raises BadBox if it is none or does not fit."""
    if not isinstance(own, dict) or set(own) != {"name", "tables"}:
        raise BadBox("own_box", "it must have a name and tables.")
    if not isinstance(own["name"], str) or not isinstance(own["tables"], dict):
        raise BadBox("own_box", "it must have a name and tables.")
    try:
        tables = differing(game, corrected(game, own["tables"]))
    except RecursionError:
        raise BadBox("box", "it is nested too deeply.") from None
    return own_box(own["name"] if own["name"].isprintable() else "", tables)


def to_link(own: OwnBox) -> str:
    """A corrected box as a part of an address."""
    packed = zlib.compress(json.dumps(own, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_link(game: str, text: str) -> OwnBox:
    """Reads what `to_link` wrote; raises BadBox for anything else."""
    try:
        if len(text) > MOST_LINK:
            raise ValueError
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        found = parsed(zlib.decompressobj().decompress(packed, MOST_TEXT))
    except (binascii.Error, zlib.error, ValueError):
        raise BadBox("box", "this address of a box was changed or cut.") from None
    return checked(game, found)
