"""Stored games: an old export, to test that its games replay and go on.

`python -m tests.web.stored` writes the file if it is missing and never changes one.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from ludotheque.web.storage.archive import export
from ludotheque.web.tables.deciding import decide
from tests.samples import OURS
from tests.web.site import Site, first_choice, served, settings

STORED_GAMES = Path(__file__).parent / "stored_games"
FILE = STORED_GAMES / "format-1.jsonl"


def play(site: Site, table: str, decisions: int = 10_000) -> None:
    """Some decisions at a table where one person holds all seats, or all that are left."""
    for _ in range(decisions):
        state = site.table(table)
        if state.status != "running":
            return
        seat = next(seat for seat in state.asked() if seat not in state.seals)
        action = first_choice(state.asked()[seat])
        site.services.store.change(table, decide, state.seats[seat].visitor or "", seat, state.version, action)


def fill(site: Site) -> list[str]:
    """Tables of every game: over, from a moment, waiting, and in the middle with something sealed or taken back."""
    made: list[str] = []
    for game in OURS:
        ann = site.person()
        over = ann.make(game, seats=2, seat_0="me", name_0="Ann é", seat_1="me", luck="abc")
        play(site, over)
        moment = ann.send(f"/t/{over}/from", ply=30, seat=0).headers["location"].rpartition("/")[2].partition("?")[0]
        waiting = ann.make(game, seats=3, seat_0="me", seat_1="friend", seat_2="bot:random", title="<i>Été</i>")
        running = ann.make(game, seats=2, seat_0="me", seat_1="me")
        play(site, running, 5)
        line = site.table(running).history
        if (decider := line.deciders[len(line.choices) - 1]) is not None:
            ann.undo(running, decider)
        made += [over, moment, waiting, running]
    return made


def write_missing() -> None:
    STORED_GAMES.mkdir(exist_ok=True)
    if not FILE.exists():
        with tempfile.TemporaryDirectory() as folder, served(settings(Path(folder), pace=3600)) as site:
            fill(site)
            export(site.services.store.engine, FILE, lambda *_: None)


if __name__ == "__main__":
    write_missing()
