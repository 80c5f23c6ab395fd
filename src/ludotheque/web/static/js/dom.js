// @ts-check
// Finds, measures and hides elements.

/**
 * Finds the first element that matches. It may be an SVG element: what we use of HTMLElement, such elements have too.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement | null}
 */
export function find(selector, root = document) {
  return root.querySelector(selector);
}

/**
 * Finds all elements that match.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
export function findAll(selector, root = document) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = root.querySelectorAll(selector);
  return [...found];
}

/**
 * Finds the element that matches at or around the place of an event.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * Shows or hides the first element that matches.
 * @param {string} selector
 * @param {boolean} visible
 */
export function show(selector, visible) {
  find(selector)?.toggleAttribute("hidden", !visible);
}

/**
 * Measures the element with an id.
 * @param {string} id
 * @returns {DOMRect | undefined}
 */
export function boxOf(id) {
  return document.getElementById(id)?.getBoundingClientRect();
}

/** @param {DOMRect} box */
export function middleOf(box) {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * Whether nothing of a box can be seen between the bars of the page.
 * @param {DOMRect} box
 */
export function isBeyond(box) {
  return box.bottom < 90 || box.top > innerHeight - 150;
}
