"""Two people at a table, and a push service that reads what is sent to them."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.web.push_receiver import PushBrowser, PushService, Received
from tests.web.site import Person, Site, first_choice


class TwoPlayers(NamedTuple):
    """Ann and Bea at a table of Sintra; the server sends nothing unless a test looks."""

    site: Site
    service: PushService
    people: list[Person]
    table: str

    @property
    def nudger(self) -> Any:
        return self.site.services.nudger

    def asked(self) -> int:
        return next(iter(self.site.table(self.table).asked()))

    def move(self) -> int:
        """The player whose turn it is plays until it is the other's; the number of the other."""
        seat = self.asked()
        while (now := self.asked()) == seat:
            self.people[seat].play(self.table, seat, first_choice(self.site.table(self.table).position))
        return now

    def subscribe(self, seat: int, path: str = "/one", language: str = "en") -> PushBrowser:
        browser = PushBrowser(f"{self.service.origin}{path}")
        self.people[seat].client.headers["Accept-Language"] = language
        assert self.people[seat].post("/push", **browser.form).status_code == 204
        return browser

    def later(self, seconds: float) -> None:
        """Lets the server believe that the last move was so long ago."""
        time = self.site.table(self.table).moved_at + seconds
        self.site.services.store.now = lambda: time

    def look(self) -> list[Received]:
        """What arrives now."""
        self.nudger.look()
        self.nudger.wait()
        found, self.service.received[:] = list(self.service.received), []
        return found
