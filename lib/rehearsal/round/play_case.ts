import { configureSync, type LogRecord } from "@logtape/logtape";
import type { FaultChoice } from "@/lib/rehearsal/patients/profiles.ts";
import { type CaseOutcome, playSeed } from "@/lib/rehearsal/round/virtual_round.ts";

const mistakes: string[] = [];
let isListening = false;

/** Plays one seed with a record of its own, in memory where the machine has such a folder. */
export async function playCase(
  seed: number,
  faults: FaultChoice,
  settings: Readonly<Record<string, string>> = {},
): Promise<CaseOutcome> {
  listenForMistakes();
  const dataDir = Deno.makeTempDirSync({ dir: memoryFolder(), prefix: "alba-round-" });
  const takeMistakes = () => mistakes.splice(0);
  try {
    return await playSeed(seed, { faults, dataDir, settings, takeMistakes });
  } finally {
    Deno.removeSync(dataDir, { recursive: true });
  }
}

/** A mistake that the session catches is only logged; in a round it is a broken invariant. */
function listenForMistakes(): void {
  mistakes.length = 0;
  if (isListening) return;
  isListening = true;
  configureSync({
    reset: true,
    sinks: {
      mistakes: ({ message, properties }: LogRecord) =>
        void mistakes.push(`${message.join("")} ${JSON.stringify(properties)}`),
    },
    loggers: [
      { category: ["alba"], lowestLevel: "error", sinks: ["mistakes"] },
      { category: ["logtape", "meta"], sinks: [] },
    ],
  });
}

/** A round syncs its record thousands of times. */
function memoryFolder(): string | undefined {
  try {
    return Deno.statSync("/dev/shm").isDirectory ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}
