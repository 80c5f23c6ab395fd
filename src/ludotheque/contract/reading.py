"""Reading JSON objects field by field, with a sentence that names the field that is wrong."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NoReturn

from ludotheque.errors import BadPosition

TOO_DEEP = "it is nested too deeply"
DEEPEST = 30  # maximum depth of lists and objects; our own files reach half of it


def parsed(text: str | bytes) -> Any:
    """The value of a JSON text; raises ValueError for any other text, and for a value nested too deeply to use."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    level = [value]
    for _ in range(DEEPEST + 1):
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        if not (level := [item for each in inner for item in each]):
            return value
    raise ValueError(TOO_DEEP)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def whole(value: Any) -> int | None:
    """The number that an int, also one of NumPy's, stands for; None for anything else, True and False too."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def shown(value: Any, most: int = 60) -> str:
    """A value as a sentence shows it: not all of it if it is longer than `most` characters."""
    try:
        text = repr(value)
    except Exception:  # such as a number of more digits than Python will write
        text = f"a {type(value).__name__}"
    return text if len(text) <= most else text[: most - 3] + "..."


def worded(value: Any) -> str:
    """A value of a position in a sentence for people: nothing, yes and no in words that `Game.problems` puts in."""
    known = {None: "nothing", False: "no", True: "yes"}
    return name_of("values", known[value]) if value is None or isinstance(value, bool) else shown(value)


LISTED = re.compile(r"(one of |letters from )(.+?)(?=, not )")  # the codes that a sentence lists

MISSING: Any = object()  # instead of a value that is left out


class Problems(list[BadPosition]):
    """What is wrong with a position, in the order in which it is found."""

    unread: BadPosition | None = None  # the last value that could not be read


_collected: ContextVar[Problems | None] = ContextVar("problems", default=None)


@contextmanager
def collecting() -> Iterator[Problems]:
    """Collects all problems of the position that is read inside, instead of raising the first one."""
    found = Problems()
    token = _collected.set(found)
    try:
        with going_on:
            yield found
    except (ArithmeticError, LookupError, ValueError):
        if not found:
            raise
        # Otherwise a check has failed because of what is wrong already.
    finally:
        _collected.reset(token)


class GoingOn:
    """Lets reading go on after a value that cannot be read, if problems are collected."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, problem: BaseException | None, traceback: object) -> bool:
        found = _collected.get() if isinstance(problem, BadPosition) else None
        if found is None or not isinstance(problem, BadPosition):
            return False
        if problem not in found:  # else reading was ended because of it
            found.append(problem)
            found.unread = problem
        return True


going_on = GoingOn()


def stop_if_unread() -> None:
    """Ends reading if a value could not be read: what depends on it would be refused without a reason."""
    found = _collected.get()
    if found and found.unread:
        raise found.unread


def stop_if_wrong() -> None:
    """Ends reading if anything is wrong: what follows runs the rules, which need a sound state."""
    if found := _collected.get():
        raise found[-1]


def name_of(section: str, code: Any) -> str:
    """The name of a piece in a sentence: `Game.problems` puts it in from a section of the words."""
    return f"{{{section}.{code}}}" if section else str(code)


def with_names(sentence: str, names: Mapping[str, str]) -> str:
    """A sentence that refuses a value, with the names of the pieces whose codes it lists: keys of the words by code."""

    def named(found: re.Match[str]) -> str:
        codes = found[2].split(", ") if found[1] == "one of " else found[2]
        return found[1] + ", ".join(f"{{{names[code]}}} ({code})" if code in names else code for code in codes)

    return LISTED.sub(named, sentence)


class JsonReader:
    """Reads a value of a JSON object. The sentence that refuses a value begins with the path to it."""

    __slots__ = ("_inside", "_key", "value", "view")

    def __init__(self, value: Any, view: bool = False, inside: JsonReader | None = None, key: str | int = "") -> None:
        self.value = value
        self.view = view  # whether it is part of a view, in which parts of a position may be hidden
        self._inside, self._key = inside, key

    @property
    def path(self) -> str:
        """The way to the value, such as `seats[1].hand`; it is put together only for a sentence."""
        before = self._inside.path if self._inside is not None else ""
        if isinstance(self._key, int):
            return f"{before}[{self._key}]"
        return f"{before}.{self._key}" if before else self._key

    @property
    def absent(self) -> bool:
        """Whether the value is null or left out."""
        return self.value is None or self.value is MISSING

    def refuse(self, sentence: str) -> NoReturn:
        """Raises BadPosition for the value, which cannot be read."""
        raise BadPosition(self.path or "position", "it is missing." if self.value is MISSING else sentence)

    def unless(self, holds: bool, sentence: str) -> None:
        """Refuses the value unless something holds."""
        if not holds:
            self.refuse(sentence)

    def number(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        if type(self.value) is not int or not low <= self.value <= high:
            self.refuse(f"it must be a whole number from {low} to {high}, not {worded(self.value)}.")
        return self.value

    def choice(self, codes: Sequence[Any]) -> int:
        """The index of the value among the codes. True is no 1 and 1 is no True."""
        value = self.value
        for i, code in enumerate(codes):
            if value == code and type(value) is type(code):
                return i
        known = [code if isinstance(code, str) else worded(code) for code in codes]
        wanted = f"one of {', '.join(known)}" if len(known) > 1 else known[0]
        return self.refuse(f"it must be {wanted}, not {worded(value)}.")

    def pieces(self, codes: Sequence[Any], most: int) -> list[int]:
        """The indices of some codes: of a string's letters if the codes are a string, else of a list's items."""
        if not isinstance(codes, str):
            return [item.choice(codes) for item in self.items(0, most)]
        if not isinstance(self.value, str) or len(self.value) > most or not set(self.value) <= set(codes):
            self.refuse(f"it must be a string of at most {most} letters from {codes}, not {worded(self.value)}.")
        return [codes.index(letter) for letter in self.value]

    def items(self, least: int, most: int) -> list[JsonReader]:
        """The items of a list."""
        if not isinstance(self.value, list) or not least <= len(self.value) <= most:
            self.refuse(f"it must be a list of {f'at most {most}' if least < most else most} items.")
        return [JsonReader(item, self.view, self, i) for i, item in enumerate(self.value)]

    def only(self, known: Collection[str]) -> None:
        """Refuses anything but an object with some of these keys."""
        self.unless(isinstance(self.value, Mapping), "it must be an object.")
        for key in self.value:
            if key not in known:
                refuse_unless(False, self[str(key)], "there is no such field.")

    def __getitem__(self, key: str) -> JsonReader:
        return JsonReader(self.value.get(key, MISSING), self.view, self, key)


def refuse_unless(holds: bool, field: str | JsonReader, sentence: str) -> None:
    """Raises BadPosition for a field unless something holds, or goes on if problems are collected."""
    if holds:
        return
    found, problem = _collected.get(), BadPosition(field if isinstance(field, str) else field.path, sentence)
    if found is None:
        raise problem
    found.append(problem)


def respelt(value: Any, old: str, new: str) -> Any:
    """JSON data with a letter in place of an older one, in texts and in the names of entries."""
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, Mapping):
        return {respelt(key, old, new): respelt(entry, old, new) for key, entry in value.items()}
    return [respelt(item, old, new) for item in value] if isinstance(value, list) else value
