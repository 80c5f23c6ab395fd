"""What tests of the server get."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.site import Site, served, settings


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with served(settings(tmp_path)) as running:
        yield running
