import { join } from "node:path";
import { buildServices } from "@/lib/build_services.ts";
import { systemClock } from "@/lib/clock.ts";
import { type Config, parseConfig, type SettingName } from "@/lib/config.ts";
import { fakeVoice } from "@/lib/engines/fake_voice.ts";
import type { EarsEngine, VoiceEngine } from "@/lib/engines/ports.ts";
import type { SpeakerEngine } from "@/lib/engines/speakers/speaker_encoder.ts";
import { roomId } from "@/lib/record/ids.ts";
import { type ClinicRecord, openRecord } from "@/lib/record/open_record.ts";
import { installServices, type Services } from "@/lib/services.ts";
import type { Phrases } from "@/lib/speech/phrases.ts";
import { readPhrases } from "@/lib/speech/phrases_file.ts";
import { guarded } from "@/lib/web/guarded.ts";
import { sessionFile } from "@/lib/web/session_file.ts";
import { app } from "@/main.ts";
import { buildAppOnce } from "@/tests/build_app_once.ts";
import { scriptedEars } from "./scripted_ears.ts";
import { removeFolder } from "@/tests/remove_folder.ts";

export interface BoxOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly ears?: EarsEngine;
  readonly voice?: VoiceEngine;
  readonly speakers?: SpeakerEngine;
  /** What the owner wrote into the phrases file. */
  readonly phrases?: Partial<Phrases>;
}

/** A whole box in this process: the real app, record and sessions; only the engines are fakes. */
export interface Box extends AsyncDisposable {
  readonly origin: string;
  readonly config: Config;
  /** Those of the present run; a restart makes new ones. */
  readonly services: Services;
  /** Ends service and listener as a crash would, then starts again on the same port and folder. */
  restart(): Promise<void>;
}

const SCRIPT = [
  "I have had a cough for about two weeks now.",
  "It is worse at night, and I bring up a bit of yellow phlegm.",
  "No fever, no chest pain, but I get short of breath on the stairs.",
  "I take ramipril, five milligrams, once a day.",
];

export async function startBox(options: BoxOptions = {}): Promise<Box> {
  await buildAppOnce();
  const dataDir = await Deno.makeTempDir({ prefix: "alba-browser-" });
  const env = { DATA_DIR: dataDir, PORT: "0", CDS_ENGINE: "rules", ...options.env };
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  if (options.phrases !== undefined) {
    await Deno.writeTextFile(join(dataDir, "phrases.json"), JSON.stringify(options.phrases));
  }
  const { config, fromEnvironment } = parsed;
  let running = run(config, fromEnvironment, options, 0);
  const { port } = running;
  return {
    origin: `http://127.0.0.1:${port}`,
    config,
    get services() {
      return running.services;
    },
    async restart() {
      await running.stop();
      running = run(config, fromEnvironment, options, port);
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      await removeFolder(dataDir);
    },
  };
}

function run(
  config: Config,
  fromEnvironment: readonly SettingName[],
  options: BoxOptions,
  port: number,
) {
  const clock = systemClock();
  const record = recordOf(config);
  const phrases = readPhrases(config.DATA_DIR, config.DOCTOR_NAME);
  if (!phrases.ok) throw new Error(phrases.words);
  const services = buildServices({
    config,
    clock,
    record,
    ears: options.ears ?? scriptedEars(SCRIPT),
    voice: options.voice ?? fakeVoice({ clock }),
    speakers: options.speakers,
    phrases: phrases.phrases,
    fromEnvironment,
  });
  installServices(services);
  services.rooms.resume();
  const sessions = sessionFile(join(config.DATA_DIR, "sessions.json"));
  const handler = guarded(app.handler(), { config, clock, sessions, people: services.people });
  const server = Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, handler);
  return {
    services,
    port: server.addr.port,
    async stop() {
      services.rooms.shutdown();
      await server.shutdown();
      await services.voice.close();
      record.close();
    },
  };
}

function recordOf(config: Config): ClinicRecord {
  const opened = openRecord({
    dataDir: config.DATA_DIR,
    clock: systemClock(),
    onSealError: (error) => console.error(error),
  });
  if (!opened.ok) throw new Error(opened.words);
  opened.record.rooms.ensure({ id: roomId.parse("room-1"), name: config.ROOM_NAME });
  return opened.record;
}
