/** A stretch of sound that somebody in the room makes. */
export interface Sound {
  readonly fromMs: number;
  readonly toMs: number;
  readonly kind: "speech" | "backchannel" | "noise" | "side_talk";
}

/** RMS of full scale 1, close to what a laptop's microphone gave in a consulting room. */
const SPEECH_RMS = 0.06;
const SOFT_RMS = 0.03;
const COUGH_RMS = 0.12;

/** Who makes what sound when. The page measures it; nobody else may look at the future in it. */
export class RoomSound {
  readonly #noiseRms: number;
  #sounds: Sound[] = [];
  readonly #past: Sound[] = [];

  /** The room's own noise, RMS. */
  constructor(noiseRms: number) {
    this.#noiseRms = noiseRms;
  }

  add(sound: Sound): void {
    if (sound.toMs > sound.fromMs) this.#sounds.push(sound);
  }

  /** Nothing of what was still to come sounds; what sounds already goes on to its end. */
  hushFrom(ms: number): void {
    this.#sounds = this.#sounds.filter(({ fromMs }) => fromMs < ms);
  }

  levelAt(ms: number): number {
    this.#forget(ms);
    const sounding = this.#sounds.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);
    switch (sounding?.kind) {
      case undefined:
        return this.#noiseRms;
      case "speech":
        return SPEECH_RMS;
      case "backchannel":
      case "side_talk":
        return SOFT_RMS;
      case "noise":
        return COUGH_RMS;
    }
  }

  /** For how long the patient's words have been sounding at this moment; null when they are not. */
  speakingForMs(ms: number): number | null {
    const sound = this.#sounds.find(({ fromMs, toMs, kind }) =>
      kind === "speech" && fromMs <= ms && ms < toMs
    );
    return sound === undefined ? null : ms - sound.fromMs;
  }

  /** When the newest sound of the patient's words ended; null before the first. */
  lastSpeechEndMs(beforeMs: number): number | null {
    const ends = [...this.#past, ...this.#sounds].filter(({ kind }) => kind === "speech")
      .map(({ toMs }) => toMs).filter((toMs) => toMs <= beforeMs);
    return ends.length === 0 ? null : Math.max(...ends);
  }

  /** When the room falls silent as far as is known now; `ms` when it already is. */
  quietFromMs(ms: number): number {
    return Math.max(ms, ...this.#sounds.map(({ toMs }) => toMs));
  }

  /** Moved out of the way, so that a long consultation does not search all that was ever said. */
  #forget(ms: number): void {
    const first = this.#sounds[0];
    if (first === undefined || first.toMs > ms - 1_000) return;
    this.#past.push(...this.#sounds.filter(({ toMs }) => toMs <= ms - 1_000));
    this.#sounds = this.#sounds.filter(({ toMs }) => toMs > ms - 1_000);
    if (this.#past.length > 8) this.#past.splice(0, this.#past.length - 8);
  }
}
