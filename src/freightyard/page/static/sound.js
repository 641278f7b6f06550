// @ts-check
// Table sounds, made on the spot; off until somebody wants them.

import { preference } from "./dom.js";

/** @type {AudioContext | undefined} */ let context;

/** @param {number} pitch @param {number} at seconds from now @param {number} long @param {OscillatorType} shape @param {number} loud */
function note(pitch, at, long, shape, loud) {
  if (!context) return;
  const now = context.currentTime + at;
  const tone = context.createOscillator(), volume = context.createGain();
  tone.type = shape;
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, now);
  volume.gain.exponentialRampToValueAtTime(loud, now + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + long);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + long + 0.02);
}

/** `clack`: something was moved. `turn`: it is your turn. `counted`: points were. @param {"clack" | "turn" | "counted"} name */
export function sound(name) {
  if (!preference("sound", false)) return;
  context ??= new AudioContext();
  void context.resume();
  if (name === "clack") { note(170, 0, 0.06, "square", 0.05); note(120, 0.07, 0.07, "square", 0.05); }
  if (name === "turn") { note(587, 0, 0.25, "sine", 0.12); note(784, 0.16, 0.4, "sine", 0.12); }
  if (name === "counted") for (const at of [0, 0.5]) for (const pitch of [311, 370, 466]) note(pitch, at, 0.42, "triangle", 0.07);
}
