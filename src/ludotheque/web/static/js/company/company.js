// @ts-check
// Company at a table: reactions beside their players, players that this visitor mutes, and new lines of the chat.

import { play } from "../app/sound.js";
import { closest, find, findAll } from "../dom.js";
import { tableState } from "../state.js";
import "./sharing.js";

const SHOWN_MS = 4000;
const CALL_MS = 60000; // At most one call of the cock in this time.
const GAP = 8; // Pixels between a reaction and its player.

/** The reactions that were shown, by seat and moment. */
const shown = new Set();

/** The number of lines of the chat that the visitor has seen. */
let readLines = Number(find("#chat-lines")?.dataset.chat ?? 0);

/** When the cock was last heard. */
let calledAt = -CALL_MS;

const key = () => `muted:${tableState().url}`;

/** @returns {string[]} the keys of the players whose reactions and lines this browser hides */
function muted() {
  return JSON.parse(localStorage.getItem(key()) ?? "[]");
}

function showMuted() {
  const players = muted();
  for (const button of findAll("[data-mute]")) {
    button.setAttribute("aria-pressed", String(players.includes(button.dataset.mute ?? "")));
  }
  for (const line of findAll("#chat-lines [data-player]")) {
    line.hidden = players.includes(line.dataset.player ?? "");
  }
}

/** @param {string} player */
function toggleMuted(player) {
  const players = muted();
  const rest = players.filter((each) => each !== player);
  localStorage.setItem(key(), JSON.stringify(rest.length < players.length ? rest : [...players, player]));
  showMuted();
}

/**
 * The place of a player on this page: in the row of scores of a phone, in the rail, or at the table before the start.
 * @param {string} seat
 */
function boxOfPlayer(seat) {
  const places = findAll(`.scores li:nth-child(${Number(seat) + 1}), #player-${seat}, .place-card.seat-${seat}`);
  return places.find((place) => place.checkVisibility())?.getBoundingClientRect();
}

/** @param {HTMLElement} reaction */
function showReaction(reaction) {
  const from = reaction.dataset.from ?? "";
  const moment = `${from} ${reaction.dataset.moment}`;
  const box = boxOfPlayer(from);
  if (shown.has(moment) || muted().includes(reaction.dataset.player ?? "") || !box) {
    return;
  }
  shown.add(moment);
  if (find("use[href$='#wake']", reaction) && tableState().seat && performance.now() - calledAt > CALL_MS) {
    calledAt = performance.now();
    play("call");
  }
  find("#reactions")?.append(reaction);
  const { width, height } = reaction.getBoundingClientRect();
  const beside = box.left - width - GAP;
  const below = beside < GAP;
  const left = below ? box.left : beside;
  reaction.classList.toggle("below", below);
  reaction.style.left = `${Math.max(GAP, Math.min(innerWidth - width - GAP, left))}px`;
  reaction.style.top = `${Math.min(innerHeight - height - GAP, below ? box.bottom + GAP : box.top)}px`;
  setTimeout(() => reaction.remove(), SHOWN_MS);
}

function hear() {
  for (const reaction of findAll("#heard .reaction")) {
    showReaction(reaction);
  }
  showMuted();
  const lines = find("#chat-lines");
  const chat = find("#chat");
  const count = Number(lines?.dataset.chat ?? 0);
  if (chat?.hasAttribute("open")) {
    readLines = count;
    lines?.scrollTo(0, lines.scrollHeight);
  }
  chat?.classList.toggle("unread", count > readLines);
}

addEventListener("htmx:afterSwap", hear);
addEventListener("toggle", hear, true);
addEventListener("click", (event) => {
  const mute = closest(event, "[data-mute]");
  if (mute) {
    toggleMuted(mute.dataset.mute ?? "");
  }
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || closest(event, "input, select, textarea, dialog")) {
    return;
  }
  if (event.key.toLowerCase() === "r") {
    find("#react summary")?.click();
  } else if (find("#react[open]") && /^[1-8]$/.test(event.key)) {
    findAll("#react form button")[Number(event.key) - 1]?.click();
  }
});
addEventListener("htmx:afterRequest", (event) => {
  const form = closest(event, ".say, .react form");
  if (form instanceof HTMLFormElement) {
    form.reset();
    form.closest(".react")?.removeAttribute("open");
  }
});
hear();
