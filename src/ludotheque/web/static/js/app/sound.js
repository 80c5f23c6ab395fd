// @ts-check
// Short sounds made of waves, without files: silent until the visitor wants them.

/**
 * Notes in hertz, seconds between them, seconds until one has faded, and how loud the tone and its glassy partial are.
 * @typedef {{ notes: number[], between: number, length: number, loud: [number, number] }} Sound
 */

/** @type {Record<"turn" | "piece" | "end", Sound>} */
const SOUNDS = {
  turn: { notes: [1318.5, 1760], between: 0.13, length: 0.6, loud: [0.11, 0.03] }, // A small glass bell.
  piece: { notes: [196], between: 0, length: 0.1, loud: [0.16, 0.05] }, // A pane, disc or card on wood.
  end: { notes: [523.3, 659.3, 784, 1046.5], between: 0.16, length: 0.8, loud: [0.09, 0.01] },
};
const PARTIAL = 2.76; // How much higher glass sounds along with its tone.

/** @type {AudioContext | undefined} */
let context;

/** Browsers play sounds only after the visitor has touched the page. */
function wake() {
  if (document.body.dataset.sound !== undefined) {
    context ??= new AudioContext();
    context.resume();
  }
}

/** @param {keyof SOUNDS} name */
export function play(name) {
  if (!context || context.state !== "running") {
    return;
  }
  const { notes, between, length, loud } = SOUNDS[name];
  for (const [number, note] of notes.entries()) {
    const start = context.currentTime + number * between;
    for (const [index, gain] of loud.entries()) {
      const wave = new OscillatorNode(context, { frequency: index ? note * PARTIAL : note });
      const fade = new GainNode(context, { gain: 0 });
      fade.gain.setValueAtTime(gain, start);
      fade.gain.exponentialRampToValueAtTime(0.0001, start + length);
      wave.connect(fade).connect(context.destination);
      wave.start(start);
      wave.stop(start + length);
    }
  }
}

addEventListener("pointerdown", wake);
addEventListener("keydown", wake);
