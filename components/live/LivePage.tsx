import { useComputed, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { LiveLine } from "@/lib/page/live_line.ts";
import { initialLiveView } from "@/lib/page/live_view.ts";
import type { ConsentAnswer, SpeechRef } from "@/lib/protocol/shared.ts";
import { DEFAULT_CHOICES } from "@/lib/page/page_choices.ts";
import type { PhraseButton } from "@/lib/page/phrase_buttons.ts";
import { Agenda } from "@/components/live/Agenda.tsx";
import { Caption } from "@/components/live/Caption.tsx";
import { Consent } from "@/components/live/Consent.tsx";
import { FaceView } from "@/components/live/FaceView.tsx";
import type { LiveAuto } from "@/components/live/live_auto.ts";
import { LiveBar } from "@/components/live/LiveBar.tsx";
import { LiveNotice } from "@/components/live/LiveNotice.tsx";
import { LiveTranscript } from "@/components/live/LiveTranscript.tsx";
import { MicrophonePicker } from "@/components/live/MicrophonePicker.tsx";
import { ModeWords } from "@/components/live/ModeWords.tsx";
import { PageChoicesFold } from "@/components/live/PageChoicesFold.tsx";
import { Phrases } from "@/components/live/Phrases.tsx";
import { TypedLine } from "@/components/live/TypedLine.tsx";
import { Urgent } from "@/components/live/Urgent.tsx";
import { useBrowserLive } from "@/components/live/use_browser_live.ts";
import { VoiceBox } from "@/components/live/VoiceBox.tsx";
import { EngineStatusWords } from "@/components/live/EngineStatusWords.tsx";

export interface LivePageProps {
  readonly id: string;
  readonly room: string;
  readonly roomName: string;
  readonly reference: string | null;
  readonly lines: readonly LiveLine[];
  readonly phrases: readonly PhraseButton[];
  /** True for whoever may delete what was heard, should the patient not agree (CO6). */
  readonly mayErase: boolean;
}

/** Both live islands: what the server rendered once follows the consultation's socket from then on. */
export function LivePage(props: LivePageProps & { readonly auto: LiveAuto | null }) {
  const { auto, id, room, lines, phrases } = props;
  const view = useSignal(initialLiveView(lines));
  const level = useSignal(0);
  const choices = useSignal(DEFAULT_CHOICES);
  const hasCaptions = useComputed(() => choices.value.largeCaptions).value;
  // Whom it is about is not for a screen that nobody has signed in to.
  const isSignedOut = useComputed(() => view.value.connection.state === "signed_out").value;
  const isFaceShown = useSignal(false);
  const isAlarmHeard = useComputed(() => choices.value.alarmVolume > 0);
  const isDisclosed = useComputed(() => view.value.disclosureSpoken);
  const stopForm = useRef<HTMLFormElement>(null);
  const openAuto = auto?.open ?? null;
  const live = useBrowserLive({ consultation: id, room, view, level, choices, openAuto }, stopForm);

  const controller = live?.controller ?? null;
  const noteConsent = controller === null
    ? null
    : (answer: ConsentAnswer) => controller.noteConsent(answer);
  const own = { live: view, isAlarmHeard, isFaceShown, noteConsent };
  const parts = { ...own, controller: controller?.auto ?? null };
  const beside = auto === null ? undefined : (ref: SpeechRef) => auto.beside(ref, parts);
  return (
    <main class="live" id="content">
      <h1 class="visually-hidden">Live consultation</h1>
      <LiveBar
        id={id}
        about={isSignedOut ? props.roomName : props.reference ?? props.roomName}
        view={view}
        level={level}
        controller={controller}
        formRef={stopForm}
        onStop={controller === null ? undefined : () => controller.stop()}
      />
      <LiveNotice view={view} controller={controller} />
      {auto?.strip(parts)}
      <Urgent view={view} controller={controller} during={auto?.urgent(parts)} />
      <LiveTranscript view={view} />
      <section
        class={`live-controls${isDisclosed.value ? "" : " live-undisclosed"}`}
        aria-label="Controls"
      >
        <Consent
          id={id}
          view={view}
          controller={controller}
          mayErase={props.mayErase}
          onStop={controller === null ? undefined : () => controller.stop()}
        />
        <VoiceBox view={view} controller={controller} phrases={phrases} beside={beside} />
        {hasCaptions && <Caption view={view} />}
        <Agenda view={view} controller={controller} beside={beside} />
        <Phrases view={view} controller={controller} phrases={phrases} beside={beside} />
        <TypedLine view={view} controller={controller} />
        <FaceView
          view={view}
          controller={controller}
          choices={choices}
          isShown={isFaceShown}
          bar={auto?.faceBar(parts)}
        />
        <PageChoicesFold choices={choices} controller={controller} />
        <MicrophonePicker view={view} live={live} />
        <EngineStatusWords view={view} />
        <ModeWords view={view} />
      </section>
    </main>
  );
}
