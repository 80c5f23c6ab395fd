// @ts-check
// The log: what is new since the viewer's last turn stands apart from what was there before.

import { findAll } from "./dom.js";
import { tableState } from "./state.js";

/** Marks the new lines, and puts a heading where new lines and earlier ones meet. */
export function divideLog() {
  const { lastTurn, stage, viewer } = tableState();
  let wasNew = false;
  for (const line of findAll(".log [data-ply]")) {
    const isNew = stage !== "replay" && Number(line.dataset.ply) >= lastTurn && line.dataset.by !== viewer;
    const list = line.parentElement;
    const heading = isNew ? list?.dataset.new : list?.dataset.earlier;
    line.classList.toggle("fresh", isNew);
    line.dataset.says = isNew === wasNew ? "" : heading ?? "";
    wasNew = isNew;
  }
}
