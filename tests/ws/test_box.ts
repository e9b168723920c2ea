import { join } from "node:path";
import { buildServices, type ServiceParts } from "@/lib/build_services.ts";
import { type ManualClock, manualClock } from "@/lib/clock.ts";
import { parseConfig } from "@/lib/config.ts";
import type { TurnEar } from "@/lib/engines/ear/turn_ear.ts";
import { type FakeVoice, fakeVoice } from "@/lib/engines/fake_voice.ts";
import type { VoiceEngine } from "@/lib/engines/ports.ts";
import { type ConsultationId, consultationId, type RoomId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import { installServices, type Services } from "@/lib/services.ts";
import { DEFAULT_PHRASES } from "@/lib/speech/phrases.ts";
import { guarded } from "@/lib/web/guarded.ts";
import { sessionFile } from "@/lib/web/session_file.ts";
import { app } from "@/main.ts";
import { buildAppOnce } from "@/tests/build_app_once.ts";
import { openedRecord, ROOM, TEST_START_MS } from "@/tests/record/record_for_test.ts";
import { type DirectedEars, directedEars } from "./directed_ears.ts";
import { removeFolder } from "@/tests/remove_folder.ts";

/** A whole box on a real port: app, guard, record and files are real; engines and time are not. */
export interface TestBox extends AsyncDisposable {
  readonly origin: string;
  readonly dataDir: string;
  /** Of the service; sockets and files live in real time. */
  readonly clock: ManualClock;
  readonly ears: DirectedEars;
  readonly voice: FakeVoice;
  readonly room: RoomId;
  readonly services: Services;
  readonly record: ClinicRecord;
  /** Header of a browser that has opened a page. */
  readonly cookie: string;
  /** Starts a consultation as the button does, and returns its id. */
  start(): Promise<ConsultationId>;
  recordingPath(consultation: ConsultationId): string;
  /** Stops the service in good order and starts it again on the same folder and port. */
  restart(awayMs: number, env?: TestBoxOptions["env"]): Promise<void>;
}

export interface TestBoxOptions {
  /** Speaks in place of the fake voice. */
  readonly voice?: VoiceEngine;
  /** Judges ends of turns; without one there is none on the box. */
  readonly ear?: (clock: ManualClock) => TurnEar;
  /** Wraps the record, for a disk that fails. */
  readonly record?: (record: ClinicRecord) => ClinicRecord;
  readonly openRecorder?: ServiceParts["openRecorder"];
  /** Settings beside the test's own. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function openTestBox(options: TestBoxOptions = {}): Promise<TestBox> {
  await buildAppOnce();
  const dataDir = await Deno.makeTempDir({ prefix: "alba-ws-" });
  const clock = manualClock(TEST_START_MS);
  const parts = { dataDir, clock, ears: directedEars(), voice: fakeVoice({ clock }) };
  let running = run(parts, options, 0);
  const { port } = running;
  const origin = `http://127.0.0.1:${port}`;
  const cookie = await cookieOf(origin);
  return {
    ...parts,
    room: ROOM,
    origin,
    cookie,
    get services() {
      return running.services;
    },
    get record() {
      return running.services.record;
    },
    start: () => startConsultation(origin, cookie),
    recordingPath: (consultation) => recordingPath(running.services.record.paths, consultation),
    async restart(awayMs, env = options.env ?? {}) {
      await running.stop();
      clock.advance(awayMs);
      running = run(parts, { ...options, env }, port);
      running.services.rooms.resume();
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      await parts.voice.close();
      await removeFolder(dataDir);
    },
  };
}

type LastingParts = Pick<TestBox, "dataDir" | "clock" | "ears" | "voice">;

/** One run of the service on its folder, until it is stopped. */
function run({ clock, dataDir, ears, voice }: LastingParts, options: TestBoxOptions, port: number) {
  const own = { DATA_DIR: dataDir, PORT: "0", CDS_ENGINE: "rules" };
  const parsed = parseConfig({ ...own, ...options.env });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { config } = parsed;
  const opened = openedRecord(dataDir, clock);
  const services = buildServices({
    config,
    fromEnvironment: [],
    clock,
    record: options.record?.(opened.record) ?? opened.record,
    ears,
    voice: options.voice ?? voice,
    ear: options.ear?.(clock),
    phrases: DEFAULT_PHRASES,
    openRecorder: options.openRecorder,
  });
  installServices(services);
  const sessions = sessionFile(join(dataDir, "sessions.json"));
  const handler = guarded(app.handler(), { config, clock, sessions, people: services.people });
  const server = Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, handler);
  return {
    services,
    port: server.addr.port,
    async stop() {
      services.rooms.shutdown();
      await server.shutdown();
      opened.record.close();
      installServices(null);
    },
  };
}

async function cookieOf(origin: string): Promise<string> {
  const response = await fetch(`${origin}/`);
  await response.body?.cancel();
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
  if (cookie === undefined) throw new Error(`no cookie from the home page: ${response.status}`);
  return cookie;
}

async function startConsultation(origin: string, cookie: string): Promise<ConsultationId> {
  const response = await fetch(`${origin}/consultations`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, cookie },
    body: new URLSearchParams({ reference: "" }),
  });
  await response.body?.cancel();
  const id = response.headers.get("location")?.split("/").at(-1);
  return consultationId.parse(id);
}
