/** Short synthesised sounds: a knock for each kind of stone, and two chords. No files. */

import { settings } from "./settings.svelte";
import type { Style } from "./protocol";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound) return null;
  // Browsers allow sound only after the visitor did something; until then there is none.
  if (!navigator.userActivation.hasBeenActive) return null;
  context ??= new AudioContext();
  void context.resume();
  return context;
}

function knock(frequency: number, seconds: number, volume: number, delay: number): void {
  const out = audio();
  if (!out) return;
  const at = out.currentTime + delay;
  const tone = out.createOscillator();
  const gain = out.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(frequency, at);
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.55, at + seconds);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  tone.connect(gain).connect(out.destination);
  tone.start(at);
  tone.stop(at + seconds + 0.02);
}

function scratch(seconds: number, volume: number, delay: number): void {
  const out = audio();
  if (!out) return;
  const at = out.currentTime + delay;
  const noise = out.createBufferSource();
  const buffer = out.createBuffer(1, Math.ceil(out.sampleRate * seconds), out.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  noise.buffer = buffer;
  const filter = out.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 2600;
  const gain = out.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  noise.connect(filter).connect(gain).connect(out.destination);
  noise.start(at);
}

/** The sound of a stone that arrives after `delayMs`. */
export function stoneSound(style: Style, delayMs: number): void {
  const delay = delayMs / 1000;
  if (style === "holes") {
    knock(300, 0.1, 0.22, delay);
    knock(260, 0.06, 0.07, delay + 0.11);
  } else if (style === "lines") {
    knock(950, 0.045, 0.25, delay + 0.05);
    knock(420, 0.07, 0.12, delay + 0.05);
  } else {
    scratch(0.12, 0.1, delay);
    scratch(0.1, 0.08, delay + 0.17);
  }
}

/** The sound of an end: up for the visitor's win, down for a loss, level otherwise. */
export function endSound(kind: "won" | "lost" | "even"): void {
  const notes = { won: [523, 659, 784], lost: [392, 330, 262], even: [440, 440] }[kind];
  notes.forEach((note, index) => knock(note, 0.32, 0.14, 0.45 + index * 0.13));
}
