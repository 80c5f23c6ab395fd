// @ts-check
// The best lines on the board: an outline around what is chosen first, and an arrow to where it goes.

import { boxOf, find, findAll, middleOf } from "../dom.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST = 3;
const OWN = "own"; // Arrows that the visitor drew.
const BEND = 0.12; // How far an arrow is bent, as a part of its length.
const GAP = 3; // Pixels around what is outlined.
const BADGE = 13; // Pixels from the middle of a letter to the edge of its circle.

let shown = true;

/**
 * The outline of a box, and the arrow from it to another one.
 * @param {DOMRect} from
 * @param {DOMRect | null} to
 * @param {string} letter
 * @param {number} most The width of the table, beyond which nothing is drawn.
 */
function drawn(from, to, letter, most) {
  const { left, top, width, height } = from;
  const frame = `x="${left - GAP}" y="${top - GAP}" width="${width + 2 * GAP}" height="${height + 2 * GAP}" rx="8"`;
  const start = middleOf(from);
  let at = { x: left + width, y: top };
  let arrow = "";
  if (to) {
    const end = middleOf(to);
    const [x, y] = [end.x - start.x, end.y - start.y];
    const middle = { x: start.x + x / 2 + y * BEND, y: start.y + y / 2 - x * BEND };
    const path = `d="M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}"`;
    arrow = `<path class="under" ${path}/><path class="way" ${path} marker-end="url(#head-${letter})"/>`;
    at = { x: start.x / 4 + middle.x / 2 + end.x / 4, y: start.y / 4 + middle.y / 2 + end.y / 4 };
  }
  at.x = Math.max(BADGE, Math.min(at.x, most - BADGE));
  const name = `<text x="${at.x}" y="${at.y}">${letter.toUpperCase()}</text>`;
  const badge = letter === OWN ? "" : `<circle cx="${at.x}" cy="${at.y}" r="12"/>${name}`;
  return `<g class="line-${letter}"><rect class="under" ${frame}/><rect class="way" ${frame}/>${arrow}${badge}</g>`;
}

/**
 * The box of a part of the picture, measured from the corner of the table.
 * @param {DOMRect} origin
 * @param {string} id
 */
function boxIn(origin, id) {
  const box = boxOf(id) ?? boxOf(id.replace(/^a/, "button-"));
  return box?.width ? new DOMRect(box.x - origin.x, box.y - origin.y, box.width, box.height) : null;
}

/**
 * Whether the middle of one box lies outside of another one.
 * @param {DOMRect} box
 * @param {DOMRect} other
 */
function apart(box, other) {
  const { x, y } = middleOf(other);
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

/** @param {string} letter */
function head(letter) {
  const size = 'markerWidth="4" markerHeight="4" refX="3" refY="2" orient="auto"';
  return `<marker id="head-${letter}" class="line-${letter}" ${size}><path d="M0 0L4 2L0 4Z"/></marker>`;
}

/**
 * The mark from the first of some places to the last.
 * @param {DOMRect} origin
 * @param {string} places
 * @param {string} letter
 */
function between(origin, places, letter) {
  const ids = places.split(" ");
  const [from, to] = [ids[0], ids.at(-1) ?? ""].map((id) => boxIn(origin, id));
  return from ? drawn(from, to && apart(from, to) ? to : null, letter, origin.width) : "";
}

/** Draws the best lines over the board, the best one on top, and above them what the visitor drew. */
export function drawArrows() {
  find(".arrows")?.remove();
  const table = find(".play");
  find("#arrows")?.setAttribute("aria-pressed", String(shown));
  if (!table || !shown) {
    return;
  }
  const origin = table.getBoundingClientRect();
  const lines = findAll(".lines > li").slice(0, MOST);
  const marks = lines.map((line, index) => {
    return between(origin, line.dataset.places ?? "", "abc"[index]);
  });
  const own = (find(".tree")?.dataset.arrows ?? "").split(";").map((places) => between(origin, places, OWN));
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "arrows");
  picture.setAttribute("aria-hidden", "true");
  picture.innerHTML = `<defs>${[..."abc", OWN].map(head).join("")}</defs>${[...marks.reverse(), ...own].join("")}`;
  table.append(picture);
}

/** Shows or hides the arrows. */
export function toggleArrows() {
  shown = !shown;
  drawArrows();
}

addEventListener("resize", drawArrows);
