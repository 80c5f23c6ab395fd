// Fair draws: first the server promises a seed, only then this browser adds luck; it remembers which.
"use strict";

const field = (form, name) => form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
const random = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function addLuck(form, promised) {
  const luck = field(form, "luck");
  if (luck.type === "hidden" || !luck.value) luck.value = random();
  localStorage.setItem(`luck-${promised}`, luck.value);
}

addEventListener("submit", async (event) => {
  const form = event.target, path = form.getAttribute("action") ?? "";
  if (/\/sit$|\/chair\//.test(path)) addLuck(form, $("[data-kept]")?.dataset.kept);
  if (!/^\/(play|new)\/|\/(again|from)$/.test(path)) return;
  event.preventDefault();
  const pledge = field(form, "pledge");
  pledge.value = await fetch("/pledge").then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  if (pledge.value) addLuck(form, pledge.value.split(".")[1]);
  form.submit();
}, true);

const remind = () => $$("[data-kept]").forEach((place) => { $("code", place).textContent = localStorage.getItem(`luck-${place.dataset.kept}`) ?? ""; });
addEventListener("htmx:afterSwap", remind);
remind();
