"""The log of a server: lines for people, or JSON for programs that collect logs.

No logger ever gets a secret or a hidden card: a request is logged by its route, and an error of the
database without its values. A test plays games and reads every line.
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
    """Formats a record as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """A line with time, level, logger and message, and the fields that the record adds."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logging(form: str, level: str) -> None:
    """Logs everything of this level and above to standard error, in this format."""
    if form not in FORMATS:
        raise Error(f"The log is written as {' or '.join(FORMATS)}, not {form!r}.")
    if level not in LEVELS:
        raise Error(f"The log has the levels {', '.join(LEVELS)}, not {level!r}.")
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("sqlalchemy").setLevel(logging.WARNING)  # otherwise it logs every statement
