import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import type { AutoPage, OpenAutoPage } from "@/lib/page/auto_page_port.ts";
import type { LiveView } from "@/lib/page/live_view.ts";
import type { AutoAction } from "@/lib/protocol/auto_messages.ts";
import type { ConsentAnswer, SpeechRef } from "@/lib/protocol/shared.ts";

/** What auto mode's parts of the live page act on. */
export interface AutoParts {
  /** Null until the page's own script runs. */
  readonly controller: AutoPage | null;
  readonly live: ReadonlySignal<LiveView>;
  readonly isFaceShown: Signal<boolean>;
  /** Whether this page gives a sound for a new alarm. */
  readonly isAlarmHeard: ReadonlySignal<boolean>;
  /** Notes the patient's answer (CO6); null until the page's own script runs. */
  readonly noteConsent: ((answer: ConsentAnswer) => void) | null;
}

/** The pause banner stands where what is urgent stands. */
export interface UrgentDuringAuto {
  /** Acknowledged in the banner, so not shown with a button of their own. */
  readonly paused: ReadonlySignal<readonly AutoAction[]>;
  readonly standing: ReadonlySignal<readonly AutoAction[]>;
  readonly banner: ComponentChildren;
}

/** What stands beside a control that makes Alba speak: the doctor's choice, if one is due (DW3). */
export type Beside = (ref: SpeechRef) => VNode;

/**
 * Auto mode's parts of the live page. The page takes them as values, so that where the service has
 * no auto mode its script does not even hold them (EN1).
 */
export interface LiveAuto {
  readonly open: OpenAutoPage;
  strip(parts: AutoParts): VNode;
  /** Above the face: the switch, and the patient's answer while it is not noted. */
  faceBar(parts: AutoParts): VNode;
  urgent(parts: AutoParts): UrgentDuringAuto;
  beside(ref: SpeechRef, parts: AutoParts): VNode;
}
