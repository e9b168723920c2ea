import type { RecordingFile } from "@/lib/audio/recording_file.ts";

/** A file in memory that tells what a crash would leave of it, and fails when told to. */
export interface FaultyFile extends RecordingFile {
  /** What the disk surely holds: the content at the last sync. */
  readonly durable: Uint8Array;
  readonly content: Uint8Array;
  readonly syncs: number;
  readonly closed: boolean;
  /** From now on at most `bytes` more are taken; undefined makes room again. */
  room(bytes: number | undefined): void;
  /** The next calls of `sync` throw this, until told otherwise. */
  failSync(error: Error | undefined): void;
}

/** An error as the file system throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

export function faultyFile(initial: Uint8Array = new Uint8Array()): FaultyFile {
  let content = initial.slice();
  let durable = initial.slice();
  let left: number | undefined;
  let syncError: Error | undefined;
  let syncs = 0;
  let closed = false;
  const resize = (size: number) => {
    const next = new Uint8Array(size);
    next.set(content.subarray(0, size));
    content = next;
  };
  return {
    get durable() {
      return durable;
    },
    get content() {
      return content;
    },
    get syncs() {
      return syncs;
    },
    get closed() {
      return closed;
    },
    room: (bytes) => void (left = bytes),
    failSync: (error) => void (syncError = error),
    size: () => content.byteLength,
    isKept: () => true,
    read(into, at) {
      const piece = content.subarray(at, at + into.byteLength);
      into.set(piece);
      return piece.byteLength;
    },
    write(bytes, at) {
      // A disk that is nearly full takes what it can and refuses the rest on the next call.
      const growth = Math.max(0, at + bytes.byteLength - content.byteLength);
      const refused = left === undefined ? 0 : Math.max(0, growth - left);
      const taken = bytes.byteLength - refused;
      if (taken <= 0) throw systemError("ENOSPC");
      if (left !== undefined) left -= Math.max(0, growth - refused);
      if (at + taken > content.byteLength) resize(at + taken);
      content.set(bytes.subarray(0, taken), at);
      return taken;
    },
    truncate: resize,
    sync() {
      if (syncError !== undefined) throw syncError;
      syncs += 1;
      durable = content.slice();
    },
    close: () => void (closed = true),
  };
}
