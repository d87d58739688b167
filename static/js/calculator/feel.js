// A sound and a short vibration at a tap and at the answer, for those who chose them in the menu.

import { isChosen } from "../site/comfort.js";
import { form } from "./form.js";

const TAP = { vibration: 8, notes: [[1400, 0, 0.03]] };
const ANSWER = {
  vibration: [12, 50, 12],
  notes: [
    [660, 0, 0.12],
    [880, 0.1, 0.2],
  ],
};
const LOUDNESS = 0.06;
let audio;

/** One note: its pitch in hertz, when it begins and how long it lasts in seconds. */
function play([pitch, start, length]) {
  const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
  const from = audio.currentTime + start;
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(LOUDNESS, from);
  loudness.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(loudness).connect(audio.destination);
  tone.start(from);
  tone.stop(from + length);
}

function feel({ vibration, notes }) {
  if (isChosen("vibration")) navigator.vibrate?.(vibration);
  if (!isChosen("sound")) return;
  audio ??= new AudioContext();
  notes.forEach(play);
}

form.addEventListener("click", ({ target }) => {
  if (target.closest("[data-tile], [data-hand-tile], .choice input, [data-action]")) feel(TAP);
});
// Choosing one of them plays it.
document.addEventListener("comfort", ({ detail }) => {
  if (["sound", "vibration"].includes(detail) && isChosen(detail)) feel(TAP);
});

let told = null;
document.addEventListener("htmx:after:swap", () => {
  const points = document.querySelector("#result [data-points]")?.dataset.points ?? null;
  if (points !== null && points !== told) feel(ANSWER);
  told = points;
});
