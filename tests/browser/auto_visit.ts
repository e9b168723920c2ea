import type { Phase } from "@/lib/auto_phase.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { type AutoLine, autoLine, VIEW_OFF } from "./auto_line.ts";
import { recordConsultation, type Visit } from "./browser_test_case.ts";

/** A box on which auto mode can be switched on (EN1). */
export const ON = { env: { AUTO_MODE_ENABLED: "true" } };

/** A live page whose auto mode is the test's. */
export async function begin(visit: Visit, view = VIEW_OFF): Promise<AutoLine> {
  const line = await autoLine(visit.page);
  line.view = view;
  await recordConsultation(visit);
  return line;
}

export const phase = (name: Phase, spentMs = 0): ServerMessage => ({
  type: "auto_phase",
  phase: name,
  golden_spent_ms: spentMs,
  golden_runs: name === "GOLDEN",
});

export const toggled = (
  state: "on" | "starting" | "off",
  words: string | null = null,
): ServerMessage => ({
  type: "auto_toggled",
  on: state === "on",
  starting: state === "starting",
  words,
  config: VIEW_OFF.config,
});

/** What the page said of one kind, oldest first. */
export function saidOf<T extends PageMessage["type"]>(line: AutoLine, type: T) {
  return line.said.filter((message): message is Extract<PageMessage, { type: T }> =>
    message.type === type
  );
}
