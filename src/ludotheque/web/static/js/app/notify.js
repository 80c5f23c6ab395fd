// @ts-check
// Notifications: asks once, when somebody else thinks; tells the server where this browser is, and that it looks.

import { closest, find, show } from "../dom.js";
import { tableState } from "../state.js";

const WANTED = "notifications"; // In localStorage: "on", or how often the visitor said "not now".
const SENT = "notifications-sent"; // In sessionStorage: the language in which this browser was told to the server.
const MOST_ASKED = 2;

const can = "Notification" in window && "PushManager" in window && "serviceWorker" in navigator;

/**
 * @param {string} url
 * @param {Record<string, string>} [values]
 */
function post(url, values) {
  return fetch(url, { method: "POST", body: new URLSearchParams(values) });
}

/** Subscribes this browser, anew if the server has another key than before. */
async function subscribe() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = await (await fetch("/push/key")).text();
  const wish = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(wish);
  } catch (problem) {
    const old = await pushManager.getSubscription();
    if (!old) {
      throw problem;
    }
    await old.unsubscribe();
    return pushManager.subscribe(wish);
  }
}

/** @returns {Promise<boolean>} whether the server knows where to send messages */
async function tellServer() {
  const { endpoint, keys } = (await subscribe()).toJSON();
  const answer = await post("/push", { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
  if (answer.ok) {
    localStorage.setItem(WANTED, "on");
    sessionStorage.setItem(SENT, document.documentElement.lang);
  }
  return answer.ok;
}

/** @param {string} state which part of the card is shown; "" hides it */
function showCard(state) {
  const card = find("#notify");
  show("#notify", state !== "");
  for (const each of ["ask", "done", "blocked", "failed"]) {
    show(`#notify .${each}`, each === state);
  }
  card?.classList.toggle("bad", state === "blocked" || state === "failed");
}

async function yes() {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") {
    showCard(permission === "denied" ? "blocked" : "");
    return;
  }
  try {
    showCard((await tellServer()) ? "done" : "failed");
  } catch {
    showCard("failed"); // A private window, or a browser without a push service.
  }
}

function notNow() {
  localStorage.setItem(WANTED, String(Number(localStorage.getItem(WANTED)) + 1));
  showCard("");
}

/** Asks after a move of this visitor, never on loading a page. */
export function askToNotify() {
  const asked = localStorage.getItem(WANTED) ?? "0";
  if (can && find("#notify") && Notification.permission === "default" && Number(asked) < MOST_ASKED) {
    showCard("ask");
  }
}

/** Tells the server that the visitor sees whose turn it is, so that no message is sent. */
export function tellSeen() {
  // Also before this visitor wants messages: another device may subscribe at any time.
  const plays = find("#notify") !== null && tableState().viewer !== undefined;
  if ((plays || localStorage.getItem(WANTED) === "on") && !document.hidden) {
    post(`${tableState().url}/seen`).catch(() => {});
  }
}

/** The switch of my page. The browser asks only after the visitor has pressed it. */
async function switched() {
  const own = find("#notifications[role=switch]");
  if (!(own instanceof HTMLInputElement) || !can) {
    return;
  }
  if (own.checked) {
    await yes();
    if (localStorage.getItem(WANTED) !== "on") {
      own.checked = false;
      own.dispatchEvent(new Event("change", { bubbles: true })); // The server has heard that it was on.
    }
  } else {
    localStorage.removeItem(WANTED);
    await (await (await navigator.serviceWorker.ready).pushManager.getSubscription())?.unsubscribe();
  }
}

/** @param {Event} event */
function pressed(event) {
  if (closest(event, "#notify .yes")) {
    yes();
  } else if (closest(event, "#notify .not-now")) {
    notNow();
  } else if (closest(event, "#notify .close")) {
    showCard("");
  }
}

addEventListener("click", pressed);
/** This browser becomes another visitor, or gets another id: it tells where it is again, and forgets its pages. */
async function becomeAnother() {
  sessionStorage.removeItem(SENT);
  const kept = (await caches.keys()).filter((name) => name.startsWith("pages-"));
  await Promise.all(kept.map((name) => caches.delete(name)));
}

addEventListener("submit", (event) => {
  if (closest(event, "[data-unlink]")) {
    becomeAnother();
  }
});
find("#notifications[role=switch]")?.addEventListener("change", switched);
if (can && localStorage.getItem(WANTED) === "on" && Notification.permission === "granted") {
  if (sessionStorage.getItem(SENT) !== document.documentElement.lang) {
    tellServer().catch(() => {}); // The server may have forgotten this browser, or the language is another one.
  }
}
