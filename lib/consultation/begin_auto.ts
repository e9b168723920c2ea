import type { OutwardEffect } from "@/lib/consultation/session_effect.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";
import type { RoomId } from "@/lib/record/ids.ts";
import type { SoundCheckStore } from "@/lib/record/sound_check_store.ts";

/** The start of a run with what only the record and the socket know (TT10, EN4). */
export function beginAuto(
  { inputLabel, platform, run }: Extract<OutwardEffect, { type: "begin_auto" }>,
  soundChecks: Pick<SoundCheckStore, "latest">,
  room: RoomId,
  userAgent: string,
): SessionEvent {
  const soundCheck = soundChecks.latest(room) ?? null;
  const outputLabel = soundCheck?.outputLabel ?? "";
  return {
    type: "auto_begin",
    run,
    client: { userAgent, platform, inputLabel, outputLabel },
    soundCheck,
  };
}
