"""`@rule`: one source of rules for every way to run them.

A module of rules is imported once for each *edition* (a mode and a box, see `edition.py`). It uses relative imports,
so that a copy calls only modules of its own edition.

interpreted  `@rule` changes nothing: plain Python on ints and lists; print() and pdb work.
compiled     Numba compiles each rule for the CPU at its first call. For a CUDA kernel that calls a rule, numba-cuda
             compiles the rule for the device.
checked      compiled with bounds checks, for the tests: plain compiled code reads beyond an array in silence.

So a rule may use only ints, the named fields of a state, constant tables, loops and other rules: no allocation,
slices, dicts, strings or objects, and `s.x[a][b]` instead of `s.x[a, b]`, which nested lists do not support.
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

# Rules with less bytecode are always inlined, which made random games of Sintra twice as fast. For larger rules, and in
# checked code, which need not be fast, the compiler decides: inlining them all takes too long.
INLINE_BELOW = 1000

F = TypeVar("F", bound=Callable[..., Any])

_EDITION: Edition | None = getattr(sys.modules[__name__.removesuffix(".kernel.rule")], "EDITION", None)
MODE = _EDITION.mode if _EDITION else INTERPRETED


def rule(function: F) -> F:
    """Makes a function a rule in the mode of its module's edition."""
    if _EDITION is None or MODE == INTERPRETED:
        return function
    return compile_rule(function, _EDITION, checked=MODE == CHECKED)


def called(function: F) -> F:
    """As `rule`, but never inlined: for large rules with many callers."""
    if _EDITION is None or MODE == INTERPRETED:
        return function
    return compile_rule(function, _EDITION, checked=MODE == CHECKED, forceinline=False)


def pasted(function: F) -> F:
    """As `rule`, but always inlined into its only caller, which saves compiling it twice."""
    if _EDITION is None or MODE == INTERPRETED:
        return function
    return compile_rule(function, _EDITION, checked=MODE == CHECKED, forceinline=False, inline="always")


def compile_rule(function: F, edition: Edition, *, checked: bool, **options: Any) -> F:
    """The function as Numba compiles it lazily, with our disk cache."""
    import numba

    from .cache import DiskCache

    # Unlike Python's, NumPy's error model has no branch for a division by zero.
    small = len(function.__code__.co_code) < INLINE_BELOW
    chosen = {"nogil": True, "error_model": "numpy", "boundscheck": checked, "forceinline": small and not checked}
    compiled: Any = numba.njit(**chosen | {"no_cfunc_wrapper": True} | options)(function)  # nobody calls rules from C
    DiskCache(edition.cache_folder, function).attach(compiled)
    result: F = compiled
    return result


def table(rows: list[Any]) -> list[Any]:
    """A constant table: nested lists if interpreted, an array if compiled.

    Arrays hold 64-bit integers, as all numbers in compiled rules: a function is compiled again for every further
    argument type.
    """
    if MODE == INTERPRETED:
        return rows
    import numpy as np

    array: Any = np.array(rows, np.int64)
    return array  # type: ignore[no-any-return]


def box_of(module: str) -> dict[str, Any]:
    """The box data of this edition, for a game's `box` module."""
    if _EDITION is not None:
        return _EDITION.box
    return settled(read_box(Path(str(sys.modules[module].__file__)).with_name("box.toml")))


def read_box(path: Path) -> dict[str, Any]:
    """Reads a file of box data; raises ValueError if it is no TOML or nested too deeply."""
    with path.open("rb") as file:
        try:
            return tomllib.load(file)
        except RecursionError:
            raise ValueError("it is nested too deeply") from None


def settled(box: dict[str, Any]) -> dict[str, Any]:
    """The box with the entries that others name: "@money_track.white_helpers" is what that table says."""

    def found(entry: Any) -> Any:
        table, _, key = entry[1:].partition(".") if isinstance(entry, str) and entry[:1] == "@" else ("", "", "")
        return box[table][key] if table else entry

    return {name: {key: found(entry) for key, entry in table.items()} for name, table in box.items()}
