// @ts-check
// Any piece explains itself: by a click if it is no choice, else by a right click, a long press, or the key I.

import { closest, find, findAll } from "./dom.js";
import { explainForbidden, openCard, showBubble, siblingOf } from "./popovers.js";
import { fetchTexts, textOf } from "./previews.js";

const PRESS_MS = 450; // A finger that stays so long wants the card.
const STEADY = 12; // Pixels that a finger may move meanwhile.
const NAMES = 12; // So many names tell what a drawing shows.

let pressing = 0;
let start = { x: 0, y: 0 };

/**
 * The names in the drawing of a piece, then those of what lies around it, one a line.
 * @param {HTMLElement} piece
 */
function namesIn(piece) {
  const lines = [];
  for (let at = /** @type {HTMLElement | null | undefined} */ (piece); at; at = at.parentElement?.closest("g[id]")) {
    const parts = [at, ...findAll("g[id], use", at)].slice(0, NAMES);
    lines.push(parts.map((part) => part.id || part.getAttribute("href")).join(" "));
  }
  return lines.join("\n");
}

/**
 * Says in a card what is true of the piece here: what a choice would bring or why it is forbidden, else its label.
 * @param {HTMLElement} piece
 * @param {HTMLElement} card
 */
function tellHere(piece, card) {
  /** @type {HTMLElement} */
  const source = piece.closest("[data-action]") ?? piece;
  const label = source.closest("[aria-label]") ?? find("[aria-label]", source);
  const text = textOf(source)?.matches(":not([data-for='any'])") ? textOf(source) : null;
  const here = find(".here", card);
  const known = find(".kind ~ p", card)?.textContent ?? ""; // Some labels say no more than this.
  const said = text && source.matches("[data-action]") ? "" : (label?.ariaLabel ?? "");
  if (here) {
    here.textContent = said.includes(known) ? "" : said;
    here.append(...(text ? [text.cloneNode(true)] : []));
    here.hidden = here.textContent === "";
  }
}

/**
 * Opens the card of a piece; a piece without one says its name, or why it is no choice.
 * @param {HTMLElement} piece
 */
export async function explainPiece(piece) {
  await fetchTexts();
  const address = siblingOf(`piece?of=${encodeURIComponent(namesIn(piece))}`);
  if (address && (await openCard(piece, address, (card) => tellHere(piece, card)))) {
    return;
  }
  if (textOf(piece)) {
    explainForbidden(piece);
  } else if (piece.ariaLabel) {
    showBubble(piece.ariaLabel, piece.getBoundingClientRect());
  }
}

/**
 * The piece of an event in a picture.
 * @param {Event} event
 */
export function drawnPiece(event) {
  return closest(event, ".panel g[id]");
}

/**
 * The piece at the pointer: also one that the area of a choice covers, as a City that can be chosen covers its cards.
 * @param {MouseEvent} event
 */
function pieceUnder(event) {
  const piece = drawnPiece(event);
  const parts = piece ? document.elementsFromPoint(event.clientX, event.clientY) : [];
  const inside = parts.map((part) => /** @type {HTMLElement | null} */ (part.closest("g[id]")));
  return inside.find((part) => part !== piece && piece?.contains(part)) ?? piece;
}

/** @param {PointerEvent} event */
function press(event) {
  const piece = event.pointerType === "touch" ? pieceUnder(event) : null;
  clearTimeout(pressing);
  start = { x: event.clientX, y: event.clientY };
  if (piece) {
    pressing = setTimeout(() => {
      addEventListener("touchend", (lifted) => lifted.preventDefault(), { once: true, passive: false }); // no click
      explainPiece(piece);
    }, PRESS_MS);
  }
}

addEventListener("pointerdown", press);
addEventListener("pointermove", (event) => {
  if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > STEADY) {
    clearTimeout(pressing);
  }
});
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => clearTimeout(pressing));
}
addEventListener("contextmenu", (event) => {
  const piece = pieceUnder(event);
  if (piece) {
    event.preventDefault();
    explainPiece(piece);
  }
});
