// @ts-check
// The slots of the bar: each keeps its place. One whose meaning has just changed is deaf for a moment, so that a click
// meant for what stood there before does nothing.

import { closest, find, findAll } from "./dom.js";
import { showBubble } from "./popovers.js";
import { tableState } from "./state.js";

const DEAF_MS = 400;

/**
 * What each slot meant after the last update, by its id.
 * @type {Map<string, string>}
 */
const meanings = new Map();

/**
 * What a slot means. A choice is another one after every decision, even if its words are the same.
 * @param {HTMLElement} slot
 */
function meaningOf(slot) {
  return slot.innerText + (find("[data-action]", slot) ? tableState().ply : "");
}

/** Makes slots deaf whose meaning has changed. */
export function noteSlots() {
  for (const slot of findAll(".bar .slot")) {
    const before = meanings.get(slot.id);
    const now = meaningOf(slot);
    meanings.set(slot.id, now);
    if (before !== undefined && before !== now) {
      slot.classList.add("deaf");
      setTimeout(() => slot.classList.remove("deaf"), DEAF_MS);
    }
  }
}

/** @param {Event} event */
function pressSlot(event) {
  const idle = closest(event, ".slot [aria-disabled=true]");
  if (!closest(event, ".deaf") && !idle) {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (idle) {
    showBubble(new Option(idle.title).innerHTML, idle.getBoundingClientRect()); // An option escapes its text.
  }
}

addEventListener("click", pressSlot, true);
