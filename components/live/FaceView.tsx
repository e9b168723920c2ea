import { type ReadonlySignal, type Signal, useComputed, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { faceMood } from "@/lib/page/face_mood.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import type { LiveView } from "@/lib/page/live_view.ts";
import type { PageChoices } from "@/lib/page/page_choices.ts";
import { Caption } from "@/components/live/Caption.tsx";
import { Face } from "@/components/live/Face.tsx";
import { HeardAlarms } from "@/components/live/HeardAlarms.tsx";
import { PatientAnswer } from "@/components/live/PatientAnswer.tsx";

export interface FaceViewProps {
  readonly view: ReadonlySignal<LiveView>;
  readonly controller: LiveController | null;
  readonly choices: ReadonlySignal<PageChoices>;
  readonly isShown: Signal<boolean>;
  /** What else stands in the bar above the face. */
  readonly bar: ComponentChildren;
}

/**
 * The side of the screen that is turned to the patient: Alba's face, what she says, and a field to
 * answer in. It covers the page, so nothing that concerns only the doctor can be read from it.
 */
export function FaceView({ view, controller, choices, isShown, bar }: FaceViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isSilent = useComputed(() => choices.value.alarmVolume === 0).value;
  useLeavingFullScreen(view, controller);

  useSignalEffect(() => {
    if (isShown.value && dialog.current?.open === false) dialog.current.showModal();
  });

  const close = () => {
    isShown.value = false;
    if (document.fullscreenElement !== null) void document.exitFullscreen();
  };
  return (
    <section class="stack-tight" aria-labelledby="face-heading">
      <h2 id="face-heading">For the patient</h2>
      <button
        class="button"
        type="button"
        disabled={controller === null}
        onClick={() => isShown.value = true}
      >
        Show Alba's face
      </button>
      <p class="soft small">
        {isSilent
          ? "The alarm's sound is off: while the face is shown, nothing tells you of an alarm."
          : "While the face is shown, an alarm is heard and not seen."}
      </p>
      <dialog ref={dialog} class="face-view" aria-label="For the patient" onClose={close}>
        {isShown.value && (
          <Shown
            view={view}
            controller={controller}
            bar={bar}
            onClose={() => dialog.current?.close()}
          />
        )}
        <HeardAlarms view={view} />
      </dialog>
    </section>
  );
}

function Shown(
  { view, controller, bar, onClose }:
    & Pick<FaceViewProps, "view" | "controller" | "bar">
    & { readonly onClose: () => void },
) {
  const mood = useComputed(() => faceMood(view.value)).value;
  const isBusy = useComputed(() => view.value.speech.state !== "idle").value;
  const fill = () => {
    if (document.fullscreenElement === null) void document.documentElement.requestFullscreen?.();
    else void document.exitFullscreen();
  };
  return (
    <>
      <div class="face-bar">
        <button class="button" type="button" onClick={onClose}>Back</button>
        <button class="button" type="button" onClick={fill}>Full screen</button>
        {bar}
        {isBusy && (
          <button
            class="button button-stop"
            type="button"
            onClick={() => controller?.cancelSpeech()}
          >
            Stop Alba
          </button>
        )}
      </div>
      <Face mood={mood} />
      <Caption view={view} />
      <PatientAnswer view={view} controller={controller} />
    </>
  );
}

/** In full screen a browser keeps Esc for itself; leaving it so stops Alba, too (SK5). */
function useLeavingFullScreen(
  view: ReadonlySignal<LiveView>,
  controller: LiveController | null,
): void {
  useEffect(() => {
    const left = () => {
      const isSpeaking = view.peek().speech.state !== "idle";
      if (document.fullscreenElement === null && isSpeaking) controller?.cancelSpeech();
    };
    document.addEventListener("fullscreenchange", left);
    return () => document.removeEventListener("fullscreenchange", left);
  }, [controller]);
}
