import assert from "node:assert/strict";
import { join } from "node:path";
import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import { manualClock } from "@/lib/clock.ts";
import { consultationId } from "@/lib/record/ids.ts";
import { openRecord } from "@/lib/record/open_record.ts";
import { recordingPath, recordPaths } from "@/lib/record/paths.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import { openBox } from "@/lib/feed/box.ts";
import { startTemporaryBox, type TemporaryBox } from "@/tasks/temporary_box.ts";
import { range, recordedFrames, recordedSamples } from "./recorded.ts";
import { numbered, TestPage } from "./test_page.ts";
import { removeFolder } from "@/tests/remove_folder.ts";

/** The real service in a process of its own, without engines. */
async function service(dataDir: string): Promise<TemporaryBox> {
  const settings = { ALBA_ENGINES_DIR: join(dataDir, "no-engines"), OWNER_PASSPHRASE: "" };
  const started = await startTemporaryBox(dataDir, settings);
  assert.ok(started.ok, started.ok ? "" : started.words);
  return started.box;
}

/** A browser's visit: its cookie, for a page's socket. */
async function visit({ url }: TemporaryBox): Promise<{ origin: string; cookie: string }> {
  const { origin } = new URL(url);
  const response = await fetch(origin);
  await response.body?.cancel();
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { origin, cookie };
}

async function startedConsultation({ url }: TemporaryBox) {
  const opened = await openBox(url, "");
  assert.ok(opened.ok);
  const started = await opened.box.startConsultation("");
  assert.ok(started.ok);
  return consultationId.parse(started.consultation);
}

/** A data folder that is gone when the test is, and the process on it too. */
async function onFolder(work: (dataDir: string, running: Set<TemporaryBox>) => Promise<void>) {
  const dataDir = await Deno.makeTempDir({ prefix: "alba-process-" });
  const running = new Set<TemporaryBox>();
  try {
    await work(dataDir, running);
  } finally {
    for (const box of running) await box.end("SIGKILL");
    await removeFolder(dataDir);
  }
}

async function live(box: TemporaryBox, id: string): Promise<TestPage> {
  const page = new TestPage(await visit(box), id);
  const snapshot = await page.hello();
  assert.equal(snapshot.lifecycle, "live");
  assert.equal(snapshot.in_control, true);
  await page.capture("epoch-1");
  return page;
}

async function send(page: TestPage, from: number, to: number): Promise<void> {
  for (const sequence of range(from, to)) {
    page.raw(encodeFrame(sequence, numbered(sequence)));
    if (sequence % 100 === 99) await page.settled();
  }
  await page.settled();
}

Deno.test("[TR2, CO1, CO5, FI6] kill -9 mid-consultation: at most a second is lost, it goes on live, and the record is whole", async () => {
  await onFolder(async (dataDir, running) => {
    const first = await service(dataDir);
    running.add(first);
    const id = await startedConsultation(first);
    const page = await live(first, id);
    const started = performance.now();
    await send(page, 0, 130);
    page.say({ type: "typed", text: "Allergic to penicillin.", role: "doctor" });
    await page.settled();
    await first.end("SIGKILL");
    running.delete(first);
    await page.ended;

    const path = recordingPath(recordPaths(dataDir), id);
    const onDisk = Deno.statSync(path).size;
    assert.ok(onDisk >= 44 + 2 * (130 * FRAME_SAMPLES - SAMPLE_RATE_HZ), `${onDisk} bytes`);

    const second = await service(dataDir);
    running.add(second);
    const again = await live(second, id);
    assert.ok(again.all("state").length === 0);
    // The page's numbers went on with its own clock while the service was away.
    const next = 130 + Math.ceil((performance.now() - started) / 20);
    await send(again, next, next + 60);
    const snapshot = await again.hello();
    assert.deepEqual(snapshot.committed.map(({ text }) => text), ["Allergic to penicillin."]);
    again.say({ type: "stop" });
    await again.ended;
    assert.equal(await second.end("SIGTERM"), 0);
    running.delete(second);

    const heard = recordedFrames(recordedSamples(path));
    assert.equal(heard.length, next + 60, "the recording is as long as the page's clock");
    const kept = heard.indexOf(null);
    assert.ok(kept >= 130 - 50, `${kept} frames of 130 were kept`);
    assert.deepEqual(heard, [
      ...range(0, kept),
      ...Array(next - kept).fill(null),
      ...range(next, next + 60),
    ]);
    assert.equal(verifyRecord(dataDir).verdict, "untampered");
  });
});

Deno.test("[OP5, TR2, CO1] SIGTERM mid-consultation: an orderly stop that loses nothing, and it goes on live", async () => {
  await onFolder(async (dataDir, running) => {
    const first = await service(dataDir);
    running.add(first);
    const id = await startedConsultation(first);
    const page = await live(first, id);
    await send(page, 0, 77);
    assert.equal(await first.end("SIGTERM"), 0);
    running.delete(first);
    const { code } = await page.ended;
    assert.ok(code !== 1000 && code < 4000, `a page comes back after close code ${code}`);
    const path = recordingPath(recordPaths(dataDir), id);
    assert.deepEqual(recordedFrames(recordedSamples(path)), range(0, 77));
    assert.equal(verifyRecord(dataDir).verdict, "untampered");

    const second = await service(dataDir);
    running.add(second);
    const again = await live(second, id);
    await send(again, 77, 90);
    again.say({ type: "stop" });
    await again.ended;
    assert.equal(await second.end("SIGTERM"), 0);
    running.delete(second);
    assert.deepEqual(recordedFrames(recordedSamples(path)), range(0, 90));
    assert.equal(stateOf(dataDir, id), "review");
    assert.equal(verifyRecord(dataDir).verdict, "untampered");
  });
});

Deno.test("[OP5] a port that is taken stops the start in words that say what to do", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const dataDir = await Deno.makeTempDir({ prefix: "alba-process-" });
  try {
    const { port } = listener.addr;
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--cached-only", "serve.ts"],
      cwd: new URL("../../", import.meta.url),
      env: { DATA_DIR: dataDir, PORT: String(port), NO_COLOR: "1" },
      stdin: "null",
    }).output();
    const words = new TextDecoder().decode(stderr);
    assert.equal(code, 1);
    assert.match(words, new RegExp(`port ${port}.*Stop that, or set PORT`));
    assert.doesNotMatch(words, /\n\s+at /, "no stack trace");
  } finally {
    listener.close();
    await removeFolder(dataDir);
  }
});

function stateOf(dataDir: string, id: ReturnType<typeof consultationId.parse>): string | undefined {
  const opened = openRecord({ dataDir, clock: manualClock(Date.now()), onSealError: () => {} });
  assert.ok(opened.ok, opened.ok ? "" : opened.words);
  const state = opened.record.consultations.get(id)?.state;
  opened.record.close();
  return state;
}
