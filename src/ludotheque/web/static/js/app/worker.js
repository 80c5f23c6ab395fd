// @ts-check
// Installs the service worker, and offers to install the site as an app.

import { find, show } from "../dom.js";

const VISITS = "visits"; // How many days this browser was here, and the last of them.
const OFFERED_FROM = 3;

/** @type {{ prompt(): Promise<unknown> } & Event | undefined} */
let offer;

/** @returns {number} on how many days this browser has been here */
function countVisits() {
  const [count, last] = (localStorage.getItem(VISITS) ?? "0 ").split(" ");
  const today = new Date().toDateString().replaceAll(" ", "-");
  if (last === today) {
    return Number(count);
  }
  localStorage.setItem(VISITS, `${Number(count) + 1} ${today}`);
  return Number(count) + 1;
}

/** @param {Event} event */
function canInstall(event) {
  event.preventDefault(); // The browser would ask at once.
  offer = /** @type {typeof offer} */ (event);
  show("#install", countVisits() >= OFFERED_FROM || location.pathname === "/me");
}

function installed() {
  show("#install", false);
}

async function install() {
  await offer?.prompt();
  installed();
}

find("[data-print]")?.addEventListener("click", () => print());
addEventListener("beforeinstallprompt", canInstall);
addEventListener("appinstalled", installed);
find("#install button")?.addEventListener("click", install);
countVisits();
navigator.serviceWorker?.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {
  // A private window may refuse it: the site works without.
});
