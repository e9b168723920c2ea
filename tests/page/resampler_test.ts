import assert from "node:assert/strict";
import { Resampler } from "@/static/resampler.js";

const TO_HZ = 16_000;

function sine(hz: number, rateHz: number, seconds: number): Float32Array {
  return Float32Array.from(
    { length: Math.round(rateHz * seconds) },
    (_, index) => 0.5 * Math.sin(2 * Math.PI * hz * index / rateHz),
  );
}

/** Pushed in the pieces of 128 samples that a worklet gets. */
function resample(samples: Float32Array, fromHz: number): Float32Array {
  const resampler = new Resampler(fromHz, TO_HZ);
  const out: number[] = [];
  for (let at = 0; at < samples.length; at += 128) {
    out.push(...resampler.push(samples.subarray(at, at + 128)));
  }
  return Float32Array.from(out);
}

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length);
}

Deno.test("[TR1] where the browser keeps its own rate, speech is resampled true to time and level", () => {
  for (const fromHz of [44_100, 48_000, 96_000]) {
    const out = resample(sine(1000, fromHz, 1), fromHz);
    assert.ok(Math.abs(out.length - TO_HZ) <= 64, `${out.length} samples from ${fromHz} Hz`);
    const middle = out.subarray(1000, 15_000);
    const wanted = sine(1000, TO_HZ, 1).subarray(1000, 15_000);
    const error = rms(middle.map((sample, index) => sample - (wanted[index] ?? 0)));
    assert.ok(error < 0.01, `error ${error} from ${fromHz} Hz`);
  }
});

Deno.test("[TR1] what lies above the new half rate does not fold back into speech", () => {
  const out = resample(sine(11_000, 48_000, 1), 48_000);
  const level = 20 * Math.log10(rms(out.subarray(1000, 15_000)) / 0.354);
  assert.ok(level < -50, `${level} dB`);
});
