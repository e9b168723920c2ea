import type { Clock } from "@/lib/clock.ts";
import type { Config, SettingName } from "@/lib/config.ts";
import type { Finaliser } from "@/lib/consultation/finalise/finaliser.ts";
import type { Rooms } from "@/lib/consultation/rooms.ts";
import type { TurnEar } from "@/lib/engines/ear/turn_ear.ts";
import type { EarsEngine, VoiceEngine } from "@/lib/engines/ports.ts";
import type { People } from "@/lib/people/people.ts";
import type { Decisions } from "@/lib/models/decisions.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { SpeechLibrary } from "@/lib/speech/speech_library.ts";
import type { Sharing } from "@/lib/web/sharing.ts";

/** What a running box is made of. `serve.ts` builds it once; routes reach it through `State`. */
export interface Services {
  readonly config: Config;
  readonly fromEnvironment: readonly SettingName[];
  readonly clock: Clock;
  readonly record: ClinicRecord;
  readonly people: People;
  /** Absent for a box that answers only to itself. */
  readonly sharing?: Sharing;
  readonly ears: EarsEngine;
  readonly voice: VoiceEngine;
  readonly ear: TurnEar;
  readonly decisions: Decisions;
  readonly speech: SpeechLibrary;
  /** What is done to consultations that are over, and how far it is. */
  readonly finaliser: Finaliser;
  readonly rooms: Rooms;
}

let installed: Services | null = null;

/** Called once by the process entry (and by each test server) before the first request. */
export function installServices(services: Services | null): void {
  installed = services;
}

/** The running box. Throws when a page is reached before `serve.ts` has built it. */
export function services(): Services {
  if (installed === null) throw new Error("Cannot serve a page: the box has not been built yet");
  return installed;
}
