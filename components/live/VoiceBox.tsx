import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { Beside } from "@/components/live/live_auto.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { isNudging, type LiveView } from "@/lib/page/live_view.ts";
import type { ReadAloud } from "@/lib/page/read_aloud.ts";
import type { PhraseButton } from "@/lib/page/phrase_buttons.ts";

export interface VoiceBoxProps {
  readonly view: ReadonlySignal<LiveView>;
  readonly controller: LiveController | null;
  readonly phrases: readonly PhraseButton[];
  readonly beside: Beside | undefined;
}

const NUDGE = { phrase: "silence_nudge" } as const;

type Shown =
  | { readonly kind: "silent" }
  | { readonly kind: "soon" | "speaking"; readonly text: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "nudge"; readonly text: string }
  | { readonly kind: "aloud"; readonly card: ReadAloud };

/** What Alba is doing with its voice, and the way to stop it. */
export function VoiceBox({ view, controller, phrases, beside }: VoiceBoxProps) {
  const nudge = phrases.find((phrase) => phrase.id === NUDGE.phrase)?.text ?? null;
  const isTapped = useComputed(() => view.value.nudgeTapped && isNudging(view.value)).value;
  const shown = useComputed(() => shownOf(view.value, nudge)).value;
  if (shown.kind === "aloud") return <ReadAloudCard card={shown.card} controller={controller} />;
  return (
    <div class={`voice${voiceTone(shown)}`}>
      <p class="voice-words" role="status">{words(shown)}</p>
      {(shown.kind === "soon" || shown.kind === "speaking") && (
        <button
          class="button button-stop"
          type="button"
          onClick={() => controller?.cancelSpeech()}
        >
          Stop Alba
        </button>
      )}
      {shown.kind === "nudge" && (
        <button
          class="button"
          type="button"
          onClick={() => controller?.speak(NUDGE, true)}
        >
          Say it
        </button>
      )}
      {isTapped && beside?.(NUDGE)}
      {shown.kind === "refused" && (
        <button
          class="button"
          type="button"
          onClick={() => controller?.dismissRefusal()}
        >
          OK
        </button>
      )}
    </div>
  );
}

function shownOf(view: LiveView, nudge: string | null): Shown {
  if (view.readAloud !== null) return { kind: "aloud", card: view.readAloud };
  const { speech } = view;
  if (speech.state === "speaking") return { kind: "speaking", text: speech.text };
  if (view.refusal !== null) return { kind: "refused", reason: view.refusal };
  if (speech.state !== "idle") return { kind: "soon", text: speech.text };
  return isNudging(view) && nudge !== null ? { kind: "nudge", text: nudge } : { kind: "silent" };
}

function words(shown: Exclude<Shown, { kind: "aloud" }>): string {
  switch (shown.kind) {
    case "silent":
      return "Alba is silent.";
    case "soon":
      return `Alba is about to say: “${shown.text}”`;
    case "speaking":
      return `Alba is speaking: “${shown.text}”`;
    case "refused":
      return shown.reason;
    case "nudge":
      return `It has been quiet for a while. Alba can say: “${shown.text}”`;
  }
}

function voiceTone(shown: Shown): string {
  switch (shown.kind) {
    case "soon":
    case "speaking":
    case "nudge":
      return " voice-speaking";
    case "refused":
      return " voice-refused";
    case "silent":
    case "aloud":
      return "";
  }
}

function ReadAloudCard(
  { card, controller }: { card: ReadAloud; controller: LiveController | null },
) {
  return (
    <div class="read-aloud" role="group" aria-label="Please read aloud">
      <h2>{card.started ? "You are reading for Alba" : "Please read this aloud for Alba"}</h2>
      <blockquote>{card.text}</blockquote>
      <div class="row">
        {card.started
          ? (
            <button
              class="button button-main"
              type="button"
              onClick={() => controller?.readAloudDone()}
            >
              Done
            </button>
          )
          : (
            <button
              class="button button-main"
              type="button"
              onClick={() => controller?.readAloudStarted()}
            >
              Started
            </button>
          )}
        <button class="button" type="button" onClick={() => controller?.cancelSpeech()}>
          {card.started ? "Break off" : "Do not read it"}
        </button>
      </div>
      <p class="soft small">
        While you read, your voice is kept out of the transcript, as Alba's would be.
      </p>
    </div>
  );
}
