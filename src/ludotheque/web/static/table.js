// A click on a part of the board plays its action, with the version it was made on.
document.addEventListener("click", (event) => {
  const part = event.target.closest("#board [data-action]");
  const form = document.getElementById("turn");
  if (!part || !form) return;
  const values = { action: part.dataset.action };
  htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, target: "#table", values });
});
