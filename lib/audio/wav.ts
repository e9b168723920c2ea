import { BYTES_PER_SAMPLE } from "@/lib/audio/pcm.ts";
import { type Samples, samples } from "@/lib/audio/units.ts";

/** The plain header: RIFF, a 16-byte `fmt ` chunk, and `data`, with nothing between. */
export const WAV_HEADER_BYTES = 44;

const PCM_FORMAT = 1;
const MONO = 1;
const BITS_PER_SAMPLE = 8 * BYTES_PER_SAMPLE;
/** Sizes are 32-bit; beyond them (37 hours at 16 kHz) readers take "all that follows". */
const LARGEST_SIZE = 0xffff_ffff;
const FORMAT_CHUNK_BYTES = 16;

/** Header of a mono PCM16 file with `length` samples. */
export function wavHeader(length: Samples, sampleRateHz: number): Uint8Array {
  const bytes = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const dataBytes = length * BYTES_PER_SAMPLE;
  writeTag(bytes, 0, "RIFF");
  view.setUint32(4, Math.min(LARGEST_SIZE, WAV_HEADER_BYTES - 8 + dataBytes), true);
  writeTag(bytes, 8, "WAVE");
  writeTag(bytes, 12, "fmt ");
  view.setUint32(16, FORMAT_CHUNK_BYTES, true);
  view.setUint16(20, PCM_FORMAT, true);
  view.setUint16(22, MONO, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, BITS_PER_SAMPLE, true);
  writeTag(bytes, 36, "data");
  view.setUint32(40, Math.min(LARGEST_SIZE, dataBytes), true);
  return bytes;
}

export type ParsedWav =
  | {
    readonly ok: true;
    readonly sampleRateHz: number;
    /** Where the samples begin. */
    readonly dataOffset: number;
    readonly length: Samples;
  }
  | { readonly ok: false; readonly code: "not_wav" | "not_mono_pcm16"; readonly words: string };

/**
 * Reads the header of a mono PCM16 WAV from its first bytes; other chunks before `data` are
 * skipped. `fileBytes` is the whole file's size: a size field that says more than the file holds
 * (a recorder that was killed, a file beyond 4 GiB) is taken as "to the end".
 */
export function parseWav(head: Uint8Array, fileBytes: number): ParsedWav {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.byteLength < 12 || readTag(head, 0) !== "RIFF" || readTag(head, 8) !== "WAVE") {
    return notWav("it has no RIFF/WAVE header");
  }
  let sampleRateHz: number | undefined;
  for (let offset = 12; offset + 8 <= head.byteLength;) {
    const tag = readTag(head, offset);
    const size = view.getUint32(offset + 4, true);
    const body = offset + 8;
    if (tag === "fmt ") {
      if (size < FORMAT_CHUNK_BYTES || body + FORMAT_CHUNK_BYTES > head.byteLength) {
        return notWav("its format chunk is cut short");
      }
      const plain = view.getUint16(body, true) === PCM_FORMAT &&
        view.getUint16(body + 2, true) === MONO &&
        view.getUint16(body + 14, true) === BITS_PER_SAMPLE;
      if (!plain) return notMonoPcm16();
      sampleRateHz = view.getUint32(body + 4, true);
    }
    if (tag === "data") {
      if (sampleRateHz === undefined) return notWav("its samples come before their format");
      const dataBytes = Math.min(size === LARGEST_SIZE ? Infinity : size, fileBytes - body);
      const length = samples(Math.floor(dataBytes / BYTES_PER_SAMPLE));
      return { ok: true, sampleRateHz, dataOffset: body, length };
    }
    // Chunks are padded to an even length, which their size does not count.
    offset = body + size + (size % 2);
  }
  return notWav("it has no samples");
}

function notWav(why: string): ParsedWav {
  return { ok: false, code: "not_wav", words: `Cannot read WAV: ${why}` };
}

function notMonoPcm16(): ParsedWav {
  return {
    ok: false,
    code: "not_mono_pcm16",
    words: "Cannot read WAV: it is not mono 16-bit PCM",
  };
}

function writeTag(bytes: Uint8Array, offset: number, tag: string): void {
  for (let at = 0; at < tag.length; at++) bytes[offset + at] = tag.charCodeAt(at);
}

function readTag(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}
