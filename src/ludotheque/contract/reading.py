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


class JsonReader:
    """An object of a position, and where in it we are."""

    def __init__(self, value: Any, path: str = "") -> None:
        self.path = path
        if not isinstance(value, Mapping):
            raise BadPosition(path or "position", "it must be an object.")
        self.value = value

    def refuse(self, key: str, sentence: str) -> NoReturn:
        """Raises for a field of this object."""
        raise BadPosition(self._at(key), sentence)

    def unless(self, holds: bool, key: str, sentence: str) -> None:
        """Raises for a field of this object unless something holds."""
        if not holds:
            self.refuse(key, sentence)

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def has(self, key: str) -> bool:
        """Whether the field is there and not null."""
        return self.value.get(key) is not None

    def get(self, key: str) -> Any:
        """The field as it is; it must be there."""
        if key not in self.value:
            self.refuse(key, "it is missing.")
        return self.value[key]

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number in low..high."""
        found = self.get(key)
        if type(found) is not int or not low <= found <= high:
            self.refuse(key, f"it must be a whole number from {low} to {high}, not {shown(found)}.")
        return found

    def flag(self, key: str) -> bool:
        """True or false."""
        found = self.get(key)
        if type(found) is not bool:
            self.refuse(key, f"it must be true or false, not {shown(found)}.")
        return found

    def choice(self, key: str, choices: Sequence[Any]) -> int:
        """The index of the value among the choices."""
        found = self.get(key)
        indices = [i for i, choice in enumerate(choices) if found == choice and type(found) is type(choice)]
        self.unless(bool(indices), key, f"it must be one of {', '.join(map(str, choices))}, not {shown(found)}.")
        return indices[0]

    def letters(self, key: str, alphabet: str, most: int) -> list[int]:
        """The letters of a text as their indices in the alphabet, at most so many."""
        found = self.get(key)
        if not isinstance(found, str) or len(found) > most or not set(found) <= set(alphabet):
            self.refuse(key, f"it must be a text of at most {most} letters from {alphabet}, not {shown(found)}.")
        return [alphabet.index(letter) for letter in found]

    def items(self, key: str, length: int | None = None, most: int = 1000) -> JsonReader:
        """The items of a list as an object with the keys "0", "1", ..."""
        found = self.get(key)
        if not isinstance(found, list) or (len(found) != length if length is not None else len(found) > most):
            wanted = f"of {length} items" if length is not None else f"of at most {most} items"
            self.refuse(key, f"it must be a list {wanted}.")
        return Items({str(i): item for i, item in enumerate(found)}, self._at(key))

    def object(self, key: str) -> JsonReader:
        """An object inside this one."""
        return JsonReader(self.get(key), self._at(key))

    def only(self, *keys: str) -> None:
        """Raises if the object has any other key."""
        for key in self.value:
            self.unless(key in keys, str(key), "there is no such field.")


class Items(JsonReader):
    """The items of a list, as the fields "0", "1", ... of an object."""

    def _at(self, key: str) -> str:
        return f"{self.path}[{key}]"

    def __len__(self) -> int:
        return len(self.value)


MISSING: Any = type("Missing", (), {"__repr__": lambda self: "nothing"})()


class JsonValue:
    """A value of a JSON object, and the path to it for the sentence that refuses it."""

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    @property
    def absent(self) -> bool:
        """Whether the value is null or left out."""
        return self.value is None or self.value is MISSING

    def unless(self, holds: bool, sentence: str) -> None:
        """Refuses the value unless something holds."""
        if not holds:
            raise BadPosition(self.path or "position", "it is missing." if self.value is MISSING else sentence)

    def number(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        holds = type(self.value) is int and low <= self.value <= high
        self.unless(holds, f"it must be a whole number from {low} to {high}, not {shown(self.value)}.")
        return int(self.value)

    def flag(self) -> bool:
        """True or false."""
        self.unless(type(self.value) is bool, f"it must be true or false, not {shown(self.value)}.")
        return bool(self.value)

    def choice(self, codes: Sequence[Any]) -> int:
        """The index of the value among the codes. True is no 1 and 1 is no True."""
        indices = [i for i, code in enumerate(codes) if self.value == code and type(self.value) is type(code)]
        known = [json.dumps(code) if code is None or isinstance(code, bool) else str(code) for code in codes]
        wanted = f"one of {', '.join(known)}" if len(known) > 1 else known[0]
        self.unless(bool(indices), f"it must be {wanted}, not {shown(self.value)}.")
        return indices[0]

    def pieces(self, codes: Sequence[Any], most: int) -> list[int]:
        """The indices of some codes: of the letters of a text if the codes are a text, else of the items of a list."""
        if not isinstance(codes, str):
            return [item.choice(codes) for item in self.items(0, most)]
        holds = isinstance(self.value, str) and len(self.value) <= most and set(self.value) <= set(codes)
        self.unless(holds, f"it must be a text of at most {most} letters from {codes}, not {shown(self.value)}.")
        return [codes.index(letter) for letter in self.value]

    def items(self, least: int, most: int) -> list[JsonValue]:
        """The items of a list."""
        holds = isinstance(self.value, list) and least <= len(self.value) <= most
        self.unless(holds, f"it must be a list of {f'at most {most}' if least < most else most} items.")
        return [JsonValue(item, f"{self.path}[{i}]") for i, item in enumerate(self.value)]

    def only(self, known: Collection[str]) -> None:
        """Refuses anything but an object with some of these keys."""
        self.unless(isinstance(self.value, Mapping), "it must be an object.")
        for key in self.value:
            self[str(key)].unless(key in known, "there is no such field.")

    def __getitem__(self, key: str) -> JsonValue:
        return JsonValue(self.value.get(key, MISSING), f"{self.path}.{key}" if self.path else key)


def refuse_unless(holds: bool, field: str, sentence: str) -> None:
    """Raises BadPosition for a field unless something holds."""
    if not holds:
        raise BadPosition(field, sentence)
