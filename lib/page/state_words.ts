import type { LifecycleState } from "@/lib/protocol/server_messages.ts";

/** Each state of a consultation, as the list and its page name it. */
const WORDS: Record<LifecycleState, { readonly short: string; readonly long: string }> = {
  live: { short: "Live now", long: "This consultation is being recorded." },
  stopping: { short: "Finishing", long: "The last words are being written down." },
  finalising: { short: "Finishing", long: "The recording is being sealed." },
  review: { short: "Ready to read", long: "Recording and transcript are complete." },
  approved: { short: "Approved", long: "The record is approved and locked." },
};

export function stateWords(
  state: LifecycleState,
): { readonly short: string; readonly long: string } {
  return WORDS[state];
}
