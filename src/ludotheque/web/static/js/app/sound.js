// @ts-check
// Short sounds made of waves, without files: silent until the visitor wants them.

/**
 * Notes in hertz, seconds between them, seconds until one has faded, and how loud the tone and its glassy partial are.
 * A note may slide to a multiple of its height, and have another wave than a sine.
 * @typedef {{ notes: number[], between: number, length: number, loud: [number, number] }} Tones
 * @typedef {Tones & { slide?: number, type?: OscillatorType }} Sound
 */

/** @type {Record<"turn" | "piece" | "glass" | "seal" | "cards" | "coin" | "call" | "end", Sound>} */
const SOUNDS = {
  turn: { notes: [1318.5, 1760], between: 0.13, length: 0.6, loud: [0.11, 0.03] }, // A small glass bell.
  piece: { notes: [196], between: 0, length: 0.1, loud: [0.16, 0.05] }, // A pane, disc or card on wood.
  glass: { notes: [3136, 4186, 2637, 3729, 4699], between: 0.05, length: 0.28, loud: [0.05, 0.02] }, // A thin crack.
  seal: { notes: [131, 98], between: 0.07, length: 0.22, loud: [0.22, 0.03], slide: 0.6 }, // Wax under a ring.
  cards: { notes: [620, 760, 690, 830, 740], between: 0.06, length: 0.07, loud: [0.06, 0.03], type: "triangle" },
  coin: { notes: [2349, 2960], between: 0.05, length: 0.16, loud: [0.06, 0.04] },
  // A far cock.
  call: { notes: [587, 784, 740], between: 0.2, length: 0.34, loud: [0.05, 0], slide: 1.25, type: "sawtooth" },
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

/**
 * Plays a sound, now or in some seconds.
 * @param {keyof SOUNDS} name
 */
export function play(name, later = 0) {
  if (!context || context.state !== "running") {
    return;
  }
  const { notes, between, length, loud, slide = 1, type = "sine" } = SOUNDS[name];
  for (const [number, note] of notes.entries()) {
    const start = context.currentTime + later + number * between;
    for (const [index, gain] of loud.entries()) {
      const frequency = index ? note * PARTIAL : note;
      const wave = new OscillatorNode(context, { frequency, type });
      wave.frequency.setValueAtTime(frequency, start);
      wave.frequency.exponentialRampToValueAtTime(frequency * slide, start + length);
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
