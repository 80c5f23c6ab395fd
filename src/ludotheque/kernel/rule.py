"""`@rule`: one source of rules for every way to run it.

A module of rules is imported once for each *edition* (a mode and a box, see
`edition.py`), always with relative imports, so that a copy calls only its own copies:

interpreted  `@rule` changes nothing: plain Python on ints and lists; print() and pdb work.
compiled     Numba compiles each rule for the CPU when it is first called. A CUDA kernel
             that calls such a rule gets it compiled for the device by numba-cuda.
checked      compiled with bounds checks, for the tests: plain compiled code reads
             beyond an array in silence.

What a rule may use, so that all of this works: ints, the named fields of a state, constant
tables, loops and other rules. No allocation, slices, dicts, strings or objects, and
`s.x[a][b]` rather than `s.x[a, b]`, which nested lists do not understand.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ludotheque.kernel.edition import Edition

INTERPRETED, COMPILED, CHECKED = "interpreted", "compiled", "checked"

# Rules of less bytecode than this are always inlined, which made random games of Sintra twice
# as fast; beyond it the compiler decides, since inlining everything takes it too long.
INLINE_BELOW = 1000

F = TypeVar("F", bound=Callable[..., Any])

_EDITION: Edition | None = getattr(sys.modules[__name__.removesuffix(".kernel.rule")], "EDITION", None)
MODE = _EDITION.mode if _EDITION else INTERPRETED


def rule(function: F) -> F:
    """Makes a function a rule of the mode in which its module is imported."""
    if _EDITION is None or MODE == INTERPRETED:
        return function
    return compile_rule(function, _EDITION, checked=MODE == CHECKED)


def called(function: F) -> F:
    """As `rule`, but it is called where it is used, not copied there: for big ones used in many places."""
    if _EDITION is None or MODE == INTERPRETED:
        return function
    return compile_rule(function, _EDITION, checked=MODE == CHECKED, forceinline=False)


def pasted(function: F) -> F:
    """As `rule`, but its source is pasted into the one place that uses it, which saves compiling it twice."""
    if _EDITION is None or MODE == INTERPRETED:
        return function
    return compile_rule(function, _EDITION, checked=MODE == CHECKED, forceinline=False, inline="always")


def compile_rule(function: F, edition: Edition, *, checked: bool, **options: Any) -> F:
    """Returns the function as Numba's lazily compiled one, with our cache on disk."""
    import numba

    from .cache import DiskCache

    # Unlike Python's, the numpy error model has no branch for a division by zero.
    small = len(function.__code__.co_code) < INLINE_BELOW
    compiled: Any = numba.njit(
        **{"nogil": True, "error_model": "numpy", "boundscheck": checked, "forceinline": small} | options
    )(function)
    compiled._cache = DiskCache(edition.cache_folder, function)
    result: F = compiled
    return result


def table(rows: list[Any]) -> list[Any]:
    """A constant table: nested lists interpreted, an array compiled.

    Arrays are of 64-bit integers, the type of every other number in compiled rules: a helper
    is compiled once more for each further type of its arguments.
    """
    if MODE == INTERPRETED:
        return rows
    import numpy as np

    array: Any = np.array(rows, np.int64)
    return array  # type: ignore[no-any-return]


def box_of(module: str) -> dict[str, Any]:
    """The data of the box for the `box` module of a game, in this edition."""
    if _EDITION is not None:
        return _EDITION.box
    return read_box(Path(str(sys.modules[module].__file__)).with_name("box.toml"))


def read_box(path: Path) -> dict[str, Any]:
    """Reads a file of box data."""
    with path.open("rb") as file:
        return tomllib.load(file)
