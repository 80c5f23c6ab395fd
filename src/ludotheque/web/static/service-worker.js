// @ts-check
// The service worker: pages seen lately for a device without a connection, and notifications.
// The server puts VERSION and FILES before this text: each version of the site has a worker and caches of its own.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const STATIC = `static-${VERSION}`;
const PAGES = `pages-${VERSION}`;
const KEPT = 60; // Pages and pictures of them; the oldest goes first.
const MUTE = "mute"; // The button of a message that ends the messages of its table.
const PATIENCE_MS = 10000; // Then a kept copy is shown; without one the browser goes on waiting.
const STATIC_PATH = /^\/(static\/|favicon\/|games\/|tokens\.css$|review\.css$)/;
const PICTURE_PATH = /^\/t\/[^/]+\/picture\.svg$/;
const KEPT_PATH = /^\/($|me$|rules\/[^/]+$|learn\/|puzzles|companion(\/[^/]+\/[^/]+)?$|t\/[^/]+(\/replay|\/review)?$)/;
const PLAYED_PATH = /^\/(t|learn|puzzles\/[^/]+)\//;

async function install() {
  const cache = await caches.open(STATIC);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await worker.skipWaiting();
}

/** Takes over from a worker of another version, and deletes its caches: no page mixes two versions. */
async function activate() {
  const old = (await caches.keys()).filter((name) => name !== STATIC && name !== PAGES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Keeps what the network answered, with the time.
 * @param {Request} request
 * @param {Response} answer
 * @param {Record<string, string>} headers
 */
async function keep(request, answer, headers) {
  const cache = await caches.open(PAGES);
  const body = await answer.blob();
  const kept = { "Content-Type": answer.headers.get("Content-Type") ?? "", "X-Kept": new Date().toISOString() };
  await cache.put(request.url, new Response(body, { headers: { ...kept, ...headers } }));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - KEPT)).map((key) => cache.delete(key)));
}

/**
 * @param {Request} request
 * @param {Response} answer
 */
async function keepPage(request, answer) {
  const html = await answer.clone().text();
  const policy = { "Content-Security-Policy": answer.headers.get("Content-Security-Policy") ?? "" };
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? "";
  await keep(request, answer, { ...policy, "X-Title": encodeURIComponent(title) });
  const language = /<html lang="(\w+)/.exec(html)?.[1];
  const said = await caches.match(`/offline/${language}`, { cacheName: STATIC });
  if (said) {
    await (await caches.open(STATIC)).put("/offline", said);
  }
}

/**
 * A copy says so, listens to no events, and a table in it cannot be played on.
 * @param {string} html
 * @param {string | null} kept
 * @param {boolean} played
 */
function marked(html, kept, played) {
  const copy = html.replace('data-seen=""', `data-seen="${kept}"`).replace(/ sse-connect="[^"]*"/, "");
  return played ? copy.replace('<main id="main"', '<main id="main" inert') : copy;
}

/** @param {Request} request */
async function copyOf(request) {
  const kept = await caches.match(request.url, { cacheName: PAGES, ignoreVary: true });
  if (!kept) {
    return undefined;
  }
  const html = marked(await kept.text(), kept.headers.get("X-Kept"), PLAYED_PATH.test(new URL(request.url).pathname));
  return new Response(html, { headers: kept.headers });
}

async function offlinePage() {
  const options = { cacheName: STATIC, ignoreVary: true };
  const said = (await caches.match("/offline", options)) ?? (await caches.match("/offline/en", options));
  return said ? new Response(marked(await said.text(), "never", false), { headers: said.headers }) : Response.error();
}

/**
 * The network comes first, always: a copy is for a device without one.
 * @param {FetchEvent} event
 */
async function page(event) {
  const { request } = event;
  const waits = new AbortController();
  const copy = caches.match(request.url, { cacheName: PAGES, ignoreVary: true });
  const timer = setTimeout(async () => (await copy) && waits.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(request, { signal: waits.signal });
    if (answer.status === 200 && KEPT_PATH.test(new URL(request.url).pathname)) {
      event.waitUntil(keepPage(request, answer.clone()));
    }
    return answer;
  } catch {
    return (await copyOf(request)) ?? offlinePage();
  } finally {
    clearTimeout(timer);
  }
}

/** @param {FetchEvent} event */
async function file(event) {
  const { request } = event;
  const isPicture = PICTURE_PATH.test(new URL(request.url).pathname);
  try {
    const answer = await fetch(request);
    if (isPicture && answer.ok) {
      event.waitUntil(keep(request, answer.clone(), {}));
    }
    return answer;
  } catch {
    const cacheName = isPicture ? PAGES : STATIC;
    return (await caches.match(request.url, { cacheName, ignoreVary: true })) ?? Response.error();
  }
}

/**
 * Shows a message, unless its table is in view. Between ten in the evening and eight it makes no sound.
 * @param {Record<string, string>} message
 */
async function showMessage(message) {
  const { title, body, url, language, play, mute } = message;
  const windows = await worker.clients.matchAll({ type: "window" });
  if (windows.some((each) => each.visibilityState === "visible" && new URL(each.url).pathname === url)) {
    return;
  }
  const hour = new Date().getHours();
  const silent = hour >= 22 || hour < 8;
  const icons = { icon: "/static/app/icon-192.png", badge: "/static/app/badge-96.png" };
  const actions = mute ? [play, mute].map((label, number) => ({ action: number ? MUTE : "play", title: label })) : [];
  const shown = { ...icons, body, lang: language, tag: url, silent, actions, data: url };
  await worker.registration.showNotification(title, shown);
}

/**
 * Leads to the table of a message, in the tab that shows it if there is one.
 * @param {string} url
 */
async function openTable(url) {
  const windows = await worker.clients.matchAll({ type: "window" });
  const open = windows.find((each) => new URL(each.url).pathname === url);
  await (open ? open.focus() : worker.clients.openWindow(new URL(url, location.origin).href));
}

worker.addEventListener("push", (event) => {
  if (event.data) {
    event.waitUntil(showMessage(event.data.json()));
  }
});
worker.addEventListener("notificationclick", (event) => {
  const url = event.notification.data;
  const headers = { "HX-Request": "true" }; // The answer is empty.
  event.notification.close();
  event.waitUntil(event.action === MUTE ? fetch(`${url}/mute`, { method: "POST", headers }) : openTable(url));
});
worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(page(event));
  } else if (STATIC_PATH.test(pathname) || PICTURE_PATH.test(pathname)) {
    event.respondWith(file(event));
  }
});
