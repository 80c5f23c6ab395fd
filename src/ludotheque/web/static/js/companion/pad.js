// @ts-check
// The pad: one tap a piece, and the next place lights up. What was tapped stays in the browser until it is entered.

import { closest, find, findAll } from "../dom.js";
import { tableState } from "../state.js";
import { enter } from "./entries.js";

const NO_PAD = "none";
const KEPT = 6; // Pads whose taps are kept: a draw that is taken back can be corrected.

/**
 * What was tapped, by place; null for a place that is empty.
 * @type {(string | null)[]}
 */
let taps = [];

/** The place that the next tap fills. */
let current = 0;

/** The pad that `taps` belong to. */
let shown = "";

function storage() {
  return `taps ${tableState().url}`;
}

/** @returns {Record<string, (string | null)[]>} */
function keptTaps() {
  try {
    return JSON.parse(localStorage.getItem(storage()) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

function keepTaps() {
  const pads = Object.entries({ ...keptTaps(), [shown]: taps }).slice(-KEPT);
  try {
    localStorage.setItem(storage(), JSON.stringify(Object.fromEntries(pads)));
  } catch {}
}

function places() {
  return findAll("#pad [data-draw]");
}

function keys() {
  return /** @type {HTMLButtonElement[]} */ (findAll("#pad .key"));
}

/** @param {string | null | undefined} value */
function keyOf(value) {
  return keys().find((key) => key.value === value);
}

/**
 * How many of the group of a key can still come.
 * @param {HTMLButtonElement} key
 */
function left({ dataset }) {
  return Number(dataset.left) - taps.filter((tap) => keyOf(tap)?.dataset.group === dataset.group).length;
}

/** Draws what was tapped. */
function draw() {
  for (const [n, place] of places().entries()) {
    const key = keyOf(taps[n]);
    place.classList.toggle("current", n === current);
    place.replaceChildren(...(key ? [.../** @type {HTMLElement} */ (key.cloneNode(true)).children] : []));
    find("small", place)?.remove();
    const [before] = (place.getAttribute("aria-label") ?? "").split("\u2009");
    place.setAttribute("aria-label", key ? `${before}\u2009${find(".name", key)?.textContent}` : before);
  }
  for (const key of keys()) {
    const count = find("small", key);
    const rest = left(key);
    key.disabled = rest <= 0 || current >= taps.length;
    if (count) {
      count.textContent = (count.dataset.count ?? "").replace("7", String(Math.max(0, rest)));
    }
  }
  const done = taps.filter((tap) => tap !== null).length;
  find("#pad [data-enter]")?.toggleAttribute("disabled", done < taps.length);
  find("#pad [name=phone]")?.toggleAttribute("disabled", done > 0); // It draws all or nothing.
  const soFar = find("#pad .so-far");
  if (soFar) {
    soFar.textContent = (soFar.textContent ?? "").replace(/\d+/, String(done));
  }
}

/** Fits the taps to the pad of the page: those of an earlier look at it come back, if all of them can still come. */
function open() {
  const pad = find("#pad");
  if (!pad) {
    if (shown && shown !== NO_PAD) {
      scrollTo(0, 0); // The board is asked now.
    }
    shown = NO_PAD;
    return;
  }
  const name = `${pad.dataset.ply} ${places().length}`;
  if (name !== shown) {
    if (shown) {
      find(".draw-pad")?.scrollIntoView(); // The next pad is seen from its top.
    }
    shown = name;
    const kept = keptTaps()[name];
    taps = places().map((_, n) => (keyOf(kept?.[n]) ? (kept?.[n] ?? null) : null));
    if (keys().some((key) => left(key) < 0)) {
      taps = taps.map(() => null);
    }
    goOn(0);
  }
  draw();
}

/**
 * The next empty place, from a place on.
 * @param {number} from
 */
function goOn(from) {
  const later = taps.findIndex((tap, n) => n >= from && tap === null);
  const any = taps.indexOf(null);
  current = later >= 0 ? later : any >= 0 ? any : taps.length;
}

function enterTaps() {
  const says = find("#pad-title")?.textContent ?? "";
  const names = taps.map((tap) => find(".name", keyOf(tap))?.textContent ?? tap);
  const to = find("#pad")?.getAttribute("action")?.split("/").at(-1) ?? "";
  enter(to, { [to === "play" ? "action" : "draws"]: taps.join("-") }, `${says} · ${names.join(", ")}`);
}

/** @param {MouseEvent} event */
function press(event) {
  const key = closest(event, "#pad .key");
  const place = closest(event, "#pad [data-draw]");
  if (key instanceof HTMLButtonElement && !key.disabled) {
    taps[current] = key.value;
    if (taps.length === 1) {
      enterTaps(); // A single draw needs no second tap: it can be taken back.
      taps = [null];
    } else {
      goOn(current);
      keepTaps();
    }
  } else if (place) {
    current = Number(place.dataset.draw);
    taps[current] = null;
    keepTaps();
  } else if (closest(event, "#pad [data-back]")) {
    current = Math.max(0, ...taps.map((tap, n) => (tap === null ? 0 : n)));
    taps[current] = null;
    keepTaps();
  } else if (closest(event, "#pad [data-enter]")) {
    enterTaps();
  } else {
    return;
  }
  draw();
}

/**
 * Lets the phone draw.
 * @param {SubmitEvent} event
 */
function submit(event) {
  const { submitter } = event;
  if (closest(event, "#pad")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (submitter instanceof HTMLButtonElement && submitter.name === "phone") {
      enter("draws", { phone: submitter.value }, submitter.textContent?.trim() ?? "");
    }
  }
}

addEventListener("click", press);
addEventListener("submit", submit, true);
addEventListener("htmx:afterSwap", open);
open();
