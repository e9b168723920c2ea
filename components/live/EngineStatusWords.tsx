import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { LiveView } from "@/lib/page/live_view.ts";

/** What listens, speaks and decides, in the service's own words. */
export function EngineStatusWords({ view }: { view: ReadonlySignal<LiveView> }) {
  const ears = useComputed(() => view.value.stt.words);
  const voice = useComputed(() => view.value.tts.words);
  const decisions = useComputed(() => view.value.cds.words);
  const lag = useComputed(() => lagWords(view.value.commitLagMs));
  return (
    <dl class="engines small">
      <div>
        <dt>Listening</dt>
        <dd>{ears}{lag}</dd>
      </div>
      <div>
        <dt>Speaking</dt>
        <dd>{voice}</dd>
      </div>
      <div>
        <dt>Deciding</dt>
        <dd>{decisions}</dd>
      </div>
    </dl>
  );
}

/** The newest line's lag: last word spoken until its text was here. */
function lagWords(lagMs: number | null): string {
  return lagMs === null ? "" : ` · last line after ${(lagMs / 1000).toFixed(1)} s`;
}
