// @ts-check
// A page that the service worker kept: it says from when it is, plays nothing, and gives way to the present one.

import { find } from "../dom.js";

const RETRY_MS = 3000;
const kept = document.documentElement.dataset.seen;

async function comeBack() {
  try {
    await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(RETRY_MS) });
    location.reload();
  } catch {
    // Still without a connection: the next look comes soon.
  }
}

/** @param {Event} event */
function refuse(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Lists the kept pages that can be read now. */
async function listKept() {
  const list = find("#kept-pages");
  const name = (await caches.keys()).find((each) => each.startsWith("pages-"));
  if (!list || !name) {
    return;
  }
  const cache = await caches.open(name);
  for (const request of [...(await cache.keys())].reverse()) {
    const title = (await cache.match(request))?.headers.get("X-Title");
    if (title) {
      const link = document.createElement("a");
      link.href = request.url;
      link.className = "button";
      link.textContent = decodeURIComponent(title).replace(/^● [^·]*· /, "");
      list.append(link);
    }
  }
}

if (kept) {
  const time = find("#kept time");
  if (time && kept !== "never") {
    time.textContent = new Date(kept).toLocaleString(document.documentElement.lang, {
      dateStyle: "medium",
      timeStyle: "short",
    });
  }
  addEventListener("submit", refuse, true); // A move made offline is refused, never kept for later.
  addEventListener("online", comeBack);
  setInterval(comeBack, RETRY_MS);
  listKept();
}
