"""The log of a server: lines for a person, or JSON for programs that collect logs.

Nothing secret and nothing hidden is ever given to a logger: requests are told by their route, what
fails in the database without its values. A test plays games and reads every line.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from ludotheque.errors import Error

FORMATS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A line: when, how grave, by whom, what, and the parts of it that were told apart."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= getattr(record, "told", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(form: str, level: str) -> None:
    """Sends everything of this level and graver to standard error, in this form."""
    if form not in FORMATS:
        raise Error(f"The log is written as {' or '.join(FORMATS)}, not {form!r}.")
    if level not in LEVELS:
        raise Error(f"The log has the levels {', '.join(LEVELS)}, not {level!r}.")
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("sqlalchemy").setLevel(logging.WARNING)  # it would tell every statement
