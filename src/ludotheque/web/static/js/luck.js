// @ts-check
// Fair draws: the server commits to a seed first, only then this browser adds its luck, and remembers it.

import { find, findAll } from "./dom.js";

const SITS_DOWN = /\/sit$|\/seat\//;
const MAKES_A_TABLE = /^\/(play|new|learn)\/|\/(again|from)$/;

/**
 * Finds a field of a form, or adds it.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {HTMLInputElement}
 */
function fieldOf(form, name) {
  const found = form.elements.namedItem(name);
  if (found instanceof HTMLInputElement) {
    return found;
  }
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = name;
  return form.appendChild(field);
}

function randomText() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Adds luck to a form, unless the visitor typed some, and remembers it with the commitment it answers.
 * @param {HTMLFormElement} form
 * @param {string | undefined} commitment
 */
function addLuck(form, commitment) {
  const luck = fieldOf(form, "luck");
  if (luck.type === "hidden" || !luck.value) {
    luck.value = randomText();
  }
  localStorage.setItem(`luck-${commitment}`, luck.value);
}

/** @returns {Promise<string>} the server's pledge, or "" if there is none */
async function fetchPledge() {
  try {
    const answer = await fetch("/pledge");
    return answer.ok ? await answer.text() : "";
  } catch {
    return "";
  }
}

/** @param {SubmitEvent} event */
async function beforeSubmit(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) {
    return;
  }
  const path = form.getAttribute("action") ?? "";
  if (SITS_DOWN.test(path)) {
    addLuck(form, find("[data-kept]")?.dataset.kept);
  }
  if (!MAKES_A_TABLE.test(path)) {
    return;
  }
  event.preventDefault();
  const pledge = fieldOf(form, "pledge");
  pledge.value = await fetchPledge();
  if (pledge.value) {
    addLuck(form, pledge.value.split(".")[1]);
  }
  form.submit();
}

/** Shows the luck that this browser added, beside the commitment it answers. */
function showLuck() {
  for (const place of findAll("[data-kept]")) {
    const code = find("code", place);
    if (code) {
      code.textContent = localStorage.getItem(`luck-${place.dataset.kept}`) ?? "";
    }
  }
}

addEventListener("submit", beforeSubmit, true); // Before htmx sends the form.
addEventListener("htmx:afterSwap", showLuck);
showLuck();
