// The little that pages cannot do without script: choices in the picture, keys, previews, popovers.
"use strict";

const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
const still = matchMedia("(prefers-reduced-motion: reduce)");
const state = () => $("#state")?.dataset ?? {};

// --- choices -------------------------------------------------------------------------------------

let decided = null;   // the version that a decision was made on: a double click plays once
let clicked = null;   // where the last click was: a refusal is shown beside it
let touched = false;  // the last thing used was a touch screen
let keyed = false;    // or the keyboard

function choose(target) {
  const { url, seat, version } = state();
  if (seat === undefined || decided === version) return;
  decided = version;
  clicked = target.getBoundingClientRect();
  ask("POST", `${url}/play`, { seat, version, action: target.dataset.action }).finally(() => { decided = null; });
}

// If it does not get through, a banner says so: the same can be asked again.
const ask = (verb, url, values) => htmx.ajax(verb, url, { target: "#table", swap: "parts", values }).catch(() => {});

function select(target) {  // on a touch screen a first tap shows what would happen, a second one does it
  $$(".selected[data-action]").forEach((other) => other.classList.remove("selected"));
  target.classList.add("selected");
  preview(target);
  const button = document.createElement("button");
  button.className = "button main small";
  button.textContent = $("#confirm-word").textContent;
  button.addEventListener("click", () => choose(target));
  $("#slip").append(button);
}

addEventListener("pointerdown", (event) => { [touched, keyed] = [event.pointerType === "touch", false]; }, true);

addEventListener("click", (event) => {
  hide("#refusal");
  const target = event.target.closest("[data-action]");
  if (target?.matches(".forbidden")) refuse(target);
  else if (target && touched && target.closest(".board") && !target.matches(".selected")) select(target);
  else if (target) choose(target);
  const copy = event.target.closest("[data-copy]");
  if (copy) copyLink(copy);
  if (event.target.closest("[data-close]")) closeHelper();
});

// --- what a choice would do ------------------------------------------------------------------------

let shown = null;

function preview(target) {
  const slip = $("#slip");
  const said = target && $(`#slips [data-for="${target.dataset.action}"]`);
  if (!slip || target === shown) return;
  shown = target;
  slip.replaceChildren(...(said ? [said.cloneNode(true)] : []));
}

for (const kind of ["pointerover", "focusin"]) {
  addEventListener(kind, (event) => {
    if (kind === "pointerover" && event.pointerType === "touch") return;
    const target = event.target.closest?.("[data-action]");
    if (target) preview(target);
    else if (!$(".selected[data-action], [data-action]:focus-visible, #slip [data-hint]")) preview(null);
    explain(event.target.closest?.("[data-rule]"));
  });
}

// --- rules and refusals -----------------------------------------------------------------------------

const sentences = new Map();

async function sentence(address) {
  if (!sentences.has(address)) {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) return "";
    sentences.set(address, await answer.text());
  }
  return sentences.get(address);
}

async function explain(link) {
  const pop = $("#rule-pop");
  pop.dataset.now = link ? link.dataset.rule : "";
  if (!link) return hide("#rule-pop");
  const booklet = $("[data-fragment]")?.dataset.fragment.replace(/[^/]*$/, "");
  const said = await sentence(link.dataset.fragment ?? `${booklet}${link.dataset.rule}`);
  if (!said || pop.dataset.now !== link.dataset.rule) return;
  pop.innerHTML = said;
  place(pop, link.getBoundingClientRect());
}

function refuse(target) {  // why something is not allowed: the rule that forbids it
  $("#refusal").replaceChildren(...$(`#slips [data-for="${target.dataset.action}"]`).cloneNode(true).childNodes);
  place($("#refusal"), target.getBoundingClientRect());
}

function place(element, beside) {
  element.hidden = false;
  const { width, height } = element.getBoundingClientRect();
  const left = Math.max(12, Math.min(innerWidth - width - 12, beside.left + beside.width / 2 - width / 2));
  const above = beside.top - height - 10;
  element.style.left = `${left}px`;
  element.style.top = `${above > 54 ? above : Math.min(beside.bottom + 10, innerHeight - height - 12)}px`;
}

function hide(selector) {
  const element = $(selector);
  if (element) element.hidden = true;
}

addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status < 400) return;
  event.detail.shouldSwap = false;
  const bubble = $("#refusal");
  bubble.innerHTML = event.detail.serverResponse;
  const bar = $(".bar")?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight - 20, 0, 0);
  place(bubble, clicked ?? bar);
  clicked = null;
  if (xhr.status === 409) catchUp();
});

// --- keys -------------------------------------------------------------------------------------------

function neighbour(from, key) {  // the nearest choice in a direction; across it counts double
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(from);
  const far = (element) => {
    const [u, v] = centre(element);
    const [along, across] = { ArrowRight: [u - x, v - y], ArrowLeft: [x - u, v - y], ArrowDown: [v - y, u - x], ArrowUp: [y - v, u - x] }[key];
    return along > 1 ? along + 2 * Math.abs(across) : Infinity;
  };
  const others = targets().filter((element) => element !== from && far(element) < Infinity);
  return others.sort((a, b) => far(a) - far(b))[0];
}

const targets = () => $$("[data-action]:not(.forbidden)").filter((element) => element.getClientRects().length);

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const here = event.target.closest("[data-action]");
  keyed = true;
  if (event.key === "Escape") {
    hide("#refusal");
    hide("#rule-pop");
    closeHelper();
  } else if (event.key.startsWith("Arrow")) {
    if (state().stage === "replay") return replayKey(event);
    const next = here ? neighbour(here, event.key) : targets()[0];
    if (!next) return;
    event.preventDefault();
    next.focus();
  } else if (here && !here.matches("button") && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    hide("#refusal");
    here.matches(".forbidden") ? refuse(here) : choose(here);
  } else {
    $({ u: "#undo button", h: "#ask-hint button" }[event.key.toLowerCase()] ?? "#none")?.click();
  }
});

function replayKey(event) {
  const step = { ArrowLeft: "#step-back", ArrowRight: "#step-on", ArrowUp: "#step-turn-back", ArrowDown: "#step-turn-on" }[event.key];
  if (!step) return;
  event.preventDefault();
  $(step)?.click();
}

// --- after every change -------------------------------------------------------------------------------

let places = new Map();  // where the pieces lay before
let held = null;         // what the keyboard was on, if on anything of the table

// An answer and an event may overtake each other: only what is newer takes the table's place.
const age = (text) => Number(/data-version="(\d+)"/.exec(text)?.[1] ?? Infinity) - Number(state().version ?? -1);
addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status < 400 && age(event.detail.serverResponse) < 0) event.detail.shouldSwap = false;
  else remember();
});
addEventListener("htmx:sseBeforeMessage", (event) => {
  if (age(event.detail.data) < 0) event.preventDefault();
  else remember();
});
addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "table") arrived();
  if (event.target.id === "slip") showHint();
});

// Only the parts of the table that changed are replaced: live regions stay, and nothing else is drawn again.
const inside = new WeakMap();

function swapParts(style, target, fragment) {
  if (style !== "parts") return false;
  const [old, fresh] = [target, fragment].map((root) => new Map($$("[data-part]", root).map((part) => [part.dataset.part, part])));
  if ([...old.keys()].join() !== [...fresh.keys()].join() || old.size < 3) {
    target.replaceChildren(...fragment.childNodes);
    return [...target.children];
  }
  return [...fresh].flatMap(([name, part]) => {
    const [place, html] = [old.get(name), part.outerHTML];
    if (inside.get(place) === html) return [];
    inside.set(place, html);
    for (const { name } of [...place.attributes]) if (!part.hasAttribute(name)) place.removeAttribute(name);
    for (const { name, value } of part.attributes) place.setAttribute(name, value);
    place.replaceChildren(...part.childNodes);
    return $("[hx-get], [hx-post]", place) ? [...place.children] : [];
  });
}

htmx.defineExtension("parts", { isInlineSwap: (style) => style === "parts", handleSwap: swapParts });

function remember() {
  const { activeElement } = document;
  held = activeElement.closest("#table") && !activeElement.matches(".forbidden") ? activeElement.dataset.action ?? "" : null;
  if (still.matches) return;
  places = new Map($$(".board .part[id]").map((piece) => [piece.id, piece.getBoundingClientRect()]));
}

function arrived() {
  const kept = shown?.isConnected ? shown : null;
  shown = undefined;
  kept?.matches(".selected") ? select(kept) : preview(kept);
  document.title = state().title ?? document.title;
  if (!$("#rule-pop").contains(document.activeElement)) hide("#rule-pop");
  if (held !== null && document.activeElement.matches("body, .forbidden")) refocus();
  const helper = $("#helper");
  if (helper) helper.hidden = localStorage.getItem(`met-${helper.dataset.key}`) !== null;
  if (!still.matches) move();
}

function refocus() {  // what was focused is gone: on to the same choice, the first one, or what is asked
  const next = keyed && ($(`[data-action="${held}"]:not(.forbidden)`) ?? targets()[0]);
  (next || $("#sentence"))?.focus({ preventScroll: true });
}

function move() {  // pieces move rather than jump
  for (const piece of $$(".board .part[id]")) {
    const old = places.get(piece.id);
    if (!old) continue;
    const now = piece.getBoundingClientRect();
    const matrix = piece.parentNode.getScreenCTM?.();
    if (!matrix || Math.abs(old.width - now.width) > 4 || Math.abs(old.height - now.height) > 4) continue;
    const [x, y] = [(old.left - now.left) / matrix.a, (old.top - now.top) / matrix.d];
    if (Math.hypot(x, y) < 2) continue;
    piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 380, easing: "ease-out", composite: "add" });
  }
}

function showHint() {
  const hint = $("#slip [data-hint]");
  const target = hint && $(`[data-action="${hint.dataset.hint}"]`);
  if (!target) return;
  shown = target;
  $("#slip").append($(`#slips [data-for="${hint.dataset.hint}"]`).cloneNode(true));
  target.classList.add("hinted");
  target.focus({ preventScroll: true });
}

function closeHelper() {
  const helper = $("#helper");
  if (!helper) return;
  localStorage.setItem(`met-${helper.dataset.key}`, "1");
  helper.hidden = true;
}

async function copyLink(button) {
  const field = document.getElementById(button.dataset.copy);
  await navigator.clipboard?.writeText(field.value).catch(() => field.select());
  $("span", button).textContent = button.dataset.copied;
}

// --- the connection, the clocks, the booklet -------------------------------------------------------------

let again = null;
for (const lost of ["offline", "htmx:sendError", "htmx:sseError"]) addEventListener(lost, () => {
  $("#offline").hidden = false;
  clearTimeout(again);
  again = setTimeout(catchUp, 2000);
});
for (const found of ["online", "htmx:sseOpen", "htmx:afterOnLoad"]) addEventListener(found, () => {
  hide("#offline");
  clearTimeout(again);
});
addEventListener("online", catchUp);

function catchUp() {
  if (state().url) ask("GET", `${state().url}/part${location.search}`);
}

setInterval(() => {
  for (const clock of $$(".clock[data-running]")) {
    const left = Math.max(0, clock.dataset.seconds - 1);
    clock.dataset.seconds = left;
    const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    clock.textContent = (parts[0] ? parts : parts.slice(1)).map((n, i) => (i ? String(n).padStart(2, "0") : n)).join(":");
    clock.classList.toggle("low", left < 30);
  }
}, 1000);

addEventListener("input", (event) => {
  if (event.target.id !== "find") return;
  const wanted = event.target.value.trim().toLowerCase();
  for (const rule of $$(".one-rule")) rule.hidden = !rule.textContent.toLowerCase().includes(wanted);
});

arrived();
