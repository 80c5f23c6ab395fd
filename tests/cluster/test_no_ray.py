"""Without a cluster, a sentence."""

from __future__ import annotations

import sys

import pytest

import ludotheque
from ludotheque.cluster import spread


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ludotheque.Error, match=r"needs the extra `ray`"):
        list(spread("auto", abs, [1]))
