// @ts-check
// Own arrows: the right button, or a finger after a long press, draws one between two places; the moment keeps it.
// Without a drag both open the card of the piece, as everywhere.

import { explainPiece } from "../cards.js";
import { closest } from "../dom.js";
import { closePopovers } from "../popovers.js";
import { requestTable } from "../requests.js";
import { tableState } from "../state.js";

const PLACE = ".analysis .board g[id]";
const RIGHT = 2; // The number of the right button.
const PRESS_MS = 450; // As for the card of a piece.
const STEADY = 10; // Pixels that a finger may move while it presses.

/** @type {HTMLElement | null} */
let start = null; // The place where the arrow begins.
let finger = { timer: 0, x: 0, y: 0 };

function forget() {
  clearTimeout(finger.timer);
  start = null;
}

/** @param {PointerEvent} event */
function begin(event) {
  const place = closest(event, PLACE);
  forget();
  if (event.button === RIGHT) {
    start = place;
  } else if (place && event.pointerType === "touch") {
    const timer = setTimeout(() => {
      start = place;
    }, PRESS_MS);
    finger = { timer, x: event.clientX, y: event.clientY };
  }
}

/** @param {PointerEvent} event */
function move({ clientX, clientY }) {
  if (Math.hypot(clientX - finger.x, clientY - finger.y) > STEADY) {
    clearTimeout(finger.timer); // The finger scrolls.
  }
}

/** @param {PointerEvent} event */
function end(event) {
  const from = start;
  const place = document.elementFromPoint(event.clientX, event.clientY)?.closest(PLACE);
  forget();
  if (from && place && place !== from) {
    closePopovers();
    requestTable("POST", `${tableState().url}/arrow`, { start: from.id, end: place.id });
  } else if (from && place && event.button === RIGHT) {
    explainPiece(from);
  }
}

/** @param {Event} event */
function leaveOut(event) {
  if (start && closest(event, PLACE)) {
    event.preventDefault();
    event.stopImmediatePropagation(); // The card opens when the button is released.
  }
}

addEventListener("pointerdown", begin);
addEventListener("pointermove", move);
addEventListener("pointerup", end);
addEventListener("pointercancel", forget);
addEventListener("contextmenu", leaveOut, true);
addEventListener(
  "touchmove",
  (event) => {
    if (start) {
      event.preventDefault(); // No scrolling while an arrow is drawn.
    }
  },
  { passive: false },
);
