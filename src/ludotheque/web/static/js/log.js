// @ts-check
// The log: what is new since the viewer's last turn stands apart from what was there before. Each round has a heading,
// which folds its turns.

import { closest, findAll } from "./dom.js";
import { tableState } from "./state.js";

const TURNS = 4; // Rounds are open until so many turns are seen.

/**
 * The rounds that the visitor has opened (true) or folded, by their headings.
 * @type {Map<string, boolean>}
 */
const opened = new Map();

/**
 * Puts a heading above the turns of each round.
 * @param {HTMLElement} list
 */
function headRounds(list) {
  const turns = findAll("[data-ply]", list);
  findAll(".log-round", list).forEach((old) => old.remove());
  for (const round of new Set(turns.map((turn) => turn.dataset.round || ""))) {
    const inside = turns.filter((turn) => turn.dataset.round === round);
    const isOpen = opened.get(round) ?? (turns.indexOf(inside[0]) < TURNS || inside[0].matches(".fresh, .whole-log *"));
    const many = inside.length > 1 ? list.dataset.two?.replace("2", `${inside.length}`) : "";
    const heading = `<button aria-expanded="${isOpen}"><span>${round}</span><small>${many}</small></button>`;
    inside[0].insertAdjacentHTML("beforebegin", round && `<li class="log-round">${heading}</li>`);
    inside.forEach((turn) => turn.toggleAttribute("hidden", !isOpen));
  }
}

/** Marks the new lines, and puts headings above them, above earlier ones, and above each round. */
export function divideLog() {
  const { lastTurn, stage, viewer } = tableState();
  let wasNew = false;
  for (const line of findAll(".log [data-ply]")) {
    const isNew = stage !== "replay" && Number(line.dataset.ply) >= lastTurn && line.dataset.by !== viewer;
    const heading = isNew ? line.parentElement?.dataset.new : line.parentElement?.dataset.earlier;
    line.classList.toggle("fresh", isNew);
    line.dataset.says = isNew === wasNew ? "" : heading ?? "";
    wasNew = isNew;
  }
  findAll(".log ol").forEach(headRounds);
}

addEventListener("click", (event) => {
  const heading = closest(event, ".log-round button");
  const round = heading?.firstElementChild?.textContent;
  if (heading && round) {
    opened.set(round, heading.ariaExpanded === "false");
    heading.ariaExpanded = `${opened.get(round)}`;
    findAll(`[data-round="${round}"]`).forEach((turn) => turn.toggleAttribute("hidden", !opened.get(round)));
  }
});
