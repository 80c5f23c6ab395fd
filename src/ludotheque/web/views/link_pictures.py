"""LinkPictures: the pictures that messengers show with links, drawn one at a time and kept for a while."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.link_picture import STATIC, WIDTH, link_picture

log = logging.getLogger("ludotheque.pictures")

PROGRAM = Path(__file__).with_name("rasterize.py")
FRESH = 60.0  # seconds for which a picture of an older version is good enough
MOST_KEPT = 32 * 2**20  # bytes of all pictures that are kept
LARGEST = 2 * 2**20  # bytes of one picture
MOST_WAITING = 4  # requests that wait for a picture
TIMEOUT = 20.0  # seconds to draw one

PictureKey = tuple[str, str]
"""The table, and the language."""


class LinkPictures:
    """Draws pictures of tables and keeps them."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: OrderedDict[PictureKey, tuple[int, float, bytes]] = OrderedDict()  # version, time, PNG
        self._drawing = threading.Lock()
        self._lock = threading.Lock()
        self.waiting = 0  # requests that wait for a picture, and the one whose picture is drawn

    def kept(self, table: TableState, language: str) -> bytes | None:
        """The picture of this version of a table, or of its last minute, if there is one."""
        with self._lock:
            kept = self._kept.get((table.id, language))
        return kept[2] if kept is not None and (kept[0] == table.version or self._now() < kept[1] + FRESH) else None

    def draw(self, table: TableState, language: str) -> bytes:
        """Draws the picture of a table, unless another request does so meanwhile."""
        with self._turn():
            if (png := self.kept(table, language)) is None:
                png = rasterized(link_picture(table, language))
                self._keep((table.id, language), table.version, png)
            return png

    def rasterize(self, svg: str) -> bytes:
        """Another picture as PNG."""
        with self._turn():
            return rasterized(svg)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Lets one request after the other draw: each takes most of a second of a core."""
        with self._lock:
            if self.waiting >= MOST_WAITING:
                raise Refusal(503, "no_picture", headers={"Retry-After": "10"})
            self.waiting += 1
        try:
            with self._drawing:
                yield
        finally:
            with self._lock:
                self.waiting -= 1

    def _keep(self, key: PictureKey, version: int, png: bytes) -> None:
        with self._lock:
            self._kept[key] = (version, self._now(), png)
            self._kept.move_to_end(key)
            while sum(len(kept[2]) for kept in self._kept.values()) > MOST_KEPT:
                self._kept.popitem(last=False)


def rasterized(svg: str) -> bytes:
    """A picture as PNG, drawn in a process of its own that ends in time."""
    command = [sys.executable, "-I", str(PROGRAM), str(WIDTH), str(STATIC / "fonts")]
    try:
        png = subprocess.run(command, input=svg.encode(), capture_output=True, timeout=TIMEOUT, check=True).stdout
    except (subprocess.SubprocessError, OSError) as problem:
        log.error("a picture of a link cannot be drawn: %s", type(problem).__name__)
        raise Refusal(503, "no_picture") from None
    if len(png) > LARGEST:
        raise Refusal(503, "no_picture")
    return png
