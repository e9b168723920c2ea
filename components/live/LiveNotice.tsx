import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { liveNotice } from "@/lib/page/live_notice.ts";
import type { LiveView } from "@/lib/page/live_view.ts";

export interface LiveNoticeProps {
  readonly view: ReadonlySignal<LiveView>;
  readonly controller: LiveController | null;
}

/** The one sentence about this page, always in the same place and of the same height. */
export function LiveNotice({ view, controller }: LiveNoticeProps) {
  const notice = useComputed(() => liveNotice(view.value));
  const { tone, title, words, spoken, action } = notice.value;
  return (
    <div class={`live-notice live-notice-${tone}`}>
      <div>
        <p>{title}</p>
        <p>{words}</p>
        <noscript>
          <p>Recording needs JavaScript, which is switched off in this browser.</p>
        </noscript>
      </div>
      {action !== null && (
        <button
          class="button"
          type="button"
          onClick={() => controller?.act(action.does)}
        >
          {action.label}
        </button>
      )}
      <p class="visually-hidden" role={tone === "problem" ? "alert" : "status"} key={tone}>
        {spoken}
      </p>
    </div>
  );
}
