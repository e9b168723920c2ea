import type { HeardWord } from "@/lib/engines/ports.ts";
import type { DecodedWindow, TranscriberBackend } from "@/lib/engines/transcriber/backend.ts";
import type { DecodeQuality } from "@/lib/engines/transcriber/policy.ts";
import type { Dialogue } from "./dialogue.ts";

/** What a policy may do while a dialogue runs. Positions are samples. */
export interface Stage {
  /** Asks for a decode; `onDecoded` runs when the engine would have been done. One at a time. */
  decode(
    start: number,
    end: number,
    quality: DecodeQuality,
    onDecoded: (window: DecodedWindow, tookMs: number) => void,
  ): void;
  /** Probabilities of speech for the next stretch, at once: they cost a millisecond. */
  detect(start: number, end: number): Promise<readonly number[]>;
  commit(words: readonly HeardWord[]): void;
}

/** A way to turn a stream into committed words; told of each 20 ms frame as it arrives. */
export interface Policy {
  readonly name: string;
  begin(stage: Stage): {
    fed(end: number, muted: boolean): Promise<void>;
    finish(): Promise<void>;
  };
}

export interface Committed {
  readonly word: HeardWord;
  /** When, in milliseconds of the recording. */
  readonly atMs: number;
}

export interface PolicyRun {
  readonly committed: readonly Committed[];
  readonly decodes: number;
  readonly decodeMs: number;
}

const FRAME = 320;
const NEVER = new AbortController().signal;

interface Due {
  readonly atMs: number;
  readonly run: () => void;
}

/**
 * Runs a dialogue in its own time: the audio is the clock, and a decode is done as many milliseconds
 * later as the real engine needed for it. So nobody waits through the silences, while the lag is what
 * a live consultation on this machine would have had.
 */
export async function runPolicy(
  policy: Policy,
  dialogue: Dialogue,
  backend: TranscriberBackend,
): Promise<PolicyRun> {
  const { mutedAt } = dialogue;
  const pcm = dialogue.pcm.map((value, index) => mutedAt(index) ? 0 : value);
  const committed: Committed[] = [];
  let [nowMs, decodes, decodeMs] = [0, 0, 0];
  const engine: { asked: (() => Promise<Due>) | null; due: Due | null } = {
    asked: null,
    due: null,
  };
  let carry: Uint8Array = new Uint8Array();
  const running = policy.begin({
    decode(start, end, quality, onDecoded) {
      const askedMs = nowMs;
      engine.asked = async () => {
        const began = performance.now();
        const request = { pcm: pcm.slice(start, end), quality };
        const outcome = await backend.decoder.decode(request, NEVER);
        const tookMs = performance.now() - began;
        if (!outcome.ok) throw new Error("Cannot measure: the engine failed");
        decodes++;
        decodeMs += tookMs;
        return { atMs: askedMs + tookMs, run: () => onDecoded(outcome.window, tookMs) };
      };
    },
    async detect(start, end) {
      const outcome = await backend.detector.detect(carry, pcm.slice(start, end), NEVER);
      if (!outcome.ok) throw new Error("Cannot measure: the detector failed");
      carry = outcome.carry;
      return outcome.probabilities;
    },
    commit: (words) => words.forEach((word) => committed.push({ word, atMs: nowMs })),
  });
  const ask = async () => {
    const asking = engine.asked;
    if (asking === null) return;
    engine.asked = null;
    engine.due = await asking();
  };
  /** Lets the engine answer all that it would have answered by now. */
  const settle = async () => {
    await ask();
    for (let due = engine.due; due !== null && due.atMs <= nowMs; due = engine.due) {
      engine.due = null;
      due.run();
      await ask();
    }
  };
  for (let at = 0; at < pcm.length; at += FRAME) {
    const end = Math.min(pcm.length, at + FRAME);
    nowMs = end / 16;
    await settle();
    await running.fed(end, mutedAt(at));
    await settle();
  }
  await running.finish();
  for (await settle(); engine.due !== null; await settle()) nowMs = engine.due.atMs;
  return { committed, decodes, decodeMs };
}
