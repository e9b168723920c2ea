import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { pcmToBytes } from "@/lib/audio/pcm.ts";
import { FRAME_SAMPLES, SAMPLE_RATE_HZ, samples } from "@/lib/audio/units.ts";
import { WAV_HEADER_BYTES, wavHeader } from "@/lib/audio/wav.ts";
import { openWavRecorder, type WavRecorder } from "@/lib/audio/wav_recorder.ts";
import { type FaultyFile, faultyFile, systemError } from "@/tests/audio/faulty_file.ts";

function recorderOn(file: FaultyFile): WavRecorder {
  const opened = openWavRecorder("memory", () => file);
  assert.ok(opened.ok);
  return opened.recorder;
}

/** Frames whose samples tell their place, so that a shift or a doubling shows. */
function frame(number: number, length: number = FRAME_SAMPLES): Int16Array {
  return Int16Array.from({ length }, (_, n) => (number * 331 + n) % 20_000 + 1);
}

function wavOf(pcm: Int16Array): Uint8Array {
  return new Uint8Array([...wavHeader(samples(pcm.length), SAMPLE_RATE_HZ), ...pcmToBytes(pcm)]);
}

function joined(parts: readonly Int16Array[]): Int16Array {
  return Int16Array.from(parts.flatMap((part) => [...part]));
}

Deno.test("[TR2, SE5] the finished file is bit for bit what was appended, private, and its hash is right", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/a.wav`;
    const opened = openWavRecorder(path);
    assert.ok(opened.ok);
    const frames = Array.from({ length: 130 }, (_, n) => frame(n));
    for (const [n, pcm] of frames.entries()) {
      const outcome = opened.recorder.append(pcm);
      assert.ok(outcome.ok && outcome.position === (n + 1) * FRAME_SAMPLES);
    }
    const finished = opened.recorder.finish();
    const pcm = joined(frames);
    assert.ok(finished.ok && finished.length === pcm.length);
    assert.deepEqual(await Deno.readFile(path), wavOf(pcm));
    const sha256 = createHash("sha256").update(pcmToBytes(pcm)).digest("hex");
    assert.equal(finished.pcmSha256, sha256);
    assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("[TR2] cut at any byte, the file reopens with a right header and goes on at the exact sample", () => {
  const parts = fc.array(fc.nat({ max: 700 }), { minLength: 1, maxLength: 12 });
  fc.assert(fc.property(parts, fc.nat(), fc.boolean(), (lengths, cutSeed, staleHeader) => {
    const file = faultyFile();
    const recorder = recorderOn(file);
    const pcm = joined(lengths.map((length, n) => frame(n, length)));
    let at = 0;
    for (const length of lengths) {
      assert.ok(recorder.append(pcm.subarray(at, at += length)).ok);
    }
    const cut = cutSeed % (file.content.byteLength + 1);
    const left = file.content.slice(0, cut);
    if (staleHeader) left.fill(0xaa, 0, Math.min(cut, WAV_HEADER_BYTES));
    const kept = Math.floor(Math.max(0, cut - WAV_HEADER_BYTES) / 2);
    const again = faultyFile(left);
    const resumed = recorderOn(again);
    assert.equal(resumed.position, kept);
    assert.deepEqual(again.durable, wavOf(pcm.subarray(0, kept)));
    assert.ok(resumed.append(frame(99)).ok);
    const finished = resumed.finish();
    const whole = joined([pcm.subarray(0, kept), frame(99)]);
    assert.deepEqual(again.durable, wavOf(whole));
    const sha256 = createHash("sha256").update(pcmToBytes(whole)).digest("hex");
    assert.ok(finished.ok && finished.pcmSha256 === sha256 && again.closed);
  }));
});

Deno.test("[TR2] at every moment the disk holds all but the last second, under a playable header", () => {
  const file = faultyFile();
  const recorder = recorderOn(file);
  let heard: Int16Array = new Int16Array();
  for (let n = 0; n < 160; n++) {
    heard = joined([heard, frame(n)]);
    assert.ok(recorder.append(frame(n)).ok);
    const safe = (file.durable.byteLength - WAV_HEADER_BYTES) / 2;
    assert.ok(heard.length - safe < SAMPLE_RATE_HZ, `${heard.length - safe} samples at risk`);
    assert.deepEqual(file.durable, wavOf(heard.subarray(0, safe)));
  }
  // One on opening and one each second: no more, because each costs a disk its time.
  assert.equal(file.syncs, 1 + 3);
});

Deno.test("[CO5] a gap is silence of its own length", () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_200_000 }), (length) => {
      const file = faultyFile();
      const recorder = recorderOn(file);
      recorder.append(frame(1));
      const outcome = recorder.appendSilence(samples(length));
      assert.ok(outcome.ok && outcome.position === FRAME_SAMPLES + length);
      recorder.append(frame(2));
      recorder.finish();
      const silence = new Uint8Array(2 * length);
      const pcm = [...pcmToBytes(frame(1)), ...pcmToBytes(frame(2))];
      const half = 2 * FRAME_SAMPLES;
      assert.deepEqual(file.content.subarray(44, 44 + half), new Uint8Array(pcm.slice(0, half)));
      assert.deepEqual(file.content.subarray(44 + half, 44 + half + 2 * length), silence);
      assert.deepEqual(
        file.content.subarray(44 + half + 2 * length),
        new Uint8Array(pcm.slice(half)),
      );
    }),
    { numRuns: 12 },
  );
});

Deno.test("[SE4] a full disk is a value; nothing before it is lost, and recording goes on when there is room", () => {
  fc.assert(fc.property(fc.nat({ max: 3 * 2 * FRAME_SAMPLES }), (roomBytes) => {
    const file = faultyFile();
    const recorder = recorderOn(file);
    file.room(roomBytes);
    const taken: Int16Array[] = [];
    for (let n = 0; n < 4; n++) {
      const before = recorder.position;
      const outcome = recorder.append(frame(n));
      if (outcome.ok) {
        taken.push(frame(n));
        continue;
      }
      assert.equal(outcome.code, "disk_full");
      assert.equal(outcome.words, "Cannot write the recording: the disk is full");
      assert.equal(recorder.position, before);
    }
    assert.ok(taken.length < 4);
    file.room(undefined);
    assert.ok(recorder.append(frame(50)).ok);
    const finished = recorder.finish();
    const pcm = joined([...taken, frame(50)]);
    assert.deepEqual(file.content, wavOf(pcm));
    const sha256 = createHash("sha256").update(pcmToBytes(pcm)).digest("hex");
    assert.ok(finished.ok && finished.pcmSha256 === sha256);
  }));
});

Deno.test("[SE4] a recording that ended on a full disk is cut to whole frames and can be finished", () => {
  const file = faultyFile();
  const recorder = recorderOn(file);
  assert.ok(recorder.append(frame(0)).ok);
  file.room(101);
  assert.ok(!recorder.append(frame(1)).ok);
  const finished = recorder.finish();
  assert.ok(finished.ok);
  assert.deepEqual(file.content, wavOf(frame(0)));
});

Deno.test("[SE4] a failing sync is a value, and the frame it came with may be given again", () => {
  const file = faultyFile();
  const recorder = recorderOn(file);
  for (let n = 0; n < 49; n++) assert.ok(recorder.append(frame(n)).ok);
  file.failSync(systemError("EIO"));
  const failed = recorder.append(frame(49));
  assert.ok(!failed.ok && failed.code === "io");
  assert.equal(recorder.position, 49 * FRAME_SAMPLES);
  file.failSync(undefined);
  const outcome = recorder.append(frame(49));
  assert.ok(outcome.ok && outcome.synced && outcome.position === SAMPLE_RATE_HZ);
  const finished = recorder.finish();
  const pcm = joined(Array.from({ length: 50 }, (_, n) => frame(n)));
  assert.deepEqual(file.content, wavOf(pcm));
  const sha256 = createHash("sha256").update(pcmToBytes(pcm)).digest("hex");
  assert.ok(finished.ok && finished.pcmSha256 === sha256);
});

Deno.test("[SE4] a disk that is unplugged while it records is a value, too", () => {
  for (const code of ["ENODEV", "ENXIO", "ESTALE", "ETIMEDOUT", "EISDIR"]) {
    const file = faultyFile();
    const opened = openWavRecorder("unused", () => file);
    assert.ok(opened.ok);
    file.failSync(systemError(code));
    const outcome = opened.recorder.append(new Int16Array(16_000));
    assert.ok(!outcome.ok && outcome.code === "io", code);
  }
});

Deno.test("[SE4] a folder that is not there, or a mistake of ours, is told apart", () => {
  const missing = openWavRecorder("/nowhere/at/all.wav");
  assert.ok(!missing.ok && missing.code === "io");
  const mistake = () =>
    openWavRecorder("memory", () => {
      throw new TypeError("ours");
    });
  assert.throws(mistake, /ours/);
});

Deno.test("[TR2] after kill -9 the file has every frame it was given and reopens at the exact sample", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/killed.wav`;
    const script = new URL("./endless_recording.ts", import.meta.url).pathname;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", script, path],
      stdout: "piped",
    }).spawn();
    // Killed while it writes: the count it printed last was appended before the printing.
    let printed = "";
    const deadline = AbortSignal.timeout(30_000);
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      printed += text;
      if (printed.split("\n").length > 120 || deadline.aborted) break;
    }
    child.kill("SIGKILL");
    await child.status;
    const appended = Number(printed.trimEnd().split("\n").slice(0, -1).at(-1));
    assert.ok(appended >= 100, printed.slice(-40));
    const opened = openWavRecorder(path);
    assert.ok(opened.ok && opened.recorder.position >= appended * FRAME_SAMPLES);
    const { position } = opened.recorder;
    opened.recorder.finish();
    const whole = joined(Array.from({ length: position / FRAME_SAMPLES + 1 }, (_, n) => frame(n)));
    assert.deepEqual(await Deno.readFile(path), wavOf(whole.subarray(0, position)));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
