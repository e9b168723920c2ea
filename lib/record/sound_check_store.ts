import { z } from "zod";
import { jsonColumn, wallMsColumn, wholeMs } from "@/lib/record/columns.ts";
import { idColumn, type RoomId, roomId } from "@/lib/record/ids.ts";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

/** TR6: levels as a share of full scale, 0 to 1; `findings` are fixed codes of what is wrong. */
export interface SoundCheck {
  readonly id: string;
  readonly room: RoomId;
  readonly noiseFloorRms: number;
  readonly quietPeak: number;
  readonly speechPeak: number;
  readonly loopbackPeak: number;
  readonly inputLabel: string;
  readonly outputLabel: string;
  readonly findings: readonly string[];
  readonly checkedWallMs: number;
}

export interface SoundCheckStore {
  /** Stores and audits one check. */
  add(check: Omit<SoundCheck, "id" | "checkedWallMs">): SoundCheck;
  /** The room's newest check. */
  latest(room: RoomId): SoundCheck | undefined;
}

const row = z.object({
  id: idColumn,
  room: roomId,
  noise_floor_rms: z.number(),
  quiet_peak: z.number(),
  speech_peak: z.number(),
  loopback_peak: z.number(),
  input_label: z.string(),
  output_label: z.string(),
  findings: jsonColumn(z.array(z.string())),
  checked_wall_ms: wallMsColumn,
}).transform((stored): SoundCheck => ({
  id: stored.id,
  room: stored.room,
  noiseFloorRms: stored.noise_floor_rms,
  quietPeak: stored.quiet_peak,
  speechPeak: stored.speech_peak,
  loopbackPeak: stored.loopback_peak,
  inputLabel: stored.input_label,
  outputLabel: stored.output_label,
  findings: stored.findings,
  checkedWallMs: stored.checked_wall_ms,
}));

export function soundCheckStore({ database, audit, clock, newId }: StoreParts): SoundCheckStore {
  const insert = database.command(
    `INSERT INTO sound_check VALUES (:id, :room, :noise_floor_rms, :quiet_peak, :speech_peak,
     :loopback_peak, :input_label, :output_label, :findings, :checked_wall_ms)`,
  );
  const newest = database.query(
    "SELECT * FROM sound_check WHERE room = :room ORDER BY checked_wall_ms DESC, id DESC LIMIT 1",
    row,
  );
  return {
    add(check) {
      const stored = { ...check, id: newId(), checkedWallMs: wholeMs(clock.wallMs()) };
      const levels = {
        noise_floor_rms: check.noiseFloorRms,
        quiet_peak: check.quietPeak,
        speech_peak: check.speechPeak,
        loopback_peak: check.loopbackPeak,
      };
      database.atomically(() => {
        insert.run({
          id: stored.id,
          room: check.room,
          ...levels,
          input_label: check.inputLabel,
          output_label: check.outputLabel,
          findings: canonicalJson(check.findings),
          checked_wall_ms: stored.checkedWallMs,
        });
        audit.append({
          room: check.room,
          kind: "speech.sound_check",
          detail: { sound_check: stored.id, ...levels },
        });
      });
      return stored;
    },
    latest: (room) => newest.get({ room }),
  };
}
