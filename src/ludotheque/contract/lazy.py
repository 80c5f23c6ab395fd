"""Properties that are worked out when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

WorkedOut = TypeVar("WorkedOut")


class lazy(Generic[WorkedOut]):  # noqa: N801 (it is used as a decorator)
    """As `functools.cached_property`, without the lock that it has before Python 3.12: that takes longer than the rest.

    Two threads at once may both work a value out, which then must be the same.
    """

    def __init__(self, make: Callable[[Any], WorkedOut]) -> None:
        self._make, self._name, self.__doc__ = make, make.__name__, make.__doc__

    def __get__(self, thing: Any, kind: type) -> WorkedOut:
        value = thing.__dict__[self._name] = self._make(thing)
        return value
