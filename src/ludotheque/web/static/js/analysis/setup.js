// @ts-check
// The editor of positions: lays the chosen piece on a clicked place, undoes, and keeps focus and opened details.

import { closest, find, findAll } from "../dom.js";

const UNDO = "undo"; // the event of a request whose answer is an earlier position

/** @type {string[]} */
const earlier = []; // the positions before each change
/** @type {Map<string, boolean>} */
const folded = new Map(); // details that the visitor opened or closed
let focused = ""; // the id of the part that had the focus before a change

/** The position as text. */
function text() {
  const field = find("#position");
  return field instanceof HTMLTextAreaElement ? field : null;
}

/**
 * Posts a change of the position; the answer replaces the editor.
 * @param {Record<string, string>} values
 * @param {Event} [event]
 */
function post(values, event) {
  const seat = find("#seat");
  /** @type {Record<string, string>} */
  const all = { position: text()?.value ?? "", seat: seat instanceof HTMLInputElement ? seat.value : "0", ...values };
  for (const { name, value } of /** @type {HTMLInputElement[]} */ (findAll("#setup .player-name"))) {
    all[name] = value;
  }
  htmx.ajax("POST", location.pathname, { source: "#setup", target: "#setup", swap: "innerHTML", values: all, event });
}

/**
 * Lays the chosen piece on a place, or takes one away.
 * @param {Event} event
 * @param {boolean} away
 */
function lay(event, away) {
  const place = closest(event, "[data-place]");
  const chosen = find(".palette input:checked");
  if (place && chosen instanceof HTMLInputElement) {
    event.preventDefault();
    event.stopPropagation();
    post({ part: place.id, piece: away ? "" : chosen.value });
  }
}

/**
 * Digits choose a piece; Enter and Space lay it, Delete takes one away, U undoes as at a table.
 * @param {KeyboardEvent} event
 */
function press(event) {
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey || closest(event, "input:not([type=radio]), textarea, select")) {
    return;
  }
  if (event.key === (command ? "z" : "u")) {
    event.preventDefault();
    undo();
    return;
  }
  if (command) {
    return;
  }
  const chosen = find(`.palette input[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (chosen instanceof HTMLInputElement) {
    chosen.checked = true;
  } else if (event.key === "Enter" || event.key === " ") {
    lay(event, false);
  } else if (event.key === "Delete" || event.key === "Backspace") {
    lay(event, true);
  }
}

function undo() {
  const last = earlier.pop();
  const field = text();
  if (last !== undefined && field) {
    field.value = last;
    post({}, new Event(UNDO));
  }
}

/** Makes the listed parts of the board buttons; parts without a name react only to clicks. */
function openPlaces() {
  for (const line of findAll("#board-places li")) {
    const part = document.getElementById(line.dataset.for ?? "");
    if (!part) {
      continue;
    }
    part.dataset.place = line.dataset.place;
    if (line.dataset.wrong !== undefined) {
      part.dataset.wrong = "";
    }
    if (line.textContent) {
      part.setAttribute("role", "button");
      part.setAttribute("tabindex", "0");
      part.setAttribute("aria-label", part.getAttribute("aria-label") ?? line.textContent);
    }
  }
}

/** After every change: details stay as they were, and undo knows whether there is something to undo. */
function refresh() {
  openPlaces();
  if (document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  for (const details of findAll("#setup details[id]")) {
    const open = folded.get(details.id);
    if (open !== undefined) {
      details.toggleAttribute("open", open || details.querySelector("[aria-invalid]") !== null);
    }
  }
  if (earlier.at(-1) === text()?.value) {
    earlier.pop(); // nothing has changed
  }
  find("#undo-edit")?.toggleAttribute("disabled", earlier.length === 0);
}

addEventListener("click", (event) => lay(event, event.shiftKey), true);
addEventListener("contextmenu", (event) => lay(event, true), true);
addEventListener("keydown", press, true);
addEventListener("click", (event) => {
  if (closest(event, "#undo-edit")) {
    undo();
  }
});
addEventListener("htmx:beforeSwap", ({ detail }) => {
  focused = document.activeElement?.id ?? "";
  if (detail.requestConfig.triggeringEvent?.type !== UNDO) {
    earlier.push(text()?.defaultValue ?? "");
  }
});
addEventListener("htmx:afterSwap", refresh);
addEventListener(
  "toggle",
  (event) => {
    if (event.target instanceof HTMLDetailsElement) {
      folded.set(event.target.id, event.target.open);
    }
  },
  true,
);
openPlaces();
