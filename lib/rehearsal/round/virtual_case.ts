import type { Span } from "@/lib/audio/spans.ts";
import type { Config } from "@/lib/config.ts";
import type { Session } from "@/lib/consultation/session.ts";
import type { Clinician } from "@/lib/record/clinician_store.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { RoomId } from "@/lib/record/ids.ts";
import { stretches } from "@/lib/rehearsal/patients/disturbances.ts";
import { type BusyBox, busyBox } from "@/lib/rehearsal/round/busy_box.ts";
import { type CaseDraw, configOf } from "@/lib/rehearsal/round/case_draw.ts";
import { disturb } from "@/lib/rehearsal/round/disturbed_case.ts";
import { FaultHits } from "@/lib/rehearsal/round/fault_hits.ts";
import { MockDoctor } from "@/lib/rehearsal/round/mock_doctor.ts";
import { MockPatient } from "@/lib/rehearsal/round/mock_patient.ts";
import { OwnWords } from "@/lib/rehearsal/round/own_words.ts";
import { RecordingPlaces } from "@/lib/rehearsal/round/recording_places.ts";
import { RoomSound } from "@/lib/rehearsal/round/room_sound.ts";
import { type SimulatedBox, simulatedBox } from "@/lib/rehearsal/round/simulated_box.ts";
import { simulatedEars } from "@/lib/rehearsal/round/simulated_ears.ts";
import { type PageListener, SimulatedPage } from "@/lib/rehearsal/round/simulated_page.ts";
import type { Playback, RoomListener } from "@/lib/rehearsal/round/simulated_speaker.ts";
import type { VirtualClock } from "@/lib/rehearsal/round/virtual_clock.ts";

/** The page in control of a virtual consultation, and one that may take it away. */
const TABS = ["tab-1", "tab-2"] as const;

/** Longer than this a case is stopped by its doctor; virtual ms. */
const LONGEST_MS = 15 * 60_000;

/** A stop has gone its way by then, by the line or by the page's form. */
const STOPPED_WITHIN_MS = 4_000;

export interface VirtualCase {
  readonly draw: CaseDraw;
  readonly config: Config;
  readonly session: Session;
  readonly page: SimulatedPage;
  readonly patient: MockPatient;
  readonly room: RoomSound;
  readonly hits: FaultHits;
  readonly ownWords: OwnWords;
  readonly isOver: () => boolean;
  readonly doctor: MockDoctor;
  stop(): void;
}

export interface CaseParts {
  readonly clock: VirtualClock;
  readonly record: ClinicRecord;
  readonly roomId: RoomId;
  readonly doctor: Clinician;
  readonly listener: RoomListener;
  /** Settings besides the defaults, by their names. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Puts a box together around one mock patient: all of it real but the engines, the line and time. */
export function openCase(draw: CaseDraw, parts: CaseParts): VirtualCase {
  const { clock } = parts;
  const { isDoctorActive: isActive, profile, seed } = draw;
  const config = configOf(draw, parts.settings ?? {});
  const room = new RoomSound(draw.noiseRms);
  const hits = new FaultHits();
  const busy = busyBox(
    clock,
    stretches(profile, "busy_box", LONGEST_MS),
    () => hits.add("busy_box"),
  );
  const places = new RecordingPlaces({ clock, epoch: () => box.session.state.capture.epoch });
  const silences: Span[] = [];
  const ears = simulatedEars({
    clock: busy.clock,
    placeOf: (ms) => places.placeOf(ms),
    silences,
  });
  let playing: Playback | null = null;
  const isAlbaHeard = () => playing !== null;
  const patient = new MockPatient({ ...draw, ...{ clock, room, ears, hits, isAlbaHeard } });
  const disk = { isFull: false, isStuck: false };
  const box: SimulatedBox = simulatedBox({
    ...{ draw, config, ears, disk, silences, hits, truth: patient },
    ...{ ...parts, clock: busy.clock },
  });
  const ownWords = new OwnWords(clock, ears);
  const listener: RoomListener = {
    playing(playback, ms) {
      playing = playback;
      ownWords.playing(playback, ms);
      parts.listener.playing(playback, ms);
      patient.hush(playback.isAuto && "agenda" in playback.ref, ms);
    },
    played(playback, completed) {
      playing = null;
      ownWords.played();
      parts.listener.played(playback, completed);
      if (completed) patient.hear(playback.text);
    },
    talkedOver: (playback) => parts.listener.talkedOver(playback),
  };
  const open = pageOpener(draw, parts, { busy, box: () => box, hits, places, patient, room });
  const page = open(TABS[0], { ...listener, heard: (message) => supervising.heard(message) });
  let isOver = false;
  const stop = () => {
    if (isOver) return;
    isOver = true;
    page.stop();
    clock.after(STOPPED_WITHIN_MS, () => {
      page.leave();
      box.close();
    });
  };
  const supervising = new MockDoctor({ clock, page, seed, isActive, onDone: stop });
  disturb({
    ...{ clock, profile, hits, page, box, ears, disk, isOver: () => isOver },
    openSecond: () => open(TABS[1], { ...listener, heard: () => {} }),
    lengthMs: LONGEST_MS,
  });
  clock.after(LONGEST_MS, stop);
  return {
    ...{ draw, config, page, patient, room, hits, ownWords, stop },
    get session() {
      return box.session;
    },
    isOver: () => isOver,
    doctor: supervising,
  };
}

interface InTheRoom {
  readonly busy: BusyBox;
  readonly box: () => SimulatedBox;
  readonly hits: FaultHits;
  readonly places: RecordingPlaces;
  readonly patient: MockPatient;
  readonly room: RoomSound;
}

function pageOpener(
  { profile }: CaseDraw,
  { clock, doctor, record, roomId }: CaseParts,
  { box, busy, hits, places, patient, room }: InTheRoom,
): (tab: string, listener: PageListener) => SimulatedPage {
  let epochs = 0;
  return (tab, listener) =>
    new SimulatedPage({
      ...{ clock, hits, listener, profile, room, roomId, tab },
      session: () => box().session,
      by: { id: doctor.id, name: doctor.name },
      newId: record.newId,
      utterances: () => patient.turns,
      busyUntilMs: busy.untilMs,
      newEpoch: () => `epoch-${++epochs}`,
      numbered: (epoch, fromMs) => places.numbered(epoch, fromMs),
    });
}
