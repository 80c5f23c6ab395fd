"""The server never sends a viewer anything that the viewer may not know.

Two servers get the same requests. What is hidden from a viewer differs at the second one (other cards
are drawn), but all views of that viewer, at every moment, are equal. So all responses must be equal,
byte for byte, whatever the viewer requests.
"""

from __future__ import annotations

import asyncio
import io
import random
import re
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest
from starlette.routing import Route

from ludotheque.core.game import load
from ludotheque.core.history import History
from ludotheque.core.lessons import lesson_of
from ludotheque.core.position import SPECTATOR
from ludotheque.core.words import LANGUAGES
from ludotheque.errors import IllegalAction
from ludotheque.kernel.state import CHANCE
from ludotheque.web.app import ROUTES
from ludotheque.web.pages import lessons
from ludotheque.web.storage.nudges import REMINDER, TURN, Nudge, PushAddress
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.state import TableState
from ludotheque.web.views import link_pictures
from ludotheque.web.views.render_cache import RenderCache
from ludotheque.web.views.visit import Visit
from ludotheque.web.work import think_pool
from tests.web.not_about_a_game import NOT_ABOUT_A_GAME
from tests.web.site import HTMX, Person, Site, served, settings

SEATS = 3
PATIENCE = 600.0  # seconds for a hint: the first one may have to wait until the rules are compiled


class LeakViewer(NamedTuple):
    """A viewer at a server who requests everything."""

    site: Site
    person: Person
    seat: int  # SPECTATOR: none
    table: str

    @property
    def last(self) -> int:
        return len(self.site.table(self.table).history.choices)

    def get(self, path: str = "", **headers: str) -> str:
        answer = self.person.get(f"/t/{self.table}{path}", **headers)
        return f"{answer.status_code} {sorted(answer.headers.items())} {answer.text}"

    def post(self, verb: str, **fields: object) -> str:
        given = {"seat": max(0, self.seat), "version": self.site.table(self.table).version} | fields
        answer = self.person.post(f"/t/{self.table}/{verb}", **given)
        return f"{answer.status_code} {answer.headers.get('location')} {answer.text}"

    def actions(self) -> list[int]:
        """The actions that the seat is asked for: legal ones, then forbidden ones; for a spectator any."""
        asked = self.site.table(self.table).asked().get(self.seat)
        if asked is None:
            return [0, 1, 200]
        legal = asked.legal()
        return [*legal[:2], *(action for action in asked.asked() if action not in legal)][:4]


def previews(viewer: LeakViewer) -> list[str]:
    """What each choice would bring: of the own seat, of another one, and on an old version."""
    version = viewer.site.table(viewer.table).version
    asked = [f"/previews?seat={seat}&version={version}" for seat in range(SEATS)]
    return [*map(viewer.get, asked), viewer.get("/previews?seat=0&version=1"), viewer.get("/previews")]


def coached(viewer: LeakViewer) -> list[str]:
    """What a coach says of the own choices, and of those of another seat."""
    version = viewer.site.table(viewer.table).version
    return [viewer.get(f"/coach?seat={seat}&version={version}") for seat in range(SEATS)]


def replays(viewer: LeakViewer) -> list[str]:
    """Moments of the running game, through all eyes, as pages and as fragments."""
    moments = [f"/replay?ply={ply}&eyes={eyes}" for ply in (viewer.last // 3, viewer.last - 1) for eyes in (0, 1)]
    return [viewer.get("/replay"), *map(viewer.get, moments), viewer.get("/replay", **{"HX-Request": "true"})]


def decisions(viewer: LeakViewer) -> list[str]:
    """Sealed choices, changed and taken back, forbidden ones and one on an old version."""
    answers = [viewer.post("play", action=action) for action in viewer.actions()]
    return [*answers, viewer.post("play", action=0, version=1), viewer.get("/part")]


def links(viewer: LeakViewer) -> list[str]:
    """A link to a seat, and the page that it leads to; its key differs at each server."""
    made = viewer.post("link", link="make")
    keys = set(re.findall(r"/seat/([\w-]+)", made))
    pages = [viewer.person.get(f"/t/{viewer.table}/seat/{key}").text for key in keys]
    answers = [made, *pages, viewer.post("link", link="close")]
    return [re.sub("|".join(keys) or "$^", "KEY", text) for text in answers]


def events(viewer: LeakViewer) -> list[str]:
    """The first events for a client that has seen nothing, with and without a seat."""
    return [first_event(viewer, "since=0"), first_event(viewer, f"since=0&eyes={max(0, viewer.seat)}")]


def pushed(viewer: LeakViewer) -> list[str]:
    """What is sent to a browser of the viewer, before it is encrypted, and why an address is refused."""
    nudger, sent = viewer.site.services.nudger, list[str]()
    nudger.deliver = lambda payload, *_: sent.append(payload.decode())
    table = viewer.site.table(viewer.table)
    for seat in table.seats if viewer.seat == SPECTATOR else [table.seats[viewer.seat]]:
        for language in LANGUAGES:
            address = PushAddress("id", seat.visitor or "", "https://push.example", "", "", language, "")
            for kind in (TURN, REMINDER):
                nudger.tell(table, Nudge(table.id, seat.visitor or "", 0, True, None, kind), address)
    assert sent
    return [*sent, viewer.person.post("/push", endpoint="https://10.0.0.1/", p256dh="x", auth="x").text]


def first_event(viewer: LeakViewer, query: str) -> str:
    """The first event of each kind, until the table has come.

    A table can come twice, when the feed of other servers' changes finds it at the same moment.
    """
    received: dict[str, str] = {}
    cookies = "; ".join(f"{name}={value}" for name, value in viewer.person.client.cookies.items())
    scope = {
        "type": "http", "method": "GET", "path": f"/t/{viewer.table}/events", "query_string": query.encode(),
        "headers": [(b"cookie", cookies.encode())], "scheme": "http", "server": ("testserver", 80),
        "http_version": "1.1", "root_path": "", "asgi": {},
    }  # fmt: skip

    async def listen() -> None:
        heard = asyncio.Event()

        async def receive() -> dict[str, str]:
            await heard.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            text = message.get("body", b"").decode()
            kind = "".join(re.findall(r"^event: \w+", text, re.MULTILINE))
            received.setdefault(kind or text, text)
            if kind == "event: table":
                heard.set()

        await asyncio.wait_for(viewer.site.app(scope, receive, send), 60)

    asyncio.run(listen())
    return "".join(received.values())


# Every route that shows a table, and how a viewer uses it. Requests that change something come last.
def downloaded(viewer: LeakViewer) -> list[str]:
    """The files of the download, without times."""
    with ZipFile(io.BytesIO(viewer.person.get("/me/data").content)) as archive:
        return [name + re.sub(r"\b\d+\.\d+", "TIME", archive.read(name).decode()) for name in archive.namelist()]


ASKED: dict[tuple[str, str], Callable[[LeakViewer], list[str]]] = {
    ("GET", "/"): lambda viewer: [viewer.person.get("/").text],
    ("GET", "/me"): lambda viewer: [viewer.person.get("/me").text, viewer.person.get("/me?result=won&of=sintra").text],
    ("GET", "/mine"): lambda viewer: [viewer.person.get("/mine").text],
    ("GET", "/me/data"): downloaded,
    ("GET", "/waiting"): lambda viewer: [viewer.person.get("/waiting").text],
    ("GET", "/t/{id}"): lambda viewer: [viewer.get(), *(viewer.get(f"?eyes={seat}") for seat in range(SEATS))],
    ("GET", "/t/{id}/part"): lambda viewer: [viewer.get("/part"), viewer.get("/part?eyes=1")],
    ("GET", "/t/{id}/events"): events,
    ("GET", "/t/{id}/previews"): previews,
    ("GET", "/t/{id}/coach"): lambda viewer: [viewer.get("/coach"), *coached(viewer)],
    ("GET", "/t/{id}/picture.svg"): lambda viewer: [viewer.get("/picture.svg")],
    ("GET", "/t/{id}/share"): lambda viewer: [viewer.get("/share")],
    ("GET", "/t/{id}/log"): lambda viewer: [viewer.get("/log", **HTMX)],
    ("GET", "/t/{id}/link.png"): lambda viewer: [viewer.get("/link.png"), viewer.get("/link.png?language=nl")],
    ("GET", "/t/{id}/replay"): replays,
    ("GET", "/t/{id}/analysis"): lambda viewer: [viewer.get("/analysis")],
    ("GET", "/t/{id}/record"): lambda viewer: [viewer.get("/record")],
    ("GET", "/t/{id}/review"): lambda viewer: [viewer.get("/review"), viewer.get("/review?ply=3")],
    ("POST", "/t/{id}/review"): lambda viewer: [viewer.post("review")],
    ("POST", "/t/{id}/hint"): lambda viewer: [viewer.post("hint")],
    ("POST", "/push"): pushed,
    ("POST", "/t/{id}/seen"): lambda viewer: [viewer.post("seen")],
    ("POST", "/t/{id}/mute"): lambda viewer: [viewer.post("mute")],
    ("POST", "/t/{id}/nudge"): lambda viewer: [viewer.post("nudge")],
    ("POST", "/t/{id}/play"): decisions,
    ("POST", "/t/{id}/react"): lambda viewer: [viewer.post("react", reaction="bravo"), viewer.get("/part")],
    ("POST", "/t/{id}/chat"): lambda viewer: [viewer.post("chat", on=1)],
    ("POST", "/t/{id}/say"): lambda viewer: [viewer.post("say", text="hello")],
    ("POST", "/t/{id}/undo"): lambda viewer: [viewer.post("undo"), viewer.post("undo", back=viewer.last - 1)],
    ("POST", "/t/{id}/agree"): lambda viewer: [viewer.post("agree", yes=1)],
    ("GET", "/t/{id}/seat/{key}"): lambda viewer: [viewer.get("/seat/unknown")],
    ("POST", "/t/{id}/seat/{key}"): lambda viewer: [viewer.post("seat/unknown", name="Eve")],
    ("GET", "/t/{id}/chair/{key}"): lambda viewer: [viewer.get("/chair/unknown")],
    ("POST", "/t/{id}/chair/{key}"): lambda viewer: [viewer.post("chair/unknown", name="Eve")],
    ("POST", "/t/{id}/link"): links,
    ("POST", "/t/{id}/leave"): lambda viewer: [viewer.post("leave")],
    ("POST", "/t/{id}/return"): lambda viewer: [viewer.post("return")],
    ("POST", "/t/{id}/sit"): lambda viewer: [viewer.post("sit", name="Eve")],
    ("POST", "/t/{id}/seat"): lambda viewer: [viewer.post("seat", kind="open")],
    ("POST", "/t/{id}/start"): lambda viewer: [viewer.post("start")],
    ("POST", "/t/{id}/again"): lambda viewer: [viewer.post("again")],
    ("POST", "/t/{id}/from"): lambda viewer: [viewer.post("from", ply=1)],
    ("POST", "/t/{id}/give-up"): lambda viewer: [viewer.post("give-up")],  # nobody comes back from it
    ("POST", "/t/{id}/hurry"): lambda viewer: [viewer.post("hurry")],  # the last, since bots move after it
}


def test_every_url_is_asked_for_or_not_about_a_game() -> None:
    """A route that is new in app.py must be added to one of the two tables."""
    served_ = {
        (method, route.path)
        for route in ROUTES
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert served_ == ASKED.keys() | NOT_ABOUT_A_GAME.keys()
    assert not ASKED.keys() & NOT_ABOUT_A_GAME.keys()


# --- two worlds ---------------------------------------------------------------------------------------


def other_world(history: History, viewer: int, seed: int) -> History | None:
    """A history that the viewer cannot tell from this one, with other hidden things in it; None if not found.

    Some draws that the viewer did not see come out differently; revealed choices stay.
    """
    luck, seat = random.Random(seed), None if viewer == SPECTATOR else viewer
    made = history.back(0)
    for ply, choice in enumerate(history.choices):
        position = made.position
        if position.to_act == CHANCE and not position.sees_choice(viewer) and luck.random() < 0.5:
            choice = -1 - luck.choice(list(position.outcomes()))
        try:
            made = made.followed([choice])
        except IllegalAction:
            return None
        if made.position.view(seat) != history.positions[ply + 1].view(seat):
            return None
    return made if made.position != history.position else None


def found_world(history: History, viewer: int) -> History:
    """Such a history, after as many tries as it takes."""
    for seed in range(500):
        if (made := other_world(history, viewer, seed)) is not None:
            return made
    raise AssertionError("no other world was found")


def played(site: Site, turns: int) -> tuple[str, list[Person]]:
    """Three people at Fourberies who are to choose a City in secret after this many turns."""
    people = [site.person() for _ in range(SEATS)]
    table = people[0].make(
        "fourberies", seats=SEATS, seat_0="me", name_0="Ann", seat_1="friend", seat_2="friend", listed=1, analysis=1
    )
    for seat in (1, 2):
        people[seat].post(f"/t/{table}/sit", seat=seat, name=f"Friend {seat}")
    people[0].post(f"/t/{table}/start")
    while (state := site.table(table)).position.to_dict()["turn"] <= turns or state.position.phase != "travel":
        seat = next(seat for seat in state.asked() if seat not in state.seals)
        # All travel to the same City, so all draw Secret Requests.
        assert people[seat].play(table, seat, state.asked()[seat].legal()[0]).status_code == 200
    return table, people


@contextmanager
def copied(folder: Path, table: str, history: History, seed: str | None = None) -> Iterator[Site]:
    """A second server with the same tables, where the game has this history, and perhaps another seed."""
    (folder / "other").mkdir()
    files = (folder / "tables.sqlite3", folder / "other" / "tables.sqlite3")
    with closing(sqlite3.connect(files[0])) as here, closing(sqlite3.connect(files[1])) as there:
        here.backup(there)
        changed = [(choice, table, ply) for ply, choice in enumerate(history.choices)]
        there.executemany('UPDATE plies SET choice = ? WHERE "table" = ? AND ply = ?', changed)
        if seed is not None:
            there.execute("UPDATE tables SET seed = ? WHERE id = ?", (seed, table))
        there.commit()
    with served(settings(folder / "other", thought=PATIENCE, pace=PATIENCE)) as site:
        yield site


def visitor_at(site: Site, person: Person) -> Person:
    """The same visitor at another server."""
    there = site.person()
    there.client.cookies.update(person.client.cookies)
    return there


@pytest.mark.compiled
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
@pytest.mark.parametrize("turns", [1, 4])
def test_hidden_things_never_leave_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: int, turns: int
) -> None:
    monkeypatch.setattr(think_pool, "HINT_ITERATIONS", 200)
    monkeypatch.setattr(lessons, "watched_lesson", lambda table, _: lesson_of(table.game))  # as if it were a short game
    monkeypatch.setattr(link_pictures, "rasterized", str.encode)  # the same drawing, without its pixels
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)  # the same world is imagined at both servers
    load("fourberies").start(SEATS, seed=1).advice(None, iterations=1)  # compiles, or a hint would say that it does
    with served(settings(tmp_path, thought=PATIENCE, pace=PATIENCE)) as site:
        table, people = played(site, turns)
        person = site.person() if viewer == SPECTATOR else people[viewer]
        person.get("/")  # a spectator becomes a visitor
        real = site.table(table).history
        with copied(tmp_path, table, found_world(real, viewer)) as elsewhere:
            assert elsewhere.table(table).position != real.position
            here = LeakViewer(site, person, viewer, table)
            there = LeakViewer(elsewhere, visitor_at(elsewhere, person), viewer, table)
            for route, ask in ASKED.items():
                assert ask(here) == ask(there), route


def deltas(table: TableState, history: History, visit: Visit, eyes: int | None) -> list[str]:
    """The events of a whole game for one page: first the table, then what changes."""
    texts, cache, sent = list[str](), RenderCache(), None
    for ply in range(len(history.choices) + 1):
        made = history.back(ply)
        if made.position.to_act != CHANCE and history.group_start(ply) == ply:  # what is sealed is not there yet
            moment = replace(table, history=made, version=ply + 1, move_version=ply + 1, seals={})
            text, sent = cache.update(moment, visit, eyes, 0.0, sent)
            texts.append(text())
    return texts


@pytest.mark.parametrize(
    ("viewer", "mine", "bots"),
    [(SPECTATOR, (), ()), (0, (0,), ()), (2, (2,), (1,)), (0, (0, 1), ()), (1, (0, 1), (2,))],
)
def test_no_event_tells_what_is_hidden(site: Site, viewer: int, mine: tuple[int, ...], bots: tuple[int, ...]) -> None:
    """Through a whole stream: for a spectator, a player, several players at one screen, and with bots in seats."""
    table, _ = played(site, 3)
    real = site.table(table)
    seats = tuple(
        replace(seat, visitor="me" if seat.seat in mine else "other", away=seat.seat in bots) for seat in real.seats
    )
    shown, visit = replace(real, seats=seats), Visit("me", True, "en", "", True, False, "", "", "", False)
    other = found_world(real.history, viewer)
    eyes = None if viewer == SPECTATOR else viewer
    told = deltas(shown, real.history, visit, eyes)
    assert told == deltas(shown, other, visit, eyes)
    assert sum("data-delta" in text for text in told) > len(told) // 2


def test_a_redealt_position_looks_the_same(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with the cards of the last position dealt anew, throughout a whole game."""
    ann = site.person()
    table = ann.make("fourberies", seats=3, seat_0="me", name_0="Ann", seat_1="me", name_1="Bea", seat_2="me")
    eve, luck = site.person(), random.Random(5)
    read = TableStore._load
    differ = 0
    for moment in range(120):
        state = site.table(table)
        if state.status != "running":
            break
        if moment % 5 == 0:
            answers = eve.get(f"/t/{table}/part").text
            dealt = state.position.redeal(None, moment)
            dealt._generator = None
            other = History((*state.history.positions[:-1], dealt), state.history.choices)
            with monkeypatch.context() as patch:
                patch.setattr(TableStore, "_load", lambda *given, other=other: replace(read(*given), history=other))
                assert eve.get(f"/t/{table}/part").text == answers
            differ += dealt != state.position
        seat = next(seat for seat in state.asked() if seat not in state.seals)
        action = luck.choice(state.asked()[seat].legal())
        visitor = state.seats[0].visitor or ""
        site.services.store.change(table, decide, visitor, seat, state.version, action)
    assert differ >= 3


def test_the_seed_is_shown_only_after_the_game(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    seed = site.table(table).seed
    for path in (f"/t/{table}", f"/t/{table}/part", f"/t/{table}/replay"):
        assert seed not in ann.get(path).text


def test_the_record_of_a_running_game_is_not_given(site: Site) -> None:
    ann = site.person()
    table = ann.play_now("fourberies")
    assert ann.get(f"/t/{table}/record").status_code == 409
