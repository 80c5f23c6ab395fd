"""Compression of event streams: every event is complete at once, and what a client has shortens the next one."""

from __future__ import annotations

import zlib

from starlette.datastructures import Headers

LEVEL = 1  # the fastest; higher levels save a fifth more
WINDOW = 16 + 14  # zlib's code for gzip that looks back 16 KB: a shorter window is slower, since it finds less
MEMORY = 6  # together with that window 96 KB a stream


class EventCompressor:
    """Compresses the events of one client with gzip."""

    def __init__(self) -> None:
        self._zlib = zlib.compressobj(LEVEL, zlib.DEFLATED, WINDOW, MEMORY)

    def __call__(self, event: bytes) -> bytes:
        """An event in compressed bytes that the client can read without waiting for more."""
        return self._zlib.compress(event) + self._zlib.flush(zlib.Z_SYNC_FLUSH)


def accepts_gzip(headers: Headers) -> bool:
    """Whether a client accepts gzip."""
    offers = [offer.replace(" ", "") for offer in headers.get("accept-encoding", "").lower().split(",")]
    return any(offer.partition(";")[0] == "gzip" and not offer.endswith((";q=0", ";q=0.0")) for offer in offers)
