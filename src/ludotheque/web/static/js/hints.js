// @ts-check
// Why a hint is good: the steps of its turn are numbered on the board, what an opponent loses by it has a dashed line,
// and pointing at another move shows that one. The whole turn can be played.

import { choose } from "./choices.js";
import { boxOf, closest, find, findAll, middleOf } from "./dom.js";
import { deafen } from "./slots.js";
import { tableState } from "./state.js";

const SMALLEST = 12; // Pixels: a smaller piece would vanish under its mark.
const MOST_LINES = 3; // Lines between more steps would hide the board.

/**
 * The actions of the advised turn that are still to be played.
 * @type {string[]}
 */
let turn = [];

/**
 * The move whose steps are marked.
 * @type {HTMLElement | null}
 */
let marked = null;

/**
 * Outlines and numbers places on the board; a dotted line leads from step to step. A place holds ids, `space-3|a2`, of
 * which the first one that is drawn counts; that of an opponent may be drawn only beside the board.
 * @param {string} places
 * @param {string} name of the class
 */
function outline(places, name) {
  // Measuring makes the browser lay out the page; this runs after every swap.
  const table = places ? find(".play") : null;
  const { left, top } = table?.getBoundingClientRect() ?? new DOMRect();
  const drawnAt = (/** @type {string} */ place) => place.split("|").flatMap((id) => [boxOf(id), boxOf(`mini-${id}`)]);
  const boxes = places.split(" ").map((place) => drawnAt(place).find((box) => box && box.width > SMALLEST));
  const drawn = boxes.map((box, index) => {
    const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
    const twins = boxes.slice(0, index).filter((other) => other && other.x === x && other.y === y).length;
    const number = `<text x="${x - left + 17 * twins}" y="${y - top + 4}">${index + 1}</text>`;
    const outlined = `<rect x="${x - left}" y="${y - top}" width="${width}" height="${height}" rx="9"/>${number}`;
    return box ? `<g class="step-mark">${outlined}</g>` : "";
  });
  const way = boxes.flatMap((box) => (box ? [`${middleOf(box).x - left},${middleOf(box).y - top}`] : [])).join(" ");
  const line = boxes.length <= MOST_LINES ? `<polyline points="${way}"/>`.repeat(2) : "";
  table?.insertAdjacentHTML("beforeend", `<svg class="step-marks ${name}">${line}${drawn.join("")}</svg>`);
}

/**
 * Outlines and numbers the steps of a move, or of none, and what an opponent loses by it.
 * @param {HTMLElement | null} move
 */
export function markSteps(move) {
  marked = move;
  findAll(".step-marks").forEach((old) => old.remove());
  outline(move?.dataset.steps ?? "", "");
  if (move && move === find("#why [data-steps]")) {
    outline(find("#why [data-spoilt]")?.dataset.spoilt ?? "", "lost");
  }
}

/** Takes the reasons of a hint away. */
export function closeHint() {
  find("#why")?.replaceChildren();
  markSteps(null);
}

/** Plays the next action of the advised turn, if there is one, it is still the visitor's turn and it can be played. */
export function playTurn() {
  const action = turn.shift();
  const choice = find(`[data-action="${action}"]:not(.forbidden)`);
  if (choice && tableState().seat !== undefined) {
    choose(choice);
  } else {
    turn = [];
  }
}

/**
 * While a hint is on its way, its button stops it.
 * @param {Event} event
 */
function stopHint(event) {
  const form = closest(event, ".bar.htmx-request #ask-hint form");
  if (form) {
    event.preventDefault();
    htmx.trigger(form, "htmx:abort");
  }
}

addEventListener("click", stopHint);
addEventListener("popovers:close", closeHint);
for (const moment of ["htmx:beforeRequest", "htmx:afterRequest"]) {
  addEventListener(moment, (event) => deafen(closest(event, "#ask-hint"))); // its button means something else now
}
addEventListener("htmx:oobAfterSwap", () => markSteps(find("#why [data-steps]")));
addEventListener("resize", () => markSteps(marked));
for (const pointing of ["pointerover", "focusin"]) {
  addEventListener(pointing, (event) => {
    const move = closest(event, "[data-steps]");
    if (move) {
      markSteps(move);
    }
  });
}
addEventListener("click", (event) => {
  const whole = closest(event, "#why [data-turn]");
  turn = whole?.dataset.turn?.split(" ") ?? [];
  if (whole) {
    playTurn();
  } else if (closest(event, "#why [data-close]")) {
    closeHint();
  }
});
