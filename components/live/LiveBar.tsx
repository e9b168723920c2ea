import type { ReadonlySignal } from "@preact/signals";
import { useComputed } from "@preact/signals";
import type { Ref } from "preact";
import { clockTime } from "@/lib/page/format_time.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { canAct, isPaused, type LiveView, maySilence } from "@/lib/page/live_view.ts";
import { Brand } from "@/components/Brand.tsx";
import { LevelMeter } from "@/components/live/LevelMeter.tsx";

export interface LiveBarProps {
  readonly id: string;
  /** Patient reference, or the room where there is none. */
  readonly about: string;
  readonly view: ReadonlySignal<LiveView>;
  readonly level: ReadonlySignal<number>;
  readonly controller: LiveController | null;
  readonly formRef: Ref<HTMLFormElement>;
  readonly onStop: (() => void) | undefined;
}

/** What is true of the recording, and Stop. Without its script, Stop is a plain form. */
export function LiveBar({ id, about, view, level, controller, formRef, onStop }: LiveBarProps) {
  const isRecording = useComputed(() => records(view.value));
  const paused = useComputed(() => isPaused(view.value)).value;
  const mayPause =
    useComputed(() => isPaused(view.value) ? canAct(view.value) : maySilence(view.value)).value;
  const time = useComputed(() => clockTime(view.value.positionMs));
  const isLeaving = useComputed(() => view.value.leaving);
  const stop = (event: Event) => {
    if (onStop === undefined) return;
    event.preventDefault();
    onStop();
  };
  return (
    <header class="live-bar">
      <Brand />
      <p class="live-state">
        <span class={isRecording.value ? "live-dot live-dot-on" : "live-dot"} aria-hidden="true" />
        <span>{isRecording.value ? "Recording" : paused ? "Paused" : "Not recording"}</span>
        <span class="live-clock">
          <span class="visually-hidden">Recorded so far:</span>
          {time}
        </span>
      </p>
      <LevelMeter level={level} />
      <p class="live-about soft">{about}</p>
      <button
        class="button button-pause"
        type="button"
        disabled={!mayPause || controller === null}
        onClick={() => paused ? controller?.resume() : controller?.pause()}
      >
        {paused ? "Resume" : "Pause"}
      </button>
      <form ref={formRef} method="post" action={`/consultations/${id}/stop`} onSubmit={stop}>
        <button class="button button-stop" type="submit" disabled={isLeaving.value}>
          Stop<span class="stop-rest">consultation</span>
        </button>
      </form>
    </header>
  );
}

/** The page says Recording only while frames leave it and the service writes them. */
function records(view: LiveView): boolean {
  return view.connection.state === "open" && view.capture.state === "recording" &&
    !view.leaving && !view.pausing;
}
