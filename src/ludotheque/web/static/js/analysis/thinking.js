// @ts-check
// The strongest bot analyses the position while the page is in view.

import { closest, find, findAll } from "../dom.js";
import { tableState } from "../state.js";
import { drawArrows } from "./arrows.js";
import { rememberChances, showChances } from "./chances.js";

const SPEAK_MS = 5000; // A screen reader is told of another best line at most so often.
const ON = "analysis-think";
const LINES = "analysis-lines";

/** @type {EventSource | null} */
let stream = null;
let stopped = false;

/** The address that was thought about to the end. */
let finished = "";
let spokenAt = 0;

/** @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {}
}

/** @param {string} text */
export function note(text) {
  const place = find("#engine-note");
  if (place && place.textContent !== text) {
    place.textContent = text;
  }
}

function close() {
  stream?.close();
  stream = null;
}

/** Shows the switch, the button and the number of lines as they are. */
function showState() {
  const think = find("#think");
  const lines = find("#lines");
  const on = kept(ON) !== "off";
  if (think instanceof HTMLInputElement && lines instanceof HTMLSelectElement) {
    think.checked = on;
    lines.value = kept(LINES) ?? lines.value;
  }
  find("#engine-panel")?.classList.toggle("stopped", stopped);
  find("#engine-panel")?.classList.toggle("off", !on);
}

/** @param {MessageEvent} event */
function look(event) {
  const place = find("#evaluation");
  if (!place) {
    return;
  }
  const best = find("#line-a", place)?.textContent;
  place.innerHTML = event.data;
  place.classList.remove("stale");
  note("");
  rememberChances();
  drawArrows();
  const said = find("#line-a .what", place)?.textContent ?? "";
  const spoken = find("#spoken");
  if (spoken && best !== find("#line-a", place)?.textContent && Date.now() > spokenAt + SPEAK_MS) {
    spokenAt = Date.now();
    spoken.textContent = said;
  }
}

/** Begins to think, if the visitor wants it and sees the page. */
function begin() {
  const { url } = tableState();
  if (stream || stopped || kept(ON) === "off" || document.hidden || !url || finished === url || find(".asks-first")) {
    return;
  }
  const lines = find("#lines");
  const open = find("#all-open");
  const query = new URLSearchParams({ lines: lines instanceof HTMLSelectElement ? lines.value : "3" });
  if (open instanceof HTMLInputElement && open.checked) {
    query.set("open", "1");
  }
  stream = new EventSource(`${url}/think?${query}`);
  stream.addEventListener("look", look);
  stream.addEventListener("note", (event) => note(event.data));
  stream.addEventListener("error", () => {
    if (stream?.readyState === EventSource.CLOSED) {
      note(find("#engine-panel")?.dataset.lost ?? ""); // Refused: else the browser connects again by itself.
      close();
    }
  });
  stream.addEventListener("done", (event) => {
    finished = url;
    note(event.data);
    close();
  });
}

/** Thinks about the moment that is shown now. What was found about another one goes. */
export function restart() {
  close();
  finished = "";
  showState();
  const place = find("#evaluation");
  place?.classList.add("stale");
  for (const old of findAll("#evaluation :is(.lines, .others)")) {
    old.remove();
  }
  showChances();
  drawArrows();
  begin();
}

/** Stops, or goes on. */
export function toggleStop() {
  stopped = !stopped;
  finished = "";
  close();
  showState();
  begin();
}

/** Switches the strongest bot on or off. */
export function toggleThinking() {
  keep(ON, kept(ON) === "off" ? "on" : "off");
  stopped = false;
  find("#evaluation")?.replaceChildren();
  restart();
}

addEventListener("change", (event) => {
  const field = closest(event, "#think, #lines, #all-open");
  if (field?.id === "think") {
    toggleThinking();
  } else if (field instanceof HTMLSelectElement) {
    keep(LINES, field.value);
    restart();
  } else if (field) {
    restart();
  }
});
addEventListener("click", (event) => {
  if (closest(event, "#stop")) {
    toggleStop();
  }
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    close();
  } else {
    begin();
  }
});
