// @ts-check
// The analysis board: its address keeps the tree, lines are played with a click, keys lead through the tree.

import "./keys.js";
import "./own_arrows.js";
import { closest, find } from "../dom.js";
import { requestTable } from "../requests.js";
import { tableState } from "../state.js";
import { toggleArrows } from "./arrows.js";
import { restart } from "./thinking.js";

/** Scrolls the tree so that the row of the moment is in view. */
function showRow() {
  const row = find(".tree .here");
  const tree = row?.closest(".tree");
  if (row && tree && tree.scrollHeight > tree.clientHeight) {
    const [box, frame] = [row.getBoundingClientRect(), tree.getBoundingClientRect()];
    if (box.top < frame.top || box.bottom > frame.bottom) {
      tree.scrollTop += box.top - frame.top - frame.height / 2;
    }
  }
}

/** The draw that was chosen last: while more are asked for, the choice stays open. */
let chosen = "";

/** Opens the choice of the next draw, with the focus where it was. */
function chooseOn() {
  const choice = find("#choose");
  if (chosen && choice instanceof HTMLDetailsElement) {
    choice.open = true;
    (find(`[value="${chosen}"]`, choice) ?? find("button", choice))?.focus();
  }
  chosen = "";
}

const growing = new ResizeObserver(showRow); // The lines above the tree take some of its room.

/** Whether the line was cut: the browser's way back brings it back. */
let cut = false;

/** After an update: the address keeps the moment, the row of it is in view, and the strongest bot looks at it. */
function afterUpdate() {
  const { url } = tableState();
  if (url && location.pathname !== url) {
    history[cut ? "pushState" : "replaceState"](null, "", url);
  }
  cut = false;
  chooseOn();
  showRow();
  growing.disconnect();
  const panel = find("#engine-panel");
  if (panel) {
    growing.observe(panel);
  }
  restart();
}

/** @param {Event} event */
function press(event) {
  const line = closest(event, "[data-line]")?.dataset.line;
  cut = closest(event, "#cut") !== null;
  chosen = closest(event, "#choose [name=outcome]")?.getAttribute("value") ?? "";
  if (line) {
    requestTable("POST", `${tableState().url}/line`, { line });
  } else if (closest(event, "#arrows")) {
    toggleArrows();
  }
}

/**
 * Opens a record or a position that is pasted anywhere but into a field.
 * @param {ClipboardEvent} event
 */
function paste(event) {
  const text = event.clipboardData?.getData("text");
  if (text && !closest(event, "input, textarea")) {
    const form = document.createElement("form");
    const field = document.createElement("textarea");
    Object.assign(form, { method: "post", action: "/analysis", hidden: true });
    Object.assign(field, { name: "text", value: text });
    form.append(field);
    document.body.append(form);
    form.submit();
  }
}

addEventListener("popstate", () => requestTable("GET", location.pathname));
addEventListener("paste", paste);
addEventListener("click", press);
addEventListener("htmx:afterSwap", (event) => {
  if (event.target instanceof Element && event.target.id === "table") {
    afterUpdate();
  }
});
afterUpdate();
