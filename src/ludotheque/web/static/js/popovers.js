// @ts-check
// What lies over the page for a while: the card of a rule or a piece, the menu of the table, and why something fails.

import { closest, find, findAll, show } from "./dom.js";
import { closeHelper } from "./helper.js";
import { usesKeyboard } from "./input.js";
import { fetchTexts, textOf } from "./previews.js";
import { fetchFragment } from "./requests.js";

const MARGIN = 12; // Pixels between a bubble and the edge of the window.
const GAP = 10; // Pixels between a bubble and what it explains.
const HEADER = 54; // Pixels at the top that no bubble covers.

const OPEN = "#rule-pop:not([hidden]), .table-menu [open], .step-list[open], .react[open], .watchers[open], aside.why";
const INSIDE = `${OPEN}, body:has(aside.why) :is(.bar, .hinted, .hinted *)`; // The advised move may be played.
const NOTE = "body:not(:has(.coach)) #refusal:not([hidden]), #helper:not([hidden])";
const PLAYS = "#do, [data-action]:not(.forbidden)";

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
 * Shows a bubble above, below or beside a box, inside the window.
 * @param {HTMLElement} bubble
 * @param {DOMRect} box
 */
function showBeside(bubble, box) {
  bubble.hidden = false;
  const { width, height } = bubble.getBoundingClientRect();
  const [above, below, right] = [box.top - height - GAP, box.bottom + GAP, box.right + GAP];
  const lowest = innerHeight - height - MARGIN;
  let left = box.left + box.width / 2 - width / 2;
  let top = above > HEADER ? above : below;
  if (top > lowest) {
    left = right + width + MARGIN < innerWidth ? right : box.left - width - GAP; // It never covers what it explains.
    top = Math.max(HEADER, Math.min(box.top, lowest));
  }
  bubble.style.left = `${Math.max(MARGIN, Math.min(innerWidth - width - MARGIN, left))}px`;
  bubble.style.top = `${top}px`;
}

/**
 * The address of the card of a rule, or of a piece that a text names. Rule numbers in pictures have no address of their
 * own: it differs from that of any other rule on the page only in its end.
 * @param {HTMLElement} link
 */
function addressOf(link) {
  return link.dataset.fragment ?? siblingOf(link.dataset.rule ?? `piece?card=${link.dataset.piece}`);
}

/**
 * The address of another card of this game.
 * @param {string} name
 */
export function siblingOf(name) {
  return find("[data-fragment]")?.dataset.fragment?.replace(/[^/]*$/, name) ?? "";
}

/**
 * Opens the card of a rule or a piece beside it.
 * @param {HTMLElement} opener
 * @param {string} address
 * @param {(card: HTMLElement) => void} [complete] adds to the card before it is shown
 * @returns {Promise<boolean>} whether there is a card
 */
export async function openCard(opener, address, complete) {
  const card = find("#rule-pop");
  const box = opener.getBoundingClientRect();
  wanted = address;
  if (!cards.get(address)) {
    cards.set(address, await fetchFragment(address));
  }
  const html = cards.get(address);
  if (card && html && wanted === address) {
    closeAll(opener.matches("aside.why *"));
    card.innerHTML = html;
    complete?.(card);
    (opener.closest("dialog") ?? document.body).append(card); // A sheet lies above everything else.
    showBeside(card, box);
    trigger = opener;
    if (usesKeyboard()) {
      find("summary, a, button", card)?.focus();
    }
  }
  return Boolean(html);
}

/**
 * Shows why a choice is forbidden, or why a piece does nothing now.
 * @param {HTMLElement} choice
 */
export async function explainForbidden(choice) {
  await fetchTexts();
  const text = textOf(choice);
  find(".refused")?.classList.remove("refused");
  if (text) {
    choice.classList.add("refused");
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

/**
 * Closes whatever is open, and gives the focus back to what opened it.
 * @param {boolean} [butHint] leaves a hint open
 */
function closeAll(butHint = false) {
  show("#refusal", false);
  closeHelper();
  for (const open of findAll(OPEN)) {
    open.removeAttribute("open");
    if (open.contains(document.activeElement)) {
      (trigger?.isConnected ? trigger : find("summary", open))?.focus();
    }
  }
  show("#rule-pop", false);
  if (!butHint) {
    dispatchEvent(new Event("popovers:close")); // A hint closes, too.
  }
}

/** Closes whatever is open; of a hint and the card of one of its rules only the card. */
export function closePopovers() {
  closeAll(find("#rule-pop:not([hidden])") !== null && find("aside.why")?.contains(trigger));
}

/**
 * Whether the visitor sees a note.
 * @param {HTMLElement} note
 */
function isSeen(note) {
  const { bottom, top } = note.getBoundingClientRect();
  return note.checkVisibility() && bottom > HEADER && top < innerHeight;
}

/**
 * A rule number or the name of a piece opens its card. While something is open, a click outside of it closes it, and
 * does nothing else unless it opens the card of the next piece or is for the coach, whose buttons never play.
 * @param {MouseEvent} event
 */
function press(event) {
  // A press by the keyboard has no detail. A style sheet may hide the tip, and it may lie beyond the screen.
  const noted = event.detail > 0 && findAll(NOTE).some(isSeen) && closest(event, PLAYS);
  const coach = closest(event, ".coach") !== null;
  const outside = !coach && (noted || (find(OPEN) !== null && !closest(event, INSIDE)));
  const link = closest(event, "[data-rule], [data-piece]");
  const close = closest(event, "#rule-pop [data-close]");
  if (coach) {
    closePopovers();
  } else if (!outside && closest(event, "aside.why, .bar")) {
    show("#rule-pop", false); // The card of another rule of the hint.
  }
  if (event.ctrlKey || event.metaKey || (!outside && !link && !close)) {
    return;
  }
  if (outside && closest(event, ".panel g[id]") && !closest(event, "[data-action]")) {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (link && !outside) {
    openCard(link, addressOf(link));
  } else {
    closePopovers();
  }
}

addEventListener("click", press, true);
