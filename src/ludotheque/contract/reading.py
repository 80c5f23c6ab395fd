"""Reading JSON objects field by field, with a sentence that names the field that is wrong."""

from __future__ import annotations

import json
import operator
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn

from ludotheque.errors import BadPosition


def whole(value: Any) -> int | None:
    """The number that an int, also one of NumPy's, stands for; None for anything else, True and False too."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def shown(value: Any) -> str:
    """A value as a sentence shows it: not all of it if it is long."""
    try:
        text = repr(value)
    except Exception:  # such as a number of more digits than Python will write
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


MISSING: Any = object()  # instead of a value that is left out


class JsonReader:
    """Reads a value of a JSON object. The sentence that refuses a value begins with the path to it."""

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    @property
    def absent(self) -> bool:
        """Whether the value is null or left out."""
        return self.value is None or self.value is MISSING

    def refuse(self, sentence: str) -> NoReturn:
        """Raises BadPosition for the value."""
        raise BadPosition(self.path or "position", "it is missing." if self.value is MISSING else sentence)

    def unless(self, holds: bool, sentence: str) -> None:
        """Refuses the value unless something holds."""
        if not holds:
            self.refuse(sentence)

    def number(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        if type(self.value) is not int or not low <= self.value <= high:
            self.refuse(f"it must be a whole number from {low} to {high}, not {shown(self.value)}.")
        return self.value

    def choice(self, codes: Sequence[Any]) -> int:
        """The index of the value among the codes. True is no 1 and 1 is no True."""
        found = (i for i, code in enumerate(codes) if self.value == code and type(self.value) is type(code))
        index = next(found, None)
        if index is None:
            known = [json.dumps(code) if code is None or isinstance(code, bool) else str(code) for code in codes]
            wanted = f"one of {', '.join(known)}" if len(known) > 1 else known[0]
            self.refuse(f"it must be {wanted}, not {shown(self.value)}.")
        return index

    def pieces(self, codes: Sequence[Any], most: int) -> list[int]:
        """The indices of some codes: of a string's letters if the codes are a string, else of a list's items."""
        if not isinstance(codes, str):
            return [item.choice(codes) for item in self.items(0, most)]
        if not isinstance(self.value, str) or len(self.value) > most or not set(self.value) <= set(codes):
            self.refuse(f"it must be a string of at most {most} letters from {codes}, not {shown(self.value)}.")
        return [codes.index(letter) for letter in self.value]

    def items(self, least: int, most: int) -> list[JsonReader]:
        """The items of a list."""
        holds = isinstance(self.value, list) and least <= len(self.value) <= most
        self.unless(holds, f"it must be a list of {f'at most {most}' if least < most else most} items.")
        return [JsonReader(item, f"{self.path}[{i}]") for i, item in enumerate(self.value)]

    def only(self, known: Collection[str]) -> None:
        """Refuses anything but an object with some of these keys."""
        self.unless(isinstance(self.value, Mapping), "it must be an object.")
        for key in self.value:
            refuse_unless(key in known, self._at(str(key)), "there is no such field.")

    def __getitem__(self, key: str) -> JsonReader:
        return JsonReader(self.value.get(key, MISSING), self._at(key))

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def refuse_unless(holds: bool, field: str, sentence: str) -> None:
    """Raises BadPosition for a field unless something holds."""
    if not holds:
        raise BadPosition(field, sentence)


def respelt(value: Any, old: str, new: str) -> Any:
    """JSON data with a letter in place of an older one, in texts and in the names of entries."""
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, Mapping):
        return {respelt(key, old, new): respelt(entry, old, new) for key, entry in value.items()}
    return [respelt(item, old, new) for item in value] if isinstance(value, list) else value
