// @ts-check
// A corrected box: the chosen file fills the text, which the visitor can still change before it is checked.

import { find } from "../dom.js";

find("#box-file")?.addEventListener("change", async (event) => {
  const text = find("#text");
  const file = event.target instanceof HTMLInputElement ? event.target.files?.[0] : null;
  if (file && text instanceof HTMLTextAreaElement) {
    text.value = await file.text();
  }
});
