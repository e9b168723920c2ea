import assert from "node:assert/strict";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { codeVersion } from "@/lib/consultation/code_version.ts";
import { type Replay, replayAuto, type ReplayOptions } from "@/lib/consultation/replay_auto.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import { type AutoLog, readAutoLog } from "@/lib/record/read_auto_log.ts";
import type { TestBox } from "./test_box.ts";
import { sendFrames, type TestPage } from "./test_page.ts";

/** The environment of a box on which auto mode can be switched on (EN1). */
export const GATE_OPEN = { AUTO_MODE_ENABLED: "true" };

export const TOGGLE: PageMessage = {
  type: "auto_toggle",
  on: true,
  platform: "test",
  input_label: "Room microphone",
};

export function quietReport(quietS: number, span: number, frame: number): PageMessage {
  return {
    type: "quiet",
    quiet_s: quietS,
    span,
    since: "speech",
    rms: 0.004,
    floor: 0.02,
    trace: [0.1, 0.05, 0.004],
    trace_step_ms: 100,
    frame,
  };
}

/** A page that plays what it is told to; the answer is what that was. */
export async function played(box: TestBox, page: TestPage): Promise<string> {
  const { text, utterance_id } = await page.next("auto_speak");
  page.say({ type: "speak_started", utterance_id });
  await page.settled();
  box.clock.advance(2_000);
  page.say({ type: "speak_ended", utterance_id, reason: "completed" });
  await page.settled();
  return text;
}

/** Frames and reports of a room in which nobody speaks, from frame `from` on. */
export async function quietFor(
  box: TestBox,
  page: TestPage,
  { from, seconds, span }: { from: number; seconds: number; span: number },
): Promise<void> {
  for (let at = 0.5, frame = from; at <= seconds; at += 0.5, frame += 25) {
    await sendFrames(box, page, frame, frame + 25);
    page.say(quietReport(at, span, frame + 24));
    await page.settled();
  }
}

export function logOf(box: TestBox, id: ConsultationId): Extract<AutoLog, { ok: true }> {
  const log = readAutoLog(box.dataDir, id);
  assert.ok(log.ok);
  return log;
}

/** As this build replays with its present thresholds, unforced. */
export function replayOptions(box: TestBox, id: ConsultationId): ReplayOptions {
  const thresholds: [AutoSettings] = [autoSettingsOf(box.services.config)];
  return { codeVersion: codeVersion(), thresholds, runs: logOf(box, id).runs, force: false };
}

export function replayed(box: TestBox, id: ConsultationId): Replay {
  return replayAuto(logOf(box, id).events, replayOptions(box, id));
}
