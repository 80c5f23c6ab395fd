"""What positions are recognised by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Traits = frozenset[tuple[Any, ...]]


def numbered(found: Mapping[tuple[Any, ...], int]) -> Traits:
    """Each trait as often as it was found."""
    return frozenset((*trait, number) for trait, times in found.items() for number in range(times))
