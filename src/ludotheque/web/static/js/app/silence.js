// @ts-check
// A connection can die without an error. An old table must not pass for the present one, so the stream is opened anew.

const LOOK_MS = 5000;
const SILENT_MS = 35000; // The server says something at least every 15 seconds.

/** @type {EventSource | undefined} */
let source;
let heardAt = 0;
let lookedAt = 0;

function heard() {
  heardAt = performance.now();
}

/** @param {WindowEventMap["htmx:sseOpen"]} event */
function opened(event) {
  source = event.detail.source;
  heard();
  for (const name of ["alive", "table", "company"]) {
    source.addEventListener(name, heard);
  }
}

function look() {
  const now = performance.now();
  if (now - lookedAt > 2 * LOOK_MS) {
    heard(); // The page slept: what was said meanwhile comes now.
  }
  lookedAt = now;
  if (source?.readyState === EventSource.OPEN && now - heardAt > SILENT_MS) {
    source.close();
    source.dispatchEvent(new Event("error")); // htmx says so, and tries again.
  }
}

addEventListener("htmx:sseOpen", opened);
setInterval(look, LOOK_MS);
