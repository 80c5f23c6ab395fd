// Fair draws: first the server promises a seed, only then this browser adds luck; it remembers which.
"use strict";

const hidden = (name) => Object.assign(document.createElement("input"), { type: "hidden", name });
const chance = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function addLuck(form, promised) {
  const field = form.elements.luck ?? form.appendChild(hidden("luck"));
  if (field.type === "hidden" || !field.value) field.value = chance();
  localStorage.setItem(`luck-${promised}`, field.value);
}

addEventListener("submit", async (event) => {
  const form = event.target, path = form.getAttribute("action") ?? "";
  if (/\/sit$|\/chair\//.test(path)) return addLuck(form, $("[data-kept]").dataset.kept);
  if (!/^\/(play|new)\/|\/(again|from)$/.test(path)) return;
  event.preventDefault();
  const pledge = form.elements.pledge ?? form.appendChild(hidden("pledge"));
  pledge.value = await fetch("/pledge").then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  if (pledge.value) addLuck(form, pledge.value.split(".")[1]);
  form.submit();
}, true);

function remind() {
  for (const place of $$("[data-kept]")) {
    const kept = localStorage.getItem(`luck-${place.dataset.kept}`);
    place.hidden = !kept;
    $("code", place).textContent = kept;
  }
}
addEventListener("htmx:afterSwap", remind);
remind();
