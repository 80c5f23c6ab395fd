"""What makes the site an app: manifest, icons of the tab, service worker, and the page without a connection."""

from __future__ import annotations

import functools
import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from starlette.responses import Response

import ludotheque
from ludotheque.core.game import games
from ludotheque.core.words import LANGUAGES
from ludotheque.web.pages.context import Context, lasting
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.speech import speech

WEB = Path(__file__).parent.parent
STATIC = WEB / "static"
WORKER = "service-worker.js"
NOT_CACHED = (".md", ".ts", ".json", ".txt", ".ttf", WORKER)  # endings of files that no page loads
ICONS = (("icon-192", "192x192", "any"), ("icon-512", "512x512", "any"), ("icon-maskable-512", "512x512", "maskable"))
SHORTCUTS = (("home.play_now", "/"), ("frame.me", "/me"), ("puzzles.of_the_day", "/puzzles"))
PAPER = "#F5EFE3"

DOT = '<circle cx="21.5" cy="21.5" r="6.8" fill="#fff"/><circle cx="21.5" cy="21.5" r="5.4" fill="#1F6F64"/>'
RING = (
    '<circle cx="21.5" cy="21.5" r="6.8" fill="#fff"/>'
    '<circle cx="21.5" cy="21.5" r="4.2" fill="none" stroke="#A23B2A" stroke-width="2.4"/>'
)
NUMBER = (
    '<circle cx="20.8" cy="21" r="7.8" fill="#fff"/><circle cx="20.8" cy="21" r="6.6" fill="#1F6F64"/>'
    '<text x="20.8" y="25" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="11" fill="#fff">'
    "{}</text>"
)
SIGNS = {"turn": DOT, "offline": RING} | {str(n): NUMBER.format(n) for n in range(2, 10)}
"""The signs on the icon of the tab, by the last part of their address."""


async def manifest(context: Context) -> Response:
    """What a device needs to install the site."""
    language = context.request.path_params["language"]
    if language not in LANGUAGES:
        raise Refusal(404, "no_page")
    say = speech(language).say
    icons = [
        {"src": f"/static/app/{name}.png", "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    made = {
        "id": "/", "start_url": "/me", "scope": "/", "display": "standalone", "lang": language,
        "name": say("frame.name"), "short_name": say("frame.name"), "description": say("home.what"),
        "theme_color": PAPER, "background_color": PAPER, "icons": icons,
        "shortcuts": [{"name": say(key), "url": url} for key, url in SHORTCUTS],
    }  # fmt: skip
    return lasting(json.dumps(made, ensure_ascii=False), "application/manifest+json")


async def favicon(context: Context) -> Response:
    """The icon of a tab with a sign on it."""
    sign = SIGNS.get(context.request.path_params["sign"])
    if sign is None:
        raise Refusal(404, "no_page")
    mark = (STATIC / "mark.svg").read_text(encoding="utf-8").strip().removesuffix("</svg>")
    head, _, body = mark.partition(">")
    shape = f'<g opacity=".45">{body}</g>' if sign == RING else body
    return lasting(f"{head}>{shape}{sign}</svg>", "image/svg+xml")


async def offline(context: Context) -> Response:
    """The page that the service worker shows where it has no copy."""
    language = context.request.path_params["language"]
    if language not in LANGUAGES:
        raise Refusal(404, "no_page")
    context.visit = replace(context.visit, language=language)
    say = context.visit.speech.say
    return context.render("offline.jinja", None, say("titles.page", page=say("offline.title")))


async def service_worker(context: Context) -> Response:
    """The service worker of this version of the site."""
    return Response(worker_text(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@functools.cache
def worker_text() -> str:
    """The worker's code, with the version of the site and the files to keep before it."""
    paths = sorted(path for path in STATIC.rglob("*") if path.is_file() and not path.name.endswith(NOT_CACHED))
    files = [f"/static/{path.relative_to(STATIC).as_posix()}" for path in paths]
    files += ["/tokens.css", "/review.css", *(f"/offline/{language}" for language in LANGUAGES)]
    files += [f"/games/{game}/{kind}" for game in games() for kind in ("board.css", "card.svg")]
    files += [f"/favicon/{sign}.svg" for sign in SIGNS]
    code = (STATIC / WORKER).read_text(encoding="utf-8")
    seen = sha256(ludotheque.__version__.encode() + code.encode())
    for path in (*paths, *sorted((WEB / "templates").rglob("*.jinja")), *sorted((WEB / "words").glob("*.toml"))):
        seen.update(path.read_bytes())
    return f"const VERSION = {json.dumps(seen.hexdigest()[:16])};\nconst FILES = {json.dumps(files)};\n{code}"
