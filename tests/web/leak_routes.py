"""What a viewer can ask a server about a table: every route, for the test of leaks."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple
from zipfile import ZipFile

from anyio.to_thread import run_sync

from bench.visitors import Parts, merged
from ludotheque.core.position import SPECTATOR
from ludotheque.core.words import LANGUAGES
from ludotheque.web.storage.nudges import BEGIN, END, NUDGE, REMINDER, TURN, Nudge, PushAddress
from tests.web.leak_worlds import SEATS
from tests.web.site import HTMX, Person, Site


class LeakViewer(NamedTuple):
    """A viewer at a server who requests everything."""

    site: Site
    person: Person
    seat: int  # the first of the viewer's; SPECTATOR: none
    table: str
    others: tuple[tuple[int, Person], ...] = ()  # people who do not share the screen, and their seats

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
    """All events for a client that has seen nothing, with and without a seat."""
    asked = ("since=0", f"since=0&eyes={max(0, viewer.seat)}")
    return [each for query in asked for each in viewer.site.run(partial(streamed, viewer, query))]


def happen(viewer: LeakViewer) -> None:
    """What happens at the table while the viewer follows it: others seal, change and take back, and then show joy."""
    table = viewer.site.table(viewer.table)
    for seat, person in viewer.others:
        if seat in table.asked() and seat not in table.seals and table.may_seal and not table.seats[seat].away:
            for action in table.asked()[seat].legal()[:2]:
                assert person.play(viewer.table, seat, action).status_code == 200
            assert person.undo(viewer.table, seat).status_code == 200
    for _, person in viewer.others[:1]:
        assert person.post(f"/t/{viewer.table}/react", reaction="bravo").status_code == 204


async def streamed(viewer: LeakViewer, query: str) -> list[str]:
    """What the page of a client shows after each event of a stream, and what else the stream tells.

    A table can come twice, when the feed of other servers' changes finds it at the same moment, and as a whole or as
    what has changed.
    """
    shown, page, version = list[str](), Parts(), 0
    cookies = "; ".join(f"{name}={value}" for name, value in viewer.person.client.cookies.items())
    scope = {
        "type": "http", "method": "GET", "path": f"/t/{viewer.table}/events", "query_string": query.encode(),
        "headers": [(b"cookie", cookies.encode())], "scheme": "http", "server": ("testserver", 80),
        "http_version": "1.1", "root_path": "", "asgi": {},
    }  # fmt: skip
    gone = asyncio.Event()

    async def receive() -> dict[str, str]:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal page, version
        body: bytes = message.get("body", b"")
        head, mark, data = body.partition(b"event: table\n")
        if mark:
            page = merged(page, data)
            body = head + b"".join(page.values())
            version = int(head.removeprefix(b"id: "))
        text = re.sub(r'data-moment="[\d.]+"', "", body.decode())  # when a reaction was shown
        if text not in shown:
            shown.append(text)

    async def up_to_date() -> None:
        while version < viewer.site.table(viewer.table).version:
            await asyncio.sleep(0.002)

    stream = asyncio.create_task(viewer.site.app(scope, receive, send))
    async with asyncio.timeout(60):
        await up_to_date()
        await run_sync(happen, viewer)
        await up_to_date()
        gone.set()
        await stream
    return shown


def pushed(viewer: LeakViewer) -> list[str]:
    """What is sent to a browser of the viewer, before it is encrypted, and as a mail; why an address is refused."""
    nudger, sent = viewer.site.services.nudger, list[str]()
    vars(nudger)["deliver"] = lambda payload, *_: sent.append(payload.decode())
    vars(nudger.mailer).update(send=lambda *mail: sent.append(str(mail)), link=lambda _: "a signed link")
    table = viewer.site.table(viewer.table)
    for seat in table.seats if viewer.seat == SPECTATOR else [table.seats[viewer.seat]]:
        for language in LANGUAGES:
            vars(nudger.nudges)["mail"] = lambda _, language=language: ("ann@example.org", language)
            address = PushAddress("id", seat.visitor or "", "https://push.example", "", "", language, "")
            for kind in (TURN, REMINDER, BEGIN, NUDGE, END):
                nudge = Nudge(table.id, seat.visitor or "", 0, True, None, kind, by=1)
                nudger.tell(table, nudge, address)
                nudger.write(table, nudge)
    assert len(sent) % (2 * 5 * len(LANGUAGES)) == 0 < len(sent)
    return [*sent, viewer.person.post("/push", endpoint="https://10.0.0.1/", p256dh="x", auth="x").text]


def downloaded(viewer: LeakViewer) -> list[str]:
    """The files of the download, without times."""
    with ZipFile(io.BytesIO(viewer.person.get("/me/data").content)) as archive:
        return [name + re.sub(r"\b\d+\.\d+", "TIME", archive.read(name).decode()) for name in archive.namelist()]


# Every route that shows a table, and how a viewer uses it. Requests that change something come last.
ASKED: dict[tuple[str, str], Callable[[LeakViewer], list[str]]] = {
    ("GET", "/"): lambda viewer: [viewer.person.get("/").text],
    ("GET", "/me"): lambda viewer: [viewer.person.get("/me").text, viewer.person.get("/me?result=won&of=sintra").text],
    ("GET", "/mine"): lambda viewer: [viewer.person.get("/mine").text],
    ("GET", "/me/data"): downloaded,
    ("GET", "/waiting"): lambda viewer: [viewer.person.get("/waiting").text],
    ("GET", "/t/{id}"): lambda viewer: [viewer.get(), *(viewer.get(f"?eyes={seat}") for seat in range(SEATS))],
    ("GET", "/t/{id}/part"): lambda viewer: [
        viewer.get("/part"),
        *(viewer.get(f"/part?eyes={seat}") for seat in range(SEATS)),
    ],
    ("GET", "/t/{id}/events"): events,
    ("GET", "/t/{id}/previews"): previews,
    ("GET", "/t/{id}/coach"): lambda viewer: [viewer.get("/coach"), *coached(viewer)],
    ("GET", "/t/{id}/picture.svg"): lambda viewer: [viewer.get("/picture.svg")],
    ("GET", "/t/{id}/share"): lambda viewer: [viewer.get("/share")],
    ("GET", "/t/{id}/log"): lambda viewer: [viewer.get("/log", **HTMX), viewer.get("/log?eyes=1", **HTMX)],
    ("GET", "/t/{id}/link.png"): lambda viewer: [viewer.get("/link.png"), viewer.get("/link.png?language=nl")],
    ("GET", "/t/{id}/replay"): replays,
    ("GET", "/t/{id}/analysis"): lambda viewer: [viewer.get("/analysis")],
    ("GET", "/t/{id}/record"): lambda viewer: [viewer.get("/record")],
    ("GET", "/t/{id}/review"): lambda viewer: [viewer.get("/review"), viewer.get("/review?ply=3")],
    ("POST", "/t/{id}/review"): lambda viewer: [viewer.post("review")],
    ("POST", "/t/{id}/hint"): lambda viewer: [viewer.post("hint", seat=seat) for seat in range(SEATS)],
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
