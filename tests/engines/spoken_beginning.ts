import { mix, wavBytes } from "../fixtures/dialogues/mix.ts";
import { parseScript, type Script } from "../fixtures/dialogues/script.ts";
import { fromFileUrl } from "../fixtures/dialogues/scripts.ts";
import { synthesise, type VoiceTools } from "../fixtures/dialogues/synthesis.ts";

/**
 * Speaks the first `lineCount` lines of a frozen dialogue into a WAV and returns its path. Where
 * flite is not installed, Piper's voice speaks for everybody: the words are the same.
 */
export async function spokenBeginning(
  name: string,
  lineCount: number,
  tools: VoiceTools,
): Promise<string> {
  const source = await Deno.readTextFile(fromFileUrl(`./${name}.txt`));
  const whole = parseScript(name, source);
  const script: Script = { ...whole, lines: whole.lines.slice(0, lineCount) };
  const hasFlite = await isInstalled("flite");
  const phrases = script.lines.flatMap(({ role, phrases }) =>
    phrases.map(({ text }) => ({ text, voice: hasFlite ? script.voices.get(role) : "joe" }))
  );
  const clips: Float32Array[] = new Array(phrases.length);
  for (const voice of new Set(phrases.map(({ voice }) => voice))) {
    if (voice === undefined) throw new Error(`Cannot speak "${name}": a line has no voice`);
    const mine = phrases.flatMap((phrase, index) => phrase.voice === voice ? [index] : []);
    const spoken = await synthesise(voice, mine.map((index) => phrases[index]?.text ?? ""), tools);
    mine.forEach((place, index) => clips[place] = spoken[index] ?? new Float32Array(0));
  }
  const path = await Deno.makeTempFile({ prefix: `${name}_`, suffix: ".wav" });
  await Deno.writeFile(path, wavBytes(mix(script, clips).pcm));
  return path;
}

async function isInstalled(command: string): Promise<boolean> {
  try {
    return (await new Deno.Command(command, { args: ["--version"], stdout: "null", stderr: "null" })
      .output()).code >= 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
