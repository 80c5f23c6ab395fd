// @ts-check
// The keyboard: arrows lead from choice to choice, Enter plays, letters press buttons. The focus survives an update.

import { drawnPiece, explainPiece } from "./cards.js";
import { allowedChoices, pieceOf, stepTo } from "./choices.js";
import { closest, find, middleOf } from "./dom.js";
import { noteKeyboard, usesKeyboard } from "./input.js";
import { closePopovers } from "./popovers.js";
import { tableState } from "./state.js";

/** @type {Record<string, string>} */
const BUTTONS = { u: "#undo button", h: "#ask-hint button", p: "#end button", c: "#confirm button:not([hidden])" };

/** @type {Record<string, string>} */
const REPLAY_STEPS = {
  ArrowLeft: "#step-back",
  ArrowRight: "#step-on",
  ArrowUp: "#step-turn-back",
  ArrowDown: "#step-turn-on",
};

/**
 * The action that had the focus before the update: "" for anything else of the table, null for nothing of it.
 * @type {string | null}
 */
let focusedAction = null;

/**
 * How far a choice is in the direction of an arrow key. Distance across the direction counts double.
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 * @param {string} key
 * @returns {number} Infinity if it is not in that direction
 */
function distanceAlong(from, to, key) {
  const start = middleOf(from.getBoundingClientRect());
  const end = middleOf(to.getBoundingClientRect());
  const right = end.x - start.x;
  const down = end.y - start.y;
  const horizontal = key === "ArrowLeft" || key === "ArrowRight";
  const forward = key === "ArrowRight" || key === "ArrowDown";
  const along = (horizontal ? right : down) * (forward ? 1 : -1);
  const across = horizontal ? down : right;
  return along > 1 ? along + 2 * Math.abs(across) : Infinity;
}

/**
 * Finds the nearest choice in the direction of an arrow key, or with Shift the nearest piece: all of them answer.
 * @param {HTMLElement} from
 * @param {string} key
 * @param {boolean} shift
 * @returns {HTMLElement | null}
 */
function neighbour(from, key, shift) {
  let nearest = null;
  let shortest = Infinity;
  for (const choice of allowedChoices(shift)) {
    const distance = distanceAlong(from, choice, key);
    if (choice !== from && distance < shortest) {
      nearest = choice;
      shortest = distance;
    }
  }
  return nearest;
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || closest(event, "input, select, textarea, dialog")) {
    return;
  }
  noteKeyboard();
  const choice = pieceOf(event);
  const piece = drawnPiece(event);
  const step = tableState().stage === "replay" ? find(REPLAY_STEPS[event.key] ?? "none") : null;
  if (event.key === "Escape") {
    closePopovers();
  } else if (step) {
    event.preventDefault();
    step.click();
  } else if (choice && !choice.matches("button") && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault(); // A button is clicked by the browser; a choice in a picture is not.
    stepTo(choice);
  } else if (piece && event.key.toLowerCase() === "i") {
    explainPiece(piece);
  } else if (event.key.startsWith("Arrow")) {
    const next = choice ? neighbour(choice, event.key, event.shiftKey) : allowedChoices()[0];
    if (next) {
      event.preventDefault();
      next.tabIndex = next.tabIndex; // A picture takes the focus only if it has a place among the tabs.
      next.focus();
    }
  } else {
    find(BUTTONS[event.key.toLowerCase()] ?? "none")?.click();
  }
}

/** Remembers what has the focus before the table changes. */
export function rememberFocus() {
  const focused = document.activeElement;
  if (!focused?.closest("#table") || focused.matches(".forbidden")) {
    focusedAction = null;
  } else {
    focusedAction = focused.getAttribute("data-action") ?? "";
  }
}

/** Gives a lost focus to the same choice, to the first one, or to the question. */
export function restoreFocus() {
  const lost = document.activeElement?.matches("body, .forbidden");
  if (focusedAction === null || !lost) {
    return;
  }
  let next = find("#sentence");
  if (usesKeyboard()) {
    next = find(`[data-action="${focusedAction}"]:not(.forbidden)`) ?? allowedChoices()[0] ?? next;
  }
  next?.focus({ preventScroll: true });
}

addEventListener("keydown", pressKey);
