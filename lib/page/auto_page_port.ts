import type { ReadonlySignal } from "@preact/signals";
import type { Clock } from "@/lib/clock.ts";
import type { LiveView } from "@/lib/page/live_view.ts";
import type { LevelFrame } from "@/lib/page/quiet_reporter.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";

/** Whether Alba may begin to speak by herself; `rms` is null where nothing was heard to judge by. */
export type MayBegin = { readonly ok: true } | { readonly ok: false; readonly rms: number | null };

/** How Alba's voice and the measuring of quiet know of each other (TT1, SP10). */
export interface Courtesy {
  /**
   * Asked at the last moment before Alba's own words would sound. Right after another utterance the
   * answer waits for the room to be heard without it, which takes less than half a second.
   */
  mayBegin(): Promise<MayBegin>;
  /** Something begins to sound here: a tap's words, Alba's own, or the doctor reading for her. */
  started(keepsSpan: boolean): void;
  ended(): void;
}

/** What the live page lends to auto mode. */
export interface AutoHost {
  readonly clock: Clock;
  readonly live: ReadonlySignal<LiveView>;
  readonly platform: string;
  /** False when the line is down. */
  readonly send: (message: PageMessage) => boolean;
  /** The alarm's sound, unless it was heard a moment ago. */
  readonly ring: () => void;
  /** Somebody speaks over Alba, so loud (DW4): she is to fall silent at once. */
  readonly bargedIn: (rms: number) => void;
}

/** Auto mode on one live page. It exists only where the service has it switched on (EN1). */
export interface AutoPage {
  readonly courtesy: Courtesy;
  heard(message: ServerMessage): void;
  frame(frame: LevelFrame): void;
  /** EN2, DW1: starts a run, or ends it from every state. */
  toggle(on: boolean): void;
  /** QF7: Alba comes to her end by herself. */
  handOver(): void;
  /** UR2: covers exactly the alarms that the banner displayed. */
  resume(alarmIds: readonly string[]): void;
  takeOver(alarmIds: readonly string[]): void;
  /** DW3: the doctor's question is asked instead of the planned one, or is not asked. */
  choose(whose: "doctor" | "alba"): void;
  close(): void;
}

export type OpenAutoPage = (host: AutoHost) => AutoPage;
