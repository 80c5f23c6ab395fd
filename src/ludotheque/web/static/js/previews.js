// @ts-check
// What a choice would do: in words below the question, as ghosts of pieces on the board, and in its forecasts.

import { closest, find, findAll } from "./dom.js";
import { usesKeyboard, usesTouch } from "./input.js";
import { showGhosts } from "./pieces.js";
import { fetchFragment } from "./requests.js";
import { tableState } from "./state.js";
import { patchPart } from "./swap.js";

/**
 * The choice whose preview is shown; null if none is, undefined if the table is new and nothing was shown on it.
 * @type {HTMLElement | null | undefined}
 */
let previewed = null;

/** Settles when the last preview is shown. */
let showing = Promise.resolve();

/**
 * The texts of all choices: for which version and seat they were fetched, and when they are here. Nobody fetches them
 * before the visitor points at a choice.
 */
let texts = { of: "", here: showing };

/** Which decision the table asks for: its version and its seat. */
function currentDecision() {
  const { seat, version } = tableState();
  return `${version} ${seat}`;
}

/**
 * The text of a choice, or of a piece that stands for none, if it is here.
 * @param {HTMLElement | null} choice
 * @returns {HTMLElement | null}
 */
export function textOf(choice) {
  if (!choice || texts.of !== currentDecision()) {
    return null;
  }
  return find(`#previews [data-for="${choice.dataset.action ?? choice.id}"]`) ?? find('#previews [data-for="any"]');
}

/**
 * Fetches the texts of all choices of this decision, once.
 * @returns {Promise<void>}
 */
export function fetchTexts() {
  const { seat, url, version } = tableState();
  const decision = currentDecision();
  if (seat !== undefined && texts.of !== decision) {
    const fetched = fetchFragment(`${url}/previews?seat=${seat}&version=${version}`);
    texts = { of: decision, here: fetched.then((html) => keepTexts(decision, html)) };
  }
  return texts.here;
}

/**
 * Keeps the texts that were fetched, and puts their forecasts into the pictures.
 * @param {string} decision
 * @param {string} html
 */
function keepTexts(decision, html) {
  const store = find("#previews");
  if (!store || texts.of !== decision) {
    return;
  }
  store.innerHTML = html;
  if (!html) {
    texts.of = ""; // The request failed: the next one tries again.
  }
  for (const part of findAll("[data-pieces]", store)) {
    const panel = find(`.board > [data-part="${part.dataset.part}"]`);
    if (panel) {
      patchPart(panel, part);
    }
    part.remove();
  }
}

/**
 * Shows the preview of a choice, or none.
 * @param {HTMLElement | null} choice
 * @returns {Promise<void>}
 */
export function preview(choice) {
  if (find("#preview") && choice !== previewed) {
    previewed = choice;
    showing = showWhenFetched(choice);
  }
  return showing;
}

/** @param {HTMLElement | null} choice */
async function showWhenFetched(choice) {
  await (choice ? fetchTexts() : null);
  if (choice !== previewed) {
    return; // Meanwhile the visitor points at something else.
  }
  const text = textOf(choice);
  const copy = text ? [text.cloneNode(true)] : [];
  find("#preview")?.replaceChildren(...copy);
  showGhosts(text);
}

/**
 * Forgets the preview because the table is new.
 * @returns {HTMLElement | null} the choice that was previewed, if it is still there
 */
export function resetPreview() {
  const choice = previewed?.isConnected ? previewed : null;
  previewed = undefined;
  for (const forecast of findAll(".board .forecast")) {
    forecast.remove();
  }
  for (const hinted of findAll(".hinted")) {
    hinted.classList.remove("hinted");
  }
  return choice;
}

/**
 * Shows the choice that a hint of the server names.
 * @returns {Promise<HTMLElement | null>} that choice
 */
export async function showHint() {
  const hint = find("#preview [data-hint]");
  const choice = hint && find(`[data-action="${hint.dataset.hint}"]`);
  if (!choice) {
    return null;
  }
  await preview(choice);
  find("#preview")?.prepend(hint);
  choice.classList.add("hinted");
  choice.focus();
  return choice;
}

/** @param {Event} event */
function previewPointed(event) {
  // A finger points at nothing: what it selects is shown.
  const byFinger = event instanceof PointerEvent ? event.pointerType === "touch" : usesTouch() && !usesKeyboard();
  const choice = closest(event, "[data-action]:not(.forbidden)"); // A refusal appears only after a click.
  if (!byFinger && (choice || !find(".selected[data-action], [data-action]:focus-visible, #preview [data-hint]"))) {
    preview(choice);
  }
}

addEventListener("pointerover", previewPointed);
addEventListener("focusin", previewPointed);
addEventListener("resize", () => showGhosts(find("#preview [data-for]")));
