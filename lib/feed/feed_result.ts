import { z } from "zod";
import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import { parseWav } from "@/lib/audio/wav.ts";
import type { Box } from "@/lib/feed/box.ts";
import type { CommitLagSummary } from "@/lib/feed/commit_lags.ts";
import { type FeedFailure, feedFailure } from "@/lib/feed/feed_failure.ts";
import type { FeedPage } from "@/lib/feed/feed_page.ts";
import type { FeedUtterance } from "@/lib/feed/feed_voice.ts";
import { type MissingSound, missingSound } from "@/lib/feed/missing_sound.ts";

/** What a feed ends with; names and units are those of the JSON that `deno task feed` prints. */
export interface FeedResult {
  readonly consultation: string;
  readonly transcript: readonly {
    readonly start_ms: number;
    readonly end_ms: number;
    readonly text: string;
    readonly role?: string;
  }[];
  readonly utterances: readonly FeedUtterance[];
  readonly commit_lag_ms: CommitLagSummary;
  /** Where the recording is not what was sent. */
  readonly gaps: readonly MissingSound[];
  /** Null when no sound was sent; `sha256` is of the whole file. */
  readonly wav: { readonly url: string; readonly sha256: string; readonly samples: number } | null;
}

export type FeedOutcome = { readonly ok: true; readonly result: FeedResult } | FeedFailure;

const FINISHED = z.object({ state: z.enum(["review", "approved"]) });

/** Collects the result of a consultation that has been stopped; `sent` is null without sound. */
export async function feedResult(
  box: Box,
  consultation: string,
  page: FeedPage,
  sent: Int16Array | null,
  isLive: boolean,
): Promise<FeedOutcome> {
  const state = await box.bytes(`/consultations/${consultation}/state`);
  if (state === null || !FINISHED.safeParse(parsedJson(state)).success) {
    const words = "Cannot show the result: the consultation has not come to its review.";
    return feedFailure("unfinished", words);
  }
  const recording = sent === null ? null : await recordingOf(box, consultation);
  if (sent !== null && recording === null) {
    return feedFailure("unfinished", "Cannot show the result: there is no recording to be had.");
  }
  return {
    ok: true,
    result: {
      consultation,
      transcript: page.segments
        .toSorted((a, b) => a.start_ms - b.start_ms)
        .map(({ start_ms, end_ms, text, role }) => ({
          start_ms,
          end_ms,
          text,
          ...(role === null ? {} : { role }),
        })),
      utterances: page.voice.utterances,
      commit_lag_ms: isLive ? page.lags.summary() : NOT_MEASURED,
      gaps: sent === null || recording === null ? [] : missingSound(sent, recording.pcm),
      wav: recording === null ? null : recording.wav,
    },
  };
}

const NOT_MEASURED: CommitLagSummary = {
  p50: null,
  p95: null,
  n: 0,
  why: "Only at pace 1 is a word spoken when it is sent.",
};

async function recordingOf(box: Box, consultation: string) {
  const url = box.recordingUrl(consultation);
  const bytes = await box.bytes(url);
  const header = bytes === null ? null : parseWav(bytes, bytes.byteLength);
  if (bytes === null || header === null || !header.ok) return null;
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  const { dataOffset, length } = header;
  return {
    pcm: pcmFromBytes(bytes.subarray(dataOffset, dataOffset + 2 * length)),
    wav: { url, sha256: new Uint8Array(digest).toHex(), samples: Number(length) },
  };
}

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
