// @ts-check
// What lies over the page for a while: the card of a rule, the menu of the table, and why something is not allowed.

import { closest, find, findAll, show } from "./dom.js";
import { usesKeyboard } from "./input.js";
import { fetchTexts, textOf } from "./previews.js";
import { fetchFragment } from "./requests.js";

const MARGIN = 12; // Pixels between a bubble and the edge of the window.
const GAP = 10; // Pixels between a bubble and what it explains.
const HEADER = 54; // Pixels at the top that no bubble covers.

const OPEN = "#rule-pop:not([hidden]), .table-menu [open]";

/**
 * The cards of rules by their addresses.
 * @type {Map<string, string>}
 */
const cards = new Map();

/** The address of the card that the visitor wants to see. */
let wanted = "";

/**
 * The rule number that opened the card.
 * @type {HTMLElement | null}
 */
let trigger = null;

/**
 * Shows a bubble above or below a box, inside the window.
 * @param {HTMLElement} bubble
 * @param {DOMRect} box
 */
function showBeside(bubble, box) {
  bubble.hidden = false;
  const { width, height } = bubble.getBoundingClientRect();
  const centred = box.left + box.width / 2 - width / 2;
  const above = box.top - height - GAP;
  const below = Math.min(box.bottom + GAP, innerHeight - height - MARGIN);
  bubble.style.left = `${Math.max(MARGIN, Math.min(innerWidth - width - MARGIN, centred))}px`;
  bubble.style.top = `${above > HEADER ? above : below}px`;
}

/**
 * The address of a rule's card, or "". Rule numbers in pictures have no address of their own: it differs from that
 * of any other rule on the page only in its end.
 * @param {HTMLElement | null} link
 */
function addressOf(link) {
  const other = find("[data-fragment]")?.dataset.fragment;
  if (!link || !other) {
    return "";
  }
  return link.dataset.fragment ?? other.replace(/[^/]*$/, link.dataset.rule ?? "");
}

/**
 * Opens the card of a rule beside its number.
 * @param {HTMLElement} link
 */
async function openRule(link) {
  const address = addressOf(link);
  const card = find("#rule-pop");
  wanted = address;
  if (!cards.get(address)) {
    cards.set(address, await fetchFragment(address));
  }
  if (card && wanted === address) {
    card.innerHTML = cards.get(address) ?? "";
    showBeside(card, link.getBoundingClientRect());
    trigger = link;
    if (usesKeyboard()) {
      find("a, button", card)?.focus();
    }
  }
}

/**
 * Shows why a choice is forbidden, or why a piece does nothing now.
 * @param {HTMLElement} choice
 */
export async function explainForbidden(choice) {
  await fetchTexts();
  const text = textOf(choice);
  if (text) {
    showBubble(text.innerHTML, choice.getBoundingClientRect());
  }
}

/**
 * Shows why something does not work.
 * @param {string} html
 * @param {DOMRect | null} clicked the box of what was clicked, if anything was
 */
export function showBubble(html, clicked) {
  const bubble = find("#refusal");
  if (bubble) {
    bubble.innerHTML = html;
    showBeside(bubble, clicked ?? find(".bar")?.getBoundingClientRect() ?? new DOMRect(0, innerHeight));
  }
}

/** Closes whatever is open, and gives the focus back to what opened it. */
export function closePopovers() {
  show("#refusal", false);
  for (const open of findAll(OPEN)) {
    open.removeAttribute("open");
    if (open.contains(document.activeElement)) {
      (trigger?.isConnected ? trigger : find("summary", open))?.focus();
    }
  }
  show("#rule-pop", false);
}

/**
 * A rule number opens its card. While something is open, a click outside of it closes it, and does nothing else.
 * @param {MouseEvent} event
 */
function press(event) {
  const outside = find(OPEN) !== null && !closest(event, OPEN);
  const link = closest(event, "[data-rule]");
  const close = closest(event, "#rule-pop [data-close]");
  if (event.ctrlKey || event.metaKey || (!outside && !link && !close)) {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  closePopovers();
  if (link && !outside) {
    openRule(link);
  }
}

addEventListener("click", press, true);
