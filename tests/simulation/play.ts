import { configureSync, type LogRecord } from "@logtape/logtape";
import type { FaultChoice } from "@/lib/rehearsal/patients/profiles.ts";
import { type CaseOutcome, playSeed } from "@/lib/rehearsal/round/virtual_round.ts";

const mistakes: string[] = [];
let isListening = false;

/** A mistake that the session catches is only logged; in a round it is a broken invariant. */
function listenForMistakes(): void {
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

/** Plays one seed with a record of its own, in memory where the machine has such a folder. */
export async function play(
  seed: number,
  faults: FaultChoice,
  settings: Readonly<Record<string, string>> = {},
): Promise<CaseOutcome> {
  listenForMistakes();
  mistakes.length = 0;
  const dir = isFolder("/dev/shm") ? "/dev/shm" : undefined;
  const dataDir = Deno.makeTempDirSync({ dir, prefix: "alba-round-" });
  try {
    return await playSeed(seed, {
      faults,
      dataDir,
      settings,
      takeMistakes: () => mistakes.splice(0),
    });
  } finally {
    Deno.removeSync(dataDir, { recursive: true });
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
