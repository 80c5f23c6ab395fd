// @ts-check
// Replaces only the parts of the table that changed, so live regions stay and nothing else is drawn again.

import { find, findAll } from "./dom.js";

const STYLE = "parts";

/**
 * The HTML of each part as the server sent it, which shows whether a new one differs.
 * @type {WeakMap<Element, string>}
 */
const sentHtml = new WeakMap();

/** @param {ParentNode} root */
function rememberParts(root) {
  for (const part of findAll("[data-part]", root)) {
    sentHtml.set(part, part.outerHTML);
  }
}

/**
 * @param {ParentNode} root
 * @returns {Map<string, HTMLElement>}
 */
function partsByName(root) {
  const parts = new Map();
  for (const part of findAll("[data-part]", root)) {
    parts.set(part.dataset.part, part);
  }
  return parts;
}

/**
 * Updates a part that the server sent only in pieces: new lines of the log, whose newest line is the first, or some
 * pieces of a picture.
 * @param {HTMLElement} place
 * @param {HTMLElement} part
 */
export function patchPart(place, part) {
  if (part.dataset.more !== undefined) {
    const firstPly = Number(part.dataset.more);
    for (const line of findAll("[data-ply]", place)) {
      if (Number(line.dataset.ply) >= firstPly) {
        line.remove();
      }
    }
    find("ol", place)?.prepend(...part.childNodes);
  }
  for (const piece of findAll("[data-at]", part)) {
    find(`[data-at="${piece.dataset.at}"]`, place)?.replaceWith(piece);
  }
  sentHtml.delete(place);
}

/**
 * Gives an element the attributes and the content of another one.
 * @param {HTMLElement} place
 * @param {HTMLElement} part
 */
function overwrite(place, part) {
  for (const { name } of [...place.attributes]) {
    if (!part.hasAttribute(name)) {
      place.removeAttribute(name);
    }
  }
  for (const { name, value } of part.attributes) {
    place.setAttribute(name, value);
  }
  place.replaceChildren(...part.childNodes);
}

/**
 * Puts one part in its place if it changed.
 * @param {HTMLElement} place
 * @param {HTMLElement} part
 * @returns {Element[]} the elements that htmx must process
 */
function swapPart(place, part) {
  const html = part.outerHTML;
  if (sentHtml.get(place) === html) {
    return [];
  }
  if (part.matches("[data-more], [data-pieces]")) {
    patchPart(place, part);
    return [];
  }
  sentHtml.set(place, html);
  overwrite(place, part);
  return find("[hx-get], [hx-post]", place) ? [...place.children] : [];
}

/**
 * The swap of htmx's extension "parts".
 * @param {string} style
 * @param {HTMLElement} target
 * @param {DocumentFragment} fragment
 * @returns {Element[] | false} the elements that htmx must process
 */
function swapParts(style, target, fragment) {
  if (style !== STYLE) {
    return false;
  }
  const oldParts = partsByName(target);
  const newParts = partsByName(fragment);
  const changesOnly = find("#state[data-delta]", fragment) !== null;
  const sameLayout = oldParts.size >= 3 && [...oldParts.keys()].join() === [...newParts.keys()].join();
  if (!changesOnly && !sameLayout) {
    rememberParts(fragment);
    target.replaceChildren(...fragment.childNodes);
    return [...target.children];
  }
  const toProcess = [];
  for (const [name, part] of newParts) {
    const place = oldParts.get(name);
    if (place) {
      toProcess.push(...swapPart(place, part));
    }
  }
  return toProcess;
}

rememberParts(document);
htmx.defineExtension(STYLE, { isInlineSwap: (style) => style === STYLE, handleSwap: swapParts });
