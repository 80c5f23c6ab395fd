// @ts-check
// Updates of the table: which of them take its place, and what the page does after each.

import { allowedChoices, forgetDecision, markSealedChoice, select, takeClickedBox } from "./choices.js";
import { find, findAll, isBeyond } from "./dom.js";
import { showHelper } from "./helper.js";
import { closeHint, playTurn } from "./hints.js";
import { rememberFocus, restoreFocus } from "./keyboard.js";
import { divideLog } from "./log.js";
import { rememberPlaces, showMovement } from "./pieces.js";
import { showBubble } from "./popovers.js";
import { preview, resetPreview, showHint } from "./previews.js";
import { catchUp } from "./requests.js";
import { noteSlots } from "./slots.js";
import { tableState } from "./state.js";

/**
 * The stage of the table before the update.
 * @type {string | undefined}
 */
let lastStage;

/** The number of choices when something was last asked. */
let lastPly = 0;

/**
 * Whether an update is older than the page: an answer and an event may overtake each other.
 * @param {string} html
 */
function isOutdated(html) {
  const { version } = tableState();
  const sent = /data-version="(\d+)"/.exec(html);
  return sent !== null && version !== undefined && Number(sent[1]) < Number(version);
}

/** What was selected before the update: it stays so while the same is asked. */
let lastSelected = "";

function beforeUpdate() {
  lastSelected = `${tableState().ply} ${find(".selected[data-action]")?.dataset.action}`;
  rememberFocus();
  rememberPlaces();
}

/** Puts the panels in the order of the server: what matters now comes first. */
function orderPanels() {
  const { panelOrder } = tableState();
  const board = find(".board");
  const panels = findAll(".board > .panel");
  const order = panels.map((panel) => panel.dataset.part?.replace("panel-", "")).join(" ");
  if (!board || !panelOrder || !order || order === panelOrder) {
    return;
  }
  for (const name of panelOrder.split(" ")) {
    const panel = find(`.board > .panel-${name}`);
    if (panel) {
      board.append(panel);
    }
  }
}

/** Shows the preview again that was shown before the update, if its choice is still there. */
function restorePreview() {
  const choice = resetPreview();
  const [ply, action] = lastSelected.split(" ");
  const again = Number(ply) === tableState().ply ? find(`[data-action="${action}"]:not(.forbidden)`) : null;
  select(find(".selected[data-action]") ?? again);
  if (!find(".selected[data-action]")) {
    preview(choice);
  }
}

/** Leads the visitor to the result when the game ends. */
function showEnd() {
  const { stage } = tableState();
  if (lastStage === "running" && stage === "over") {
    scrollTo(0, 0);
    find("#won")?.focus();
  }
  lastStage = stage;
}

/** Scrolls up or down if a new question asks for things of the board beyond the screen: the first comes to the top. */
function showQuestion() {
  const asked = tableState().ply === lastPly ? [] : allowedChoices();
  const boxes = asked.filter((choice) => choice.closest(".board")).map((choice) => choice.getBoundingClientRect());
  lastPly = tableState().ply;
  if (boxes.some(isBeyond)) {
    // Header and scores lie above it, in an analysis everybody's chances, too.
    scrollBy(0, Math.min(...boxes.map((box) => box.top)) - (find(".play.analysis") ? 136 : 110));
  }
}

function afterUpdate() {
  orderPanels();
  closeHint();
  forgetDecision();
  restorePreview();
  document.title = tableState().title ?? document.title;
  restoreFocus();
  showHelper();
  markSealedChoice();
  showEnd();
  showQuestion();
  divideLog();
  noteSlots();
  showMovement();
  setTimeout(playTurn); // htmx is done with this update then.
}

/** @param {WindowEventMap["htmx:sseBeforeMessage"]} event */
function beforeMessage(event) {
  if (isOutdated(event.detail.data)) {
    event.preventDefault();
  } else {
    beforeUpdate();
  }
}

/** @param {WindowEventMap["htmx:beforeSwap"]} event */
function beforeSwap(event) {
  const { xhr, serverResponse } = event.detail;
  const refused = xhr.status >= 400;
  event.detail.shouldSwap = !refused && xhr.status !== 204 && !isOutdated(serverResponse);
  if (event.detail.shouldSwap) {
    beforeUpdate();
  }
  if (refused) {
    showBubble(serverResponse, takeClickedBox());
    forgetDecision();
  }
  if (xhr.status === 409) {
    catchUp(); // The visitor decided on an old state of the table.
  }
}

/** @param {WindowEventMap["htmx:afterSwap"]} event */
function afterSwap(event) {
  const id = event.target instanceof Element ? event.target.id : "";
  if (id === "table") {
    afterUpdate();
  } else if (id === "preview") {
    showHint().then(select);
  }
}

addEventListener("htmx:sseBeforeMessage", beforeMessage);
addEventListener("htmx:beforeSwap", beforeSwap);
addEventListener("htmx:afterSwap", afterSwap);
afterUpdate();
