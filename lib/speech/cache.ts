import { createHash } from "node:crypto";
import { join } from "node:path";
import { diskFault } from "@/lib/audio/disk_fault.ts";
import { pcmFromBytes, pcmToBytes } from "@/lib/audio/pcm.ts";
import { samples } from "@/lib/audio/units.ts";
import { parseWav, WAV_HEADER_BYTES, wavHeader } from "@/lib/audio/wav.ts";
import type { Clock } from "@/lib/clock.ts";
import type { SynthesisedSpeech } from "@/lib/engines/ports.ts";
import { PRIVATE_FILE_MODE, privateFolder } from "@/lib/record/private_files.ts";

/** 256 MiB hold an hour and a half of speech, every fixed phrase and months of questions. */
export const SPEECH_CACHE_MAX_BYTES = 256 * 1024 * 1024;

/** Speech that the disk would not take is kept for the utterances at hand, and no longer. */
const MAX_UNWRITTEN = 8;

const KEY = /^[0-9a-f]{64}$/;

/**
 * Synthesised speech on disk, one WAV file per sentence and voice. File names are hashes: what was
 * said cannot be read from the folder's listing (SE5).
 */
export interface SpeechCache {
  /** Of a text as one voice says it; the voice's fingerprint changes with its settings. */
  key(text: string, fingerprint: string): string;
  /** Null when the speech is not there, or its file is damaged (which is then removed). */
  get(key: string): Promise<SynthesisedSpeech | null>;
  /** The complete WAV file, for serving; null as with `get`, and for what is no key. */
  wav(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Never throws: with a full disk the last few utterances are kept in memory. */
  put(key: string, speech: SynthesisedSpeech): Promise<void>;
  /**
   * Removes all speech but that of the keys to keep, as deleting a patient's words demands (CO4);
   * throws if any stays behind.
   */
  purge(keep?: ReadonlySet<string>): Promise<void>;
}

export interface SpeechCacheOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly maxBytes?: number;
}

/** Opens the folder, making it private; what a crash left half-written is removed. */
export function openSpeechCache(options: SpeechCacheOptions): SpeechCache {
  return new DiskSpeechCache(options);
}

class DiskSpeechCache implements SpeechCache {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #maxBytes: number;
  /** Sizes by key, least recently used first. */
  readonly #sizes = new Map<string, number>();
  readonly #unwritten = new Map<string, Uint8Array<ArrayBuffer>>();
  #totalBytes = 0;
  #drafts = 0;

  constructor({ folder, clock, maxBytes = SPEECH_CACHE_MAX_BYTES }: SpeechCacheOptions) {
    this.#folder = folder;
    this.#clock = clock;
    this.#maxBytes = maxBytes;
    try {
      privateFolder(folder);
      this.#scan();
    } catch (error) {
      // Speech is then made anew and kept in memory; a cache must not keep the box from starting.
      if (diskFault(error) === undefined) throw error;
    }
    this.#evict();
  }

  key(text: string, fingerprint: string): string {
    return createHash("sha256").update(JSON.stringify([text, fingerprint])).digest("hex");
  }

  async get(key: string): Promise<SynthesisedSpeech | null> {
    const wav = await this.wav(key);
    const header = wav === null ? null : wholeWav(wav);
    if (wav === null || header === null) return null;
    const pcm = pcmFromBytes(wav.subarray(header.dataOffset));
    return { pcm, sampleRateHz: header.sampleRateHz };
  }

  async wav(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const kept = this.#unwritten.get(key);
    if (kept !== undefined) return kept;
    if (!KEY.test(key) || !this.#sizes.has(key)) return null;
    let wav: Uint8Array<ArrayBuffer>;
    try {
      wav = await Deno.readFile(this.#path(key));
    } catch {
      this.#drop(key);
      return null;
    }
    if (wholeWav(wav) === null) {
      this.#drop(key);
      return null;
    }
    this.#touch(key);
    return wav;
  }

  async put(key: string, { pcm, sampleRateHz }: SynthesisedSpeech): Promise<void> {
    const wav = new Uint8Array(WAV_HEADER_BYTES + pcm.byteLength);
    wav.set(wavHeader(samples(pcm.length), sampleRateHz));
    wav.set(pcmToBytes(pcm), WAV_HEADER_BYTES);
    try {
      await this.#write(key, wav);
    } catch {
      this.#keepInMemory(key, wav);
      return;
    }
    this.#forget(key);
    this.#sizes.set(key, wav.length);
    this.#totalBytes += wav.length;
    this.#evict();
  }

  async purge(keep: ReadonlySet<string> = new Set()): Promise<void> {
    for (const key of [...this.#unwritten.keys()]) {
      if (!keep.has(key)) this.#unwritten.delete(key);
    }
    for (const key of [...this.#sizes.keys()]) {
      if (keep.has(key)) continue;
      this.#forget(key);
      try {
        await Deno.remove(this.#path(key));
      } catch (error) {
        // One that has gone already keeps none of the others.
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    }
  }

  /** A reader, or a power cut, finds the whole file or none. */
  async #write(key: string, wav: Uint8Array): Promise<void> {
    // Numbered, as two utterances may have the same sentence synthesised at the same time.
    const draft = `${this.#path(key)}.${this.#drafts++}.new`;
    const options = { write: true, create: true, truncate: true, mode: PRIVATE_FILE_MODE };
    try {
      const file = await Deno.open(draft, options);
      try {
        for (let done = 0; done < wav.length;) done += await file.write(wav.subarray(done));
        await file.syncData();
      } finally {
        file.close();
      }
      await Deno.rename(draft, this.#path(key));
    } catch (error) {
      removeQuietly(draft);
      throw error;
    }
  }

  #keepInMemory(key: string, wav: Uint8Array<ArrayBuffer>): void {
    this.#unwritten.delete(key);
    this.#unwritten.set(key, wav);
    const [oldest] = this.#unwritten.keys();
    if (this.#unwritten.size > MAX_UNWRITTEN && oldest !== undefined) {
      this.#unwritten.delete(oldest);
    }
  }

  #scan(): void {
    const found: { key: string; bytes: number; usedMs: number }[] = [];
    for (const { name } of Deno.readDirSync(this.#folder)) {
      const key = name.slice(0, -".wav".length);
      if (name !== `${key}.wav` || !KEY.test(key)) {
        if (name.endsWith(".new")) removeQuietly(join(this.#folder, name));
        continue;
      }
      const { size, mtime } = Deno.statSync(this.#path(key));
      found.push({ key, bytes: size, usedMs: mtime?.getTime() ?? 0 });
    }
    found.sort((left, right) => left.usedMs - right.usedMs);
    for (const { key, bytes } of found) this.#sizes.set(key, bytes);
    this.#totalBytes = found.reduce((total, { bytes }) => total + bytes, 0);
  }

  /** Removes the least recently used; the newest stays even when it alone is above the bound. */
  #evict(): void {
    for (const key of [...this.#sizes.keys()]) {
      if (this.#totalBytes <= this.#maxBytes || this.#sizes.size <= 1) return;
      this.#drop(key);
    }
  }

  #touch(key: string): void {
    const bytes = this.#sizes.get(key);
    if (bytes === undefined) return;
    this.#sizes.delete(key);
    this.#sizes.set(key, bytes);
    try {
      // The file's time carries the order of use over a restart.
      const now = new Date(this.#clock.wallMs());
      Deno.utimeSync(this.#path(key), now, now);
    } catch {
      // A file that cannot be touched is still good speech.
    }
  }

  #drop(key: string): void {
    this.#forget(key);
    removeQuietly(this.#path(key));
  }

  #forget(key: string): void {
    this.#totalBytes -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
    this.#unwritten.delete(key);
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.wav`);
  }
}

/** The header when the file is exactly as long as it says; null for anything cut, grown or foreign. */
function wholeWav(wav: Uint8Array): { dataOffset: number; sampleRateHz: number } | null {
  const header = parseWav(wav.subarray(0, WAV_HEADER_BYTES), wav.length);
  if (!header.ok) return null;
  const declared = wavHeader(samples((wav.length - header.dataOffset) >> 1), header.sampleRateHz);
  const isWhole = wav.length > WAV_HEADER_BYTES &&
    declared.every((byte, index) => byte === wav[index]);
  return isWhole ? header : null;
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Not there, which is what was wanted.
  }
}
