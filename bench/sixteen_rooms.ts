/**
 * The service of the ingest measurement, in a process of its own so that the feeding costs it
 * nothing: sixteen rooms, each with a live consultation, no engines. It prints where it is, and when
 * its input ends, what the time in between cost.
 */
import { join } from "node:path";
import process from "node:process";
import { Builder } from "fresh/dev";
import { buildServices } from "@/lib/build_services.ts";
import { systemClock } from "@/lib/clock.ts";
import { parseConfig } from "@/lib/config.ts";
import { absentVoice } from "@/lib/engines/absent_voice.ts";
import { typedEars } from "@/lib/engines/typed_ears.ts";
import { roomId } from "@/lib/record/ids.ts";
import { openRecord } from "@/lib/record/open_record.ts";
import { installServices } from "@/lib/services.ts";
import { DEFAULT_PHRASES } from "@/lib/speech/phrases.ts";
import { guarded } from "@/lib/web/guarded.ts";
import { sessionFile } from "@/lib/web/session_file.ts";
import { app } from "@/main.ts";
import { percentile, rounded } from "./percentile.ts";

/** A timer this far apart is late by what the event loop was busy with. */
const TIMER_MS = 10;

const [dataDir, rooms] = [Deno.args[0] ?? "", Number(Deno.args[1])];
const clock = systemClock();
const opened = openRecord({ dataDir, clock, onSealError: (error) => console.error(error) });
if (!opened.ok) throw new Error(opened.words);
const { record } = opened;
const parsed = parseConfig({ DATA_DIR: dataDir });
if (!parsed.ok) throw new Error("Cannot measure: the default settings are refused");
const { config } = parsed;
const services = buildServices({
  config,
  fromEnvironment: [],
  clock,
  record,
  ears: typedEars("No engine in this measurement."),
  voice: absentVoice("No engine in this measurement."),
  phrases: DEFAULT_PHRASES,
});
installServices(services);
const root = new URL("../", import.meta.url).href;
(await new Builder({ root }).build({ snapshot: "memory" }))(app);

const clinician = record.clinicians.ensureOwner("Bench").id;
const places = Array.from({ length: rooms }, (_, index) => {
  const room = roomId.parse(`room-${index + 1}`);
  record.rooms.ensure({ id: room, name: room });
  const started = services.rooms.start({ room, clinician, patientReference: null });
  if (!started.ok) throw new Error(started.words);
  return { room, consultation: started.consultation };
});
const server = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen() {} },
  guarded(app.handler(), {
    config,
    clock,
    sessions: sessionFile(join(dataDir, "sessions.json")),
    people: services.people,
  }),
);

const delays: number[] = [];
let due = performance.now() + TIMER_MS;
const timer = setInterval(() => {
  const now = performance.now();
  delays.push(Math.max(0, now - due));
  due = now + TIMER_MS;
}, TIMER_MS);

console.log(JSON.stringify({ origin: `http://127.0.0.1:${server.addr.port}`, places }));
const reader = Deno.stdin.readable.getReader();
/** A line asks for a fresh start of the figures, the end of the input for the last ones. */
let since = { cpu: process.cpuUsage(), atMs: performance.now() };
for (let read = await reader.read(); !read.done; read = await reader.read()) {
  console.log(JSON.stringify(figures()));
  delays.length = 0;
  since = { cpu: process.cpuUsage(), atMs: performance.now() };
}
clearInterval(timer);
services.rooms.shutdown();
await server.shutdown();
record.close();

function figures() {
  const { system, user } = process.cpuUsage(since.cpu);
  const elapsedMs = performance.now() - since.atMs;
  const positions = places.map(({ consultation }) =>
    services.rooms.session(consultation)?.state.capture.position ?? 0
  );
  return {
    cpu_share: rounded((system + user) / 1000 / elapsedMs),
    loop_delay_p50_ms: percentile(delays, 50),
    loop_delay_p99_ms: percentile(delays, 99),
    loop_delay_max_ms: percentile(delays, 100),
    rss_mib: rounded(Deno.memoryUsage().rss / 2 ** 20),
    samples: positions.reduce((sum, position) => sum + position, 0),
    gaps: places.reduce(
      (sum, { consultation }) => sum + record.captures.gaps(consultation).length,
      0,
    ),
  };
}
