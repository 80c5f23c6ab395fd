// The little that pages cannot do without script: choices in the picture, keys, previews, movement, popovers.
"use strict";

const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
const still = matchMedia("(prefers-reduced-motion: reduce)");
const state = () => $("#state")?.dataset ?? {};
const box = (id) => document.getElementById(id)?.getBoundingClientRect();
const read = (url) => fetch(url, { headers: { "HX-Request": "true" } }).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
const hide = (selector) => { if ($(selector)) $(selector).hidden = true; };

// --- choices ---
// The version that a decision was made on, for a double click plays once; whether the stream is open, by which then the
// table comes back; where the last click was, for a refusal is shown beside it.
let [decided, live, clicked] = [null, false, null];
let [touched, keyed] = [false, false];  // the last thing used was a touch screen, or the keyboard

// Forms of the table are made without its version, which would make each of them new whenever anything changes.
addEventListener("htmx:configRequest", ({ detail: { formData, headers } }) => { if (formData.has("version")) formData.set("version", state().version); if (live) headers["X-Live"] = "1"; });
// If it does not get through, a banner says so: the same can be asked again.
// The table itself asks: only below it htmx knows how to swap parts.
const ask = (verb, url, values) => htmx.ajax(verb, url, { source: "#table", target: "#table", swap: "parts", values }).catch(() => {});

function choose(target) {
  const { url, seat, version } = state();
  hide("#refusal");
  if (target.matches(".forbidden")) return refuse(target);
  if (seat === undefined || decided === version) return;
  [decided, clicked] = [version, target.getBoundingClientRect()];
  ask("POST", `${url}/play`, { seat, version, action: target.dataset.action });
  setTimeout(() => { if (decided === version) catchUp(); }, 1500);
}

async function select(target) {  // on a touch screen a first tap shows what would happen, a second one does it
  $$(".selected[data-action]").forEach((other) => other.classList.remove("selected"));
  target.classList.add("selected");
  await preview(target);
  if (shown !== target) return;
  const button = { className: "button main small", textContent: $("#confirm-word").textContent, onclick: () => choose(target) };
  $("#slip").append(Object.assign(document.createElement("button"), button));
}
addEventListener("pointerdown", (event) => { [touched, keyed] = [event.pointerType === "touch", false]; }, true);
addEventListener("click", (event) => {
  hide("#refusal");
  const target = event.target.closest("[data-action]");
  if (target && touched && target.closest(".board") && !target.matches(".selected, .forbidden")) select(target);
  else if (target) choose(target);
  copyLink(event.target.closest("[data-copy]"));
  if (event.target.closest("[data-close]")) closeHelper();
  if (!touched || event.target.closest("#rule-pop")) return;
  const link = event.target.closest("[data-rule]");  // a finger cannot hover: it opens the sentence, whose link leads on
  if (link) event.preventDefault();
  explain(link);
});

// --- what a choice would do: in words, and as pieces where they would lie ---
let [shown, showing] = [null, Promise.resolve()];
let slips = { of: "", here: showing };  // for whom they are here, or on their way: who points at nothing needs none
const asking = () => `${state().version} ${state().seat}`;
const slip = (target) => target && slips.of === asking() && $(`#slips [data-for="${target.dataset.action}"]`);

function fetchSlips() {
  const [of, { url, seat, version }] = [asking(), state()];
  if (seat === undefined || slips.of === of) return slips.here;
  const foresee = (part) => [mend($(`.board > [data-part="${part.dataset.part}"]`), part), part.remove()];  // in the pictures
  const came = (text) => { if (slips.of === of && $("#slips")) [$("#slips").innerHTML, slips.of] = [text, text && of], $$("#slips [data-pieces]").forEach(foresee); };  // "": ask again
  return (slips = { of, here: read(`${url}/slips?seat=${seat}&version=${version}`).then(came) }).here;
}

function preview(target) {
  if (!$("#slip") || target === shown) return showing;
  shown = target;
  return (showing = (target ? fetchSlips() : Promise.resolve()).then(() => { if (target === shown) show(slip(target)); }));
}

function show(said) {
  $("#slip").replaceChildren(...(said ? [said.cloneNode(true)] : []));
  $$(".ghost").forEach((ghost) => ghost.remove());
  for (const { dataset } of said ? $$("[data-symbol]", said) : []) if (box(dataset.end)?.width) piece(dataset.symbol, box(dataset.end), "ghost");
}

function piece(symbol, { left, top, width, height }, kind) {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawn.setAttribute("class", `${kind} ${symbol.split("-")[0]} ${$(".board").classList[1]}`);
  drawn.innerHTML = `<use href="#${symbol}" width="100%" height="100%"/>`;
  const table = $(".play").getBoundingClientRect();
  Object.assign(drawn.style, { left: `${left + width / 2 - table.left}px`, top: `${top + height / 2 - table.top}px` });
  return $(".play").appendChild(drawn);
}

for (const kind of ["pointerover", "focusin"]) addEventListener(kind, (event) => {
  if (event.pointerType === "touch") return;
  const target = event.target.closest?.("[data-action]");
  if (target) preview(target);
  else if (!$(".selected[data-action], [data-action]:focus-visible, #slip [data-hint]")) preview(null);
  explain(event.target.closest?.("[data-rule]"));
});

// --- rules and refusals ---
const sentences = {};
async function explain(link) {
  const pop = $("#rule-pop");
  const address = link && (link.dataset.fragment ?? $("[data-fragment]").dataset.fragment.replace(/[^/]*$/, link.dataset.rule));
  pop.dataset.now = address ?? "";
  if (!link) return hide("#rule-pop");
  sentences[address] ||= await read(address);
  if (!sentences[address] || pop.dataset.now !== address) return;
  pop.innerHTML = sentences[address];
  place(pop, link.getBoundingClientRect());
}

async function refuse(target) {  // why something is not allowed: the rule that forbids it
  await fetchSlips();
  if (!slip(target)) return;
  $("#refusal").replaceChildren(...slip(target).cloneNode(true).childNodes);
  place($("#refusal"), target.getBoundingClientRect());
}

function place(element, beside) {
  element.hidden = false;
  const { width, height } = element.getBoundingClientRect();
  const above = beside.top - height - 10;
  element.style.left = `${Math.max(12, Math.min(innerWidth - width - 12, beside.left + beside.width / 2 - width / 2))}px`;
  element.style.top = `${above > 54 ? above : Math.min(beside.bottom + 10, innerHeight - height - 12)}px`;
}

// --- keys ---
const targets = () => $$("[data-action]:not(.forbidden)").filter((element) => element.getClientRects().length);

function neighbour(from, key) {  // the nearest choice in a direction; across it counts double
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const [x, y] = middle(from.getBoundingClientRect());
  const far = (element) => {
    const [u, v] = middle(element.getBoundingClientRect());
    const [along, across] = { ArrowRight: [u - x, v - y], ArrowLeft: [x - u, v - y], ArrowDown: [v - y, u - x], ArrowUp: [y - v, u - x] }[key];
    return along > 1 ? along + 2 * Math.abs(across) : Infinity;
  };
  return targets().filter((element) => element !== from && far(element) < Infinity).sort((a, b) => far(a) - far(b))[0];
}

const CLICKS = { u: "#undo button", h: "#ask-hint button" };
const STEPS = { ArrowLeft: "#step-back", ArrowRight: "#step-on", ArrowUp: "#step-turn-back", ArrowDown: "#step-turn-on" };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const here = event.target.closest("[data-action]");
  const step = state().stage === "replay" ? $(STEPS[event.key] ?? "#none") : null;
  keyed = true;
  if (event.key === "Escape") {
    for (const what of ["#refusal", "#rule-pop"]) hide(what);
    closeHelper();
  } else if (step || (here && !here.matches("button") && (event.key === "Enter" || event.key === " "))) {
    event.preventDefault();
    step ? step.click() : choose(here);
  } else if (event.key.startsWith("Arrow")) {
    const next = here ? neighbour(here, event.key) : targets()[0];
    if (next) [event.preventDefault(), next.focus()];
  } else $(CLICKS[event.key.toLowerCase()] ?? "#none")?.click();
});

// --- after every change ---
let places = new Map();  // where the pieces lay before, each with its panel
let held = null;         // what the keyboard was on, if on anything of the table
let [told, stage] = [];  // how many choices this page has shown, and of what stage

// An answer and an event may overtake each other: only what is not older takes the table's place.
const older = (text) => Number(/data-version="(\d+)"/.exec(text)?.[1] ?? Infinity) < Number(state().version ?? -1);
addEventListener("htmx:sseBeforeMessage", (event) => { older(event.detail.data) ? event.preventDefault() : remember(); });
addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, serverResponse } = event.detail;
  event.detail.shouldSwap = xhr.status < 400 && xhr.status !== 204 && !older(serverResponse);
  if (xhr.status < 400) return event.detail.shouldSwap && remember();
  $("#refusal").innerHTML = serverResponse;
  place($("#refusal"), clicked ?? $(".bar")?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight - 20, 0, 0));
  [decided, clicked] = [null, null];
  if (xhr.status === 409) catchUp();
});
addEventListener("htmx:afterSwap", ({ target }) => ({ table: arrived, slip: showHint })[target.id]?.());

// Only the parts of the table that changed are replaced: live regions stay, and nothing else is drawn again.
const inside = new WeakMap();  // what the server sent of each part
const keep = (root) => $$("[data-part]", root).forEach((part) => inside.set(part, part.outerHTML));

function swapParts(style, target, fragment) {
  if (style !== "parts") return false;
  const [old, fresh] = [target, fragment].map((root) => new Map($$("[data-part]", root).map((part) => [part.dataset.part, part])));
  const delta = $("#state[data-delta]", fragment);  // then only parts that changed are sent
  if (!delta && ([...old.keys()].join() !== [...fresh.keys()].join() || old.size < 3)) {
    keep(fragment);
    target.replaceChildren(...fragment.childNodes);
    return [...target.children];
  }
  return [...fresh].flatMap(([name, part]) => {
    const [place, html] = [old.get(name), part.outerHTML];
    if (!place || inside.get(place) === html) return [];
    if (part.matches("[data-more], [data-pieces]")) return mend(place, part) ?? [];
    inside.set(place, html);
    for (const { name } of [...place.attributes]) if (!part.hasAttribute(name)) place.removeAttribute(name);
    for (const { name, value } of part.attributes) place.setAttribute(name, value);
    place.replaceChildren(...part.childNodes);
    return $("[hx-get], [hx-post]", place) ? [...place.children] : [];
  });
}

function mend(place, part) {  // the log grows, the newest line is the first; of a picture only some pieces changed
  for (const line of $$("[data-ply]", place)) if (Number(line.dataset.ply) >= Number(part.dataset.more)) line.remove();
  if (part.dataset.more) $("ol", place).prepend(...part.childNodes);
  for (const piece of $$("[data-at]", part)) $(`[data-at="${piece.dataset.at}"]`, place).replaceWith(piece);
  inside.delete(place);
}

function divide() {  // what is new since my last turn, apart from what I did myself
  $$(".log [data-ply]").reduce((before, line) => {
    const fresh = state().stage !== "replay" && Number(line.dataset.ply) >= Number(state().since) && line.dataset.by !== state().eyes;
    line.classList.toggle("fresh", fresh);
    line.dataset.says = fresh === before ? "" : line.parentNode.dataset[fresh ? "new" : "earlier"];
    return fresh;
  }, false);
}
keep(document);
htmx.defineExtension("parts", { isInlineSwap: (style) => style === "parts", handleSwap: swapParts });

function remember() {
  const { activeElement } = document;
  held = activeElement.closest("#table") && !activeElement.matches(".forbidden") ? activeElement.dataset.action ?? "" : null;
  if (!still.matches) places = new Map($$("#table [id]").map((part) => [part.id, [part.getBoundingClientRect(), part.closest("svg")?.getBoundingClientRect()]]));
}

function arrived() {
  const panels = $$(".board > .panel").map((panel) => panel.dataset.part?.slice(6)).join(" ");  // what matters now comes first
  if (panels && state().order && panels !== state().order) $(".board").append(...state().order.split(" ").map((name) => $(`.board > .panel-${name}`)));
  const kept = shown?.isConnected ? shown : null;
  [shown, decided] = [undefined, null];
  $$(".board .forecast").forEach((foreseen) => foreseen.remove()), $$(".hinted").forEach((choice) => choice.classList.remove("hinted"));
  kept?.matches(".selected") ? select(kept) : preview(kept);
  document.title = state().title ?? document.title;
  if (!$("#rule-pop").contains(document.activeElement)) hide("#rule-pop");
  if (held !== null && document.activeElement.matches("body, .forbidden")) {  // on to the same choice, the first one, or what is asked
    const next = keyed && ($(`[data-action="${held}"]:not(.forbidden)`) ?? targets()[0]);
    (next || $("#sentence"))?.focus({ preventScroll: true });
  }
  if ($("#helper")) $("#helper").hidden = localStorage.getItem(`met-${$("#helper").dataset.key}`) !== null;
  $(".chips")?.scrollTo(9999, 0);
  $$(".board [data-action]").forEach((choice) => choice.classList.toggle("chosen", choice.dataset.action === state().sealed));
  if (stage === "running" && state().stage === "over") [scrollTo(0, 0), $("#won").focus()];
  stage = state().stage;
  divide();
  move();
}

let marks = new Map();  // parts of the picture that changed since my last turn, each with its ply
function mark(journeys) {
  for (const [ply, , , end] of journeys) marks.set(end, ply);
  for (const [part, ply] of marks) if (ply < Number(state().since) || ply >= Number(state().ply)) marks.delete(part);
  const ids = new Set([...marks.keys()].flatMap((part) => [part, `mini-${part}`]));
  for (const part of $$(".board [id], .rail svg [id]")) part.classList.toggle("changed", ids.has(part.id));
}

function move() {  // pieces move rather than jump: markers to their new places, others from part to part
  const journeys = JSON.parse(state().journeys ?? "[]");
  const news = journeys.filter(([ply, symbol]) => symbol && ply >= (told ?? 0));
  told = Number(state().ply ?? 0);
  mark(journeys);
  if (still.matches) return;
  const moved = [];
  for (const part of $$(".board [id]")) {
    const [[old, panel], now, where] = [places.get(part.id) ?? [], part.getBoundingClientRect(), part.closest("svg").getBoundingClientRect()];
    if (!old || moved.some((other) => other.contains(part)) || Math.hypot(panel.left - where.left, panel.top - where.top) > 2) continue;
    const [x, y, { a, d }] = [old.left - now.left, old.top - now.top, part.parentNode.getScreenCTM()];
    if (Math.hypot(x, y) < 2 || Math.abs(old.width - now.width) > 4 || Math.abs(old.height - now.height) > 4) continue;
    part.animate([{ transform: `translate(${x / a}px, ${y / d}px)` }, { transform: "none" }], { duration: 380, easing: "ease-out", composite: "add" });
    moved.push(part);
  }
  news.forEach(([, symbol, start, end], n) => fly(symbol, places.get(start)?.[0] ?? box(start), box(end), 70 * n));
}

function fly(symbol, from, to, delay) {
  if (!from?.width || !to?.width) return;
  const [x, y] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
  const flying = piece(symbol, to, "flying");
  const steps = [{ translate: `${x}px ${y}px`, opacity: 1 }, { translate: "0 0", opacity: 1, offset: 0.85 }, { translate: "0 0", opacity: 0 }];
  flying.animate(steps, { duration: 650, delay, easing: "ease-in-out", fill: "backwards" }).finished.finally(() => flying.remove());
}

async function showHint() {
  const hint = $("#slip [data-hint]");
  const target = hint && $(`[data-action="${hint.dataset.hint}"]`);
  if (!target) return;
  await preview(target);
  $("#slip").prepend(hint);
  target.classList.add("hinted");
  target.focus({ preventScroll: true });
}
const closeHelper = () => { if ($("#helper")) localStorage.setItem(`met-${$("#helper").dataset.key}`, "1"); hide("#helper"); };

async function copyLink(button) {
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  await navigator.clipboard?.writeText(field.value).catch(() => field.select());
  $("span", button).textContent = button.dataset.copied;
}

// --- the connection, the clocks, the booklet ---
let again = null;
const catchUp = () => { if (state().url) ask("GET", `${state().url}/part${location.search}`); };
for (const name of ["offline", "htmx:sendError", "htmx:sseError", "online", "htmx:sseOpen", "htmx:afterOnLoad"]) addEventListener(name, () => {
  const lost = /offline|Error/.test(name);
  $("#offline").hidden = !lost;
  [live, decided] = lost ? [false, null] : [live || name === "htmx:sseOpen", decided];
  clearTimeout(again);
  if (lost || name === "online" || (name === "htmx:afterOnLoad" && !live)) again = setTimeout(catchUp, name === "online" ? 0 : 2000);
});

setInterval(() => {
  for (const clock of $$(".clock[data-running]")) {
    const left = clock.dataset.seconds = Math.max(0, clock.dataset.seconds - 1);
    const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    clock.textContent = (parts[0] ? parts : parts.slice(1)).map((n, i) => (i ? String(n).padStart(2, "0") : n)).join(":");
    clock.classList.toggle("low", left < 30);
  }
}, 1000);

addEventListener("input", ({ target: { id, value } }) => {
  if (id === "find") for (const rule of $$(".one-rule")) rule.hidden = !rule.textContent.toLowerCase().includes(value.trim().toLowerCase());
});
arrived();
