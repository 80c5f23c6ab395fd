"""Compression of event streams."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable

import pytest

from ludotheque.web.middleware import compression
from ludotheque.web.middleware.compression import EventCompressor, StreamCompressor, with_isal, with_zlib


@pytest.mark.parametrize("with_it", [with_isal, with_zlib])
def test_an_event_is_read_at_once_and_shortens_the_next(
    monkeypatch: pytest.MonkeyPatch, with_it: Callable[[], StreamCompressor]
) -> None:
    monkeypatch.setattr(compression, "new_compressor", with_it)
    compress, client = EventCompressor(), zlib.decompressobj(16 + 15)
    luck = random.Random(7)
    event = "".join(luck.choices("abcdefghijklmnop", k=6000)).encode()
    lengths = []
    for each in (event, event[2000:] + b"new", event):
        sent = compress(each)
        assert client.decompress(sent) == each
        lengths.append(len(sent))
    assert max(lengths[1:]) < 0.05 * lengths[0]
