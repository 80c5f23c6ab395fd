// @ts-check
// Choices: a click on anything with an action plays it.

import { drawnPiece, explainPiece } from "./cards.js";
import { closest, find, findAll, show } from "./dom.js";
import { usesKeyboard, usesTouch } from "./input.js";
import { showTick } from "./pieces.js";
import { explainForbidden } from "./popovers.js";
import { preview } from "./previews.js";
import { catchUp, requestTable } from "./requests.js";
import { tableState } from "./state.js";

const ALLOWED = "[data-action]:not(.forbidden)";
const ANSWER_MS = 1500; // If the table has not changed by then, the page asks for it.

/**
 * The version on which the visitor decided: a double click plays once.
 * @type {string | null | undefined}
 */
let decidedVersion = null;

/**
 * The box of the last choice, where a refusal is shown.
 * @type {DOMRect | null}
 */
let clickedBox = null;

/**
 * Finds all choices that are allowed and visible, or with `all` everything that answers a click: forbidden choices and
 * named parts of the pictures, too.
 */
export function allowedChoices(all = false) {
  const selector = all ? "[data-action], .board g[id][aria-label]" : ALLOWED;
  return findAll(selector).filter((choice) => choice.getClientRects().length > 0);
}

/**
 * Finds the choice of an event, else the part of a picture: it explains itself.
 * @param {Event} event
 */
export function pieceOf(event) {
  return closest(event, "[data-action]") ?? drawnPiece(event);
}

/**
 * Plays a choice, or says why it is not allowed.
 * @param {HTMLElement} choice
 */
export function choose(choice) {
  const { url, seat, version } = tableState();
  show("#refusal", false);
  if (!choice.dispatchEvent(new CustomEvent("choose", { bubbles: true, cancelable: true }))) {
    return; // A coach answers instead.
  }
  if (!choice.matches(ALLOWED)) {
    (choice.matches("[data-action]") ? explainForbidden : explainPiece)(choice);
    return;
  }
  if (seat === undefined || !beginDecision()) {
    return;
  }
  clickedBox = choice.getBoundingClientRect();
  select(null);
  requestTable("POST", `${url}/play`, { seat, version, action: choice.dataset.action });
}

/**
 * Notes that the visitor decides on this version of the table.
 * @returns {boolean} false if a decision on it is under way already
 */
function beginDecision() {
  const { version } = tableState();
  const begins = decidedVersion !== version;
  decidedVersion = version;
  setTimeout(() => {
    if (decidedVersion === version) {
      catchUp();
    }
  }, ANSWER_MS);
  return begins;
}

/**
 * Lets htmx send a form of the table, once a version.
 * @param {Event} event
 */
function sendForm(event) {
  if (closest(event, '#table form[hx-target="#table"]') && !beginDecision()) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** Allows another decision: the last one was answered, or did not get through. */
export function forgetDecision() {
  decidedVersion = null;
}

/**
 * Takes the box of the last choice.
 * @returns {DOMRect | null}
 */
export function takeClickedBox() {
  const box = clickedBox;
  clickedBox = null;
  return box;
}

/**
 * Whether a choice needs two steps: choose it, then confirm it. What is secret is sealed, and a finger cannot hover to
 * see what a drawn choice would do. The visitor may wish it for all choices, or for none; a button that asks whether it
 * is meant has its two steps already.
 * @param {HTMLElement} choice
 */
function needsConfirming(choice) {
  const { secret } = tableState();
  const wish = document.documentElement.dataset.confirm;
  const wished = wish === "all" && !choice.matches(":has(> .ask)");
  const drawn = choice.closest(".board") !== null && usesTouch();
  return choice.matches(ALLOWED) && wish !== "never" && (secret || wished || drawn);
}

/**
 * Selects a choice, or none: it is ticked, and waits for the button that does it.
 * @param {HTMLElement | null} choice
 */
export function select(choice) {
  for (const other of findAll(".selected[data-action]")) {
    other.classList.remove("selected");
  }
  choice?.classList.add("selected");
  preview(choice);
  showTick(choice);
  show("#do", choice !== null);
}

/**
 * Takes one step towards a choice: plays it, or selects it first where it must be confirmed.
 * @param {HTMLElement} choice
 */
export function stepTo(choice) {
  const { secret } = tableState();
  if (!needsConfirming(choice) || (choice.matches(".selected") && !secret)) {
    choose(choice);
    return;
  }
  select(choice);
  if (usesKeyboard()) {
    find("#do")?.focus();
  }
}

/** Draws the tick on the selected choice, or the wax on the sealed one. */
function showMark() {
  showTick(find(".selected[data-action]") ?? find(".board .chosen[data-action]"));
}

/** Marks the choice that the visitor made in secret. */
export function markSealedChoice() {
  const { sealedAction } = tableState();
  for (const choice of findAll(".board [data-action]")) {
    choice.classList.toggle("chosen", choice.dataset.action === sealedAction);
  }
  showMark();
}

/** @param {Event} event */
function clickChoice(event) {
  show("#refusal", false);
  const choice = pieceOf(event);
  const selected = closest(event, "#do") && find(".selected[data-action]");
  if (choice) {
    stepTo(choice);
  } else if (selected) {
    selected.focus({ preventScroll: true }); // The button goes; the focus stays at the table.
    choose(selected);
  }
}

addEventListener("click", clickChoice);
addEventListener("submit", sendForm, true);
addEventListener("resize", showMark);
