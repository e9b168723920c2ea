import type { ReadonlySignal, Signal } from "@preact/signals";
import { systemClock } from "@/lib/clock.ts";
import type { OpenAutoPage } from "@/lib/page/auto_page_port.ts";
import { browserWire } from "@/lib/page/browser_wire.ts";
import { browserChime } from "@/lib/page/chime.ts";
import { LiveController } from "@/lib/page/live_controller.ts";
import type { LiveView } from "@/lib/page/live_view.ts";
import { browserMicrophone, type MicrophonePort } from "@/lib/page/microphone.ts";
import type { PageChoices } from "@/lib/page/page_choices.ts";
import { randomId } from "@/lib/page/random_id.ts";
import { browserSpeaker } from "@/lib/page/speaker.ts";
import { tabId } from "@/lib/page/tab_id.ts";

export interface BrowserLiveOptions {
  readonly consultation: string;
  readonly room: string;
  readonly view: Signal<LiveView>;
  readonly level: Signal<number>;
  readonly choices: ReadonlySignal<PageChoices>;
  /** Address of the capture worklet. */
  readonly workletUrl: string;
  /** Null where the service has no auto mode (EN1). */
  readonly openAuto: OpenAutoPage | null;
  /** The form that stops the consultation when the line is down. */
  readonly stopForm: HTMLFormElement | null;
}

/** The live page's controller with this browser's line, microphone and loudspeaker. */
export function browserLive(
  options: BrowserLiveOptions,
): { readonly controller: LiveController; readonly microphone: MicrophonePort } {
  const microphone = browserMicrophone(options.workletUrl);
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const controller = new LiveController({
    socketUrl: `${scheme}//${location.host}/consultations/${options.consultation}/socket`,
    room: options.room,
    client: tabId(),
    platform: navigator.userAgent.slice(0, 200),
    view: options.view,
    level: options.level,
    clock: systemClock(),
    random: Math.random,
    newEpoch: randomId,
    connect: browserWire,
    microphone,
    speaker: browserSpeaker,
    chime: browserChime(),
    openAuto: options.openAuto,
    choices: options.choices,
    reload: () => location.reload(),
    signIn: () => void open("/login"),
    stopByForm: () => options.stopForm?.submit(),
  });
  return { controller, microphone };
}
