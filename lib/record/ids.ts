import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Clock } from "@/lib/clock.ts";

/**
 * Ids are 26 characters of Crockford base 32: 48 bits of wall time, then 80 random bits (the ULID
 * layout), so that they sort by the time of making and cannot be guessed.
 */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const RANDOM_BYTES = 10;

export const idColumn = z.string().regex(ID_PATTERN);

export const consultationId = idColumn.brand<"ConsultationId">();
export const utteranceId = idColumn.brand<"UtteranceId">();
export const segmentId = idColumn.brand<"SegmentId">();
export const turnId = idColumn.brand<"TurnId">();
export const captureId = idColumn.brand<"CaptureId">();
export const clinicianId = idColumn.brand<"ClinicianId">();
/** A room's id is chosen by people and stands in addresses, so it is a short plain word. */
export const roomId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/).brand<"RoomId">();

export type ConsultationId = z.infer<typeof consultationId>;
export type UtteranceId = z.infer<typeof utteranceId>;
export type SegmentId = z.infer<typeof segmentId>;
export type TurnId = z.infer<typeof turnId>;
export type CaptureId = z.infer<typeof captureId>;
export type ClinicianId = z.infer<typeof clinicianId>;
export type RoomId = z.infer<typeof roomId>;

/** The next id; two made in one millisecond still sort in the order of making. */
export type IdSource = () => string;

/** `entropy` returns the number of random bytes asked for; tests pass a seeded one. */
export function idSource(
  clock: Clock,
  entropy: (bytes: number) => Uint8Array = randomBytes,
): IdSource {
  let lastMs = -1;
  let tail = 0n;
  return () => {
    const nowMs = Math.max(lastMs, Math.floor(clock.wallMs()));
    if (nowMs === lastMs) {
      tail += 1n;
    } else {
      tail = [...entropy(RANDOM_BYTES)].reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
      // One bit of head room, so that counting up inside a millisecond cannot overflow.
      tail &= (1n << 79n) - 1n;
      lastMs = nowMs;
    }
    return encode(BigInt(nowMs), 10) + encode(tail, 16);
  };
}

function encode(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest >>= 5n) {
    text = ALPHABET[Number(rest & 31n)] + text;
  }
  return text;
}
