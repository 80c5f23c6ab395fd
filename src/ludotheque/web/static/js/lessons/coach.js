// @ts-check
// The coach of a lesson: he lets the right choices pass, and answers others.

import { choose, select } from "../choices.js";
import { closest, find, findAll, show } from "../dom.js";
import { showBubble } from "../popovers.js";
import { fetchTexts, textOf } from "../previews.js";
import { tableState } from "../state.js";
import { drawLight, litChoices, placeCard } from "./spotlight.js";

const PLAY_ANYWAY = 2; // After so many tries an allowed choice may be played, and the hand shows the right one.
const PLAY_IT = 4; // After so many tries the coach offers to play it.

let tries = 0;

/**
 * The choice that the pupil plays although the coach looks for another one.
 * @type {HTMLElement | null}
 */
let anyway = null;

/** The actions that the coach looks for now. */
function rightActions() {
  return (find(".coach .steps")?.dataset.right ?? "").split(" ").filter(Boolean);
}

/** @returns {HTMLElement | null} the first choice that the coach looks for */
function rightChoice() {
  return find(`[data-action="${rightActions()[0]}"]:not(.forbidden)`);
}

/** Lays a hand on the right choice; it never plays. */
function showHand() {
  find(".shown-hand")?.remove();
  const hand = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  hand.setAttribute("class", "shown-hand");
  hand.innerHTML = '<use href="/static/icons.svg#hand"/>';
  document.body.append(hand);
  placeCard();
  redraw();
}

/** Draws the light and the hand where their pieces are now. */
function redraw() {
  const hand = find(".shown-hand");
  const box = rightChoice()?.getBoundingClientRect();
  drawLight();
  if (hand && box) {
    hand.style.left = `${box.left + box.width / 2 - 6}px`;
    hand.style.top = `${box.top + box.height / 2 + 4}px`;
  }
}

/**
 * The sentence that the step has for a try, if any.
 * @param {HTMLElement} choice
 */
function ownAnswer(choice) {
  return find(`#answers [data-for="${choice.dataset.action ?? choice.id}"]`);
}

/**
 * What the coach answers to a try.
 * @param {HTMLElement} choice
 * @returns {Promise<string>} as HTML
 */
async function answerTo(choice) {
  const own = ownAnswer(choice);
  if (own) {
    return own.innerHTML;
  }
  await fetchTexts();
  const aim = choice.matches("[data-action]:not(.forbidden)") ? (find("#answers .aim")?.outerHTML ?? "") : "";
  return (textOf(choice)?.innerHTML ?? "") + aim;
}

/**
 * Answers a try, and helps more after each.
 * @param {HTMLElement} choice
 */
async function answer(choice) {
  const allowed = choice.matches("[data-action]:not(.forbidden)");
  tries += 1;
  const button = allowed && tries >= PLAY_ANYWAY ? (find("#answers .anyway")?.outerHTML ?? "") : "";
  anyway = allowed ? choice : null;
  select(null);
  showBubble((await answerTo(choice)) + button, choice.getBoundingClientRect());
  if (tries >= PLAY_ANYWAY) {
    showHand();
  }
  show(".play-it", tries >= PLAY_IT);
}

/**
 * Lets a choice pass or answers it; a piece that is no choice explains itself. After the step is done, the table waits
 * for "Go on".
 * @param {Event} event
 */
function guard(event) {
  const choice = closest(event, "[data-action], g[id]");
  const right = rightActions();
  const passes = !choice || choice === anyway || right.includes(choice.dataset.action ?? "");
  if (passes || find(".coach .other") || !(choice.matches("[data-action]") || ownAnswer(choice))) {
    return;
  }
  event.preventDefault();
  if (right.length > 0) {
    answer(choice);
  } else {
    find(".coach .go-on")?.focus();
  }
}

/** @param {Event} event */
function press(event) {
  const play = closest(event, ".play-it") ? rightChoice() : closest(event, "#refusal .anyway") ? anyway : null;
  if (play) {
    choose(play);
  } else if (closest(event, ".show-me")) {
    showHand();
  } else if (closest(event, ".do-it")) {
    find("#do")?.click();
  }
  requestAnimationFrame(redraw); // A click may have selected something.
}

/** After an update: the light follows, and the address keeps the moment. */
function afterUpdate() {
  const { url } = tableState();
  anyway = null;
  tries = 0; // The help starts anew with every move.
  find(".shown-hand")?.remove();
  if (url) {
    history.replaceState(null, "", url.replace(/\/start$/, ""));
    find('.top [name="back"]')?.setAttribute("value", location.pathname); // Another language keeps the moment.
  }
  placeCard();
  drawLight();
}

/**
 * Leads from stop to stop with the key Tab: first the lit choices, then the card, then the rest of the page.
 * @param {KeyboardEvent} event
 */
function pressTab(event) {
  const card = findAll(".coach :is(a, button)").filter((stop) => stop.getClientRects().length > 0);
  const stops = [...litChoices(), ...card];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[at + (event.shiftKey ? -1 : 1)];
  if (next && (at >= 0 || document.activeElement === document.body)) {
    event.preventDefault();
    next.focus();
  }
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  if (event.key === "Tab") {
    pressTab(event);
  }
  if (event.key === "Escape" && !find("#rule-pop:not([hidden]), #refusal:not([hidden])")) {
    find(".coach .close")?.click();
  }
}

addEventListener("choose", guard);
addEventListener("click", press);
addEventListener("keydown", pressKey, true);
addEventListener("htmx:afterSwap", afterUpdate);
addEventListener("resize", () => (placeCard(), redraw()));
addEventListener("scroll", redraw, true);
document.fonts.ready.then(afterUpdate);
