import type { LifecycleState } from "@/lib/protocol/server_messages.ts";
import { stateWords } from "@/lib/page/state_words.ts";

export function StateBadge({ state }: { state: LifecycleState }) {
  return (
    <span class={state === "live" ? "badge badge-live" : "badge"}>{stateWords(state).short}</span>
  );
}
