import type { SpeechDetector } from "@/lib/engines/transcriber/backend.ts";
import { DETECTION_WINDOW } from "@/lib/engines/transcriber/policy.ts";

/**
 * Speech by loudness above the room's own noise, for engines that bring no detector of their own.
 * It takes a slammed door for speech where Silero would not; the engine's guards then drop it.
 */

/** Speech in a quiet room stands 20 dB above its noise; half of that is the middle of doubt. */
const DOUBT_DB = 10;
/** From 0.27 to 0.73 within 2 dB either side of it. */
const DOUBT_WIDTH_DB = 2;
/** The floor sinks at once and rises slowly, so that a sentence does not become the noise. */
const FLOOR_RISE_DB_PER_WINDOW = 0.03;
/** The quietest room through the quietest microphone. */
const LOWEST_FLOOR_DB = -75;
/** A room louder than this cannot be told from speech; the floor starts there at the latest. */
const HIGHEST_FLOOR_DB = -40;

export function energyDetector(): SpeechDetector {
  return {
    detect(carry, pcm) {
      const view = new DataView(carry.buffer, carry.byteOffset, carry.byteLength);
      let floorDb = carry.length === 0 ? HIGHEST_FLOOR_DB : view.getFloat64(0);
      const probabilities: number[] = [];
      for (let at = 0; at < pcm.length; at += DETECTION_WINDOW) {
        const level = rootMeanSquare(pcm.subarray(at, at + DETECTION_WINDOW));
        if (level === 0) {
          // A muted window is zeros, which no room is: it must not become the floor.
          probabilities.push(0);
          continue;
        }
        const levelDb = Math.max(LOWEST_FLOOR_DB, 20 * Math.log10(level));
        floorDb = Math.min(HIGHEST_FLOOR_DB, levelDb, floorDb + FLOOR_RISE_DB_PER_WINDOW);
        probabilities.push(1 / (1 + Math.exp((floorDb + DOUBT_DB - levelDb) / DOUBT_WIDTH_DB)));
      }
      const next = new DataView(new ArrayBuffer(8));
      next.setFloat64(0, floorDb);
      return Promise.resolve({ ok: true, probabilities, carry: new Uint8Array(next.buffer) });
    },
  };
}

/** As a share of full scale, 0 to 1. */
function rootMeanSquare(pcm: Int16Array): number {
  const power = pcm.reduce((sum, sample) => sum + sample * sample, 0);
  return Math.sqrt(power / pcm.length) / 32_768;
}
