"""The standard streams: text is encoded as the terminal can show it, and closed streams are ignored."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from typing import TextIO

UNWRITABLE = (errno.EBADF, errno.EFBIG, errno.EIO, errno.ENOSPC, errno.EPIPE)


def prepare() -> None:
    """Lets every letter through: one that a terminal lacks becomes a question mark."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace"), (sys.stderr, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def speaks_unicode(stream: TextIO) -> bool:
    """Whether the stream can show every letter."""
    return codecs.lookup(stream.encoding or "ascii").name.startswith("utf")


def gone(stream: TextIO | None) -> bool:
    """Whether the stream takes no more: closed, full or no longer read. What it did not take is dropped."""
    if stream is None:
        return True
    try:
        stream.flush()
    except OSError:
        _drop(stream)
        return True
    return False


def _drop(stream: TextIO) -> None:
    """Lets the rest go nowhere; the interpreter flushes once more when it ends, and would complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def lost(problem: OSError) -> bool:
    """Whether the error says that standard output takes no more; errors of other files name their file."""
    return problem.filename is None and problem.errno in UNWRITABLE


def tell(sentence: str) -> None:
    """Prints a remark on standard error, if it is open."""
    if not gone(sys.stderr):
        try:
            print(sentence, file=sys.stderr)
        except OSError:
            gone(sys.stderr)
