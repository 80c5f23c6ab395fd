// @ts-check
// Pieces drawn above the board: they fly from part to part, or show as ghosts where a choice would put them. Pieces of
// the board glide to their new places.

import { boxOf, find, findAll, middleOf } from "./dom.js";
import { keepsStill, slower } from "./motion.js";
import { latestJourneys, tableState } from "./state.js";

/** @typedef {import("./state.js").Journey} Journey */

const SVG = "http://www.w3.org/2000/svg";
const GLIDE_MS = 380;
const FLIGHT_MS = 650;
const NEXT_FLIGHT_MS = 70;
const SAME_PLACE = 2; // Pixels: a smaller distance is no movement.
const SAME_SIZE = 4; // Pixels: a larger difference in size is another drawing, not a movement.

/**
 * Where each part of the table was before the last update, with the box of the picture around it.
 * @type {Map<string, { box: DOMRect, picture: DOMRect | undefined }>}
 */
let oldPlaces = new Map();

/** The number of choices whose movements this page has shown. */
let shownPly = 0;

/**
 * The parts of the picture that changed since the viewer's last turn, each with the number of the choice.
 * @type {Map<string, number>}
 */
const changedParts = new Map();

/**
 * Draws a piece above the middle of a box.
 * @param {string} symbol
 * @param {DOMRect} box
 * @param {"ghost" | "flying" | "ticked" | "ticked wax"} kind
 * @returns {SVGSVGElement}
 */
function drawPiece(symbol, box, kind) {
  const piece = document.createElementNS(SVG, "svg");
  const family = symbol.split("-")[0];
  const game = find(".board")?.classList[1] ?? "";
  piece.setAttribute("class", `${kind} ${family} ${game}`);
  piece.innerHTML = `<use href="#${symbol}" width="100%" height="100%"/>`;
  const table = find(".play");
  if (table) {
    const origin = table.getBoundingClientRect();
    const middle = middleOf(box);
    piece.style.left = `${middle.x - origin.left}px`;
    piece.style.top = `${middle.y - origin.top}px`;
    table.append(piece);
  }
  return piece;
}

/** @type {(preview: HTMLElement | null) => void} Replaces all ghosts by those that a preview names. */
export function showGhosts(preview) {
  for (const ghost of findAll(".ghost")) {
    ghost.remove();
  }
  if (!preview) {
    return;
  }
  for (const change of findAll("[data-symbol]", preview)) {
    const box = boxOf(change.dataset.end ?? "");
    if (box?.width) {
      drawPiece(change.dataset.symbol ?? "", box, "ghost");
    }
  }
}

/**
 * Draws a tick on a choice that waits to be confirmed, wax on a sealed one, or nothing: 15 pixels from the edge it is
 * seen whole.
 * @param {HTMLElement | null} choice
 */
export function showTick(choice) {
  find(".ticked")?.remove();
  const box = choice?.getBoundingClientRect();
  const css = choice?.matches(".selected") ? "ticked" : "ticked wax";
  if (box) {
    drawPiece("tick", new DOMRect(Math.min(box.right, document.body.clientWidth - 15), box.top, 0, 0), css);
  }
}

/** Remembers where everything is before the table changes. */
export function rememberPlaces() {
  if (keepsStill()) {
    return;
  }
  oldPlaces = new Map();
  for (const part of findAll("#table [id]")) {
    const picture = part.closest("svg")?.getBoundingClientRect();
    oldPlaces.set(part.id, { box: part.getBoundingClientRect(), picture });
  }
}

/** Shows what changed on the board: marks it, and moves pieces where the visitor's system allows movement. */
export function showMovement() {
  const journeys = latestJourneys();
  const unseen = journeys.filter(([ply, symbol]) => symbol && ply >= shownPly);
  shownPly = tableState().ply;
  markChanges(journeys);
  if (keepsStill()) {
    return;
  }
  glidePieces();
  unseen.forEach(([, symbol, start, end], index) => {
    fly(symbol, oldPlaces.get(start)?.box ?? boxOf(start), boxOf(end), NEXT_FLIGHT_MS * index);
  });
}

/**
 * Marks the parts that changed since the viewer's last turn, also in the small pictures beside the board.
 * @param {Journey[]} journeys
 */
function markChanges(journeys) {
  const { lastTurn, ply } = tableState();
  for (const [madeAt, , , end] of journeys) {
    changedParts.set(end, madeAt);
  }
  for (const [part, madeAt] of changedParts) {
    if (madeAt < lastTurn || madeAt >= ply) {
      changedParts.delete(part);
    }
  }
  for (const part of findAll(".board [id], .rail svg [id]")) {
    part.classList.toggle("changed", changedParts.has(part.id) || changedParts.has(part.id.replace(/^mini-/, "")));
  }
}

function glidePieces() {
  /** @type {HTMLElement[]} */
  const gliding = [];
  for (const part of findAll(".board [id]")) {
    // What is inside a gliding piece glides with it.
    if (!gliding.some((other) => other.contains(part)) && glide(part)) {
      gliding.push(part);
    }
  }
}

/**
 * Lets one part glide from its old place, if it moved within its picture and kept its size.
 * @param {HTMLElement} part
 * @returns {boolean}
 */
function glide(part) {
  const old = oldPlaces.get(part.id);
  const picture = part.closest("svg")?.getBoundingClientRect();
  if (!old?.picture || !picture || distance(old.picture, picture) > SAME_PLACE) {
    return false;
  }
  const box = part.getBoundingClientRect();
  const resized = Math.abs(old.box.width - box.width) > SAME_SIZE || Math.abs(old.box.height - box.height) > SAME_SIZE;
  const scale = part.parentNode instanceof SVGGraphicsElement ? part.parentNode.getScreenCTM() : null;
  if (resized || !scale || distance(old.box, box) < SAME_PLACE) {
    return false;
  }
  const x = (old.box.left - box.left) / scale.a;
  const y = (old.box.top - box.top) / scale.d;
  const steps = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
  part.animate(steps, { duration: GLIDE_MS * slower, easing: "ease-out", composite: "add" });
  return true;
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
function distance(one, other) {
  return Math.hypot(one.left - other.left, one.top - other.top);
}

/**
 * Lets a piece fly from one box to another.
 * @param {string} symbol
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @param {number} delay
 */
function fly(symbol, from, to, delay) {
  if (!from?.width || !to?.width) {
    return;
  }
  const start = middleOf(from);
  const end = middleOf(to);
  const flying = drawPiece(symbol, to, "flying");
  const steps = [
    { translate: `${start.x - end.x}px ${start.y - end.y}px`, opacity: 1 },
    { translate: "0 0", opacity: 1, offset: 0.85 },
    { translate: "0 0", opacity: 0 },
  ];
  const times = { duration: FLIGHT_MS * slower, delay: delay * slower };
  const animation = flying.animate(steps, { ...times, easing: "ease-in-out", fill: "backwards" });
  animation.finished.finally(() => flying.remove());
}
