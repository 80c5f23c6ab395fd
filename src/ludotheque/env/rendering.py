"""Pictures and texts of a table for the environments: SVG, pixels and plain text."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ludotheque.contract.reading import shown
from ludotheque.core.position import Position
from ludotheque.errors import Error
from ludotheque.kernel.arrays import Array

WIDTH = 1200  # pixels
LONGEST = 60  # seconds that a browser has for a picture
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
PIXELS = "rgb_array"

RENDERERS: dict[str, Callable[[Position, int | None], Any]] = {}
"""By render mode: what draws a position as a seat (None: a spectator) sees it."""


def render_modes() -> list[str]:
    """The modes that work here: pixels need a browser and the extra `render`."""
    return [mode for mode in RENDERERS if mode != PIXELS or (browser() and find_spec("PIL"))]


def check_mode(mode: str | None) -> None:
    """Raises unless it is a render mode that works here, or None."""
    if mode is not None and mode not in RENDERERS:
        raise Error(f"There is no render mode {shown(mode)}: choose {', '.join(RENDERERS)}.")
    if mode == PIXELS and mode not in render_modes():
        raise Error('Pictures as arrays need Chromium or Chrome, and Pillow: pip install "ludotheque[render]".')


def render(position: Position, seat: int | None, mode: str | None) -> Any:
    """The table in this mode: a text, or for `rgb_array` an array (height, width, 3) of bytes."""
    return None if mode is None else RENDERERS[mode](position, seat)


def text(position: Position, seat: int | None) -> str:
    """The table as text: scores, what is asked, and the actions that a seat may choose from."""
    lines = [f"{position.game.title()}, {position.phase}: {' - '.join(map(str, position.scores()))}"]
    if position.to_act is None:
        return f"{lines[0]}\nThe winners: {', '.join(map(str, position.winners()))}"
    if position.to_act >= 0 and position.to_act == seat:
        lines.append(position.question())
        lines += [
            f"{action:4d}  {position.notation(action):10s}  {position.say(action)}" for action in position.legal()
        ]
    return "\n".join(lines)


def pixels(position: Position, seat: int | None) -> Array:
    """The picture of the table as (height, width, 3) bytes: a screenshot of a browser, which takes a second."""
    from PIL import Image

    svg = position.svg(seat)
    _, _, width, height = map(float, re.search(r'viewBox="([^"]+)"', svg)[1].split())  # type: ignore[index]
    size = f"{WIDTH},{round(WIDTH * height / width)}"
    with TemporaryDirectory(prefix="ludotheque") as folder:
        page, picture = Path(folder) / "table.html", Path(folder) / "table.png"
        page.write_text(f"<!doctype html><meta charset=utf-8><body style='margin:0'>{svg}", encoding="utf-8")
        command = [
            browser(),
            *FLAGS,
            f"--window-size={size}",
            f"--screenshot={picture}",
            f"--user-data-dir={folder}/data",
        ]
        try:
            subprocess.run([*command, page.as_uri()], check=True, capture_output=True, timeout=LONGEST)
            with Image.open(picture) as drawn:
                return np.array(drawn.convert("RGB"))
        except (OSError, subprocess.SubprocessError) as problem:
            raise Error(f"The browser cannot draw the table ({problem}).") from None


def browser() -> str:
    """The path of a browser that can draw: only browsers know all of a board's style sheet. Empty if none is here."""
    return next((path for path in map(shutil.which, BROWSERS) if path), "")


RENDERERS |= {"svg": lambda position, seat: position.svg(seat), "ansi": text, PIXELS: pixels}
