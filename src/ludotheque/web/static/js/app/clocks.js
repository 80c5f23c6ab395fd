// @ts-check
// Clocks run down between two updates.

import { findAll } from "../dom.js";

const DAYS = 2 * 86400; // Seconds: from there on a clock shows days and hours, in words of the server.
const LOW = 30; // Seconds: below that a clock is shown as low.

/**
 * Writes seconds as 1:05:09, or as 5:09 below an hour.
 * @param {number} seconds
 */
function formatTime(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

function tick() {
  for (const clock of findAll(".clock[data-running]")) {
    const left = Math.max(0, Number(clock.dataset.seconds) - 1);
    clock.dataset.seconds = String(left);
    const numbers = [Math.floor(left / 86400), Math.floor(left / 3600) % 24];
    const words = clock.textContent?.replace(/\d+/g, () => String(numbers.shift()));
    clock.textContent = left >= DAYS ? (words ?? "") : formatTime(left);
    clock.classList.toggle("low", left < LOW);
  }
}

setInterval(tick, 1000);
