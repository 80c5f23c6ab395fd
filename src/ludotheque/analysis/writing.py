"""An analysis as text: JSON that is also the record of its main line, a short text for links, and moves to read.

Beside the parts of a record the JSON has `variations`, each the number of the node it leaves and its plies, and
`notes`, by the number of a node. Nodes are numbered as they are read: the root is 0, then those of the main line, then
those of each variation.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any

from ludotheque.analysis.limits import MOST_BYTES, MOST_COMMENTS, MOST_LINK, check_size
from ludotheque.analysis.tree import AnalysisTree, Node
from ludotheque.contract.reading import parsed, shown, whole
from ludotheque.core.game import Game, game_in, game_with
from ludotheque.core.record import GameRecord, checked_parts, read_plies, written_plies
from ludotheque.errors import BadPosition, BadRecord
from ludotheque.kernel.state import CHANCE

LINK = "1"  # the format of link texts: their first letter
NOTES = ("comment", "mark", "drawn", "arrows")


def to_json(tree: AnalysisTree) -> str:
    """The analysis as JSON, which can be read as the record of its main line, too; raises BadRecord if it is long."""
    return _checked(tree.record().to_json(_others(tree)), MOST_BYTES, "This analysis")


def to_link(tree: AnalysisTree) -> str:
    """The analysis as a short text of letters, digits, - and _; raises BadRecord if it is long."""
    body = json.dumps(tree.record().to_dict() | _others(tree), ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(_checked(body, MOST_BYTES, "This analysis").encode(), 9)
    return _checked(LINK + base64.urlsafe_b64encode(packed).decode().rstrip("="), MOST_LINK, "This link")


def _others(tree: AnalysisTree) -> dict[str, Any]:
    numbered, variations = tree.main_line(), []
    for number, node in enumerate(numbered):  # the list grows on the way
        for child in node.children[1:]:
            line = child.onward()
            numbered.extend(line)
            variations.append([number, written_plies(each.ply for each in line)])
    _check_comments(numbered)
    notes = {str(number): told for number, node in enumerate(numbered) if (told := _notes(node))}
    return ({"variations": variations} if variations else {}) | ({"notes": notes} if notes else {})


def _notes(node: Node) -> dict[str, Any]:
    return {name: value for name in NOTES if (value := getattr(node, name))}


def from_json(text: str, game: Game | None = None) -> AnalysisTree:
    """Reads an analysis, or a record as its main line; raises BadRecord with a sentence for anything else."""
    return _read(checked_parts(_checked(text, MOST_BYTES, "This analysis")), game)


def from_link(text: str, game: Game | None = None) -> AnalysisTree:
    """Reads what `to_link` wrote; raises BadRecord with a sentence for anything else."""
    if _checked(text, MOST_LINK, "This link")[:1] != LINK:
        raise BadRecord("This is not the link to an analysis.")
    try:
        packed = base64.b64decode(text[1:] + "=" * (-len(text[1:]) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        body = unpacking.decompress(packed, MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise BadRecord("This link holds more than an analysis may.")
        if not unpacking.eof or unpacking.unused_data:
            raise BadRecord("This link was changed or cut.")
        parts = parsed(body)
    except (binascii.Error, zlib.error, ValueError):
        raise BadRecord("This link was changed or cut.") from None
    return _read(parts, game)


def opened(text: str, game: Game | None = None) -> AnalysisTree:
    """The analysis that a pasted text is: an analysis, a record, a position, or the text of a link.

    Raises BadRecord or BadPosition with a sentence for anything else.
    """
    text = _checked(text, MOST_BYTES, "This text").strip()
    if not text.startswith("{"):
        return from_link(text.rpartition("#")[2], game)
    try:
        found = parsed(text)
    except ValueError:
        raise BadRecord("This is not a record or a position, or it was cut short.") from None
    if "plies" in found or "format" in found:
        return from_json(text, game)
    if not isinstance(found.get("game"), str):
        raise BadPosition("game", "it must be the name of a game.")
    return AnalysisTree((game or game_in(found)).position(found))


def _checked(text: Any, most: int, what: str) -> str:
    if not isinstance(text, str):
        raise BadRecord(f"{what} must be a text, not {shown(text)}.")
    try:
        length = len(text.encode())
    except UnicodeEncodeError:
        raise BadRecord(f"{what} has characters that no text can have.") from None
    if length > most:
        raise BadRecord(f"{what} is longer than {most} bytes.")
    return text


def _read(parts: dict[str, Any], game: Game | None) -> AnalysisTree:
    _checked(json.dumps(parts, ensure_ascii=False), MOST_BYTES, "This analysis")  # what escapes stood for, too
    record = GameRecord.from_dict(parts)
    if game is None:
        game = game_with(record.game, record.own_box)
    tree = AnalysisTree.of_record(record, game)
    numbered = tree.main_line()
    for variation in _list(parts, "variations"):
        at, plies = variation if isinstance(variation, list) and len(variation) == 2 else (None, None)
        number = whole(at)
        if number is None or not 0 <= number < len(numbered) or not isinstance(plies, str):
            raise BadRecord(f"The variation {shown(variation)} of this analysis is malformed.")
        line = read_plies(plies)
        check_size(len(numbered) + len(line))
        numbered.extend(numbered[number].follow(line))
    _read_notes(numbered, parts.get("notes", {}))
    return tree


def _list(parts: Mapping[str, Any], name: str) -> list[Any]:
    found = parts.get(name, [])
    if not isinstance(found, list):
        raise BadRecord(f"The part {name!r} of this analysis is malformed.")
    return found


def _read_notes(numbered: list[Node], notes: Any) -> None:
    if not isinstance(notes, dict):
        raise BadRecord("The part 'notes' of this analysis is malformed.")
    for number, told in notes.items():
        known = number.isascii() and number.isdigit() and len(number) < 6 and int(number) < len(numbered)
        if not known or not isinstance(told, dict) or not set(told) <= set(NOTES):
            raise BadRecord(f"The note {shown(number)} of this analysis is malformed.")
        for name, value in told.items():
            setattr(numbered[int(number)], name, value)
    _check_comments(numbered)


def _check_comments(nodes: list[Node]) -> None:
    if sum(len(node.comment) for node in nodes) > MOST_COMMENTS:
        raise BadRecord(f"The comments of an analysis have at most {MOST_COMMENTS} characters.")


def turns(first: Node) -> list[list[Node]]:
    """The line from a node on, its plies grouped by turns: a seat's decisions in a row, or a run of chance."""
    found: list[list[Node]] = []
    for node in first.onward():
        if found and found[-1][-1].seat == node.seat:
            found[-1].append(node)
        elif node.parent is not None:
            found.append([node])
    return found


def to_text(tree: AnalysisTree) -> str:
    """The moves in notation, a line for each turn; variations are indented below the turn that they change."""
    told = [f"({tree.root.comment})"] if tree.root.comment else []
    lines = [(iter(turns(tree.root)), "")]
    while lines:
        left, indent = lines[-1]
        turn = next(left, None)
        if turn is None:
            lines.pop()
            continue
        moves = " ".join(node.notation + node.mark for node in turn)
        told.append(f"{indent}{_player(tree, turn[0])}: {moves}")
        told += [f"{indent}  ({node.comment})" for node in turn if node.comment]
        others = [other for node in turn if node is node.siblings[0] for other in node.siblings[1:]]
        lines.extend((iter(turns(other)), indent + "  ") for other in reversed(others))
    return "".join(f"{line}\n" for line in told)


def _player(tree: AnalysisTree, node: Node) -> str:
    """The name of the player who chose a ply, or "*" for chance."""
    seat = node.seat
    if seat is None or seat == CHANCE:
        return "*"
    return tree.seats[seat] if tree.seats else f"Seat {seat}"
