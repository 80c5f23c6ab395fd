"""Without a connection: pages seen lately are shown as copies, and give way to the present as soon as it is back."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from ludotheque.web.pages import app_files
from tests.web.browser.conftest import Invite
from tests.web.browser.people import PATIENCE, POLLING, Guest
from tests.web.site import Site

CACHES = "async version => (await caches.keys()).sort().join() === `pages-${version},static-${version}`"
KEPT = "async () => Boolean(await caches.match(location.href, { ignoreVary: true }))"
READY = "async () => { await navigator.serviceWorker.ready; return Boolean(navigator.serviceWorker.controller); }"

TOLD = """async urls => {
  const shown = [];
  registration.showNotification = async (title, { body, tag }) => void shown.push([title, body, tag]);
  for (const url of urls) {
    await showMessage({ title: "Your turn", body: "You play with Bea.", url, language: "en" });
  }
  return shown;
}"""


def until(guest: Guest, script: str, given: str = "") -> None:
    """Waits until a script says so; `wait_for_function` of the page would not wait for its promise."""
    end = time.monotonic() + PATIENCE / 1000
    while not guest.page.evaluate(script, given):
        assert time.monotonic() < end, script
        guest.page.wait_for_timeout(POLLING)


def test_a_copy_says_so_cannot_be_played_on_and_gives_way(
    invite: Invite, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = invite(service_workers="allow")
    ann.excused = ("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
    text = app_files.worker_text()
    version = text.split('"')[1]
    with monkeypatch.context() as earlier:  # the worker of an older version, with its caches
        earlier.setattr(app_files, "worker_text", lambda: text.replace(version, "older", 1))
        ann.visit("/")
        until(ann, READY)
        ann.page.evaluate("caches.open('pages-older')")
        until(ann, CACHES, "older")
    ann.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    until(ann, "async () => !(await caches.keys()).join().includes('older')")

    table = ann.make_table("sintra", "me", "me")
    told = ann.context.service_workers[-1].evaluate(TOLD, [table, "/t/other"])
    assert told == [["Your turn", "You play with Bea.", "/t/other"]]  # the table itself is in view

    ann.page.evaluate("localStorage.setItem('notifications', 'on')")
    ann.page.clock.install()
    with ann.page.expect_request(f"**{table}/seen"):  # in view: the server need not send anything
        ann.page.reload()
    with ann.page.expect_request(f"**{table}/seen"):  # also as long as the turn lasts
        ann.page.clock.fast_forward(20_000)
    until(ann, KEPT)
    seen = ann.state["version"]
    ann.context.set_offline(True)
    ann.page.reload()
    expect(ann.page.locator("#kept")).to_contain_text("No connection: a copy from")
    expect(ann.page.locator("#kept time")).not_to_be_empty()
    assert ann.page.title().startswith("Reconnecting…")
    assert ann.page.locator("main[inert]").count() == 1
    expect(ann.page.locator("#offline")).not_to_be_visible()  # the note of the copy says it
    assert ann.page.locator(".progress").evaluate("each => each.getBoundingClientRect().bottom") < 48  # in the top bar
    assert ann.page.locator("[sse-connect]").count() == 0
    assert ann.page.locator('link[rel="icon"]').get_attribute("href") == "/favicon/offline.svg"

    ann.visit("/rules/stanza")  # a page that this browser has not seen
    expect(ann.page.locator("h1")).to_have_text("The lamp is out: no connection")
    ann.page.locator("#kept-pages a").first.click()
    expect(ann.page.locator("#kept")).to_be_visible()
    assert ann.state["version"] == seen

    # Meanwhile the table moves on.
    site.services.store.change(table.rpartition("/")[2], lambda change: change.set(host=change.table.host))
    ann.context.set_offline(False)
    expect(ann.page.locator('html[data-seen=""]')).to_be_attached()
    expect(ann.page.locator("main:not([inert])")).to_be_attached()
    assert int(ann.state["version"]) > int(seen)
