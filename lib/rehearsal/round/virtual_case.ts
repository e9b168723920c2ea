import { buildServices } from "@/lib/build_services.ts";
import type { Clock } from "@/lib/clock.ts";
import { type Config, parseConfig } from "@/lib/config.ts";
import type { Session } from "@/lib/consultation/session.ts";
import type { Clinician } from "@/lib/record/clinician_store.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { RoomId } from "@/lib/record/ids.ts";
import type { CaseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { CASE_CARDS } from "@/lib/rehearsal/patients/cards.ts";
import {
  drawProfile,
  type FaultChoice,
  type Profile,
  RESTART_TAKES_MS,
  restartMs,
  socketGaps,
} from "@/lib/rehearsal/patients/profiles.ts";
import { idleFinaliser } from "@/lib/rehearsal/round/idle_finaliser.ts";
import { memoryCache } from "@/lib/rehearsal/round/memory_cache.ts";
import { MockDoctor } from "@/lib/rehearsal/round/mock_doctor.ts";
import { MockPatient } from "@/lib/rehearsal/round/mock_patient.ts";
import { RoomSound } from "@/lib/rehearsal/round/room_sound.ts";
import { silentRecorder } from "@/lib/rehearsal/round/silent_recorder.ts";
import { type SimulatedEars, simulatedEars } from "@/lib/rehearsal/round/simulated_ears.ts";
import { simulatedModels } from "@/lib/rehearsal/round/simulated_models.ts";
import { type Playback, SimulatedPage } from "@/lib/rehearsal/round/simulated_page.ts";
import { simulatedVoice } from "@/lib/rehearsal/round/simulated_voice.ts";
import { stubModel } from "@/lib/rehearsal/round/stub_model.ts";
import type { VirtualClock } from "@/lib/rehearsal/round/virtual_clock.ts";
import { forkSeed, seeded } from "@/lib/rehearsal/seeded.ts";
import { createRulesEngine } from "@/lib/rules/engine.ts";
import type { Services } from "@/lib/services.ts";
import { DEFAULT_PHRASES } from "@/lib/speech/phrases.ts";

/** What one seed stands for: who comes, what the box is like, and what goes wrong. */
export interface CaseDraw {
  readonly seed: number;
  readonly card: CaseCard;
  readonly profile: Profile;
  /** None: the rules alone decide. */
  readonly servers: "none" | "one" | "two";
  readonly noiseRms: number;
  /** A doctor with habits, or one who only supervises. */
  readonly isDoctorActive: boolean;
}

/** Boxes without a model, with one server, and with two. */
const SERVERS = ["none", "one", "two", "two"] as const;

/** A quiet room, a usual one, and one at whose noise the floor is clamped. */
const NOISE_RMS = [0.002, 0.004, 0.008, 0.015] as const;

export function drawCase(seed: number, faults: FaultChoice): CaseDraw {
  const random = seeded(forkSeed(seed, "case"));
  return {
    seed,
    card: random.pick(CASE_CARDS),
    profile: drawProfile(seed, faults),
    servers: random.pick(SERVERS),
    noiseRms: random.pick(NOISE_RMS),
    isDoctorActive: random.chance(0.5),
  };
}

/** The rules know nothing of a case; only their state does. */
const RULES = createRulesEngine();

export interface CaseListener {
  playing(playback: Playback): void;
  played(playback: Playback, completed: boolean): void;
  talkedOver(playback: Playback): void;
}

export interface VirtualCase {
  readonly draw: CaseDraw;
  readonly config: Config;
  readonly session: Session;
  readonly page: SimulatedPage;
  readonly patient: MockPatient;
  readonly room: RoomSound;
  readonly isOver: () => boolean;
  readonly doctor: MockDoctor;
  stop(): void;
}

export interface CaseParts {
  readonly clock: VirtualClock;
  readonly record: ClinicRecord;
  readonly roomId: RoomId;
  readonly doctor: Clinician;
  readonly listener: CaseListener;
  /** Settings besides the defaults, by their names. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Longer than this a case is stopped by its doctor; virtual ms. */
const LONGEST_MS = 15 * 60_000;

/** Puts a box together around one mock patient: all of it real but the engines, the page and time. */
export function openCase(draw: CaseDraw, parts: CaseParts): VirtualCase {
  const { clock, doctor, listener, record, roomId } = parts;
  const { card, profile, seed } = draw;
  const config = configOf(draw, parts.settings ?? {});
  const room = new RoomSound(draw.noiseRms);
  const ears = simulatedEars();
  let playing: Playback | null = null;
  const isAlbaHeard = () => playing !== null;
  const patient = new MockPatient({ card, seed, clock, room, ears, isAlbaHeard });
  const box = openBox(draw, parts, { config, ears, patient });
  const session = () => box.session;
  let isOver = false;
  const stop = () => {
    if (isOver) return;
    isOver = true;
    page.send({ type: "stop" });
    page.leave();
    box.close();
  };
  const by = { id: doctor.id, name: doctor.name };
  const page = new SimulatedPage({
    ...{ clock, session, room, profile, by, roomId },
    newId: record.newId,
    utterances: () => patient.turns,
    listener: {
      playing(playback) {
        playing = playback;
        listener.playing(playback);
        patient.hush(playback.isAuto && "agenda" in playback.ref);
      },
      played(playback, completed) {
        playing = null;
        listener.played(playback, completed);
        if (completed) patient.hear(playback.text);
      },
      talkedOver: (playback) => listener.talkedOver(playback),
      heard: (message) => supervising.heard(message),
    },
  });
  const isActive = draw.isDoctorActive;
  const supervising = new MockDoctor({ clock, page, seed, isActive, onDone: stop });
  page.connect();
  dropSockets(clock, page, profile);
  restartOnce(clock, profile, box, page, () => isOver);
  clock.after(LONGEST_MS, stop);
  return {
    ...{ draw, config, page, patient, room, stop },
    get session() {
      return box.session;
    },
    isOver: () => isOver,
    doctor: supervising,
  };
}

/** The process goes and comes back on the same record; the page finds it again by itself. */
function restartOnce(
  clock: VirtualClock,
  profile: Profile,
  box: SimulatedBox,
  page: SimulatedPage,
  isOver: () => boolean,
): void {
  const atMs = restartMs(profile);
  if (atMs === null) return;
  clock.after(atMs, () => {
    if (isOver()) return;
    page.disconnect();
    box.close();
    clock.after(RESTART_TAKES_MS, () => {
      if (isOver()) return;
      // Whoever called while nobody was there has reached nobody.
      page.disconnect();
      box.startAgain();
      page.connect();
    });
  });
}

/** The services of the box as the process builds them, and the case's live session. */
interface SimulatedBox {
  readonly session: Session;
  close(): void;
  startAgain(): void;
}

interface BoxParts {
  readonly config: Config;
  readonly ears: SimulatedEars;
  readonly patient: MockPatient;
}

function openBox(
  { card, profile, seed, servers }: CaseDraw,
  { clock, doctor, record, roomId }: CaseParts,
  { config, ears, patient }: BoxParts,
): SimulatedBox {
  const stub = stubModel(card, seeded(forkSeed(seed, "stub")), {
    told: () => patient.told(),
    isMidTurn: () => patient.isMidTurn(),
    handsBack: () => patient.handsBack(),
  });
  const models = servers === "none"
    ? undefined
    : simulatedModels(clock, profile, stub, servers === "two");
  const cache = memoryCache();
  const build = (from: Clock) => {
    const services = buildServices({
      ...{ config, clock: from, record, ears, models },
      fromEnvironment: [],
      voice: simulatedVoice(clock, profile),
      phrases: DEFAULT_PHRASES,
      openRecorder: silentRecorder,
      rules: RULES,
      speechCache: cache,
      finaliser: idleFinaliser(),
    });
    // As `serve.ts` does: the fixed phrases are in the cache before anybody taps them (SP9).
    void services.speech.warm(new AbortController().signal);
    return services;
  };
  let services = build(clock);
  const request = { room: roomId, clinician: doctor.id, patientReference: null };
  const started = services.rooms.start(request);
  if (!started.ok) throw new Error(`Cannot start the case of seed ${seed}: ${started.words}`);
  let session = sessionOf(services, started.consultation);
  return {
    get session() {
      return session;
    },
    close() {
      services.rooms.shutdown();
      services.decisions.close();
    },
    startAgain() {
      services = build(clockOfANewProcess(clock));
      services.rooms.resume();
      session = sessionOf(services, started.consultation);
    },
  };
}

/** A process counts its milliseconds from its own start; what the one before it has kept says nothing. */
function clockOfANewProcess(clock: VirtualClock): Clock {
  const startMs = clock.monotonicMs();
  return { ...clock, monotonicMs: () => clock.monotonicMs() - startMs };
}

function sessionOf({ rooms }: Services, consultation: string): Session {
  const session = rooms.session(consultation);
  if (session === undefined) throw new Error(`Cannot find the session of "${consultation}"`);
  return session;
}

function dropSockets(clock: VirtualClock, page: SimulatedPage, profile: Profile): void {
  for (const { fromMs, toMs } of socketGaps(profile, LONGEST_MS)) {
    clock.after(fromMs, () => page.disconnect());
    clock.after(toMs, () => page.connect());
  }
}

function configOf(draw: CaseDraw, settings: Readonly<Record<string, string>>): Config {
  const parsed = parseConfig({
    AUTO_MODE_ENABLED: "true",
    CDS_ENGINE: draw.servers === "none" ? "rules" : "ollama",
    CDS_SHORT_MODEL: draw.servers === "two" ? "short" : "",
    DATA_DIR: "/nowhere",
    ...settings,
  });
  if (!parsed.ok) {
    const names = parsed.problems.map(({ name }) => name).join(", ");
    throw new Error(`Cannot use the round's settings: ${names}`);
  }
  return parsed.config;
}
