import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import { openWavRecorder } from "@/lib/audio/wav_recorder.ts";

/** Run as a process of its own and killed: appends numbered frames and prints how many so far. */
const opened = openWavRecorder(Deno.args[0] ?? "");
if (!opened.ok) throw new Error(opened.words);
const encoder = new TextEncoder();
for (let number = 0;; number++) {
  const pcm = Int16Array.from(
    { length: FRAME_SAMPLES },
    (_, n) => (number * 331 + n) % 20_000 + 1,
  );
  const outcome = opened.recorder.append(pcm);
  if (!outcome.ok) throw new Error(outcome.words);
  Deno.stdout.writeSync(encoder.encode(`${number + 1}\n`));
}
