// @ts-check
// The light of a lesson: what the coach speaks of stays bright, and his card lies beside it.

import { boxOf, find, findAll } from "../dom.js";
import { latestJourneys } from "../state.js";

const PHONE = 760; // Pixels: up to this width the card lies at the bottom.
const HEADER = 56; // Pixels at the top that the card leaves free.
const PORTRAIT = 50; // Pixels by which the coach's portrait rises above his card.
const PAD = 6; // Pixels around what is lit.
const MARGIN = 16; // Pixels between the card and the edge of the window.
const TOGETHER = 1.1; // One frame may be so much larger than the two that it replaces.
const TRIES = 8; // Places across and down that the card could lie at.
const AROUND = 24; // Pixels around what is lit that the card leaves free: prices and marks stand there.
const HIDES_LIT = 1000; // The cost of a hidden square pixel of what is lit, in pixels of distance,
const HIDES_NAMED = 200; // of what the coach names besides,
const HIDES_PANEL = 0.05; // and of the picture around it, which holds what a pupil looks up.

/** The choices that the coach speaks of, those that he looks for first. */
export function litChoices() {
  const selectors = find(".coach .steps")?.dataset.lit?.split(";").filter(Boolean) ?? [];
  const found = new Set([...selectors, ...(selectors.length ? ["#do"] : [])].flatMap((selector) => findAll(selector)));
  return [...found].filter((choice) => !choice.matches(".forbidden") && choice.getClientRects().length > 0);
}

/**
 * The boxes of what is lit: of the choices, and of what the coach names besides.
 * @returns {{ choices: DOMRect[], others: DOMRect[] }}
 */
function litBoxes() {
  const groups = find(".coach .steps")?.dataset.light?.split(";").filter(Boolean) ?? [];
  const others = groups.map((group) =>
    findAll(group)
      .map((piece) => piece.getBoundingClientRect())
      .filter((box) => box.width > 0),
  );
  return {
    choices: litChoices().map((choice) => choice.getBoundingClientRect()),
    others: others.filter((boxes) => boxes.length > 0).map((boxes) => boxes.reduce(around)),
  };
}

/** The boxes of pieces that are no choices and that the coach has an answer for: a pupil may try them. */
function answeredBoxes() {
  const boxes = findAll("#answers [data-for]").map((answer) => boxOf(answer.dataset.for ?? ""));
  return boxes.flatMap((box) => (box?.width ? [box] : []));
}

/** @type {(one: DOMRect, other: DOMRect) => number} How much of two boxes lies on each other. */
const overlap = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** @type {(one: DOMRect, other: DOMRect) => DOMRect} The box around two boxes. */
function around(one, other) {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  return new DOMRect(left, top, Math.max(one.right, other.right) - left, Math.max(one.bottom, other.bottom) - top);
}

/** @type {(box: DOMRect) => number} */
const area = (box) => box.width * box.height;

/** @type {(box: DOMRect, by: number) => DOMRect} The box with so many pixels more on each side. */
const widened = (box, by) => new DOMRect(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by);

/** The bottom of what lies at the head of the window: on a phone the points, too. */
function headBottom() {
  return Math.max(HEADER, (innerWidth <= PHONE && find(".scores")?.getBoundingClientRect().bottom) || 0);
}

/** The top of the table's bar, which lies at the foot of the window. */
function barTop() {
  return Math.min(innerHeight, find(".bar")?.getBoundingClientRect().top ?? innerHeight);
}

/**
 * Finds the place for the card that hides the least of what is lit, then of the pictures that hold it, and is nearest
 * to it: above the bar of the table.
 * @param {DOMRect} card
 * @param {DOMRect[]} boxes the choices first
 * @param {number} choices how many boxes are choices
 */
function bestPlace(card, boxes, choices) {
  const panels = findAll(".board .panel").map((panel) => panel.getBoundingClientRect());
  const nearby = panels.filter((panel) => boxes.some((box) => overlap(panel, box) > 0));
  const height = card.height + PORTRAIT;
  const across = innerWidth - card.width - 2 * MARGIN;
  const down = barTop() - height - HEADER - MARGIN;
  let best = { left: MARGIN + across, top: HEADER + down, cost: boxes.length ? Infinity : 0 };
  for (let place = 0; place < TRIES * TRIES; place += 1) {
    const left = MARGIN + (across * (place % TRIES)) / (TRIES - 1);
    const top = HEADER + (down * Math.floor(place / TRIES)) / (TRIES - 1);
    const here = new DOMRect(left, top, card.width, height);
    let cost = 0;
    for (const [index, box] of boxes.entries()) {
      const hides = index < choices ? HIDES_LIT : HIDES_NAMED;
      const away = Math.hypot(left + card.width / 2 - box.left - box.width / 2, top + height / 2 - box.top);
      cost += hides * overlap(here, widened(box, AROUND)) + away / boxes.length;
    }
    cost += nearby.reduce((sum, panel) => sum + HIDES_PANEL * overlap(here, panel), 0);
    if (cost < best.cost) {
      best = { left, top, cost };
    }
  }
  return best;
}

/**
 * Scrolls so that the choices can be seen; where not all fit, the right one.
 * @param {DOMRect[]} choices
 * @param {number} top of the space where nothing lies over the table
 * @param {number} bottom of this space
 */
function scrollToChoices(choices, top, bottom) {
  const all = choices.reduce(around);
  const lit = all.height < bottom - top ? all : choices[0];
  if (lit.top < top || lit.bottom > bottom) {
    scrollBy({ top: lit.top + lit.height / 2 - (top + bottom) / 2, behavior: "instant" });
  }
}

/** Lays the card beside what is lit, on a phone below it, and scrolls so that the choices can be seen. */
export function placeCard() {
  const card = find(".coach");
  const { choices } = litBoxes();
  if (!card || (choices.length === 0 && card.style.left)) {
    return;
  }
  const phone = innerWidth <= PHONE;
  const bottom = phone ? card.getBoundingClientRect().top - PORTRAIT / 2 : barTop();
  const happened = boxOf(latestJourneys().at(-1)?.[3] ?? ""); // After a step the coach speaks of the piece that moved.
  const seen = choices.length > 0 || !happened?.width ? choices : [happened];
  if (seen.length > 0) {
    scrollToChoices(seen, headBottom(), bottom);
  }
  if (phone) {
    card.removeAttribute("style");
    return;
  }
  const now = litBoxes();
  const boxes = [...now.choices, ...now.others, ...answeredBoxes()];
  const place = bestPlace(card.getBoundingClientRect(), boxes, now.choices.length);
  card.style.left = `${place.left}px`;
  card.style.top = `${place.top + PORTRAIT}px`;
  card.style.bottom = "auto";
}

/**
 * Frames around boxes; neighbours in a row or a column have one frame together.
 * @param {DOMRect[]} boxes
 */
function framesOf(boxes) {
  /** @type {DOMRect[]} */
  const frames = [];
  for (const box of boxes) {
    const top = Math.max(box.top - PAD, headBottom());
    let frame = new DOMRect(box.left - PAD, top, box.width + 2 * PAD, Math.max(0, box.bottom + PAD - top));
    for (let index = frames.length - 1; index >= 0; index -= 1) {
      const both = around(frame, frames[index]);
      if (overlap(frame, frames[index]) > 0 && area(both) < TOGETHER * (area(frame) + area(frames[index]))) {
        frame = both;
        frames.splice(index, 1);
      }
    }
    frames.push(frame);
  }
  return frames.map(({ x, y, width, height }) => `x="${x}" y="${y}" width="${width}" height="${height}" rx="9"`);
}

/**
 * A dotted line from the card to the first choice.
 * @param {DOMRect} to
 */
function lead(to) {
  const from = find(".coach")?.getBoundingClientRect() ?? to;
  const inside = Math.max(from.left + 20, Math.min(from.right - 20, to.left + to.width / 2));
  const x = to.left > from.right ? from.right : to.right < from.left ? from.left : inside;
  const y = to.top > from.bottom ? from.bottom : to.bottom < from.top ? from.top : from.top + from.height / 2;
  const end = { x: Math.max(to.left, Math.min(to.right, x)), y: Math.max(to.top, Math.min(to.bottom, y)) };
  const line = `<path class="lead" d="M${x} ${y}L${end.x} ${end.y}"/>`;
  return `${line}<circle class="lead-end" cx="${end.x}" cy="${end.y}" r="5"/>`;
}

/** Dims everything that the coach does not speak of; while he asks for nothing, the whole table is bright. */
export function drawLight() {
  const veil = find(".dim");
  const { choices, others } = litBoxes();
  if (!veil || choices.length === 0) {
    veil?.replaceChildren();
    return;
  }
  const frames = framesOf(choices);
  const holes = [...frames, ...framesOf(others)].map((frame) => `<rect ${frame} fill="#000"/>`).join("");
  const lamps = frames.map((frame) => `<rect class="lamp" ${frame}/>`).join("");
  const whole = `width="${innerWidth}" height="${innerHeight}"`;
  const mask = `<mask id="holes"><rect ${whole} fill="#fff"/>${holes}</mask>`;
  veil.innerHTML = `${mask}<rect class="veil" ${whole} mask="url(#holes)"/>${lamps}${lead(widened(choices[0], PAD))}`;
}
