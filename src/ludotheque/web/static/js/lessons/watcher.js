// @ts-check
// The coach who watches a short game: he speaks at most once in three turns, and never once he is asked to be silent.

import { choose } from "../choices.js";
import { closest, find, findAll, show } from "../dom.js";
import { fetchFragment } from "../requests.js";
import { tableState } from "../state.js";

const TURNS = 3; // He speaks once in so many turns of the pupil.
const PAUSE_MS = 45000; // A pupil who thinks longer is told of the hint.

/** The turns of the pupil so far, and the one in which the coach spoke last. */
let turn = 0;
let spoke = -TURNS;

/** The version of the table that was looked at last, and the pupil's last turn before it. */
let seen = "";
let lastTurn = -1;

/**
 * The choice that the coach warned of.
 * @type {HTMLElement | null}
 */
let warned = null;

/** @type {number | undefined} */
let pauseTimer;

function storageKey() {
  return `silent-${tableState().url}`;
}

function maySpeak() {
  return turn >= spoke + TURNS && localStorage.getItem(storageKey()) === null;
}

/**
 * Says something.
 * @param {string} html
 * @param {HTMLElement | null} [choice] what the coach warns of
 */
function speak(html, choice = null) {
  const says = find(".watcher .says");
  if (says) {
    says.innerHTML = html;
  }
  warned = choice;
  spoke = turn;
  show(".watcher .anyway", choice !== null);
  show(".watcher", true);
}

/**
 * Asks the server what there is to say of this moment.
 * @param {string} query
 */
async function look(query) {
  const html = await fetchFragment(`${tableState().url}/coach${query}`);
  const store = find("#watched");
  if (store) {
    store.innerHTML = html;
  }
}

/** Explains the first rule that has just brought or cost points and that this browser meets for the first time. */
async function explainNewRule() {
  const key = `met-rules-${find(".board")?.classList[1]}`;
  const met = new Set(`${localStorage.getItem(key)} ${find(".watcher")?.dataset.met}`.split(" "));
  const scored = findAll(".log .fresh :is(.gain, .loss) + [data-rule]");
  const fresh = scored.filter((link) => !met.has(link.dataset.rule ?? ""));
  if (!fresh[0] || !maySpeak()) {
    return;
  }
  localStorage.setItem(key, [...met, fresh[0].dataset.rule].join(" "));
  const card = new DOMParser().parseFromString(await fetchFragment(fresh[0].dataset.fragment ?? ""), "text/html");
  speak(`<p>${find("p", card)?.innerHTML ?? ""} ${fresh[0].outerHTML}</p>`);
}

/** After an update: looks at a new decision, at what has happened, or at the end. */
async function afterUpdate() {
  const state = tableState();
  if (state.version === seen) {
    return;
  }
  seen = state.version ?? "";
  clearTimeout(pauseTimer);
  if (state.stage === "over" && localStorage.getItem(storageKey()) === null) {
    await look("");
    speak(find('#watched [data-for="end"]')?.innerHTML ?? "");
  } else if (state.seat !== undefined) {
    turn += state.lastTurn === lastTurn ? 0 : 1;
    lastTurn = state.lastTurn;
    pauseTimer = setTimeout(() => {
      if (maySpeak()) {
        speak(`<p>${find(".watcher")?.dataset.pause}</p>`);
      }
    }, PAUSE_MS);
    find("#watched")?.replaceChildren();
    await explainNewRule();
    if (maySpeak()) {
      await look(`?seat=${state.seat}&version=${state.version}`);
    }
  }
}

/**
 * Warns before a costly choice is made.
 * @param {Event} event
 */
function warn(event) {
  const choice = closest(event, "[data-action]:not(.forbidden)");
  const text = choice && find(`#watched [data-for="${choice.dataset.action}"]`);
  if (text && choice !== warned && maySpeak()) {
    event.preventDefault();
    speak(text.innerHTML, choice);
  }
}

/** @param {Event} event */
function press(event) {
  const button = closest(event, ".watcher button[type=button]");
  if (!button) {
    return;
  }
  show(".watcher", false);
  if (button.matches(".silence")) {
    localStorage.setItem(storageKey(), "1");
  } else if (button.matches(".anyway") && warned) {
    choose(warned);
  }
}

addEventListener("choose", warn);
addEventListener("click", press);
addEventListener("htmx:afterSwap", afterUpdate);
if (tableState().ply === 0 && localStorage.getItem(storageKey()) === null) {
  show(".watcher", true); // He says what is to come, as the server wrote it.
}
afterUpdate();
