import { setImmediate } from "node:timers";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import type { AutoState } from "@/lib/auto/auto_state.ts";
import type { Clock } from "@/lib/clock.ts";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { replayAuto, replayWords } from "@/lib/consultation/replay_auto.ts";
import type { AuditRow } from "@/lib/record/audit.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import { consultationId, roomId } from "@/lib/record/ids.ts";
import { type ClinicRecord, openRecord } from "@/lib/record/open_record.ts";
import { longestWaitMs } from "@/lib/rehearsal/patients/disturbances.ts";
import type { Fault, FaultChoice } from "@/lib/rehearsal/patients/profiles.ts";
import { type CaseDraw, drawCase, modeOf } from "@/lib/rehearsal/round/case_draw.ts";
import type { CaseMeasures } from "@/lib/rehearsal/round/case_measures.ts";
import type { FaultHits } from "@/lib/rehearsal/round/fault_hits.ts";
import { type Broken, StepInvariants } from "@/lib/rehearsal/round/invariants.ts";
import { brokenOnRecord } from "@/lib/rehearsal/round/recorded_invariants.ts";
import { RoomWitness } from "@/lib/rehearsal/round/room_witness.ts";
import { openCase, type VirtualCase } from "@/lib/rehearsal/round/virtual_case.ts";
import { type VirtualClock, virtualClock } from "@/lib/rehearsal/round/virtual_clock.ts";
import { forkSeed, seeded } from "@/lib/rehearsal/seeded.ts";

/** A Tuesday morning; every case of a round begins then, so that a record depends on its seed alone. */
const START_WALL_MS = Date.UTC(2026, 2, 3, 9, 0, 0);

/** Half an hour of events at every frame: a case that has more goes in a circle. */
const MOST_EVENTS = 200_000;

/** Replaying the controller is a tenth of a case's work; every fifth has it done. */
const REPLAYED_EVERY = 5;

/** After Stop the session writes what is left; more than this and it never ends. */
const LEAVES_WITHIN_MS = 30_000;

export interface RoundOptions {
  readonly faults: FaultChoice;
  /** An empty folder for the record of one case. */
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Mistakes of ours that the session has caught and logged since it was last asked. */
  readonly takeMistakes: () => readonly string[];
}

export interface CaseOutcome {
  readonly draw: CaseDraw;
  /** What its controller ran under: the round's settings as this case's servers have them. */
  readonly thresholds: AutoSettings;
  readonly broken: readonly Broken[];
  readonly measures: CaseMeasures;
  /** How often each fault that was drawn has struck. */
  readonly hits: ReturnType<FaultHits["counts"]>;
  /** The controller was replayed too (MA7); the audit's chain is verified in every case. */
  readonly isProven: boolean;
  /** Tasks of the clock that were run. */
  readonly events: number;
  readonly virtualMs: number;
  readonly audit: readonly AuditRow[];
  /** The inputs of the controller, as the record keeps them (RE5). */
  readonly autoEvents: readonly { readonly nowMs: number; readonly event: unknown }[];
}

/** Plays one seed to its end in virtual time. The same seed and options give the same outcome (MP2). */
export async function playSeed(seed: number, options: RoundOptions): Promise<CaseOutcome> {
  const clock = virtualClock(START_WALL_MS);
  const record = openCaseRecord(seed, clock, options.dataDir);
  let outcome: CaseOutcome;
  try {
    outcome = await play(drawCase(seed, options.faults), clock, record, options);
  } finally {
    record.close();
  }
  const verified = verifyRecord(options.dataDir);
  if (verified.verdict === "untampered") return outcome;
  const words = verified.verdict === "tampered" ? verified.bad.words : verified.words;
  const broken = [...outcome.broken, { rule: "audit_chain_whole", words, atMs: outcome.virtualMs }];
  return { ...outcome, broken };
}

function isProven(seed: number): boolean {
  return seed % REPLAYED_EVERY === 0;
}

/** The record signs its head when it closes; a timer of its own would be a third of a round's work. */
function openCaseRecord(seed: number, clock: VirtualClock, dataDir: string): ClinicRecord {
  const random = seeded(forkSeed(seed, "ids"));
  const timeless: Clock = {
    monotonicMs: () => clock.monotonicMs(),
    wallMs: () => clock.wallMs(),
    after: () => () => {},
  };
  const outcome = openRecord({
    dataDir,
    clock: timeless,
    onSealError: (error) => {
      throw error;
    },
    entropy: (bytes) => Uint8Array.from({ length: bytes }, () => Math.floor(random.next() * 256)),
  });
  if (!outcome.ok) throw new Error(`Cannot open the record of seed ${seed}: ${outcome.words}`);
  return outcome.record;
}

async function play(
  draw: CaseDraw,
  clock: VirtualClock,
  record: ClinicRecord,
  options: RoundOptions,
): Promise<CaseOutcome> {
  const room = roomId.parse("room-1");
  record.rooms.ensure({ id: room, name: "Room 1" });
  const doctor = record.clinicians.ensureOwner("Smith");
  const witness = new RoomWitness(clock, () => theCase);
  const theCase: VirtualCase = openCase(draw, {
    ...{ clock, record, doctor, listener: witness },
    roomId: room,
    settings: options.settings,
  });
  const { broken, events } = await runToItsEnd(theCase, witness, clock, options);
  if (!theCase.isOver()) theCase.stop();
  const consultation = consultationId.parse(theCase.session.consultation);
  const audit = record.audit.list(consultation);
  if (isProven(draw.seed)) broken.push(...unlikeItself(theCase, record));
  const utterances = record.utterances.list(consultation);
  const segments = record.segments.list(consultation);
  const truth = { heard: witness.heard, lateMs: longestWaitMs(draw.profile) };
  broken.push(...brokenOnRecord({ audit, segments, utterances }, truth));
  return {
    draw,
    thresholds: autoSettingsOf(theCase.config, modeOf(draw)),
    broken,
    measures: {
      ...witness.measures(audit, theCase.patient.cutOffs),
      commitLagMs: theCase.patient.lagsMs,
    },
    hits: theCase.hits.counts(),
    isProven: isProven(draw.seed),
    events,
    virtualMs: clock.monotonicMs(),
    audit,
    autoEvents: record.autoEvents.list(consultation),
  };
}

/** Task by task, each with all that follows from it, until the consultation is over or something breaks. */
async function runToItsEnd(
  theCase: VirtualCase,
  witness: RoomWitness,
  clock: VirtualClock,
  { takeMistakes }: RoundOptions,
): Promise<{ readonly broken: Broken[]; readonly events: number }> {
  const broken: Broken[] = [];
  const invariants = new StepInvariants();
  let events = 0;
  let stoppedMs: number | null = null;
  // The first is what matters; what follows from it would fill the report.
  while (broken.length === 0 && clock.runNext()) {
    await allSettled();
    events += 1;
    const nowMs = clock.monotonicMs();
    if (events > MOST_EVENTS) {
      broken.push({ rule: "comes_to_an_end", words: `still at ${nowMs} ms`, atMs: nowMs });
    } else if (theCase.isOver()) {
      stoppedMs ??= nowMs;
      if (nowMs - stoppedMs > LEAVES_WITHIN_MS) break;
    } else broken.push(...brokenHere(theCase, witness, invariants, nowMs));
    for (const words of takeMistakes()) broken.push({ rule: "no_mistakes", words, atMs: nowMs });
  }
  return { broken, events };
}

/**
 * Until no promise has anything left to do: the next turn of the event loop comes only then. It costs
 * what sixty turns of the microtask queue cost, and never ends too early.
 */
function allSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What session, room and record of this moment break between them. */
function brokenHere(
  theCase: VirtualCase,
  witness: RoomWitness,
  invariants: StepInvariants,
  nowMs: number,
): Broken[] {
  const { config, doctor, draw, page, session } = theCase;
  const { rates } = draw.profile;
  const has = (...faults: readonly Fault[]) => faults.some((one) => rates[one] !== undefined);
  const auto = autoOf(session.state);
  witness.look(auto);
  const now = invariants.look(session.state.alarms.alarms, auto, {
    nowMs,
    silentMs: witness.silentMs(),
    isPageThere: page.isConnected,
    emptyWaitMs: config.AUTO_EMPTY_WAIT_S * 1000,
    isVoiceFaulty: has("failed_synthesis", "late_synthesis"),
    mayLack: has("deaf_ears", "full_disk", "stuck_record"),
    hasDoctorStopped: doctor.hasStopped,
  });
  return [...now, ...witness.takeBroken(), ...theCase.ownWords.takeBroken()];
}

/** MA7: what the controller was told leads, told again, to the same states and effects. */
function unlikeItself({ config, draw, session }: VirtualCase, record: ClinicRecord): Broken[] {
  const consultation = consultationId.parse(session.consultation);
  const stored = record.autoEvents.list(consultation);
  const first = stored[0];
  if (first === undefined) return [];
  const replay = replayAuto(stored, {
    codeVersion: first.codeVersion,
    thresholds: [autoSettingsOf(config, modeOf(draw))],
    runs: record.runs.list(consultation),
    force: false,
  });
  if (replay.verdict === "same") return [];
  return [{ rule: "replays_the_same", words: replayWords(replay), atMs: 0 }];
}

function autoOf({ auto }: VirtualCase["session"]["state"]): AutoState {
  if (auto === null) throw new Error("Cannot play a case: auto mode's gate is shut");
  return auto.drive.core;
}
