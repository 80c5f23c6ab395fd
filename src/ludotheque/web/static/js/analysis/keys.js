// @ts-check
// The keys of the analysis board, as on other analysis boards. On a choice of the board the arrows walk from choice to
// choice, as at a table.

import { closest, find } from "../dom.js";
import { noteKeyboard } from "../input.js";
import { toggleArrows } from "./arrows.js";
import { note, toggleStop, toggleThinking } from "./thinking.js";

/** @type {Record<string, string>} */
const CLICKED = {
  ArrowLeft: "#step-back",
  ArrowRight: "#step-on",
  ArrowUp: "#step-variation-before",
  ArrowDown: "#step-variation-after",
  Home: "#step-first",
  End: "#step-last",
  Delete: "#cut",
  a: "#line-a",
  b: "#line-b",
  c: "#line-c",
  d: "#choose summary",
  e: "#all-open",
  f: ".whose-board a[aria-current] + a",
  n: "#comment",
  p: "#promote",
  r: "#roll",
};

/**
 * What the same keys click where the first thing is missing.
 * @type {Record<string, string>}
 */
const OTHERWISE = { f: ".whose-board a", r: ".rows .here .again" };

/** @type {Record<string, () => void>} */
const DONE = { " ": toggleStop, l: toggleThinking, x: toggleArrows };

/** @param {KeyboardEvent} event */
function press(event) {
  const typing = closest(event, "input:not(.switch), select, textarea, dialog");
  if (event.ctrlKey || event.metaKey || event.altKey || typing) {
    return;
  }
  const onBoard = closest(event, ".board [data-action]") !== null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.key === "Escape" && onBoard && document.activeElement instanceof HTMLElement) {
    document.activeElement.blur(); // The arrows lead through the moves again.
  }
  if (onBoard && (key.startsWith("Arrow") || key === " ")) {
    return;
  }
  if (key === " " && closest(event, "button, a, summary, .switch")) {
    return;
  }
  if (event.shiftKey && (key === "ArrowLeft" || key === "ArrowRight")) {
    find(key === "ArrowLeft" ? "#step-turn-back" : "#step-turn-on")?.click();
  } else if (DONE[key]) {
    DONE[key]();
  } else if (key === "?") {
    find("#keys summary")?.click();
  } else if (CLICKED[key]) {
    (find(CLICKED[key]) ?? find(OTHERWISE[key] ?? "#none"))?.click();
    if (key === "n") {
      find(".comment textarea")?.focus();
    }
  } else {
    return;
  }
  noteKeyboard();
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Copies the position where nothing else is selected.
 * @param {ClipboardEvent} event
 */
function copy(event) {
  const field = find("#analysis-position");
  if (field instanceof HTMLInputElement && !closest(event, "input, textarea") && !getSelection()?.toString()) {
    event.clipboardData?.setData("text/plain", field.value);
    event.preventDefault();
    note(find("[data-copy=analysis-position]")?.dataset.copied ?? "");
  }
}

addEventListener("keydown", press, true);
addEventListener("copy", copy);
