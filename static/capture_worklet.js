import { Resampler } from "./resampler.js";

const RATE_HZ = 16_000;

/** 20 ms, the frame of the wire. */
const FRAME_SAMPLES = 320;

/**
 * Cuts the microphone's sound into 20 ms frames of PCM16 at 16 kHz and stamps each with the wall
 * clock on the audio thread, where a busy page cannot delay it.
 */
class CaptureProcessor extends AudioWorkletProcessor {
  constructor() {
    super();
    this.resampler = sampleRate === RATE_HZ ? null : new Resampler(sampleRate, RATE_HZ);
    this.frame = new Int16Array(FRAME_SAMPLES);
    this.filled = 0;
    this.squares = 0;
    this.peak = 0;
    this.running = true;
    this.port.onmessage = () => {
      this.running = false;
    };
  }

  /** @param {Float32Array[][]} inputs */
  process(inputs) {
    const channel = inputs[0]?.[0];
    if (channel !== undefined) {
      const samples = this.resampler === null ? channel : this.resampler.push(channel);
      for (const sample of samples) this.add(sample);
    }
    return this.running;
  }

  /** @param {number} sample */
  add(sample) {
    const clipped = Math.max(-1, Math.min(1, sample));
    this.frame[this.filled++] = Math.round(clipped * 32_767);
    this.squares += clipped * clipped;
    this.peak = Math.max(this.peak, Math.abs(clipped));
    if (this.filled === FRAME_SAMPLES) this.send();
  }

  send() {
    const pcm = this.frame;
    const rms = Math.sqrt(this.squares / FRAME_SAMPLES);
    this.port.postMessage({ pcm, rms, peak: this.peak, stampMs: Date.now() }, [pcm.buffer]);
    this.frame = new Int16Array(FRAME_SAMPLES);
    this.filled = 0;
    this.squares = 0;
    this.peak = 0;
  }
}

registerProcessor("alba-capture", CaptureProcessor);
