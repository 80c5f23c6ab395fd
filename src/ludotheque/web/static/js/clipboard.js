// @ts-check
// Buttons that copy a link or a text.

import { closest, find } from "./dom.js";

/** @param {HTMLElement} button */
async function copyLink(button) {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    return;
  }
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // The browser does not allow it: the visitor can copy what is selected.
  }
  const label = find("span", button);
  if (label) {
    label.textContent = button.dataset.copied ?? "";
  }
}

addEventListener("click", (event) => {
  const button = closest(event, "[data-copy]");
  if (button) {
    copyLink(button);
  }
});
