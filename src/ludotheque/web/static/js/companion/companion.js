// @ts-check
// The companion of a game at a real table: what people tap goes into a queue that outlives a lost connection.

import { forgetDecision, select } from "../choices.js";
import { closest } from "../dom.js";
import { tableState } from "../state.js";
import { enter } from "./entries.js";
import "./pad.js";

/**
 * Takes over a choice that the page would post by itself.
 * @param {Event} event
 */
function takeOver(event) {
  const choice = event.target instanceof Element ? /** @type {HTMLElement} */ (event.target) : null;
  const { seat } = tableState();
  const action = choice?.dataset.action;
  if (!choice?.matches("[data-action]:not(.forbidden)") || seat === undefined || action === undefined) {
    return; // The page explains why not.
  }
  event.preventDefault();
  select(null);
  enter("play", { seat, action }, choice.getAttribute("aria-label") || choice.textContent?.trim() || action);
}

/**
 * Takes over a form that takes entries back.
 * @param {SubmitEvent} event
 */
function takeBack(event) {
  const form = closest(event, '#table form[action$="/undo"]');
  if (form instanceof HTMLFormElement) {
    event.preventDefault();
    event.stopImmediatePropagation();
    forgetDecision(); // The queue sees to it that nothing is sent twice.
    const back = new FormData(form, event.submitter).get("back");
    enter("undo", { back: String(back) }, event.submitter?.title || event.submitter?.textContent?.trim() || "");
  }
}

addEventListener("choose", takeOver);
addEventListener("submit", takeBack, true);
