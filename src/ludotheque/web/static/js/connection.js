// @ts-check
// The connection to the server: the banner when it is lost, and the way back to the newest table.

import { forgetDecision } from "./choices.js";
import { find, show } from "./dom.js";
import { catchUp } from "./requests.js";
import { tableState } from "./state.js";

const RETRY_MS = 2000;

/** Whether the event stream is open; if it is not, the page asks for the table from time to time. */
let streaming = false;

/** @type {number | undefined} */
let retryTimer;

/** @param {number} delay */
function catchUpAfter(delay) {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(catchUp, delay);
}

function connectionLost() {
  show("#offline", true);
  streaming = false;
  forgetDecision();
  catchUpAfter(RETRY_MS);
}

function backOnline() {
  show("#offline", false);
  catchUpAfter(0);
}

function streamOpened() {
  show("#offline", false);
  streaming = true;
  clearTimeout(retryTimer);
}

function answerReceived() {
  show("#offline", false);
  clearTimeout(retryTimer);
  if (!streaming && find("[sse-connect]")) {
    catchUpAfter(RETRY_MS);
  }
}

/** @param {WindowEventMap["htmx:configRequest"]} event */
function prepareRequest(event) {
  const { formData, headers } = event.detail;
  // Forms come without the version of the table: with it, each of them would change whenever anything does.
  if (formData.has("version")) {
    formData.set("version", tableState().version ?? "");
  }
  if (streaming) {
    headers["X-Live"] = "1"; // The stream brings the table, so the answer need not.
  }
}

addEventListener("htmx:configRequest", prepareRequest);
addEventListener("offline", connectionLost);
addEventListener("htmx:sendError", connectionLost);
addEventListener("htmx:sseError", connectionLost);
addEventListener("online", backOnline);
addEventListener("htmx:sseOpen", streamOpened);
addEventListener("htmx:afterOnLoad", answerReceived);
