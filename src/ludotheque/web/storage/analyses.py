"""Long analyses: what does not fit into an address is kept under a name that its text determines."""

from __future__ import annotations

import hashlib
from contextlib import suppress

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from ludotheque.web.storage.schema import analyses, writing
from ludotheque.web.storage.store import TableStore, refusing_outages
from ludotheque.web.tables.clock import DAY
from ludotheque.web.tables.refusal import Refusal

LONGEST = 6000  # characters of a text that an address can hold: proxies allow 8000 for all of it
KEPT = "k"  # the first letter of a name; texts begin with a digit
LIFE = 400 * DAY  # seconds that an analysis is kept


def is_long(text: str) -> bool:
    """Whether an analysis must be kept."""
    return len(text) > LONGEST


def keep_analysis(store: TableStore, text: str) -> str:
    """The name of a long analysis, which is kept from now on. The same text has the same name."""
    name = KEPT + hashlib.sha256(text.encode()).hexdigest()[:30]
    with suppress(IntegrityError), refusing_outages(), writing(store.engine) as connection:
        connection.execute(insert(analyses).values(id=name, text=text, created=store.now()))
    return name


def kept_analysis(store: TableStore, name: str) -> str:
    """The text of an analysis that is kept, or the name itself if it is a text."""
    if not name.startswith(KEPT):
        return name
    with refusing_outages(), store.engine.connect() as connection:
        text: str | None = connection.execute(select(analyses.c.text).where(analyses.c.id == name)).scalar()
    if text is None:
        raise Refusal(404, "bad_analysis")
    return text


def forget_analyses(store: TableStore) -> None:
    """Deletes analyses that have been kept for a year."""
    with refusing_outages(), writing(store.engine) as connection:
        connection.execute(delete(analyses).where(analyses.c.created < store.now() - LIFE))
