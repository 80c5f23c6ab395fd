"""The log of a server: lines for people, or JSON for programs that collect logs.

No logger ever gets a secret or a hidden card: a request is logged by its route, and an error of the
database without its values. A test plays games and reads every line.
"""

from __future__ import annotations

import json
import logging
import threading
from datetime import UTC, datetime
from traceback import walk_tb
from typing import Any

from ludotheque.errors import Error

FORMATS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")

LineKind = tuple[str, str, str]
"""What equal lines have in common: logger, message and error."""


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


class Counted(logging.Filter):
    """Lets one line of each kind pass in a while; a later line tells how many there were more."""

    def __init__(self, seconds: float = 60.0) -> None:
        super().__init__()
        self._seconds = seconds
        # How many more lines of each kind came since the first one was logged.
        self._more: dict[LineKind, int] = {}
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged: always if it is told how many, else the first of its kind."""
        if record.levelno < logging.WARNING or hasattr(record, "counted"):
            return True
        key = key_of(record)
        with self._lock:
            first = key not in self._more
            self._more[key] = 0 if first else self._more[key] + 1
        if first:
            timer = threading.Timer(self._seconds, self._tell, (record,))
            timer.daemon = True
            timer.start()
        return first

    def _tell(self, record: logging.LogRecord) -> None:
        with self._lock:
            more = self._more.pop(key_of(record))
        if more:
            sentence = "%s (%d times more in %g seconds)"
            log = logging.getLogger(record.name)
            log.log(record.levelno, sentence, record.getMessage(), more, self._seconds, extra={"counted": True})


def key_of(record: logging.LogRecord) -> LineKind:
    """The kind of a line: logger, message before its values are put in (or its text if it is a bare %s), and error.

    Errors of one type raised at one line are equal; else a visitor who can cause one could fill the disk with
    tracebacks.
    """
    kind, _, trace = record.exc_info or (None, None, None)
    places = [f"{frame.f_code.co_filename}:{line}" for frame, line in walk_tb(trace)]
    error = f"{kind.__name__} {places[-1:]}" if kind else ""
    return record.name, record.getMessage() if record.msg == "%s" else str(record.msg), error


def set_up_logging(form: str, level: str) -> None:
    """Logs everything of this level and above to standard error, in this format."""
    if form not in FORMATS:
        raise Error(f"The log is written as {' or '.join(FORMATS)}, not {form!r}.")
    if level not in LEVELS:
        raise Error(f"The log has the levels {', '.join(LEVELS)}, not {level!r}.")
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(Counted())  # a line for each bad request, or for each one on a full disk, would fill the disk
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("sqlalchemy").setLevel(logging.WARNING)  # otherwise it logs every statement
