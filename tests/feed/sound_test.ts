import assert from "node:assert/strict";
import fc from "fast-check";
import { pcmToBytes } from "@/lib/audio/pcm.ts";
import { FRAME_SAMPLES, samples } from "@/lib/audio/units.ts";
import { wavHeader } from "@/lib/audio/wav.ts";
import { FileMicrophone } from "@/lib/feed/file_microphone.ts";
import { missingSound } from "@/lib/feed/missing_sound.ts";
import { resample } from "@/lib/feed/resample.ts";
import { readSpeechWav } from "@/lib/feed/speech_wav.ts";

function tone(hz: number, rateHz: number, seconds: number, peak = 12_000): Int16Array {
  return Int16Array.from(
    { length: Math.round(rateHz * seconds) },
    (_, index) => Math.round(peak * Math.sin(2 * Math.PI * hz * index / rateHz)),
  );
}

function wav(pcm: Int16Array, rateHz: number): Uint8Array {
  return new Uint8Array([...wavHeader(samples(pcm.length), rateHz), ...pcmToBytes(pcm)]);
}

/** Root mean square. */
function rms(pcm: Int16Array): number {
  return Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);
}

/** Without the filter's own beginning and end. */
function middle(pcm: Int16Array): Int16Array {
  return pcm.subarray(200, pcm.length - 200);
}

for (const rateHz of [8_000, 22_050, 44_100, 48_000]) {
  Deno.test(`[TR1] speech at ${rateHz} Hz is the same sound at 16 kHz`, () => {
    const made = middle(resample(tone(440, rateHz, 0.5), rateHz, 16_000));
    const wanted = middle(tone(440, 16_000, 0.5));
    assert.equal(made.length, wanted.length);
    const error = made.map((sample, index) => sample - (wanted[index] ?? 0));
    // 60 dB below the sound: what is left is rounding and the filter's ripple.
    assert.ok(rms(error) < rms(wanted) / 1000, `error ${rms(error)} of ${rms(wanted)}`);
  });
}

Deno.test("[TR1] what 16 kHz cannot hold is taken out and not folded into the speech", () => {
  const made = middle(resample(tone(11_000, 48_000, 0.5), 48_000, 16_000));
  assert.ok(rms(made) < rms(tone(11_000, 48_000, 0.5)) / 1000, `left over: ${rms(made)}`);
});

Deno.test("[TR1] loud sound is clipped and never wraps around", () => {
  const square = Int16Array.from({ length: 4_800 }, (_, i) => i % 96 < 48 ? 32_767 : -32_768);
  const made = resample(square, 48_000, 16_000);
  // Sixteen samples up, sixteen down; the filter overshoots full scale near each edge.
  for (let at = 64; at < made.length - 64; at++) {
    const place = at % 32;
    if (place % 16 < 2 || place % 16 > 13) continue;
    assert.equal(Math.sign(made[at] ?? 0), place < 16 ? 1 : -1, `sample ${at}: ${made[at]}`);
  }
});

Deno.test("[TR2] a WAV of 16 kHz is fed as it is, sample for sample", () => {
  fc.assert(fc.property(fc.int16Array({ minLength: 1, maxLength: 500 }), (pcm) => {
    const outcome = readSpeechWav(wav(pcm, 16_000));
    assert.ok(outcome.ok);
    assert.deepEqual(outcome.pcm, pcm);
  }));
});

for (
  const [words, bytes, message] of [
    ["no WAV", new TextEncoder().encode("not a recording at all"), /no RIFF\/WAVE header/],
    ["an empty file", new Uint8Array(), /no RIFF\/WAVE header/],
    ["a stereo WAV", stereo(), /not mono 16-bit PCM.*ffmpeg/],
    ["a WAV without sound", wav(new Int16Array(), 16_000), /holds no sound/],
    ["a WAV of 100 Hz", wav(tone(10, 100, 1), 100), /no speech recording/],
  ] as const
) {
  Deno.test(`[TR1] ${words} is refused in words that say what to do`, () => {
    const outcome = readSpeechWav(bytes);
    assert.ok(!outcome.ok);
    assert.equal(outcome.code, "bad_wav");
    assert.match(outcome.words, message);
  });
}

function stereo(): Uint8Array {
  const bytes = wav(tone(440, 16_000, 0.1), 16_000);
  bytes[22] = 2;
  return bytes;
}

Deno.test("[TR1, TR2] the microphone hears whole frames, the last one filled up with silence", () => {
  const pcm = Int16Array.from({ length: 2 * FRAME_SAMPLES + 7 }, (_, index) => index + 1);
  const microphone = new FileMicrophone(pcm);
  const frames: Int16Array[] = [];
  for (let frame = microphone.take(null); frame !== undefined; frame = microphone.take(null)) {
    frames.push(frame);
  }
  assert.equal(frames.length, 3);
  assert.ok(frames.every((frame) => frame.length === FRAME_SAMPLES));
  assert.deepEqual(microphone.heard.subarray(0, pcm.length), pcm);
  assert.ok(microphone.heard.subarray(pcm.length).every((sample) => sample === 0));
});

Deno.test("[TR5] an echo comes in from its own frame on, at its level, and ends with its sound", () => {
  const microphone = new FileMicrophone(new Int16Array(4 * FRAME_SAMPLES).fill(100));
  const echo = { pcm: new Int16Array(FRAME_SAMPLES + 10).fill(1_000), fromFrame: 1, level: 0.5 };
  microphone.take(null);
  for (let frame = 1; frame < 4; frame++) microphone.take(echo);
  const heard = microphone.heard;
  assert.ok(heard.subarray(0, FRAME_SAMPLES).every((sample) => sample === 100));
  const during = heard.subarray(FRAME_SAMPLES, 2 * FRAME_SAMPLES + 10);
  assert.ok(during.every((sample) => sample === 600));
  assert.ok(heard.subarray(2 * FRAME_SAMPLES + 10).every((sample) => sample === 100));
});

Deno.test("[TR1] an echo that is too loud is clipped and never wraps around", () => {
  const microphone = new FileMicrophone(new Int16Array(FRAME_SAMPLES).fill(30_000));
  microphone.take({ pcm: new Int16Array(FRAME_SAMPLES).fill(30_000), fromFrame: 0, level: 1 });
  assert.ok(microphone.heard.every((sample) => sample === 32_767));
});

Deno.test("[TR2] any changed, missing or added sound is found, and nothing else", () => {
  const length = 20 * FRAME_SAMPLES;
  const sent = Int16Array.from({ length }, (_, index) => (index % 1_000) + 1);
  assert.deepEqual(missingSound(sent, sent.slice()), []);
  fc.assert(fc.property(fc.nat(length - 1), (at) => {
    const recorded = sent.slice();
    recorded[at] = (recorded[at] ?? 0) ^ 1;
    const start = Math.floor(at / FRAME_SAMPLES) * 20;
    assert.deepEqual(missingSound(sent, recorded), [{ start_ms: start, end_ms: start + 20 }]);
  }));
  const gap = sent.slice().fill(0, 5 * FRAME_SAMPLES, 9 * FRAME_SAMPLES);
  assert.deepEqual(missingSound(sent, gap), [{ start_ms: 100, end_ms: 180 }]);
  assert.deepEqual(missingSound(sent, sent.subarray(0, 19 * FRAME_SAMPLES)), [
    { start_ms: 380, end_ms: 400 },
  ]);
  assert.equal(missingSound(sent.subarray(0, FRAME_SAMPLES), sent).length, 1);
});
