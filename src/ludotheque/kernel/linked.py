"""Code of functions that only other compiled functions call: it is linked into their callers, and never run itself.

Numba optimizes each compiled function with all that it calls and makes machine code of it, so a function five calls
deep is optimized and translated six times. The copies inside its callers are the only ones that ever run. So here a
function stays in LLVM's language until a function that Python calls contains it, which saves a fifth to a third.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding
from numba.core.codegen import JITCodeLibrary

# Bytes of LLVM's bitcode. Functions below are optimized before they are linked, else random games of Sintra are a fifth
# slower; the few larger ones cost most of the time and bring nothing.
OPTIMIZED_BELOW = 200_000


class LinkedLibrary(JITCodeLibrary):
    """The code of one function, without machine code."""

    @property
    def codegen(self) -> Any:
        """The compiler as it sets the environment of a function, its Python objects: callers do that (`cache.py`)."""
        return _NoEnvironment

    def _optimize_final_module(self) -> None:
        if len(self._final_module.as_bitcode()) < OPTIMIZED_BELOW:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """None: Python never calls it."""
        return 0

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """What the cache stores."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, bytes]) -> LinkedLibrary:
        library = cls(codegen, state[0])
        library._final_module = library._shared_module = binding.parse_bitcode(state[1])
        library._finalized = True
        return library


class _NoEnvironment:
    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Does nothing: this function has no address."""


class LinkedLibraries:
    """Makes the library of one function; other functions that are compiled meanwhile get Numba's own."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, codegen: Any, name: str) -> Any:
        return (LinkedLibrary if name == self._name else JITCodeLibrary)(codegen, name)

    def _unserialize(self, codegen: Any, state: tuple[Any, ...]) -> Any:
        return (LinkedLibrary if len(state) == 2 else JITCodeLibrary)._unserialize(codegen, state)
