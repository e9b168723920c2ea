import { join } from "node:path";
import { z } from "zod";
import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import { msToSamples } from "@/lib/audio/units.ts";
import { WAV_HEADER_BYTES } from "@/lib/audio/wav.ts";
import { EAR_WINDOW } from "@/lib/engines/ear/turn_ear.ts";

const PHRASE = z.looseObject({ start_ms: z.number(), end_ms: z.number() });
const TRUTH = z.looseObject({
  voices: z.record(z.string(), z.string()),
  lines: z.array(z.looseObject({ role: z.string(), phrases: z.array(PHRASE) })),
});

/** A phrase must be this long to be cut in its middle, ms. */
const CUT_FROM_MS = 1_000;

/** Of that middle, where somebody would draw breath: the quietest 30 ms. */
const BREATH = msToSamples(30);

/** The dialogues begin with room noise alone; it lasts as long as any silence here. */
const NOISE = msToSamples(700);

/** A moment at which somebody fell silent, with the sound up to it and a room that stays quiet. */
export interface SpokenEnd {
  readonly voice: string;
  /** `end`: all was said. `cut`: broken off in the middle of a phrase. */
  readonly kind: "end" | "cut";
  /** The last 8 s once it has been quiet for so long. */
  after(quietMs: number): Int16Array;
}

/** Every end of a line and every phrase cut in half, of a dialogue of `tests/fixtures/dialogues`. */
export function spokenEnds(folder: string, name: string): SpokenEnd[] {
  const bytes = Deno.readFileSync(join(folder, `${name}.wav`));
  const pcm = pcmFromBytes(bytes.subarray(WAV_HEADER_BYTES));
  const truth = TRUTH.parse(JSON.parse(Deno.readTextFileSync(join(folder, `${name}.json`))));
  return truth.lines.flatMap(({ role, phrases }) => {
    const voice = truth.voices[role] ?? role;
    const last = phrases.at(-1);
    const ends = last === undefined ? [] : [msToSamples(last.end_ms)];
    const cuts = phrases.filter((one) => one.end_ms - one.start_ms >= CUT_FROM_MS)
      .map((one) => breath(pcm, msToSamples(one.start_ms), msToSamples(one.end_ms)));
    return [
      ...ends.map((at) => spokenEnd(pcm, voice, "end", at)),
      ...cuts.map((at) => spokenEnd(pcm, voice, "cut", at)),
    ];
  });
}

function spokenEnd(pcm: Int16Array, voice: string, kind: "end" | "cut", at: number): SpokenEnd {
  return {
    voice,
    kind,
    after(quietMs) {
      const quiet = pcm.subarray(0, Math.min(NOISE, msToSamples(quietMs)));
      const spoken = pcm.subarray(Math.max(0, at + quiet.length - EAR_WINDOW), at);
      const sound = new Int16Array(spoken.length + quiet.length);
      sound.set(spoken);
      sound.set(quiet, spoken.length);
      return sound;
    },
  };
}

function breath(pcm: Int16Array, start: number, end: number): number {
  const third = Math.round((end - start) / 3);
  let quietest = { at: start + third, power: Infinity };
  for (let at = start + third; at < end - third; at += BREATH / 6) {
    const power = pcm.subarray(at, at + BREATH).reduce((sum, one) => sum + one * one, 0);
    if (power < quietest.power) quietest = { at: at + BREATH / 2, power };
  }
  return quietest.at;
}
