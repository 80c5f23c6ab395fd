// @ts-check
// Choices: a click on anything with an action plays it.

import { closest, find, findAll, hide } from "./dom.js";
import { usesTouch } from "./input.js";
import { explainForbidden } from "./popovers.js";
import { isPreviewed, preview } from "./previews.js";
import { catchUp, requestTable } from "./requests.js";
import { tableState } from "./state.js";

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

/** Finds all choices that are allowed and visible. */
export function allowedChoices() {
  return findAll("[data-action]:not(.forbidden)").filter((choice) => choice.getClientRects().length > 0);
}

/**
 * Plays a choice, or says why it is not allowed.
 * @param {HTMLElement} choice
 */
export function choose(choice) {
  const { url, seat, version } = tableState();
  hide("#refusal");
  if (choice.matches(".forbidden")) {
    explainForbidden(choice);
    return;
  }
  if (seat === undefined || decidedVersion === version) {
    return;
  }
  decidedVersion = version;
  clickedBox = choice.getBoundingClientRect();
  requestTable("POST", `${url}/play`, { seat, version, action: choice.dataset.action });
  setTimeout(() => {
    if (decidedVersion === version) {
      catchUp();
    }
  }, ANSWER_MS);
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
 * Selects a choice on a touch screen: the first tap shows what would happen, a second one or the button does it.
 * @param {HTMLElement} choice
 */
export async function select(choice) {
  for (const other of findAll(".selected[data-action]")) {
    other.classList.remove("selected");
  }
  choice.classList.add("selected");
  await preview(choice);
  if (!isPreviewed(choice)) {
    return;
  }
  const button = document.createElement("button");
  button.className = "button main small";
  button.textContent = find("#confirm-word")?.textContent ?? "";
  button.addEventListener("click", () => choose(choice));
  find("#preview")?.append(button);
}

/** Marks the choice that the visitor made in secret. */
export function markSealedChoice() {
  const { sealedAction } = tableState();
  for (const choice of findAll(".board [data-action]")) {
    choice.classList.toggle("chosen", choice.dataset.action === sealedAction);
  }
}

/** @param {Event} event */
function clickChoice(event) {
  hide("#refusal");
  const choice = closest(event, "[data-action]");
  if (!choice) {
    return;
  }
  if (usesTouch() && choice.closest(".board") && !choice.matches(".selected, .forbidden")) {
    select(choice);
  } else {
    choose(choice);
  }
}

export function startChoices() {
  addEventListener("click", clickChoice);
}
