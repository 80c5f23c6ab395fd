// @ts-check
// What the server says about the table on this page, in the attributes of #state.

import { find } from "./dom.js";

/**
 * One piece that moved: the number of the choice that moved it, its symbol, the parts where it starts and ends, and its
 * sound. Without a symbol nothing flies, but the part where it ends has changed. Without a sound it is as any piece.
 * @typedef {[ply: number, symbol: string, start: string, end: string, sound: "" | "glass" | "coin"]} Journey
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
