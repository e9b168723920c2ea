import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Clock } from "@/lib/clock.ts";
import type { Connect } from "@/lib/page/browser_wire.ts";
import type { OpenAutoPage } from "@/lib/page/auto_page_port.ts";
import type { ChimePort } from "@/lib/page/chime.ts";
import type { LiveView } from "@/lib/page/live_view.ts";
import type { MicrophonePort } from "@/lib/page/microphone.ts";
import type { PageChoices } from "@/lib/page/page_choices.ts";
import type { SpeakerEvents, SpeakerPort } from "@/lib/page/speaker.ts";

/** What a live page meets the world with. */
export interface LiveControllerOptions {
  readonly socketUrl: string;
  readonly room: string;
  /** This tab, also after a reload. */
  readonly client: string;
  readonly platform: string;
  /** What the page shows; it starts as `initialLiveView` and only the controller changes it. */
  readonly view: Signal<LiveView>;
  /** RMS of the newest frame, 0 to 1; it changes fifty times a second, so it is not in the view. */
  readonly level: Signal<number>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newEpoch: () => string;
  readonly connect: Connect;
  readonly microphone: MicrophonePort;
  readonly speaker: (events: SpeakerEvents) => SpeakerPort;
  readonly chime: ChimePort;
  /** Null where the service has no auto mode (EN1). */
  readonly openAuto: OpenAutoPage | null;
  /** How this device's page is to behave; whoever sets it also keeps it. */
  readonly choices: ReadonlySignal<PageChoices>;
  /** Loads this address anew: the service answers with what the consultation has become. */
  readonly reload: () => void;
  /** Opens the sign-in beside this page. */
  readonly signIn: () => void;
  /** Stops the consultation without the line. */
  readonly stopByForm: () => void;
}
