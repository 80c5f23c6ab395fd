// @ts-check
// What the server says about the table on this page, in the attributes of #state.

import { find } from "./dom.js";

/**
 * One piece that moved: the number of the choice that moved it, its symbol, and the parts where it starts and ends.
 * Without a symbol nothing flies, but the part where it ends has changed.
 * @typedef {[ply: number, symbol: string, start: string, end: string]} Journey
 */

/** Reads the state of the table. Pages without a table have none of it. */
export function tableState() {
  /** @type {DOMStringMap} */
  const dataset = find("#state")?.dataset ?? {};
  return {
    url: dataset.url,
    version: dataset.version,
    stage: dataset.stage,
    title: dataset.title,
    seat: dataset.seat,
    viewer: dataset.eyes,
    sealedAction: dataset.sealed,
    secret: dataset.secret !== undefined,
    panelOrder: dataset.order,
    ply: Number(dataset.ply ?? 0),
    lastTurn: Number(dataset.since),
  };
}

/**
 * Reads how pieces moved lately.
 * @returns {Journey[]}
 */
export function latestJourneys() {
  return JSON.parse(find("#state")?.dataset.journeys ?? "[]");
}
