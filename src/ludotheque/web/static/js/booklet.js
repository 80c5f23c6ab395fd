// @ts-check
// The field that finds rules in the booklet.

import { findAll } from "./dom.js";

/** @param {string} text */
function showRulesWith(text) {
  const wanted = text.trim().toLowerCase();
  for (const rule of findAll(".one-rule")) {
    rule.hidden = !rule.textContent?.toLowerCase().includes(wanted);
  }
}

addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.id === "find") {
    showRulesWith(event.target.value);
  }
});
