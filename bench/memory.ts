/**
 * Memory over an hour of a consultation, in fast motion: every frame goes through the socket's
 * parser, the session and the recorder, with a committed line every two seconds of sound.
 * `deno run -A --v8-flags=--expose-gc bench/memory.ts`.
 */
import { buildServices } from "@/lib/build_services.ts";
import { type ManualClock, manualClock } from "@/lib/clock.ts";
import { SAMPLE_RATE_HZ, samples } from "@/lib/audio/units.ts";
import { parseConfig } from "@/lib/config.ts";
import { absentVoice } from "@/lib/engines/absent_voice.ts";
import type { EarsEngine } from "@/lib/engines/ports.ts";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import { PROTOCOL_VERSION } from "@/lib/protocol/shared.ts";
import { roomId } from "@/lib/record/ids.ts";
import { openRecord } from "@/lib/record/open_record.ts";
import { DEFAULT_PHRASES } from "@/lib/speech/phrases.ts";
import { LiveSocket } from "@/lib/web/live_socket.ts";
import { MessageLimits } from "@/lib/web/message_limits.ts";
import { rounded } from "./percentile.ts";

const FRAMES_PER_MIN = 50 * 60;
const MINUTES = 60;
const LINE_SAMPLES = 2 * SAMPLE_RATE_HZ;
const ROOM = roomId.parse("room-1");

export interface MemoryFigures {
  /** Heap in use after a collection, at 0, 10, … 60 minutes of sound. */
  readonly heap_mib: readonly number[];
  readonly rss_mib: readonly number[];
  /** Heap growth of the last fifty minutes, per hour: what the transcript itself takes. */
  readonly heap_growth_mib_per_h: number;
  readonly lines: number;
  /** How much faster than real time the hour went by. */
  readonly times_real_time: number;
  readonly frame_us: number;
}

/** Ears that commit a line for every two seconds of sound. */
function talkativeEars(): EarsEngine {
  return {
    kind: "whisper",
    state: () => ({ state: "ready", words: "Ready" }),
    open({ startAt, onEvent }) {
      let [position, lineStart]: [number, number] = [startAt, startAt];
      return {
        feed(pcm) {
          position += pcm.length;
          if (position - lineStart < LINE_SAMPLES) return;
          const text = `I have had this cough for ${position % 97} days and it is no better.`;
          const words = text.split(" ").map((word) => ({
            text: word,
            start: samples(lineStart),
            end: samples(position),
            probability: 0.9,
          }));
          const [start, end] = [samples(lineStart), samples(position)];
          lineStart = position;
          onEvent({ type: "committed", speech: { start, end, text, words, lowConfidence: false } });
          onEvent({ type: "heard", through: end });
        },
        flush: () => Promise.resolve(),
        close: () => {},
      };
    },
  };
}

export async function measureMemory(): Promise<MemoryFigures> {
  const dataDir = await Deno.makeTempDir({ prefix: "alba-memory-" });
  try {
    return hourIn(dataDir);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

function hourIn(dataDir: string): MemoryFigures {
  const clock = manualClock(Date.now());
  const opened = openRecord({ dataDir, clock, onSealError: (error) => console.error(error) });
  const parsed = parseConfig({ DATA_DIR: dataDir });
  if (!opened.ok || !parsed.ok) throw new Error("Cannot measure: the record does not open");
  const { record } = opened;
  record.rooms.ensure({ id: ROOM, name: "Bench" });
  const services = buildServices({
    config: parsed.config,
    fromEnvironment: [],
    clock,
    record,
    ears: talkativeEars(),
    voice: absentVoice("None."),
    phrases: DEFAULT_PHRASES,
  });
  const clinician = record.clinicians.ensureOwner("Bench").id;
  const started = services.rooms.start({ room: ROOM, clinician, patientReference: null });
  if (!started.ok) throw new Error(started.words);
  const session = services.rooms.session(started.consultation);
  if (session === undefined) throw new Error("Cannot measure: there is no session");
  const socket = pageOf(session, clock);
  const figures = hour(socket, clock);
  const lines = record.segments.list(started.consultation).length;
  services.rooms.shutdown();
  record.close();
  return { ...figures, lines };
}

function pageOf(
  session: ConstructorParameters<typeof LiveSocket>[1]["session"],
  clock: ManualClock,
) {
  let ids = 0;
  const wire = { send: () => {}, close: () => {}, bufferedAmount: 0, isOpen: true };
  const socket = new LiveSocket(wire, {
    linkId: "bench",
    session,
    limits: new MessageLimits(clock.monotonicMs()),
    clock,
    newId: () => `bench-${++ids}`,
    userAgent: "",
    autoMode: false,
    controller: () => null,
    whenSignedOut: () => () => {},
  });
  const hello = { type: "hello", version: PROTOCOL_VERSION, room: ROOM, client: "bench" };
  socket.receive(JSON.stringify(hello));
  socket.receive(JSON.stringify({
    type: "capture",
    epoch: "bench",
    input_label: "",
    output_label: "",
    platform: "bench",
    constraints: { echo_cancellation: false, noise_suppression: false, auto_gain_control: false },
    local_voice: false,
    pace: "live",
  }));
  return socket;
}

/** Collects garbage, which V8 offers under the flag named above. */
function collect(): void {
  const gc: unknown = Reflect.get(globalThis, "gc");
  if (typeof gc !== "function") throw new Error("Cannot measure: run it with --expose-gc");
  gc();
}

function hour(socket: LiveSocket, clock: ManualClock): Omit<MemoryFigures, "lines"> {
  const [heap, rss]: [number[], number[]] = [[], []];
  const sample = () => {
    collect();
    const { heapUsed, rss: resident } = Deno.memoryUsage();
    heap.push(rounded(heapUsed / 2 ** 20));
    rss.push(rounded(resident / 2 ** 20));
  };
  const sound = Int16Array.from({ length: 320 }, (_, index) => index * 37 % 9_000);
  const start = performance.now();
  for (let frame = 0; frame < MINUTES * FRAMES_PER_MIN; frame++) {
    if (frame % (10 * FRAMES_PER_MIN) === 0) sample();
    clock.advance(20);
    socket.receive(encodeFrame(frame, sound));
  }
  const tookMs = performance.now() - start;
  sample();
  const [first, last] = [heap[1] ?? 0, heap.at(-1) ?? 0];
  return {
    heap_mib: heap,
    rss_mib: rss,
    heap_growth_mib_per_h: rounded((last - first) * 60 / 50),
    times_real_time: Math.round(MINUTES * 60_000 / tookMs),
    frame_us: rounded(tookMs * 1000 / (MINUTES * FRAMES_PER_MIN)),
  };
}

if (import.meta.main) console.log(JSON.stringify(await measureMemory()));
