// @ts-check
// Puzzles: the browser remembers which ones are solved, and on how many days in a row. The server tells the days to the
// visitor's other devices.

import { find, findAll } from "../dom.js";
import { markSteps } from "../hints.js";
import { tableState } from "../state.js";

const KEY = "puzzles";
const DAY_MS = 86400000;
const WEEK = 7; // One missed day in so many is forgiven.
const MOST_DAYS = 1000; // As many as the server keeps.

/**
 * What the browser has kept: solved puzzles, and the days whose puzzle was solved.
 * @returns {{ solved: string[], days: string[] }}
 */
function kept() {
  try {
    const { solved, days } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { solved: Array.isArray(solved) ? solved : [], days: Array.isArray(days) ? days : [] };
  } catch {
    return { solved: [], days: [] };
  }
}

/**
 * Without storage nothing is kept, and everything else works.
 * @param {string[]} solved
 * @param {string[]} days
 */
function keep(solved, days) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ solved: [...new Set(solved)], days: [...new Set(days)] }));
  } catch {}
}

/** Keeps a solved puzzle. */
function keepSolved() {
  const puzzle = find('.puzzle[data-state="solved"]');
  if (!puzzle) {
    return;
  }
  const { solved, days } = kept();
  solved.push(puzzle.dataset.key ?? "");
  days.push(puzzle.dataset.day ?? "");
  keep(solved, days);
}

/** Learns the days of the visitor's other devices, and tells them those of this browser. */
async function joinDays() {
  const days = kept().days.filter(Boolean).slice(-MOST_DAYS).join(" ");
  try {
    const answer = await fetch("/puzzles/days", { method: "POST", body: new URLSearchParams({ days }) });
    if (answer.ok) {
      const joined = (await answer.text()).split(" ").filter(Boolean);
      keep(kept().solved, [...kept().days, ...joined].sort());
      showKept();
    }
  } catch {
    // Without a connection the browser shows its own.
  }
}

/**
 * The number of days in a row, up to today or yesterday.
 * @param {string[]} days
 */
function streakOf(days) {
  const solved = new Set(days);
  let count = 0;
  let missed = -WEEK;
  const today = Math.floor(Date.now() / DAY_MS);
  for (let back = 0; ; back += 1) {
    if (solved.has(new Date((today - back) * DAY_MS).toISOString().slice(0, 10))) {
      count += 1;
    } else if (back > 0) {
      if (back - missed < WEEK) {
        return count;
      }
      missed = back;
    }
  }
}

/** Shows the streak, and which puzzles are solved. */
function showKept() {
  const { solved, days } = kept();
  const count = streakOf(days);
  for (const line of findAll(".streak")) {
    line.hidden = count === 0;
    line.textContent = (count === 1 ? line.dataset.one : line.dataset.many?.replace("7", String(count))) ?? "";
  }
  for (const link of findAll("a[data-key]")) {
    link.classList.toggle("done", solved.includes(link.dataset.key ?? ""));
  }
}

/** The next puzzle is of the kind and the difficulty that the visitor asked for. */
function keepWishes() {
  for (const link of findAll("a[data-next]")) {
    const [next] = (link.getAttribute("href") ?? "").split("&");
    link.setAttribute("href", next + location.search.replace("?", "&"));
  }
}

/** Marks on the board the best turn when the puzzle is over, else the expected reply to the last try. */
function afterUpdate() {
  keepSolved();
  showKept();
  keepWishes();
  markSteps(find(".puzzle .best[data-steps]") ?? findAll(".puzzle .tries [data-steps]").at(-1) ?? null);
}

/** After a try: the address keeps it, and the answer is seen. */
function afterTry() {
  const { url } = tableState();
  if (url) {
    history.replaceState(null, "", url.replace(/\/start$/, "") + location.search);
  }
  afterUpdate();
  find(".puzzle")?.scrollIntoView(); // From its top: the card may be taller than the window.
  find("#puzzle-title")?.focus({ preventScroll: true });
  joinDays();
}

addEventListener("htmx:afterSwap", afterTry);
document.fonts.ready.then(afterUpdate);
joinDays();
