import * as z from "zod/mini";
import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import { plainId } from "@/lib/protocol/plain_id.ts";
import { wholeNumber } from "@/lib/protocol/whole_number.ts";
import { PHRASE_IDS } from "@/lib/speech/phrase_ids.ts";

/** Raised whenever a message changes shape, so that a page left open over an update reloads. */
export const PROTOCOL_VERSION = 5;

/** A capture frame on the wire: 4-byte little-endian sequence number, then PCM16 mono 16 kHz. */
export const FRAME_HEADER_BYTES = 4;
export const FRAME_BYTES = FRAME_HEADER_BYTES + FRAME_SAMPLES * 2;

/** Longest JSON message either side accepts, in characters: typed text is the largest field. */
export const MAX_MESSAGE_CHARACTERS = 16_384;

/** Longest typed line, in characters. */
export const MAX_TYPED_CHARACTERS = 4_000;

/** Close codes of the live socket; 4000–4999 is the range left to applications by RFC 6455. */
export const CLOSE = {
  /** Another page of the same tab took this page's place: do not reconnect. */
  replaced: 4001,
  /** The page speaks another protocol version: reload. */
  version: 4002,
  /** The consultation does not exist or is over: go to its page. */
  over: 4003,
  /** The box has as many live pages as it can serve. */
  full: 4004,
  /** The sign-in under which the page was opened was ended by hand: sign in, then open it again. */
  signed_out: 4005,
  /** It is live, but its recording or its rows cannot be opened now: try again. */
  unopened: 4006,
  /** Too many messages, or frames that cannot be audio. */
  abuse: 4008,
} as const;

export const id = z.string().check(plainId);

/** What may be spoken is named, never written out (SP1). */
export const speechRef = z.union([
  z.strictObject({ phrase: z.enum(PHRASE_IDS) }),
  /** A question of the agenda, verbatim, by the version in which the page saw it (SP1 c). */
  z.strictObject({
    agenda: z.strictObject({
      version: z.number().check(wholeNumber, z.gte(1)),
      index: z.number().check(wholeNumber, z.gte(0), z.lte(99)),
    }),
  }),
]);
export type SpeechRef = z.infer<typeof speechRef>;

/** What the patient answered to the disclosure, as the doctor noted it (CO6). */
export const consentAnswer = z.enum(["given", "refused", "withdrawn"]);
export type ConsentAnswer = z.infer<typeof consentAnswer>;

/** How patient and doctor meet; chosen at the start (SK5). */
export const consultationMode = z.enum(["in_person", "telephone", "interpreter"]);
export type ConsultationMode = z.infer<typeof consultationMode>;

/** Why an utterance's playback ended, as the page reports it. */
export const pageEndReason = z.enum([
  "completed",
  "cancelled",
  "failed",
  "politeness_abort",
  "barge_in",
]);

/** Why an utterance ended, as the record keeps it (RE1). */
export const endReason = z.enum([
  "completed",
  "cancelled",
  "barge_in",
  "politeness_abort",
  "urgency_pause",
  "capped",
  "lost",
]);
export type EndReason = z.infer<typeof endReason>;
