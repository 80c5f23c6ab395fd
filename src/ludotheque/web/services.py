"""Services: everything that the server makes once, at its start, and that handlers share."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ludotheque.review import Effort
from ludotheque.web.memory import Memory
from ludotheque.web.middleware.limits import Buckets
from ludotheque.web.middleware.metrics import Metrics
from ludotheque.web.settings import Settings
from ludotheque.web.storage.analyses import forget_analyses
from ludotheque.web.storage.change_feed import ChangeFeed
from ludotheque.web.storage.condition import DamageWatch
from ludotheque.web.storage.queries import forget_chats, see_quick_tables
from ludotheque.web.storage.schema import database_id, open_store
from ludotheque.web.storage.store import TableStore
from ludotheque.web.storage.visitors import VisitorStore
from ludotheque.web.tables.clock import HOUR
from ludotheque.web.tables.pledges import Pledger
from ludotheque.web.tables.quick_match import stop_waiting
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import WAITING, TableState
from ludotheque.web.views.link_pictures import LinkPictures
from ludotheque.web.views.nudge import nudge_message
from ludotheque.web.views.render_cache import RenderCache
from ludotheque.web.work.address_turns import AddressTurns
from ludotheque.web.work.analyses import Analyses
from ludotheque.web.work.bot_runner import BotRunner
from ludotheque.web.work.heavy_work import HeavyWork
from ludotheque.web.work.hints import Hints
from ludotheque.web.work.hub import Hub, Onlooker
from ludotheque.web.work.leases import WorkerLease
from ludotheque.web.work.nudger import Nudger
from ludotheque.web.work.periodic import Periodic, check_clocks
from ludotheque.web.work.reviews import Reviews
from ludotheque.web.work.think_pool import ThinkPool

LOOK = 10.0  # seconds between two looks at queues and memory
DAMAGE_LOOK = 30.0  # seconds between the checks of two database tables for damage
PAGES_OF_ADDRESS = 8  # pages made at a time for one address; 40 threads make pages for all


class Services:
    """The services of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = TableStore(open_store(settings.database), settings.positions)
        self.pledger = Pledger(settings.secret, database_id(self.store.engine), lambda: self.store.now())
        self.visitors = VisitorStore(self.store)
        self.hub = Hub()
        self.hub.erased = self.visitors.erased
        self.render_cache = RenderCache()
        self.link_pictures = LinkPictures()
        self.reaction_limit = Buckets(5 / 60, 5)  # five a minute
        self.chat_limit = Buckets(10 / 60, 10)
        self.picture_limit = Buckets(settings.pictures_a_minute / 60, max(1, round(settings.pictures_a_minute)))
        self.analysis_limit = Buckets(100 / HOUR, 100)  # long analyses that one visitor keeps
        self.analyses_of_address = Buckets(300 / HOUR, 300)  # long analyses kept from one address
        # Visitors erased or unlinked from one address; every server remembers their ids.
        self.erasing_limit = Buckets(30 / HOUR, 30)
        self.heavy_work = HeavyWork()
        self.page_turns = AddressTurns(PAGES_OF_ADDRESS)
        self.metrics = Metrics()
        self.memory = Memory(settings.memory << 20, self.store, self.render_cache)
        self.think_pool = ThinkPool(settings.think_processes, settings.thought)
        self.hints = Hints(self.think_pool, settings.thought)
        self.analyses = Analyses(self.think_pool, self.metrics.analysed.inc, settings.watching // 20)
        lease = WorkerLease(self.store.engine)
        lease.watching, lease.on_watching = self.hub.watching_here, self._watching
        self.bot_runner = BotRunner(self.store, lease, self.think_pool, settings.pace)
        self.reviews = Reviews(self.store, lease, self.think_pool, Effort(settings.review_tries, None))
        self.nudger = Nudger(self.store, settings, nudge_message)
        self._mails = Buckets(3 / HOUR, 3), Buckets(1 / HOUR, 1)  # questions by visitor and by address
        self.change_feed = ChangeFeed(self.store.engine, self._table_changed, self.hub.refresh_all)
        self.damage_watch = DamageWatch(self.store.engine)
        self.periodic = [
            Periodic("clocks", settings.tick, lambda: check_clocks(self.store)),
            Periodic("bots", settings.beat, self.bot_runner.look),
            Periodic("reviews", settings.beat, self.reviews.look),
            Periodic("quick matches", LOOK, self._see_quick_matches, later=True),
            Periodic("analyses", HOUR, lambda: forget_analyses(self.store), later=True),
            Periodic("chats", HOUR, lambda: forget_chats(self.store), later=True),
            Periodic("nudges", settings.beat, self.nudger.look),
            Periodic("visitors", LOOK, self.visitors.look, later=True),
            Periodic("memory", LOOK, self._look, later=True),
            Periodic("damage", DAMAGE_LOOK, self.damage_watch.look, later=True),
        ]
        self.store.listeners += [lambda table: self.hub.table_changed(table.id, table.version), self.bot_runner.wake]
        self.store.listeners.append(self.nudger.table_changed)
        self.hub.on_gone = self._gone
        self.store.seal_listeners.append(self._sealed)

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
        self.nudger.close()
        self.reviews.close()
        self.bot_runner.close()
        self.change_feed.close()
        self.store.engine.dispose()

    def _gone(self, id: str, visitor: str) -> None:
        """Takes a visitor who has closed the page of a quick match out of its queue."""
        with suppress(Refusal):  # the table is gone, or has begun
            stop_waiting(self.store, id, visitor)

    def _sealed(self, table: TableState, visitor: str) -> None:
        """Shows a sealed answer to its player alone; the other bots and messages may follow from it."""
        self.hub.refresh_visitor(table.id, visitor)
        self.bot_runner.wake(table)
        self.nudger.table_changed(table)

    def _watching(self, workers: list[dict[str, Any]]) -> None:
        """Learns who watches at other workers."""
        found: dict[str, list[Onlooker]] = {}
        for table, onlookers in (item for worker in workers for item in worker.items()):
            found.setdefault(table, []).extend(Onlooker(*each) for each in onlookers)
        self.hub.watching_elsewhere(found)

    def _see_quick_matches(self) -> None:
        """Notes where people wait for players, so that others find only tables with somebody there."""
        cached = [self.store.cached(table, 0) for table in self.hub.tables()]
        waiting = [table for table in cached if table and table.status == WAITING and table.company.quick is not None]
        present = [
            table.id for table in waiting if table.people() & {each.visitor for each in self.hub.watchers(table.id)}
        ]
        if present:
            see_quick_tables(self.store, present)

    def measure(self) -> None:
        """Sets the metrics of this worker that change by themselves."""
        self.metrics.measure(self.waiting(), self.memory.held())

    def waiting(self) -> dict[str, int]:
        """What waits in each queue."""
        return self.think_pool.waiting | {
            "reviews": self.reviews.waiting,
            "tables": self.bot_runner.waiting,
            "writes": self.store.waiting,
            "checks": self.heavy_work.waiting,
            "messages": self.nudger.waiting,
            "pictures": self.link_pictures.waiting,
        }

    def _look(self) -> None:
        self.metrics.measure(self.waiting(), self.memory.bound())

    def mail_limit(self, visitor: str, address: str) -> float:
        """0.0, or the seconds until a visitor may have a question sent to a mail address."""
        by_visitor, by_address = self._mails
        return max(by_visitor.take(visitor), by_address.take(address.lower()))

    def _table_changed(self, id: str, version: int) -> None:
        """Follows a change of a table by this server or another one."""
        self.store.wait_for_commit()  # else clients would read from the database what this server is about to tell them
        self.hub.table_changed(id, version)
        self.bot_runner.table_changed(id)
        with suppress(Refusal):  # a table that cannot be read now is read when a client needs it
            self.store.check_seals(id, version)
