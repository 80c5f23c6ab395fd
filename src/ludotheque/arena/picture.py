"""A picture of the standings: every player's rating with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ludotheque.arena.standings import Standings
from ludotheque.errors import Error

INK, GLASS = "#1f2a44", "#2a6f97"


def refuse_undrawable(path: Path) -> None:
    """Raises unless a picture of this name can be drawn: its ending says in which format."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise Error('A picture needs more packages: pip install "ludotheque[arena]".') from None
    known = Figure().canvas.get_supported_filetypes()
    if path.suffix.removeprefix(".").lower() not in known:
        raise Error(f"The picture {path} cannot be written: its name must end in .svg, .png or .pdf.")


def draw(found: Standings, path: Path, title: str, axis: str, names: Mapping[str, str] | None = None) -> None:
    """Writes the picture; the ending of the file's name says in which format."""
    refuse_undrawable(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    rated = [row for row in reversed(found.table) if row.rating is not None]
    if not rated:
        raise Error("There is nothing to draw without ratings.")
    figure = Figure(figsize=(8, 1.2 + 0.45 * len(rated)), layout="constrained")
    axes = figure.subplots()
    for height, row in enumerate(rated):
        assert row.rating is not None
        between = row.rating_interval or (row.rating, row.rating)
        axes.plot(between, (height, height), color=GLASS, linewidth=6, alpha=0.35, solid_capstyle="round")
        axes.plot([row.rating], [height], "o", color=INK, markersize=7)
        axes.annotate(f"{row.rating:.0f}", (row.rating, height), (0, 8), textcoords="offset points", ha="center")
    axes.set_yticks(range(len(rated)), [(names or {}).get(row.name, row.name) for row in rated])
    axes.set_ylim(-0.6, len(rated) - 0.2)
    axes.set_xlabel(axis)
    axes.set_title(title, loc="left", color=INK)
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right", "left"]].set_visible(False)
    try:
        # Text stays text, and the same standings are the same file.
        with rc_context({"svg.fonttype": "none", "svg.hashsalt": title}):
            figure.savefig(path, dpi=120, metadata={"Date": None} if path.suffix == ".svg" else None)
    except (OSError, ValueError) as problem:
        raise Error(f"The picture {path} cannot be written ({problem}).") from None
