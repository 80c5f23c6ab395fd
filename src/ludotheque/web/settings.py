"""The settings of a server: flags, environment variables, defaults."""

from __future__ import annotations

import os
import re
import secrets
import sys
import zlib
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from math import log2
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, get_type_hints

from ludotheque.errors import Error

MOST_THINK_PROCESSES = 4
PREFIX = "LUDOTHEQUE_"
SHORTEST_SECRET = 16
LEAST_ENTROPY = 56.0  # bits; 16 random letters have a few more
FRAME = 64  # bits that zlib adds to what it compresses
LEAST_SURPRISES = 7  # characters that do not follow from those before; 22 random ones have twice as many
ROWS = (
    "abcdefghijklmnopqrstuvwxyz", "01234567890abcdef", "qwertyuiopasdfghjklzxcvbnm", "azertyuiopqsdfghjklmwxcvbn",
    "1q2w3e4r5t6y7u8i9o0p", "1a2z3e4r5t6y7u8i9o0p", "qazwsxedcrfvtgbyhnujmikolp", "11223344556677889900",
)  # fmt: skip
WORD = 1.5  # characters that a word of a sentence counts for: its other ones follow
PLACEHOLDERS = re.compile(
    "change|replace|insecure|production|development|secret|password|default|example|please|server|ludotheque"
    "|admin|token|super|this|donot|dont|use|key|for"
)
OTHERS = 0o077  # permissions of all users but the owner
YES_NO = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


@dataclass(frozen=True)
class Settings:
    """All settings, with defaults for tests; `for_people` has the defaults for people."""

    database: str  # a URL of SQLAlchemy
    secret: str  # signs cookies and commits to seeds
    workers: int = 1  # processes that serve pages
    think_processes: int = 1  # processes per worker in which bots think; 0: a thread of the worker
    thought: float = 30.0  # seconds after which the greedy bot decides for a bot that is still thinking
    pace: float = 0.0  # minimum seconds for a bot's decision, so that people can follow
    review_tries: int = 600  # iterations of each search of a review
    heartbeat: float = 15.0  # seconds of silence after which an event stream sends a sign of life
    patience: float = 10.0  # seconds that a client may take to accept an event before it is cut off
    streams: int = 5000  # maximum event streams
    body: int = 16_384  # maximum bytes of a form
    text: int = 786_432  # maximum bytes of a form with a position, a record or a box
    request_time: float = 15.0  # seconds until a request must be complete; 0: no limit
    connections: int = 0  # maximum connections of one address, except for proxies; 0: no limit
    tick: float = 1.0  # seconds between two checks of the players' clocks
    beat: float = 1.0  # seconds between two heartbeats of a worker; after five missed ones it counts as dead
    positions: int = 100_000  # cached positions, about 3 kB each
    memory: int = 400  # MiB that the caches of a worker hold together
    secure_cookies: bool = False  # cookies travel by HTTPS only
    proxies: str = ""  # trusted reverse proxies, separated by commas
    request_rate: float = 0.0  # requests a second of one address in the long run; 0: no limit
    request_burst: int = 400  # requests of one address at once
    seat_rate: float = 0.0  # posts a second of one visitor in the long run; 0: no limit
    seat_burst: int = 60  # posts of one visitor at once
    tables_an_hour: float = 0.0  # new tables an hour of one address in the long run; 0: no limit
    tables_burst: int = 40  # new tables of one address at once
    pictures_a_minute: float = 0.0  # new pictures of links a minute of one address; 0: no limit
    chat: bool = False  # hosts of tables that are not listed may allow a chat
    watching: int = 0  # maximum event streams of one address; 0: no limit
    push_delay: float = 5.0  # seconds after which an absent player is told of the turn; a page in view prevents it
    push_to_loopback: bool = False  # for tests only: push services on this computer are allowed, also without HTTPS
    smtp: str = ""  # smtp://USER:PASSWORD@HOST:PORT, or smtps://; "": no mails
    mail_from: str = ""  # the address that mails come from
    site: str = ""  # the address of this site, for links in mails
    metrics: str = ""  # "" hides /metrics, "*" shows it to everybody, other texts are a bearer token
    log_format: str = "text"  # or "json": one object per line
    log_level: str = "warning"  # "info" and "debug" log every request

    @classmethod
    def for_people(cls, **flags: str | int | float | bool | None) -> Settings:
        """The settings of a server for people: flags, else the environment, else defaults."""
        folder = data_folder()
        values: dict[str, Any] = {
            "database": f"sqlite:///{folder / 'tables.sqlite3'}",
            "think_processes": min(MOST_THINK_PROCESSES, max(1, own_cores() - 1)),
            "pace": 0.7,
            "request_rate": 50.0,
            "seat_rate": 5.0,
            "tables_an_hour": 120.0,
            "pictures_a_minute": 30.0,
            "watching": 200,
            "connections": 250,
        }
        values |= from_environment(os.environ)
        values |= {name: value for name, value in flags.items() if value is not None}
        values.setdefault("secret", secret_of(os.environ, folder))
        return cls(**values)


def database_of(flag: str | None) -> str:
    """The database of the server on this machine, unless a flag names another one."""
    return flag or os.environ.get(f"{PREFIX}DATABASE") or f"sqlite:///{data_folder() / 'tables.sqlite3'}"


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings in the environment: LUDOTHEQUE_ and the name in capitals."""
    hints = get_type_hints(Settings)
    return {
        field.name: read(hints[field.name], variable, environment[variable])
        for field in fields(Settings)
        if (variable := f"{PREFIX}{field.name.upper()}") in environment and field.name != "secret"
    }


def read(kind: type, variable: str, text: str) -> Any:
    """The value of a variable; raises if it is not of this type."""
    if kind is bool:
        if text.lower() not in YES_NO:
            raise Error(f"{variable} must be yes or no, not {text!r}.")
        return YES_NO[text.lower()]
    if kind is str:
        return text
    try:
        value = kind(text)
    except ValueError:
        value = -1
    if not 0 <= value < float("inf"):
        raise Error(f"{variable} must be {'a whole number' if kind is int else 'a number'} from 0 on, not {text!r}.")
    return value


def secret_of(environment: Mapping[str, str], folder: Path) -> str:
    """The secret: LUDOTHEQUE_SECRET, the file LUDOTHEQUE_SECRET_FILE, or a file in the data folder."""
    secret, source = environment.get(f"{PREFIX}SECRET", ""), f"{PREFIX}SECRET"
    if not secret and (source := environment.get(f"{PREFIX}SECRET_FILE", "")):
        try:
            secret = Path(source).read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as problem:
            raise Error(f"The file {source} cannot be read: {getattr(problem, 'strerror', problem)}.") from None
    if not source:
        source = str(folder / "secret")
        secret = kept_secret(folder / "secret")
    if len(secret) < SHORTEST_SECRET:
        raise Error(f"The secret in {source} must have at least {SHORTEST_SECRET} characters.")
    repeats = secret in (secret + secret)[1:-1]
    if repeats or entropy(secret) < LEAST_ENTROPY or surprises(secret) < LEAST_SURPRISES:
        raise Error(f"The secret in {source} can be guessed: make one with `openssl rand -hex 32`.")
    return secret


def entropy(secret: str) -> float:
    """The bits that the letters of a text carry at most, if each is drawn by itself; repetitions carry few."""
    counts = Counter(secret).values()
    single = sum(-count * log2(count / len(secret)) for count in counts)
    return min(single, 8 * len(zlib.compress(secret.encode(), 9)) - FRAME)


def surprises(secret: str) -> float:
    """The letters and digits without usual words, the next of an alphabet or a keyboard, and what is there already."""
    words = re.findall(r"[^\W_]+", PLACEHOLDERS.sub("", secret.lower()))
    text, rows = "".join(words), (*ROWS, *(row[::-1] for row in ROWS))
    found = sum(
        not any(text[n - 1 : n + 1] in row for row in rows if n)
        and text[n : n + 3] not in text[: n + 2]
        and (n < 2 or text[n - 2 : n + 1] not in text[:n])
        for n in range(len(text))
    )
    is_sentence = re.fullmatch(r"[A-Z]?[a-z]*([\W_]+[A-Z]?[a-z]*)+", secret)
    return min(found, WORD * len(words)) if is_sentence else found


def own_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def data_folder() -> Path:
    """The folder of the database: LUDOTHEQUE_DATA, or the user's data folder on this system."""
    if chosen := os.environ.get("LUDOTHEQUE_DATA"):
        folder = Path(chosen)
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "ludotheque"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "ludotheque"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ludotheque"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise Error(f"The folder {folder} cannot be made: {problem.strerror}.") from None
    return folder


def kept_secret(path: Path) -> str:
    """The secret in a file that only its owner may read; the first call makes it."""
    try:
        if not path.exists():
            with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as made:  # permissions 0600
                made.write(secrets.token_hex(32))
                made.flush()
                with suppress(FileExistsError):  # another process was faster
                    os.link(made.name, path)
        if path.stat().st_mode & OTHERS and os.name == "posix":
            raise Error(f"The file {path} can be read by others: change that with chmod 600.")
        return path.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as problem:
        raise Error(f"The file {path} cannot be used: {getattr(problem, 'strerror', problem)}.") from None
