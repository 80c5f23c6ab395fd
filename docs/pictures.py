"""Takes the README's pictures: one table of each game, from a real game against bots.

    python docs/pictures.py

It starts a server on a free local port, opens the games in Chromium and plays by clicking.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from rich.progress import track

import ludotheque

PICTURES = Path(__file__).parent / "pictures"
DECISIONS = {"sintra": 14, "fourberies": 12, "stanza": 13}
PATIENCE = 180_000  # milliseconds; the first hint may wait for the compiler
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]


@contextmanager
def served() -> Iterator[str]:
    """Starts a server with an empty database; yields its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ludotheque.cli", "serve", "--port", str(port)]
        environment = os.environ | {"LUDOTHEQUE_DATA": folder, "LUDOTHEQUE_PACE": "0"}
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            wait_for(address)
            yield address
        finally:
            server.terminate()
            server.wait(10)


def wait_for(address: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{address}/health", timeout=1).close()
        except OSError:
            subprocess.run(["sleep", "0.2"], check=True)
        else:
            return
    raise SystemExit(f"No server answers at {address}.")


def play(page: Page, decisions: int) -> None:
    """Makes some decisions, each by the hint."""
    legal = ".choice.legal, .choices button[data-action]"
    page.wait_for_selector(legal)
    with page.expect_navigation():  # hides the explanations
        page.locator("#helper button[name='helper']").dispatch_event("click")
    for _ in range(decisions):
        page.wait_for_selector(legal)
        before = page.get_attribute("#state", "data-version")
        page.locator("#ask-hint button").dispatch_event("click")
        action = page.wait_for_selector("[data-hint]", state="attached").get_attribute("data-hint")
        page.locator(f"[data-action='{action}']:not(.deaf *)").first.dispatch_event("click")
        if page.is_visible("#do"):  # a secret choice is sealed
            page.locator("#do").dispatch_event("click")
        page.wait_for_function("before => document.querySelector('#state').dataset.version !== before", arg=before)
    page.wait_for_selector(legal)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=CHROMIUM)
        for game in track(ludotheque.games(), "Taking pictures"):
            page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            page.set_default_timeout(PATIENCE)
            page.goto(address)
            page.locator(f"form[action='/play/{game}'] button").first.click()
            play(page, DECISIONS.get(game, 10))
            page.mouse.move(0, 0)
            page.evaluate("document.activeElement.blur()")
            page.screenshot(path=str(PICTURES / f"{game}.png"))
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
