// @ts-check
// Table sounds and vibration: short, made on the spot, one at a time. Sounds are off until somebody wants them.

import { $$, calm, preference } from "./dom.js";

/** @typedef {"put" | "train" | "money" | "turn" | "counted" | "chat" | "refused"} Cue
 * `put`: something was moved. `train`: a train runs or leaves. `money`: somebody earned. `turn`: it is your turn. `counted`: points
 * were. `chat`: somebody said something. `refused`: a move was not possible. */
/** @typedef {{at: number, long: number, loud: number, pitch: number, to?: number, shape?: OscillatorType}} Note a tone, which may glide
 * to another pitch; without a shape it is a puff of noise around the pitch */

/** @type {(at: number, pitch: number, long: number, loud: number) => Note} */
const bell = (at, pitch, long, loud) => ({ at, pitch, long, loud, shape: "sine" });

/** From what matters least to what matters most. @type {Record<Cue, Note[]>} */
const NOTES = {
  put: [{ at: 0, pitch: 1900, long: 0.03, loud: 0.16 }, { at: 0.004, pitch: 210, to: 130, long: 0.09, loud: 0.16, shape: "triangle" }],
  chat: [{ at: 0, pitch: 520, to: 780, long: 0.09, loud: 0.07, shape: "sine" }],
  train: [0, 0.15, 0.29, 0.42].map((at, index) => ({ at, pitch: 640 + 90 * index, long: 0.12, loud: 0.17 - 0.03 * index })),
  money: [bell(0, 1568, 0.16, 0.05), bell(0.09, 2093, 0.3, 0.05)],
  refused: [{ at: 0, pitch: 196, to: 165, long: 0.14, loud: 0.09, shape: "triangle" }, { at: 0.13, pitch: 156, to: 131, long: 0.2, loud: 0.09, shape: "triangle" }],
  turn: [bell(0, 587, 0.3, 0.11), bell(0.16, 784, 0.5, 0.11)],
  counted: [392, 494, 587, 784].map((pitch, index) => ({ at: 0.11 * index, pitch, long: index < 3 ? 0.2 : 0.6, loud: 0.08, shape: /** @type {const} */ ("triangle") })),
};
const RANKS = /** @type {Cue[]} */ (Object.keys(NOTES));

/** Milliseconds on and off. @type {Partial<Record<Cue, number[]>>} */
const PATTERNS = { turn: [25, 60, 25], refused: [50], counted: [20, 50, 20, 50, 40] };

/** What a change sounds like. @type {(message: import("./wire.js").Message, gained: boolean) => Cue} */
let nameOf = (_, gained) => (gained ? "money" : "put");
/** Say what a change of this board sounds like; `gained`: somebody has more points than before. @param {typeof nameOf} how */
export const soundBy = (how) => { nameOf = how; };

/** What the change that a message brings sounds like. @param {import("./wire.js").Message} message @param {readonly number[]} before the points before it */
export const soundOf = (message, before) => nameOf(message, points().some((number, index) => number > (before[index] ?? number)));

/** Everybody's points as they are shown. */
export const points = () => $$("#players .who .chip").map((chip) => Number.parseInt((chip.textContent ?? "").replace("−", "-"), 10));

/* Nobody can know whether a screen reader speaks. Whoever has moved a pointer over this page probably uses none. For all others sounds
   wait as long as it takes to read out what was announced last, and those that are no longer news are not made. */

let pointed = false;
addEventListener("pointermove", () => { pointed = true; }, { once: true, capture: true });
const PER_LETTER = 60, LONGEST = 8000; // milliseconds of speech
let spoken = 0; // until when what was announced is being read, if it is
document.addEventListener("announced", (event) => {
  const text = /** @type {CustomEvent<string>} */ (event).detail;
  spoken = Math.min(Math.max(spoken, performance.now()) + 300 + PER_LETTER * text.length, performance.now() + LONGEST);
});

let busy = 0; // until when the last sound is heard
/** @type {Cue | null} the one that comes next; of two the more important */ let next = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;

/** Let something be heard and felt, if that is wanted. @param {Cue} name */
export function cue(name) {
  vibrate(name);
  if (!preference("sound", false)) return;
  if (next === null || RANKS.indexOf(name) >= RANKS.indexOf(next)) next = name;
  timer ??= setTimeout(play); // whatever else comes at the same moment competes with it
}

function play() {
  const wait = Math.max(busy, pointed ? 0 : spoken) - performance.now();
  timer = wait > 0 ? setTimeout(play, wait) : undefined;
  if (timer !== undefined || next === null) return;
  const notes = NOTES[next];
  next = null;
  busy = performance.now() + 1000 * Math.max(...notes.map((note) => note.at + note.long / 2));
  void perform(notes);
}

/** @type {AudioContext | undefined} */ let context;
const STALE = 400; // milliseconds: a browser may not let a page be heard before it is clicked, and then it is too late

/** @param {Note[]} notes */
async function perform(notes) {
  context ??= new AudioContext();
  const asked = performance.now();
  if (context.state !== "running") await context.resume();
  if (performance.now() - asked < STALE) for (const note of notes) tone(context, note);
}

/** @param {AudioContext} audio @param {Note} note */
function tone(audio, { at, long, loud, pitch, to, shape }) {
  const start = audio.currentTime + at, end = start + long;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(audio.destination);
  const source = shape ? audio.createOscillator() : audio.createBufferSource();
  if (source instanceof OscillatorNode) {
    source.type = shape ?? "sine";
    source.frequency.setValueAtTime(pitch, start);
    if (to) source.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(volume);
  } else {
    source.buffer = noise(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    source.connect(filter).connect(volume);
  }
  source.start(start);
  source.stop(end + 0.02);
}

/** @type {AudioBuffer | undefined} */ let hiss;
/** Half a second of noise. @param {AudioContext} audio */
function noise(audio) {
  if (hiss) return hiss;
  hiss = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1;
  return hiss;
}

/** A short buzz on a phone, once it has been touched: before that browsers refuse it. @param {Cue} name */
function vibrate(name) {
  const pattern = PATTERNS[name];
  if (pattern && "vibrate" in navigator && navigator.userActivation?.hasBeenActive && preference("haptics", !calm.matches)) navigator.vibrate(pattern);
}
