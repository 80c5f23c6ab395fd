// @ts-check
// Bubbles: the sentence of a rule, and why something is not allowed.

import { closest, find, hide } from "./dom.js";
import { usesTouch } from "./input.js";
import { fetchTexts, textOf } from "./previews.js";
import { fetchFragment } from "./requests.js";

const MARGIN = 12; // Pixels between a bubble and the edge of the window.
const GAP = 10; // Pixels between a bubble and what it explains.
const HEADER = 54; // Pixels at the top that no bubble covers.

/**
 * The sentences of rules by their addresses.
 * @type {Map<string, string>}
 */
const sentences = new Map();

/** The address of the sentence that the visitor wants to see. */
let wanted = "";

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
 * The address of a rule's sentence, or "". Rule numbers in pictures have no address of their own: it differs from that
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
 * Shows the sentence of a rule, or hides it.
 * @param {HTMLElement | null} link
 */
async function explainRule(link) {
  const address = addressOf(link);
  wanted = address;
  if (!link || !address) {
    hide("#rule-pop");
    return;
  }
  if (!sentences.get(address)) {
    sentences.set(address, await fetchFragment(address));
  }
  const sentence = sentences.get(address);
  const bubble = find("#rule-pop");
  if (sentence && bubble && wanted === address) {
    bubble.innerHTML = sentence;
    showBeside(bubble, link.getBoundingClientRect());
  }
}

/**
 * Shows the rule that forbids a choice.
 * @param {HTMLElement} choice
 */
export async function explainForbidden(choice) {
  await fetchTexts();
  const text = textOf(choice);
  const bubble = find("#refusal");
  if (text && bubble) {
    bubble.replaceChildren(...text.cloneNode(true).childNodes);
    showBeside(bubble, choice.getBoundingClientRect());
  }
}

/**
 * Shows why the server refused a request.
 * @param {string} html
 * @param {DOMRect | null} clicked the box of what was clicked, if anything was
 */
export function showRefusal(html, clicked) {
  const bubble = find("#refusal");
  if (bubble) {
    const bottom = new DOMRect(innerWidth / 2, innerHeight - 20, 0, 0);
    bubble.innerHTML = html;
    showBeside(bubble, clicked ?? find(".bar")?.getBoundingClientRect() ?? bottom);
  }
}

/**
 * Says why a button does nothing now.
 * @param {string} reason
 * @param {DOMRect} box
 */
export function showReason(reason, box) {
  const bubble = find("#refusal");
  if (bubble) {
    bubble.textContent = reason;
    showBeside(bubble, box);
  }
}

export function hidePopovers() {
  hide("#refusal");
  hide("#rule-pop");
}

/** @param {Event} event */
function explainPointed(event) {
  if (event instanceof PointerEvent && event.pointerType === "touch") {
    return;
  }
  explainRule(closest(event, "[data-rule]"));
}

/**
 * A finger cannot hover: its tap opens the sentence, and the link in the sentence leads on.
 * @param {Event} event
 */
function explainTapped(event) {
  if (!usesTouch() || closest(event, "#rule-pop")) {
    return;
  }
  const link = closest(event, "[data-rule]");
  if (link) {
    event.preventDefault();
  }
  explainRule(link);
}

addEventListener("pointerover", explainPointed);
addEventListener("focusin", explainPointed);
addEventListener("click", explainTapped);
