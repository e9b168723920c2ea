import type { Span } from "@/lib/audio/spans.ts";
import { buildServices } from "@/lib/build_services.ts";
import type { Clock } from "@/lib/clock.ts";
import type { Config } from "@/lib/config.ts";
import type { Session } from "@/lib/consultation/session.ts";
import { absentEar, NO_EAR } from "@/lib/engines/ear/absent_ear.ts";
import type { Clinician } from "@/lib/record/clinician_store.ts";
import type { RoomId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { RecordError } from "@/lib/record/record_error.ts";
import { type CaseDraw, modeOf } from "@/lib/rehearsal/round/case_draw.ts";
import type { FaultHits } from "@/lib/rehearsal/round/fault_hits.ts";
import { idleFinaliser } from "@/lib/rehearsal/round/idle_finaliser.ts";
import { memoryCache } from "@/lib/rehearsal/round/memory_cache.ts";
import { silentRecorder } from "@/lib/rehearsal/round/silent_recorder.ts";
import type { SimulatedEars } from "@/lib/rehearsal/round/simulated_ears.ts";
import { simulatedModels } from "@/lib/rehearsal/round/simulated_models.ts";
import { simulatedTurnEar } from "@/lib/rehearsal/round/simulated_turn_ear.ts";
import { simulatedVoice } from "@/lib/rehearsal/round/simulated_voice.ts";
import { stubModel, type Truth } from "@/lib/rehearsal/round/stub_model.ts";
import { forkSeed, seeded } from "@/lib/rehearsal/seeded.ts";
import { createRulesEngine } from "@/lib/rules/engine.ts";
import type { Services } from "@/lib/services.ts";
import { DEFAULT_PHRASES } from "@/lib/speech/phrases.ts";

/** The rules know nothing of a case; only their state does. */
const RULES = createRulesEngine();

/** What the disk does for a while. */
export interface SimulatedDisk {
  /** It takes no sound. */
  isFull: boolean;
  /** The record takes no rows. */
  isStuck: boolean;
}

export interface SimulatedBoxParts {
  readonly draw: CaseDraw;
  readonly config: Config;
  /** The process's own. */
  readonly clock: Clock;
  readonly record: ClinicRecord;
  readonly roomId: RoomId;
  readonly doctor: Clinician;
  readonly ears: SimulatedEars;
  readonly truth: Truth;
  readonly disk: SimulatedDisk;
  readonly silences: Span[];
  readonly hits: FaultHits;
}

/** The services of the box as the process builds them, and the case's live session. */
export interface SimulatedBox {
  readonly session: Session;
  close(): void;
  startAgain(): void;
}

export function simulatedBox(parts: SimulatedBoxParts): SimulatedBox {
  const { clock, doctor, draw, roomId } = parts;
  const build = builderOf(parts);
  let services = build(clock);
  const request = {
    room: roomId,
    clinician: doctor.id,
    patientReference: null,
    mode: modeOf(draw),
  };
  const started = services.rooms.start(request);
  if (!started.ok) throw new Error(`Cannot start the case of seed ${draw.seed}: ${started.words}`);
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

function builderOf(parts: SimulatedBoxParts): (clock: Clock) => Services {
  const { clock, config, disk, draw, ears, hits, record, silences, truth } = parts;
  const { card, profile, seed, servers, variants } = draw;
  const stub = stubModel(card, seeded(forkSeed(seed, "stub")), truth);
  const models = servers === "none"
    ? undefined
    : simulatedModels(clock, profile, stub, hits, servers === "two");
  const ear = variants.includes("ear_on")
    ? simulatedTurnEar(clock, seeded(forkSeed(seed, "ear")), truth)
    : absentEar(NO_EAR);
  const cache = memoryCache();
  const openRecorder = silentRecorder({
    silences,
    isFull() {
      if (disk.isFull) hits.add("full_disk");
      return disk.isFull;
    },
  });
  return (from) => {
    const services = buildServices({
      ...{ config, clock: from, ears, models, ear, openRecorder },
      fromEnvironment: [],
      record: sometimesStuck(record, disk, hits),
      voice: simulatedVoice(clock, profile, hits),
      phrases: DEFAULT_PHRASES,
      rules: RULES,
      speechCache: cache,
      finaliser: idleFinaliser(),
    });
    // As `serve.ts` does: the fixed phrases are in the cache before anybody taps them (SP9).
    void services.speech.warm(new AbortController().signal);
    return services;
  };
}

function sometimesStuck(record: ClinicRecord, disk: SimulatedDisk, hits: FaultHits): ClinicRecord {
  return {
    ...record,
    transaction(work) {
      if (!disk.isStuck) return record.transaction(work);
      hits.add("stuck_record");
      const { code, message: words } = new RecordError("disk_full", null);
      return { ok: false, code, words, cause: null };
    },
  };
}

/** A process counts its milliseconds from its own start; what the one before it has kept says nothing. */
function clockOfANewProcess(clock: Clock): Clock {
  const startMs = clock.monotonicMs();
  return { ...clock, monotonicMs: () => clock.monotonicMs() - startMs };
}

function sessionOf({ rooms }: Services, consultation: string): Session {
  const session = rooms.session(consultation);
  if (session === undefined) throw new Error(`Cannot find the session of "${consultation}"`);
  return session;
}
