"""No page tells what will be drawn: what is hidden in every game, also where everybody sees the whole table.

A second server has the same tables and another seed, so every later draw differs. All responses must be equal but for
the commitment to the seed, which is made before the first draw.
"""

from __future__ import annotations

import random
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import ludotheque
from ludotheque.bots.levels import has_secrets
from ludotheque.core.fair import commitment
from ludotheque.core.position import SPECTATOR
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables import companion
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.pledges import new_seed
from ludotheque.web.views import link_pictures
from tests.web.leak_routes import ASKED, LeakViewer, pushed
from tests.web.leak_worlds import PATIENCE, person_at
from tests.web.site import Site, served, settings

PAGES_OF_A_COMPANION = ("", "/part", "/scores", "/share", "/recount", "/record", "/replay", "/review", "/analysis")
SHOWN = 32  # digits of a commitment that every page shows, in groups of four


def test_other_games_hide_nothing_else() -> None:
    """A game with hidden cards must be played in `test_leak.py`; the bids of a small game are sealed answers."""
    assert [game for game in ludotheque.games() if has_secrets(game)] == ["bids", "fourberies"]


@pytest.mark.parametrize("game", ["fourberies", "sintra", "stanza"])
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_no_page_tells_what_will_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, viewer: int
) -> None:
    """For a spectator and for two people at one screen, with a bot that has taken a seat."""
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)  # the same world is imagined at both servers
    monkeypatch.setattr(link_pictures, "rasterized", str.encode)  # the same drawing, without its pixels
    with served(settings(tmp_path, thought=PATIENCE, pace=PATIENCE)) as site:
        ann, bea = site.person(), site.person()
        table = ann.make(game, seats=3, seat_0="me", seat_1="me", seat_2="friend", listed=1, analysis=1)
        bea.post(f"/t/{table}/sit", seat=2, name="Bea")
        ann.post(f"/t/{table}/start")
        decide_some(site.services.store, table, 25)
        bea.post(f"/t/{table}/leave", level="random")
        person = site.person() if viewer == SPECTATOR else ann
        person.get("/")
        state, seed = site.table(table), new_seed()
        with reseeded(tmp_path, table, seed) as elsewhere:
            assert elsewhere.table(table).seed == seed
            here = LeakViewer(site, person, viewer, table)
            other = LeakViewer(elsewhere, person_at(elsewhere, person.client.cookies), viewer, table)
            for (method, path), ask in ASKED.items():
                if (method == "GET" and "coach" not in path) or ask is pushed:
                    told = [
                        [hush(each, known) for each in ask(at)] for at, known in ((here, state.seed), (other, seed))
                    ]
                    assert told[0] == told[1], path


@pytest.mark.parametrize("game", ["fourberies", "sintra", "stanza"])
def test_no_companion_tells_what_the_phone_would_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(companion, "entry_key", lambda _: "key")  # it is made of the seed
    with served(settings(tmp_path)) as site:
        ann, names = site.person(), {f"name_{seat}": f"P{seat}" for seat in range(3)}
        url = str(ann.send("/companion", game=game, **names).headers["location"])
        table = url.split("/")[2]
        ann.post(f"{url}/draws", version=site.table(table).version, ply=0, phone=1)
        assert len(site.table(table).history.choices) >= 1
        seed = new_seed()
        with reseeded(tmp_path, table, seed) as elsewhere:
            people = {ann: site.table(table), person_at(elsewhere, ann.client.cookies): elsewhere.table(table)}
            for path in PAGES_OF_A_COMPANION:
                answers = {person.get(f"{url}{path}"): state.seed for person, state in people.items()}
                told = [hush(f"{each.status_code} {each.headers} {each.text}", seed) for each, seed in answers.items()]
                assert told[0] == told[1], path


@contextmanager
def reseeded(folder: Path, table: str, seed: str) -> Iterator[Site]:
    """A second server with the same tables, where the rest of a game has another seed."""
    (folder / "other").mkdir()
    files = (folder / "tables.sqlite3", folder / "other" / "tables.sqlite3")
    with closing(sqlite3.connect(files[0])) as here, closing(sqlite3.connect(files[1])) as there:
        here.backup(there)
        there.execute("UPDATE tables SET seed = ? WHERE id = ?", (seed, table))
        there.commit()
    with served(settings(folder / "other", thought=PATIENCE, pace=PATIENCE)) as site:
        yield site


def decide_some(store: TableStore, table: str, count: int) -> None:
    luck = random.Random(3)
    for _ in range(count):
        state = store.read(table)
        seat, position = next(each for each in state.asked().items() if each[0] not in state.seals)
        store.change(table, decide, state.seats[seat].visitor or "", seat, state.version, luck.choice(position.legal()))


def hush(text: str, seed: str) -> str:
    """A response without the commitment to the seed; the seed itself must not be in it."""
    assert seed not in text
    digest = commitment(seed)
    text = re.sub(r"'content-length'[:,] '\d+'", "", text)  # one digest can be compressed better than another
    shown = " ".join(digest[at : at + 4] for at in range(0, SHOWN, 4))
    return text.replace(digest, "COMMITMENT").replace(shown, "COMMITMENT")
