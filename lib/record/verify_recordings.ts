import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { z } from "zod";
import { BYTES_PER_SAMPLE } from "@/lib/audio/pcm.ts";
import { SAMPLE_RATE_HZ, type Samples } from "@/lib/audio/units.ts";
import { WAV_HEADER_BYTES, wavHeader } from "@/lib/audio/wav.ts";
import { samplesColumn } from "@/lib/record/columns.ts";
import { consultationId } from "@/lib/record/ids.ts";
import { recordingPath, type RecordPaths } from "@/lib/record/paths.ts";
import { bad, type BadRow, type ProvenRow } from "@/lib/record/verify_chain.ts";

/** One promise of the audit: the first `length` samples hash to `pcmSha256`. */
interface AudioClaim {
  readonly seq: number;
  readonly length: Samples;
  readonly pcmSha256: string;
  /** Nothing was recorded after it, so the file must end there. */
  final: boolean;
}

export interface AudioClaims {
  note(row: ProvenRow): void;
  /** Reads every recording once; `purged` ones need not be there. */
  check(paths: RecordPaths, purged: ReadonlySet<string>): BadRow | undefined;
  /** Recordings that the audit makes promises of. */
  count(): number;
}

const endedDetail = z.looseObject({
  reason: z.string(),
  samples: samplesColumn,
  pcm_sha256: z.string().nullable(),
});

const BLOCK_BYTES = 1 << 20;

export function audioClaims(): AudioClaims {
  const byConsultation = new Map<string, AudioClaim[]>();
  return {
    note(row) {
      if (row.consultation === null) return;
      const claims = byConsultation.get(row.consultation) ?? [];
      if (row.kind === "capture.started") { for (const claim of claims) claim.final = false; }
      if (row.kind !== "capture.ended") return;
      const { reason, samples: length, pcm_sha256: pcmSha256 } = endedDetail.parse(row.detail);
      if (pcmSha256 === null) return;
      claims.push({ seq: row.seq, length, pcmSha256, final: reason === "stopped" });
      byConsultation.set(row.consultation, claims);
    },
    check(paths, purged) {
      for (const [consultation, claims] of byConsultation) {
        if (purged.has(consultation)) continue;
        const path = recordingPath(paths, consultationId.parse(consultation));
        const found = checkRecording(path, claims);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    count: () => byConsultation.size,
  };
}

/** Claims are in the order of their rows, so their lengths never fall: one pass reads them all. */
function checkRecording(path: string, claims: readonly AudioClaim[]): BadRow | undefined {
  const first = claims[0];
  if (first === undefined) return undefined;
  if (!existsSync(path)) {
    return bad(
      first.seq,
      "recording_missing",
      `the recording of audit row ${first.seq} is missing`,
    );
  }
  const file = openSync(path, "r");
  try {
    const fileBytes = fstatSync(file).size;
    const digest = createHash("sha256");
    let at = WAV_HEADER_BYTES;
    for (const claim of claims) {
      const end = WAV_HEADER_BYTES + claim.length * BYTES_PER_SAMPLE;
      const block = Buffer.alloc(BLOCK_BYTES);
      while (at < end) {
        const read = readSync(file, block, 0, Math.min(BLOCK_BYTES, end - at), at);
        if (read === 0) break;
        digest.update(block.subarray(0, read));
        at += read;
      }
      const intact = digest.copy().digest("hex") === claim.pcmSha256 &&
        (!claim.final || (fileBytes === end && hasHeader(file, claim.length)));
      if (intact) continue;
      const words = `the recording of audit row ${claim.seq} is not what was recorded`;
      return bad(claim.seq, "recording_altered", words);
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

function hasHeader(file: number, length: Samples): boolean {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  readSync(file, header, 0, WAV_HEADER_BYTES, 0);
  return header.equals(wavHeader(length, SAMPLE_RATE_HZ));
}
