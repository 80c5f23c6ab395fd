// @ts-check
// The helper explains a phase of the game when this browser meets it for the first time.

import { closest, find, show } from "./dom.js";

/** @param {HTMLElement} helper */
function storageKey(helper) {
  return `met-${helper.dataset.phase}`;
}

/** Shows the helper unless this browser has met its phase before. */
export function showHelper() {
  const helper = find("#helper");
  show("#helper", helper !== null && localStorage.getItem(storageKey(helper)) === null);
}

export function closeHelper() {
  const helper = find("#helper");
  if (helper) {
    localStorage.setItem(storageKey(helper), "1");
    show("#helper", false);
    dispatchEvent(new Event("resize")); // The board moves, and with it what is drawn above it.
  }
}

addEventListener("click", (event) => {
  if (closest(event, "[data-close]")) {
    closeHelper();
  }
});
