import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { LiveController } from "@/lib/page/live_controller.ts";
import type { LiveView } from "@/lib/page/live_view.ts";
import type { CaptureChoice, MicrophonePort } from "@/lib/page/microphone.ts";

export interface MicrophonePickerProps {
  readonly view: ReadonlySignal<LiveView>;
  readonly live:
    | { readonly controller: LiveController; readonly microphone: MicrophonePort }
    | null;
}

/** Which microphone records, another one to choose, and what the browser does to its sound. */
export function MicrophonePicker({ view, live }: MicrophonePickerProps) {
  const microphone = useComputed(() => view.value.microphone);
  const isMine = useComputed(() => view.value.inControl === true).value;
  const devices = useSignal<readonly { readonly id: string; readonly label: string }[]>([]);
  const { state } = microphone.value;

  useEffect(() => {
    if (live === null) return;
    const look = () => void live.microphone.devices().then((found) => devices.value = found);
    look();
    return live.microphone.onDevicesChanged(look);
    // Labels appear once the microphone has been allowed, so each change of state is a reason.
  }, [live, state]);

  const choice = microphone.value.state === "on" ? microphone.value.choice : null;
  const chosen = devices.value.find(({ label }) => label === choice?.inputLabel)?.id ?? "";
  return (
    <details class="fold">
      <summary>Microphone</summary>
      <div class="stack-tight">
        <label class="visually-hidden" for="microphone">Microphone to record with</label>
        <select
          class="input"
          id="microphone"
          value={chosen}
          disabled={!isMine || devices.value.length === 0}
          onChange={(event) => live?.controller.chooseMicrophone(event.currentTarget.value || null)}
        >
          {chosen === "" && <option value="">The system's default</option>}
          {devices.value.map(({ id, label }) => <option key={id} value={id}>{label}</option>)}
        </select>
        <p class="soft small">{choice === null ? "No microphone is on." : choiceWords(choice)}</p>
      </div>
    </details>
  );
}

function choiceWords(choice: CaptureChoice): string {
  const onOff = (value: boolean) => value ? "on" : "off";
  return `Echo cancellation ${onOff(choice.echoCancellation)}, noise suppression ` +
    `${onOff(choice.noiseSuppression)}, automatic gain ${onOff(choice.autoGainControl)}.`;
}
