/**
 * The language Alba and its Python workers speak over stdin and stdout. One frame is
 * `u32 LE json length | u32 LE binary length | UTF-8 JSON object | binary`. Lengths come first so
 * that a reader can refuse rubbish after four bytes instead of buffering it.
 */

/** Requests and replies are small; a longer JSON part means that the stream is not ours. */
export const MAX_FRAME_JSON_BYTES = 1024 * 1024;

/** 64 MiB is 35 minutes of PCM16 at 16 kHz, far above any utterance or re-fed stretch of audio. */
export const MAX_FRAME_BINARY_BYTES = 64 * 1024 * 1024;

const HEADER_BYTES = 8;

export type JsonObject = { readonly [key: string]: unknown };

export interface Frame {
  readonly json: JsonObject;
  readonly binary: Uint8Array;
}

/** Why the bytes are not frames; a decoder that has said so once stays broken. */
export type FrameFault = "json_too_long" | "binary_too_long" | "not_utf8" | "not_json_object";

export interface Decoded {
  /** Whole frames that this chunk completed, in order; those before a fault are still valid. */
  readonly frames: readonly Frame[];
  readonly fault: FrameFault | null;
}

/** One frame as bytes; throws `RangeError` above the size limits, as the other side would refuse it. */
export function encodeFrame(json: JsonObject, binary: Uint8Array = new Uint8Array()): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  if (text.length > MAX_FRAME_JSON_BYTES) {
    throw new RangeError(`Cannot encode frame: its JSON is ${text.length} bytes long`);
  }
  if (binary.length > MAX_FRAME_BINARY_BYTES) {
    throw new RangeError(`Cannot encode frame: its binary is ${binary.length} bytes long`);
  }
  const bytes = new Uint8Array(HEADER_BYTES + text.length + binary.length);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, text.length, true);
  header.setUint32(4, binary.length, true);
  bytes.set(text, HEADER_BYTES);
  bytes.set(binary, HEADER_BYTES + text.length);
  return bytes;
}

/**
 * Decodes frames from chunks of any size. Memory is bounded by what has arrived of one frame: a
 * header that promises much allocates nothing.
 */
export class FrameDecoder {
  #chunks: Uint8Array[] = [];
  #available = 0;
  #lengths: { json: number; binary: number } | null = null;
  #fault: FrameFault | null = null;

  push(chunk: Uint8Array): Decoded {
    const frames: Frame[] = [];
    if (this.#fault === null && chunk.length > 0) {
      this.#chunks.push(chunk);
      this.#available += chunk.length;
      for (let frame = this.#next(); frame !== null; frame = this.#next()) frames.push(frame);
    }
    return { frames, fault: this.#fault };
  }

  #next(): Frame | null {
    this.#lengths ??= this.#readLengths();
    if (this.#lengths === null) return null;
    const { json, binary } = this.#lengths;
    if (this.#available < json + binary) return null;
    this.#lengths = null;
    const parsed = parseObject(this.#take(json));
    if (typeof parsed === "string") return this.#break(parsed);
    return { json: parsed, binary: this.#take(binary) };
  }

  #readLengths(): { json: number; binary: number } | null {
    if (this.#available < 4) return null;
    const bytes = this.#peek(HEADER_BYTES);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const json = view.getUint32(0, true);
    if (json > MAX_FRAME_JSON_BYTES) return this.#break("json_too_long");
    if (bytes.length < HEADER_BYTES) return null;
    const binary = view.getUint32(4, true);
    if (binary > MAX_FRAME_BINARY_BYTES) return this.#break("binary_too_long");
    this.#take(HEADER_BYTES);
    return { json, binary };
  }

  #break(fault: FrameFault): null {
    this.#fault = fault;
    this.#chunks = [];
    this.#available = 0;
    return null;
  }

  /** Up to `count` bytes from the front, joined, left in place. */
  #peek(count: number): Uint8Array {
    const joined = new Uint8Array(Math.min(count, this.#available));
    let filled = 0;
    for (const chunk of this.#chunks) {
      if (filled === joined.length) break;
      const part = chunk.subarray(0, joined.length - filled);
      joined.set(part, filled);
      filled += part.length;
    }
    return joined;
  }

  /** Exactly `count` bytes from the front as a copy of their own; the caller checked that they are there. */
  #take(count: number): Uint8Array {
    const taken = this.#peek(count);
    let left = count;
    let whole = 0;
    for (const chunk of this.#chunks) {
      if (chunk.length > left) break;
      left -= chunk.length;
      whole++;
    }
    this.#chunks.splice(0, whole);
    const first = this.#chunks[0];
    if (left > 0 && first !== undefined) this.#chunks[0] = first.subarray(left);
    this.#available -= count;
    return taken;
  }
}

function parseObject(bytes: Uint8Array): JsonObject | FrameFault {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "not_utf8";
  }
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : "not_json_object";
  } catch {
    return "not_json_object";
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
