"""What a test needs beyond Python: its marks say so, and `make check` leaves those tests out."""

from __future__ import annotations

NEEDS = {
    "browser": "opens Chromium",
    "compiled": "compiles rules with Numba",
    "database": "starts PostgreSQL",
    "server": "starts a process of a server, or one that thinks for it",
}

_marks: set[str] | None = None  # the marks of the test that runs; None outside of pytest


def remember(marks: set[str]) -> None:
    """Notes the marks of the test that starts."""
    global _marks
    _marks = marks


def require(need: str) -> None:
    """Fails in a test that does not say that it needs this."""
    assert _marks is None or need in _marks, f"mark this test with `pytest.mark.{need}`: it {NEEDS[need]}"
