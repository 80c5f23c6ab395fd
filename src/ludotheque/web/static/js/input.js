// @ts-check
// Which device the visitor used last: a touch screen cannot hover, and only the keyboard needs the focus.

let touch = false;
let keyboard = false;

export function usesTouch() {
  return touch;
}

export function usesKeyboard() {
  return keyboard;
}

export function noteKeyboard() {
  keyboard = true;
}

/** @param {PointerEvent} event */
function notePointer(event) {
  touch = event.pointerType === "touch";
  keyboard = false;
}

addEventListener("pointerdown", notePointer, true);
