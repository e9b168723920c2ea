import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { LiveView } from "@/lib/page/live_view.ts";
import { modeWords } from "@/lib/page/mode_words.ts";

/** What is different in this kind of consultation; waits are never longer without a word (SK5). */
export function ModeWords({ view }: { readonly view: ReadonlySignal<LiveView> }) {
  const about = useComputed(() => modeWords(view.value.mode)?.about ?? null).value;
  return about === null ? null : <p class="mode-words small">{about}</p>;
}
