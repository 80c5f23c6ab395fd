"""Services: everything that the server makes once, at its start, and that handlers share."""

from __future__ import annotations

from contextlib import suppress

from ludotheque.review import Effort
from ludotheque.web.middleware.metrics import Metrics
from ludotheque.web.settings import Settings
from ludotheque.web.storage.change_feed import ChangeFeed
from ludotheque.web.storage.schema import open_store
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.render_cache import RenderCache
from ludotheque.web.work.bot_runner import BotRunner
from ludotheque.web.work.hub import Hub
from ludotheque.web.work.leases import WorkerLease
from ludotheque.web.work.periodic import Periodic, check_clocks
from ludotheque.web.work.reviews import Reviews
from ludotheque.web.work.think_pool import ThinkPool


class Services:
    """The services of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = TableStore(open_store(settings.database), settings.positions)
        self.hub = Hub()
        self.render_cache = RenderCache()
        self.metrics = Metrics()
        self.think_pool = ThinkPool(settings.think_processes, settings.thought)
        lease = WorkerLease(self.store.engine)
        self.bot_runner = BotRunner(self.store, lease, self.think_pool, settings.pace)
        self.reviews = Reviews(self.store, lease, self.think_pool, Effort(settings.review_tries, None))
        self.change_feed = ChangeFeed(self.store.engine, self._table_changed, self.hub.refresh_all)
        self.periodic = [
            Periodic("clocks", settings.tick, lambda: check_clocks(self.store)),
            Periodic("bots", settings.beat, self.bot_runner.look),
            Periodic("reviews", settings.beat, self.reviews.look),
        ]
        self.store.listeners += [lambda table: self.hub.table_changed(table.id, table.version), self.bot_runner.wake]
        self.store.seal_listeners.append(self.hub.refresh_visitor)

    def open(self) -> None:
        """Starts all work, in the event loop that serves the clients."""
        self.hub.open()
        self.change_feed.open()
        for each in self.periodic:
            each.open()

    def close(self) -> None:
        """Stops all work and waits for what is in progress."""
        for each in self.periodic:
            each.close()
        self.reviews.close()
        self.bot_runner.close()
        self.change_feed.close()
        self.store.engine.dispose()

    def _table_changed(self, id: str, version: int) -> None:
        """Follows a change of a table by this server or another one."""
        self.hub.table_changed(id, version)
        self.bot_runner.table_changed(id)
        with suppress(Refusal):  # a table that cannot be read now is read when a client needs it
            self.store.check_seals(id, version)
