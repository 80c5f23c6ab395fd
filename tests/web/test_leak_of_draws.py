"""No page tells what will be drawn: what is hidden in every game, also where everybody sees the whole table.

A second server has the same tables and another seed, so every later draw differs. All responses must be equal but for
the promise of the seed, which is made before the first draw.
"""

from __future__ import annotations

import random
import re
import secrets
from pathlib import Path

import pytest

import ludotheque
from ludotheque.bots.levels import has_secrets
from ludotheque.core.fair import commitment
from ludotheque.core.position import SPECTATOR
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.pledges import new_seed
from ludotheque.web.views import link_pictures
from tests.web.site import served, settings
from tests.web.test_leak import ASKED, PATIENCE, LeakViewer, copied, pushed, visitor_at

SHOWN = 32  # digits of a promise that every page shows, in groups of four


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
        with copied(tmp_path, table, state.history, seed) as elsewhere:
            assert elsewhere.table(table).seed == seed
            here = LeakViewer(site, person, viewer, table)
            other = LeakViewer(elsewhere, visitor_at(elsewhere, person), viewer, table)
            for (method, path), ask in ASKED.items():
                if (method == "GET" and "coach" not in path) or ask is pushed:
                    told = [
                        [hush(each, known) for each in ask(at)] for at, known in ((here, state.seed), (other, seed))
                    ]
                    assert told[0] == told[1], path


def decide_some(store: TableStore, table: str, count: int) -> None:
    luck = random.Random(3)
    for _ in range(count):
        state = store.read(table)
        seat, position = next(each for each in state.asked().items() if each[0] not in state.seals)
        store.change(table, decide, state.seats[seat].visitor or "", seat, state.version, luck.choice(position.legal()))


def hush(text: str, seed: str) -> str:
    """A response without the promise of the seed; the seed itself must not be in it."""
    assert seed not in text
    promise = commitment(seed)
    text = re.sub(r"\('content-length', '\d+'\)", "", text)  # one promise can be compressed better than another
    shown = " ".join(promise[at : at + 4] for at in range(0, SHOWN, 4))
    return text.replace(promise, "PROMISE").replace(shown, "PROMISE")
