// @ts-check
// The sheet that shares a table: it lies over the page, and gives its link to the system's own sheet.

import { closest, find } from "../dom.js";
import { divideLog } from "../log.js";
import { closePopovers } from "../popovers.js";
import { fetchFragment } from "../requests.js";

/** Shows what this browser can do with the link. */
function offer() {
  const send = find("[data-send]");
  const full = find("[data-full]");
  send?.toggleAttribute("hidden", !navigator.share);
  full?.toggleAttribute("hidden", !document.fullscreenEnabled);
}

/** @param {HTMLElement} opener */
async function openSheet(opener) {
  const sheet = find("#sheet");
  const address = opener.getAttribute("href") ?? "";
  const html = await fetchFragment(address);
  if (!(sheet instanceof HTMLDialogElement) || !html) {
    location.href = address; // The page shows the same.
    return;
  }
  const content = find(".content", sheet);
  if (content) {
    content.innerHTML = html;
    divideLog(); // It may be the log of the whole game.
  }
  offer();
  if (!sheet.open) {
    sheet.showModal();
  }
}

/** @param {HTMLElement} button */
function send(button) {
  const field = find("#share-link");
  if (field instanceof HTMLInputElement) {
    // The visitor may change their mind.
    navigator.share({ title: button.dataset.send, url: field.value }).catch(() => {});
  }
}

/** @param {MouseEvent} event */
function press(event) {
  const opener = closest(event, "[data-sheet]");
  const button = closest(event, "[data-send]");
  if (opener && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    openSheet(opener);
  } else if (button) {
    send(button);
  } else if (closest(event, "[data-full]")) {
    find(".sharing .qr")?.requestFullscreen();
  } else if (event.target instanceof HTMLDialogElement || closest(event, "dialog [data-close]")) {
    closest(event, "dialog")?.closest("dialog")?.close(); // A press beside the sheet is one on the dialog itself.
  }
}

/**
 * Escape closes the card of a rule that lies on the sheet before the sheet itself.
 * @param {Event} event
 */
function cancel(event) {
  if (find("#sheet #rule-pop:not([hidden])")) {
    event.preventDefault();
    closePopovers();
  }
}

addEventListener("cancel", cancel, true);
addEventListener("close", closePopovers, true);
addEventListener("click", press);
offer();
