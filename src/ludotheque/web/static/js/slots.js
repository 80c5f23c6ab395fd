// @ts-check
// The slots of the bar: each keeps its place. One whose meaning has just changed is deaf for a moment, so that a click
// meant for what stood there before does nothing. Chips and other buttons of the bar are as careful.

import { closest, find, findAll } from "./dom.js";
import { showBubble } from "./popovers.js";
import { tableState } from "./state.js";

const DEAF_MS = 400;

/**
 * What each slot meant after the last update, by its name.
 * @type {Map<string | undefined, string>}
 */
const meanings = new Map();

/**
 * What ends the deafness of each slot.
 * @type {WeakMap<object, number>}
 */
const timers = new WeakMap();

/**
 * The version of the table when the visitor began to click: the second click of a double click adds nothing.
 * @type {string | undefined}
 */
let clickedVersion;

/**
 * What a slot means, whether or not its button is hidden now: to select a choice is no change. A choice is another one
 * after every decision, even if its words are the same.
 * @param {HTMLElement} slot
 */
function meaningOf(slot) {
  return (slot.textContent ?? "").trim() + (find("[data-action]", slot) ? tableState().ply : "");
}

/** Makes slots deaf whose meaning has changed. */
export function noteSlots() {
  for (const slot of findAll(".slots :is(.slot, .sentence, .buttons)")) {
    const before = meanings.get(slot.dataset.part);
    const now = meaningOf(slot);
    meanings.set(slot.dataset.part, now);
    if (before !== undefined && before !== now) {
      deafen(slot);
    }
  }
}

/**
 * Makes a slot deaf for a moment.
 * @param {Element | null | undefined} slot
 */
export function deafen(slot) {
  clearTimeout(timers.get(slot ?? timers)); // It may have changed just before.
  timers.set(slot ?? timers, setTimeout(() => slot?.classList.remove("deaf"), DEAF_MS));
  slot?.classList.add("deaf");
}

/**
 * Lets a button ask whether it is meant before it gives other choices away: it needs a second press.
 * @param {HTMLElement | null} button the one that is pressed, or none: then no button asks any more
 * @returns {boolean} whether it asks now
 */
function askBefore(button) {
  const asks = button !== null && !button.matches(".asks");
  find("button.asks")?.classList.remove("asks");
  if (asks) {
    button.classList.add("asks");
    deafen(button);
  }
  return asks;
}

/** @param {MouseEvent} event */
function pressSlot(event) {
  const { version } = tableState();
  if (event.detail < 2) {
    clickedVersion = version;
  }
  const idle = closest(event, ".slot [aria-disabled=true]");
  const twice = clickedVersion !== version && closest(event, "#table") !== null;
  const deaf = closest(event, ".deaf") && !closest(event, "[data-rule]");
  if (!twice && !idle && !deaf && !askBefore(closest(event, "button:has(> .ask)"))) {
    closest(event, ".hurry")?.classList.add("pressed");
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (idle && !twice) {
    showBubble(new Option(idle.title).innerHTML, idle.getBoundingClientRect()); // An option escapes its text.
  }
}

addEventListener("click", pressSlot, true);
