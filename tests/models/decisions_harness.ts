import { type ManualClock, manualClock } from "@/lib/clock.ts";
import { parseConfig } from "@/lib/config.ts";
import { fakeChat, type FakeChatAct } from "@/lib/engines/chat/fake_chat.ts";
import type { ChatEngine, ChatRequest, ProbeOutcome } from "@/lib/engines/chat/port.ts";
import { createDecisions } from "@/lib/models/create_decisions.ts";
import type { Decisions, DecisionsEvent, PassWish } from "@/lib/models/decisions.ts";

export type CallKind = "urgency" | "assessment" | "affect" | "other";

const GOOD: Record<CallKind, string> = {
  urgency:
    '{"urgent_actions":[{"action":"Arrange an ECG","reason":"r","quote":"chest hurts","arranged":false}]}',
  assessment: '{"summary":"s","questions_to_ask":[],"considerations":[]}',
  affect: '{"affect":"worried","intensity":2}',
  other: "Y",
};

/** A good answer after `delayMs`. */
export function good(kind: CallKind, delayMs = 1_000): FakeChatAct {
  return { act: "reply", text: GOOD[kind], delayMs };
}

export const GONE: FakeChatAct = {
  act: "fail",
  trouble: { outcome: "reset", words: "The model's server broke the connection" },
};

export function kindOf({ messages }: ChatRequest): CallKind {
  const head = messages[0]?.content ?? "";
  if (head.includes("urgent_actions")) return "urgency";
  if (head.includes("questions_to_ask")) return "assessment";
  return head.includes("intensity") ? "affect" : "other";
}

export interface Harness {
  readonly decisions: Decisions;
  readonly clock: ManualClock;
  readonly events: DecisionsEvent[];
  readonly requests: ChatRequest[];
  /** Calls that ran at once, at most. */
  readonly mostAtOnce: () => number;
  /** What becomes of calls from now on. */
  script: (kind: CallKind, request: ChatRequest) => FakeChatAct;
  probe: () => ProbeOutcome;
  /** Lets `ms` pass, with everything that happens in them. */
  pass(ms: number): Promise<void>;
  eventsOf<Type extends DecisionsEvent["type"]>(
    type: Type,
  ): Extract<DecisionsEvent, { type: Type }>[];
}

export function harness(
  settings: Record<string, string> = {},
  options: { short?: boolean; probe?: () => ProbeOutcome } = {},
): Harness {
  const parsed = parseConfig(settings);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const clock = manualClock(1_000);
  const events: DecisionsEvent[] = [];
  const requests: ChatRequest[] = [];
  let atOnce = 0;
  let most = 0;
  let ids = 0;
  const plan: Pick<Harness, "script" | "probe"> = {
    script: (kind) => good(kind),
    probe: options.probe ?? (() => ({ ok: true })),
  };
  const counted = (engine: ChatEngine): ChatEngine => ({
    ...engine,
    async complete(request) {
      requests.push(request);
      most = Math.max(most, ++atOnce);
      const outcome = await engine.complete(request);
      atOnce -= 1;
      return outcome;
    },
  });
  const engine = (model: string) =>
    fakeChat({
      clock,
      model,
      numCtx: parsed.config.CDS_NUM_CTX,
      script: (request) => plan.script(kindOf(request), request),
      probe: () => plan.probe(),
    });
  return Object.assign(plan, {
    clock,
    events,
    requests,
    mostAtOnce: () => most,
    decisions: createDecisions({
      config: parsed.config,
      clock,
      newId: () => `id-${ids++}`,
      onEvent: (event) => void events.push(event),
      models: { main: counted(engine("main")), short: options.short ? engine("short") : null },
    }),
    async pass(ms: number) {
      for (let left = ms; left >= 0; left -= STEP_MS) {
        await settle();
        clock.advance(Math.min(STEP_MS, left));
      }
      await settle();
    },
    eventsOf: <Type extends DecisionsEvent["type"]>(type: Type) =>
      events.filter((event): event is Extract<DecisionsEvent, { type: Type }> =>
        event.type === type
      ),
  });
}

const STEP_MS = 50;

/** Runs what is ready to run: promises only, no time passes. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve();
}

export function wish(more: Partial<PassWish> = {}): PassWish {
  return {
    consultation: "c1",
    room: "room-1",
    reason: "growth",
    version: 1,
    transcript: [{ line: 1, role: "patient", text: "My chest hurts." }],
    flagged: new Set(),
    ...more,
  };
}
