"""A picture of the standings: every bot's rating with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ludotheque.arena.standings import Standings
from ludotheque.core.charts import Dot, dots
from ludotheque.errors import Error, writing


def refuse_undrawable(path: Path) -> None:
    """Raises unless the file's name is that of an SVG picture."""
    if path.suffix.lower() != ".svg":
        raise Error(f"The picture {path} cannot be written: its name must end in .svg.")


def draw(found: Standings, path: Path, title: str, axis: str, names: Mapping[str, str] | None = None) -> None:
    """Writes the picture, in SVG; `names` are the bots' names for people."""
    refuse_undrawable(path)
    rows = []
    for row in found.table:
        if row.rating is not None:
            low, high = row.rating_interval or (row.rating, row.rating)
            note = f"{row.rating:.0f}" + (f" [{low:.0f}–{high:.0f}]" if row.rating_interval else "")
            rows.append(Dot((names or {}).get(row.name, row.name), row.rating, low, high, note))
    if not rows:
        raise Error("There is nothing to draw without ratings.")
    with writing("picture", path):
        path.write_text(dots(rows).file(title, axis), encoding="utf-8")
