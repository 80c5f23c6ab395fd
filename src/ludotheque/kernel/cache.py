"""The disk cache of compiled rules: only the first game ever waits for the compiler.

Numba's own cache misses edits in other files that a function calls into, so it would run old rules, and a damaged
cache file ends the program. Here the folder is named by a hash of all sources and of the box, every file has a
checksum, and any problem counts as a cache miss. While one process compiles, others that need the same function wait.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # on Windows every process compiles for itself
    fcntl = None  # type: ignore[assignment]

UNUSED_DAYS = 30
APART = ("redealing.py",)  # modules of the kernel that the folder's name leaves out: an edit compiles nothing else anew


def user_cache_folder() -> Path:
    """The user's cache folder; the environment variable LUDOTHEQUE_CACHE overrides it."""
    if chosen := os.environ.get("LUDOTHEQUE_CACHE"):
        return Path(chosen)
    home = Path(os.path.expanduser("~"))  # unlike Path.home() it never raises
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "ludotheque"


def sources_digest(sources: Iterable[Path], *more: str) -> str:
    """A hash of these Python files and folders (without boards), and of more texts."""
    digest = hashlib.sha256()
    for source in sources:
        for path in sorted(source.rglob("*.py")) if source.is_dir() else [source]:
            if "board" in path.relative_to(source).parts:
                continue
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for text in more:
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()[:20]


def forget_unused(folder: Path) -> None:
    """Removes sibling folders, all of them ours, that were unused for a month."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    with contextlib.suppress(OSError):
        for old in folder.parent.iterdir():
            if old != folder and old.stat().st_mtime < oldest:
                shutil.rmtree(old, ignore_errors=True)


def _digest_elsewhere(function: Callable[..., Any]) -> str:
    """A hash for a function from outside kernel and games, whose sources do not count in the folder's name."""
    path = Path(function.__code__.co_filename)
    package = Path(__file__).parent.parent
    if path.parent.name == "kernel" and path.name in APART:
        return "." + sources_digest([path])
    if package not in path.parents or path.relative_to(package).parts[0] in ("kernel", "games"):
        return ""
    return "." + sources_digest([path.parent])


def checked(stored: bytes) -> bytes:
    """The payload of a cache file; raises ValueError if the file is damaged."""
    digest, payload = stored[:32], stored[32:]
    if hashlib.sha256(payload).digest() != digest:
        raise ValueError("damaged")
    return payload


@contextlib.contextmanager
def lock(path: Path) -> Iterator[None]:
    """Waits while another process compiles the function of this file; a lock that fails is ignored.

    The file itself is locked: it is empty until the function is stored. Processes cannot wait for each other in a
    circle, because rules do not call each other in one.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            if fcntl is not None and not (path.exists() and path.stat().st_size):
                make(path.parent)
                fcntl.flock(stack.enter_context(path.open("ab")), fcntl.LOCK_EX)
        yield


def make(folder: Path) -> None:
    """Makes a folder of the cache, and removes old ones."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        forget_unused(folder)


@contextlib.contextmanager
def libraries(codegen: Any, made_by: Any) -> Iterator[None]:
    """Numba's compiler makes its libraries by this class or function; the caller holds the compiler's lock."""
    former, codegen._library_class = codegen._library_class, made_by
    try:
        yield
    finally:
        codegen._library_class = former


class DiskCache:
    """The cache of one compiled function, in place of Numba's `FunctionCache`."""

    def __init__(self, folder: Path, function: Callable[..., Any]) -> None:
        self._folder = folder
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}{_digest_elsewhere(function)}"
        self._bare = False  # whether it is being compiled for compiled functions alone, to be linked into them

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def attach(self, dispatcher: Any) -> None:
        """Makes a function of Numba use this cache, and wait while another process compiles.

        Other compiled functions pass it whole numbers with 64 bits: else it is compiled again for each constant and
        width. They link its code into theirs (`linked.py`); a call from Python compiles it once more.
        """
        from numba import types
        from numba.core.codegen import JITCodeLibrary
        from numba.core.compiler_lock import global_compiler_lock

        from .linked import LinkedLibraries

        compile_now, add_now, template_now = dispatcher.compile, dispatcher.add_overload, dispatcher.get_call_template
        bare: set[Any] = set()  # the argument types for which there is no wrapper

        def wide(kind: Any) -> Any:
            return types.int64 if isinstance(kind, types.Boolean | types.Integer) and kind != types.uint64 else kind

        def call_template(args: Any, kws: Any) -> Any:
            self._bare = True  # another compiled function asks: its thread holds the lock of the compiler
            try:
                return template_now(tuple(map(wide, args)), {name: wide(kind) for name, kind in kws.items()})
            finally:
                self._bare = False

        def compile_once(signature: Any) -> Any:
            with global_compiler_lock:
                if not self._bare and signature in bare:
                    bare.remove(signature)
                    del dispatcher.overloads[signature]
                codegen = dispatcher.targetctx.codegen()
                made_by = LinkedLibraries(dispatcher.py_func.__qualname__) if self._bare else JITCodeLibrary
                with lock(self._file(signature, codegen)), libraries(codegen, made_by):
                    return compile_now(signature)

        def add(result: Any) -> None:
            if self._bare:  # Python does not learn of it
                bare.add(result.signature.args)
                dispatcher.overloads[result.signature.args] = result
            else:
                for environment in result._find_referenced_environments():  # also those of functions that are linked
                    result.codegen.set_env(environment.env_name, environment)
                add_now(result)

        def customize(flags: Any) -> Any:
            flags.no_cpython_wrapper = self._bare
            return flags

        dispatcher._cache, dispatcher.compile, dispatcher.add_overload = self, compile_once, add
        dispatcher.get_call_template, dispatcher._compiler._customize_flags = call_template, customize

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled function for these argument types, or None on a cache miss."""
        from numba.core.compiler import CompileResult

        context.refresh()
        try:
            stored = self._file(signature, context.codegen()).read_bytes()
            return CompileResult._rebuild(context, *pickle.loads(checked(stored)))
        except Exception:  # the file may be missing, damaged or foreign
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Stores a compiled function; a failed write is ignored."""
        from numba.core.serialize import dumps

        if result.library.has_dynamic_globals:  # holds addresses of this process
            return
        with contextlib.suppress(Exception):
            self.store(self._file(signature, result.codegen), dumps(result._reduce()))

    def store(self, path: Path, payload: bytes) -> None:
        """Writes a cache file atomically."""
        make(self._folder)
        handle, name = tempfile.mkstemp(dir=self._folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)  # still there if the disk is full

    def _file(self, signature: Any, codegen: Any) -> Path:
        key = hashlib.sha256(repr((signature, codegen.magic_tuple(), self._bare)).encode()).hexdigest()[:20]
        return self._folder / f"{self._name}.{key}"
