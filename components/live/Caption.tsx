import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { LiveView } from "@/lib/page/live_view.ts";

/**
 * What Alba says, or said last, in large letters (SK5). A line stays until the next one, because
 * nobody reads as fast as somebody else listens. Announced by the voice box, so not again here.
 */
export function Caption({ view }: { readonly view: ReadonlySignal<LiveView> }) {
  const text = useComputed(() => captionOf(view.value)).value;
  const isNow = useComputed(() => view.value.speech.state === "speaking").value;
  return (
    <p class={`caption${isNow ? " caption-now" : ""}`}>
      {text === null ? <span class="soft">What Alba says appears here.</span> : text}
    </p>
  );
}

function captionOf({ lines }: LiveView): string | null {
  const last = lines.findLast((line) => line.kind === "alba");
  return last?.kind === "alba" ? last.text : null;
}
