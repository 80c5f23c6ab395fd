// @ts-check
// The chances that were found at each moment: small bars in the tree show them, as long as the page is open.

import { find, findAll } from "../dom.js";

/** @type {Map<string, string>} */
const known = new Map();

/** Remembers the bar of the moment that is shown. */
export function rememberChances() {
  const node = find(".tree")?.dataset.node;
  const bars = findAll("#evaluation .chances rect:not(.pattern)").map((bar) => bar.outerHTML);
  if (node && bars.length > 0) {
    known.set(node, bars.join(""));
    showChances();
  }
}

/** Draws the known bars into the rows of the tree. */
export function showChances() {
  for (const row of findAll(".rows li")) {
    const bars = known.get(row.dataset.node ?? "");
    find(".small-chances", row)?.remove();
    if (bars) {
      row.insertAdjacentHTML("beforeend", `<svg class="small-chances chances" aria-hidden="true">${bars}</svg>`);
    }
  }
}
