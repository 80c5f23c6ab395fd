// @ts-check
// Signs that it is my turn, or that the connection is lost: in the title and the icon of the tab, and a soft sound.

import { find } from "../dom.js";
import { latestJourneys, tableState } from "../state.js";
import { askToNotify, tellSeen } from "./notify.js";
import { play } from "./sound.js";

const MOST = 9; // Icons have one digit.
const IN_VIEW_MS = 20000; // Below `IN_VIEW` of the server, which then sends no reminder and no nudge.
const AFTER_PIECE = 0.3; // Seconds: the bell lets a piece be laid first.
const icon = find('link[rel="icon"]');
const plainTitle = document.title.replace(/^● /, "");

let waiting = 0; // Games of this visitor that wait for a decision.
let lost = Boolean(document.documentElement.dataset.seen);
let wasMyTurn = isMyTurn();
let last = tableState();

function isMyTurn() {
  return (tableState().title ?? "").startsWith("●");
}

function showSigns() {
  const shown = Math.min(waiting, MOST);
  const sign = lost ? "offline" : shown > 1 ? String(shown) : shown || isMyTurn() ? "turn" : "";
  icon?.setAttribute("href", sign ? `/favicon/${sign}.svg` : "/static/mark.svg");
  const title = tableState().title ?? plainTitle;
  if (lost) {
    document.title = `${find("#app")?.dataset.lost} · ${title.replace(/^● [^·]*· /, "")}`;
  } else {
    const turns = find("#app")?.dataset.turns ?? "";
    const here = tableState().title !== undefined; // At a table the title tells of its own turn.
    const several = waiting > 1 && (isMyTurn() || !here);
    document.title = several ? turns.replaceAll("2", String(waiting)) : waiting && !here ? `● ${title}` : title;
  }
}

/** Asks how many games wait. Only pages with games ask. */
async function countWaiting() {
  if (lost || !find("#state[data-url], .waiting-games, .me-page")) {
    return;
  }
  try {
    const answer = await fetch("/waiting");
    waiting = answer.ok ? Number(await answer.text()) : waiting;
    await (waiting ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.());
  } catch {
    // The signs stay as they are.
  }
  showSigns();
}

/** The turn and the end are told in the background too; what lies on the table sounds only in front. */
function playSounds() {
  const { ply, stage, sealedAction } = tableState();
  const moved = ply !== last.ply && !document.hidden;
  if (sealedAction !== undefined && sealedAction !== last.sealedAction) {
    play("seal");
  } else if (moved) {
    const heard = new Set(latestJourneys().map(([madeAt, , , , sound]) => (madeAt >= last.ply && sound) || "piece"));
    play(last.secret ? "cards" : heard.has("glass") ? "glass" : heard.has("coin") ? "coin" : "piece");
  }
  if (stage === "over" && last.stage === "running") {
    play("end", moved ? AFTER_PIECE : 0);
  } else if (isMyTurn() && !wasMyTurn) {
    play("turn", moved ? AFTER_PIECE : 0);
  }
}

function tableChanged() {
  if (tableState().stage !== last.stage || tableState().ply !== last.ply) {
    tellSeen(); // What happens in view needs no message; with secret choices a new turn can follow one's own.
  }
  playSounds();
  last = tableState();
  if (isMyTurn() !== wasMyTurn) {
    wasMyTurn = !wasMyTurn;
    if (!wasMyTurn) {
      askToNotify();
    }
    countWaiting();
  }
  showSigns();
}

function cameIntoView() {
  if (!document.hidden) {
    countWaiting();
    tellSeen();
  }
}

/** A reminder or a nudge may be due at any moment of a turn. */
function stillInView() {
  if (isMyTurn()) {
    tellSeen();
  }
}

/** @param {boolean} now */
function connection(now) {
  if (lost === now && !document.documentElement.dataset.seen) {
    lost = !now;
    showSigns();
  }
}

addEventListener("htmx:afterSwap", tableChanged);
addEventListener("visibilitychange", cameIntoView);
for (const name of ["offline", "htmx:sendError", "htmx:sseError"]) {
  addEventListener(name, () => connection(false));
}
for (const name of ["online", "htmx:sseOpen", "htmx:afterOnLoad"]) {
  addEventListener(name, () => connection(true));
}
setInterval(stillInView, IN_VIEW_MS);
showSigns();
cameIntoView();
