// @ts-check
// The queue of entries: each is kept in the browser until the server has it. Without a connection it waits. One that
// does not fit any more, since another phone was faster, is kept and offered again. So is one that was tapped on the
// same table as one that waits.

import { closest, find } from "../dom.js";
import { catchUp } from "../requests.js";
import { tableState } from "../state.js";

const RETRY_MS = 3000;
const PATIENCE_MS = 10000; // Then the connection counts as lost.
const SLOW_MS = 1500; // An entry that is longer on its way is shown.
const TRY_AGAIN = [408, 425, 429, 500, 502, 503, 504]; // The server or the way to it is at fault, not the entry.

/**
 * What somebody entered: where it goes, its fields, and what it says. `refused` is why it was not taken.
 * @typedef {{ to: string, fields: Record<string, string>, says: string, refused?: string }} Entry
 */

let sending = false;
let slow = false;

/** @type {number | undefined} */
let retryTimer;

function key() {
  return `entries ${tableState().url}`;
}

/** @returns {Entry[]} */
function entries() {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return unkept;
  }
}

/**
 * The entries of a browser without storage.
 * @type {Entry[]}
 */
let unkept = [];

/** @param {Entry[]} list */
function keep(list) {
  unkept = list;
  try {
    localStorage.setItem(key(), JSON.stringify(list));
  } catch {}
  show();
}

/** @param {Entry} entry */
function waits({ refused }) {
  return refused === undefined;
}

/**
 * Whether two entries are the same one, tapped twice or read twice.
 * @param {Entry} one
 * @param {Entry} other
 */
function same(one, other) {
  return one.to === other.to && JSON.stringify(one.fields) === JSON.stringify(other.fields);
}

/**
 * A list of entries for the box.
 * @param {string} selector
 * @param {Entry[]} list
 */
function tell(selector, list) {
  const lines = list.map(({ says }) => Object.assign(document.createElement("li"), { textContent: says }));
  find(selector)?.replaceChildren(...lines);
}

/** Shows what waits, and what was refused. */
function show() {
  const list = entries();
  const [waiting, refused] = [list.filter(waits), list.filter((entry) => !waits(entry))];
  const problem = find("#entries .refused");
  if (problem) {
    problem.textContent = refused[0]?.refused ?? "";
  }
  find("#entries")?.toggleAttribute("hidden", list.length === 0 || (sending && !slow && refused.length === 0));
  find("#entries .waiting")?.toggleAttribute("hidden", waiting.length === 0);
  find("#entries [data-again]")?.toggleAttribute("hidden", refused.length === 0 || waiting.length > 0);
  find("#entries [data-instead]")?.toggleAttribute("hidden", refused.length === 0 || waiting.length === 0);
  tell("#entries .waiting + ul", waiting);
  tell("#entries .refused + ul", refused);
}

/**
 * Posts one entry.
 * @param {Entry} entry
 * @returns {Promise<string | undefined | null>} undefined: the server has it; null: it must wait; else why not
 */
async function post({ to, fields }) {
  try {
    const answer = await fetch(`${tableState().url}/${to}`, {
      method: "POST",
      headers: { "HX-Request": "true", "X-Live": "1" }, // The table itself comes afterwards.
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const html = await answer.text();
    if (answer.ok) {
      return undefined;
    }
    const text = new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
    return TRY_AGAIN.includes(answer.status) ? null : text.replace(/\s+/g, " ").trim();
  } catch {
    return null;
  }
}

/** Sends what is in the queue, in its order, until it is empty or something must wait. */
export async function send() {
  clearTimeout(retryTimer);
  if (sending) {
    return;
  }
  sending = true;
  const slowTimer = setTimeout(() => {
    slow = true;
    show();
  }, SLOW_MS);
  try {
    for (let [first] = entries(); first && waits(first); [first] = entries()) {
      const refused = await post(first);
      if (refused === null) {
        retryTimer = setTimeout(send, RETRY_MS);
        break;
      }
      const others = entries().filter((entry) => !same(entry, first)); // It may be forgotten meanwhile.
      const kept = others.length < entries().length && refused !== undefined ? [{ ...first, refused }] : [];
      keep([...kept, ...others]);
      catchUp();
    }
  } finally {
    clearTimeout(slowTimer);
    sending = slow = false;
    show();
  }
}

/**
 * Puts an entry into the queue. What is tapped on the same table as one that waits cannot follow it, since the page is
 * older than what waits: it is offered instead of it. The live connection may bring the next table before the answer to
 * an entry, and what is tapped there waits for its turn.
 * @param {string} to
 * @param {Record<string, string>} fields
 * @param {string} says
 */
export function enter(to, fields, says) {
  const { version = "", ply } = tableState();
  const entry = { to, fields: { ...fields, version, ply: String(ply) }, says };
  const list = entries();
  if (list.some((other) => same(entry, other))) {
    return;
  }
  const second = list.some((other) => waits(other) && other.fields.version === version);
  keep([...list, second ? { ...entry, refused: find("#entries")?.dataset.second ?? "" } : entry]);
  send();
}

/**
 * The entry for the table as the page shows it now.
 * @param {Entry} entry
 * @returns {Entry}
 */
function renewed({ to, says, fields }) {
  const { version = "", ply } = tableState();
  return { to, says, fields: { ...fields, version, ply: String(ply) } };
}

/** @param {MouseEvent} event */
function press(event) {
  const list = entries();
  const offered = list.find((entry) => !waits(entry)) ?? list[0];
  const rest = list.filter((entry) => entry !== offered);
  if (closest(event, "#entries [data-drop]")) {
    keep(rest);
  } else if (closest(event, "#entries [data-again]")) {
    keep([renewed(offered), ...rest]);
  } else if (closest(event, "#entries [data-instead]")) {
    keep([renewed(offered), ...rest.filter((entry) => !waits(entry))]);
  } else {
    return;
  }
  send();
}

addEventListener("click", press);
addEventListener("online", send);
show();
send();
