// @ts-check
// Motion: how pieces move, as the system and the visitor wish.

import { find } from "./dom.js";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const wish = document.documentElement.dataset.animation;

/** The number that times are multiplied by. */
export const slower = wish === "calm" ? 1.7 : wish === "fast" ? 0.5 : 1;

/** Whether nothing may move. */
export const keepsStill = () => reducedMotion.matches || wish === "off" || find(".hurry.pressed") !== null;
