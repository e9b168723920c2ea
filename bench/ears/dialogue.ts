import { join } from "node:path";
import { z } from "zod";
import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import { WAV_HEADER_BYTES } from "@/lib/audio/wav.ts";

const PHRASE = z.object({ start_ms: z.number(), end_ms: z.number(), text: z.string() });
const TRUTH = z.looseObject({
  lines: z.array(
    PHRASE.extend({
      role: z.enum(["doctor", "patient", "other", "alba"]),
      phrases: z.array(PHRASE),
    }),
  ),
});

export type SpokenPhrase = z.infer<typeof PHRASE>;

/** A generated dialogue as the ears get it: Alba's own lines are muted, and not expected. */
export interface Dialogue {
  readonly name: string;
  readonly pcm: Int16Array;
  /** Every phrase of doctor and patient, in order. */
  readonly phrases: readonly SpokenPhrase[];
  readonly text: string;
  mutedAt(sample: number): boolean;
}

/** The span's tail, as SPEECH_SPAN_TAIL_MS has it by default. */
const TAIL_MS = 300;

/** Names of the dialogues in a folder made by `tests/fixtures/dialogues/generate.ts`. */
export function dialogueNames(folder: string): string[] {
  return [...Deno.readDirSync(folder)]
    .filter((entry) => entry.name.endsWith(".wav"))
    .map((entry) => entry.name.slice(0, -4))
    .sort();
}

export async function readDialogue(folder: string, name: string): Promise<Dialogue> {
  const bytes = await Deno.readFile(join(folder, `${name}.wav`));
  const source = await Deno.readTextFile(join(folder, `${name}.json`));
  const { lines } = TRUTH.parse(JSON.parse(source));
  const alba = lines.filter((line) => line.role === "alba");
  const said = lines.filter((line) => line.role !== "alba");
  return {
    name,
    pcm: pcmFromBytes(bytes.subarray(WAV_HEADER_BYTES)),
    phrases: said.flatMap((line) => line.phrases),
    text: said.map((line) => line.text).join(" "),
    mutedAt: (sample) =>
      alba.some((line) => sample >= line.start_ms * 16 && sample < (line.end_ms + TAIL_MS) * 16),
  };
}
