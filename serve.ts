import { join } from "node:path";
import { getLogger } from "@logtape/logtape";
import { buildServices } from "@/lib/build_services.ts";
import { systemClock } from "@/lib/clock.ts";
import { type Config, configProblemWords, parseConfig, SETTING_NAMES } from "@/lib/config.ts";
import { codeVersion } from "@/lib/consultation/code_version.ts";
import { chooseEngines } from "@/lib/engines/choose_engines.ts";
import { roomId } from "@/lib/record/ids.ts";
import { openRecord } from "@/lib/record/open_record.ts";
import { keepRetention } from "@/lib/record/retention.ts";
import { installServices } from "@/lib/services.ts";
import { readPhrases } from "@/lib/speech/phrases_file.ts";
import { configureLogs } from "@/lib/web/configure_logs.ts";
import { guarded } from "@/lib/web/guarded.ts";
import { type Listener, openListener } from "@/lib/web/open_listener.ts";
import { outliveMistakes } from "@/lib/web/outlive_mistakes.ts";
import { networkAddresses, ownAddress } from "@/lib/web/page_addresses.ts";
import { sessionFile } from "@/lib/web/session_file.ts";
import { openSharing, type Sharing } from "@/lib/web/sharing.ts";

/**
 * The process of a box: settings, record, engines, rooms, listener, and an end that leaves nothing
 * running. `deno task start` runs it with exactly the permissions it needs.
 */

/** This version stands in one room; its key is in every row, so that more can be added. */
const ROOM = roomId.parse("room-1");

/** An orderly stop that takes longer than this has hung; the record is safe at any moment anyway. */
const STOP_TIMEOUT_MS = 10_000;

function refuse(...sentences: string[]): never {
  for (const sentence of sentences) console.error(sentence);
  Deno.exit(1);
}

const NOBODY_COULD_SIGN_IN =
  "Cannot share the box (LAN_SHARE=true): no owner could sign in. Start without LAN_SHARE, give an " +
  "owner a PIN on the page People, then start again; or set OWNER_PASSPHRASE.";

type AppHandler = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

/** Runs the box until it is asked to stop; `loadApp` is called when the services are there. */
export async function runBox(loadApp: () => Promise<AppHandler>): Promise<void> {
  await configureLogs({ write: (line) => console.log(line) });
  const log = getLogger(["alba", "serve"]);
  const environment = Object.fromEntries(SETTING_NAMES.map((name) => [name, Deno.env.get(name)]));
  const parsed = parseConfig(environment);
  if (!parsed.ok) refuse(...parsed.problems.map(configProblemWords));
  const { config } = parsed;
  const clock = systemClock();
  const opened = openRecord({
    dataDir: config.DATA_DIR,
    clock,
    onSealError: () => log.error("The audit head could not be signed", { code: "seal" }),
  });
  if (!opened.ok) refuse(`${opened.words}.`);
  const { record } = opened;
  record.rooms.ensure({ id: ROOM, name: config.ROOM_NAME });
  // Not with the first consultation: by then the files may be newer than the code that runs.
  if (config.AUTO_MODE_ENABLED) codeVersion();
  const phrases = readPhrases(config.DATA_DIR);
  if (!phrases.ok) refuse(phrases.words);
  const engines = chooseEngines(config, clock);
  const opening = openSharing(config, clock);
  if (!opening.ok) refuse(opening.words);
  const { sharing } = opening;
  const services = buildServices({
    ...engines,
    config,
    clock,
    record,
    phrases: phrases.phrases,
    fromEnvironment: parsed.fromEnvironment,
  });
  if (sharing !== null && !services.people.ownerCanSignIn) refuse(NOBODY_COULD_SIGN_IN);
  installServices(sharing === null ? services : { ...services, sharing });
  const resumed = services.rooms.resume();
  if (resumed > 0) log.info("Unfinished consultations go on", { count: resumed });
  const warming = new AbortController();
  void services.speech.warm(warming.signal);

  const sessions = sessionFile(join(config.DATA_DIR, "sessions.json"));
  const handler = guarded(await loadApp(), {
    config,
    clock,
    people: services.people,
    sessions,
    shared: sharing?.ownNames,
  });
  const listener = listen(config, { certificate: sharing?.certificate ?? null, clock, handler });
  announce(config, listener, sharing);
  const stopRetention = keepRetention({
    record,
    clock,
    audioDays: config.RETENTION_AUDIO_DAYS,
    days: config.RETENTION_DAYS,
    forgetSpeech: () => services.speech.forgetSaid(services.people.list().map(({ name }) => name)),
  });
  // Not sooner: what goes wrong at the start must end it, with words.
  outliveMistakes(globalThis);
  await stopSignal();
  log.info("Stopping");
  const forced = clock.after(STOP_TIMEOUT_MS, () => Deno.exit(1));
  warming.abort();
  stopRetention();
  services.decisions.close();
  services.rooms.shutdown();
  await Promise.all([listener.shutdown(), services.finaliser.close(), engines.close()]);
  record.close();
  forced();
  Deno.exit(0);
}

/**
 * The built app (`deno task build`). The address stands here in full because Deno then counts it
 * among the program's own modules; any other import would need leave to read the whole project.
 */
async function builtApp(): Promise<AppHandler> {
  const build: { default: { fetch: AppHandler } } = await import("./_fresh/server.js");
  return build.default.fetch;
}

function listen(
  { HOST, PORT }: Config,
  parts: Omit<Parameters<typeof openListener>[0], "hostname" | "port">,
): Listener {
  try {
    return openListener({ hostname: HOST, port: PORT, ...parts });
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      refuse(`Cannot listen on port ${PORT}: another program has it. Stop that, or set PORT.`);
    }
    throw error;
  }
}

function announce({ HOST: host }: Config, listener: Listener, sharing: Sharing | null): void {
  console.log(`Alba is ready: ${ownAddress({ ...listener, host })}`);
  if (sharing === null) return;
  for (const address of networkAddresses(sharing.ownNames(), listener.port)) {
    console.log(`In the network: ${address}`);
  }
  console.log("How a device comes to trust it: the page /certificate there.");
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.addSignalListener(signal, () => resolve());
    }
  });
}

if (import.meta.main) await runBox(builtApp);
