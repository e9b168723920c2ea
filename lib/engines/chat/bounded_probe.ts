import type { Clock } from "@/lib/clock.ts";
import type { ChatEngine, ProbeOutcome } from "@/lib/engines/chat/port.ts";

/** Runs one question to a server, but no longer than its bound; `ask` must obey its signal. */
export async function boundedProbe(
  ask: (signal: AbortSignal) => Promise<ProbeOutcome>,
  { timeoutMs, signal }: Parameters<ChatEngine["probe"]>[0],
  clock: Clock,
): Promise<ProbeOutcome> {
  const letGo = new AbortController();
  const stopped = Promise.withResolvers<ProbeOutcome>();
  const stop = (outcome: ProbeOutcome) => {
    stopped.resolve(outcome);
    letGo.abort();
  };
  const onAbort = () => stop({ ok: false, outcome: "cancelled", words: "No longer wanted" });
  const cancelTimer = clock.after(timeoutMs, () => {
    stop({ ok: false, outcome: "timeout", words: "The model's server is still loading" });
  });
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([stopped.promise, ask(letGo.signal)]);
  } finally {
    cancelTimer();
    signal.removeEventListener("abort", onAbort);
  }
}
