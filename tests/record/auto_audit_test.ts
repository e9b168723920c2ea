import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import { AUTO_AUDIT_EVENTS } from "@/lib/record/auto_audit_events.ts";
import { AUDIT_EVENTS, parseAuditDetail } from "@/lib/record/audit_events.ts";
import { PROJECT } from "@/tests/style/project_files.ts";

/** Every kind that the specification names for auto mode; without its folder this list stands alone. */
const PROMISED = `enabled disabled enable_retry phase paused acknowledged resumed takeover handover
  doctor_handover doctor_tap officer_verdict officer_failed officer_deferred quiet_report turn_ended
  thinking golden_window_ran queue_merged queue_dropped_absent queue_capped queue_consumed
  queue_answered queue_requeued queue_dropped queue_reranked rerank_failed rerank_skipped
  question_latency presynth_fallback lay_rejected reask_no_answer repause_skipped_acknowledged
  repause_suppressed action_matched waits goes_on`.split(/\s+/).map((name) => `auto.${name}`);

/** The events of the shared specification, where that folder lies beside the project. */
function specifiedEvents(): string[] | null {
  let text: string;
  try {
    text = Deno.readTextFileSync(join(PROJECT, "../shared/spec/protocol.md"));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const start = text.indexOf("**Audit events.**");
  const paragraph = text.slice(start, text.indexOf("\n\n", start)).replace(/\s+/g, "");
  return [...paragraph.matchAll(/(auto|speech|capture|cds)\.\{([a-z_,]+)\}/g)].flatMap(
    ([, area, names = ""]) => names.split(",").map((name) => `${area}.${name}`),
  );
}

const specified = specifiedEvents();

Deno.test({
  name: specified === null
    ? "[RE4] every event of the specification has a schema: skipped, ../shared/spec is not here"
    : "[RE4] every event of the specification has a schema",
  ignore: specified === null,
  fn() {
    assert.ok((specified?.length ?? 0) > 40, "the list was not read");
    // Which engine changed is one event for ears, voice and decision support.
    const known: Readonly<Record<string, string>> = { "cds.engine_changed": "engine.changed" };
    const missing = specified?.filter((kind) => !Object.hasOwn(AUDIT_EVENTS, known[kind] ?? kind));
    assert.deepEqual(missing, []);
  },
});

const EVENTS: Readonly<Record<string, unknown>> = {
  "auto.phase": { from: "GOLDEN", to: "OPEN", trigger: "hand_back", by: "verdict", quiet_s: 2.1 },
  "auto.enable_retry": { phrase: "disclosure", attempt: 2, rms: 0.031, floor: 0.02, quiet_s: 0.5 },
  "auto.quiet_report": {
    quiet_s: 2,
    span: 3,
    since: "speech",
    rms: 0.004,
    floor: 0.02,
    fresh: true,
    phase: "OPEN",
  },
  "auto.queue_reranked": {
    before: ["q1", "q2"],
    order: ["q2"],
    drops: ["q1"],
    ignored: 1,
    ms: 812.5,
    protected: [],
  },
};

Deno.test("[RE4] auto mode has exactly the events that are promised", () => {
  const kinds = Object.keys(AUTO_AUDIT_EVENTS).filter((kind) => kind.startsWith("auto."));
  assert.deepEqual(kinds.sort(), [...PROMISED].sort());
});

Deno.test("[RE4] an event of auto mode is written with exactly its own fields", () => {
  for (const [kind, detail] of Object.entries(EVENTS)) {
    assert.deepEqual(parseAuditDetail(kind, detail), detail);
    assert.throws(
      () => parseAuditDetail(kind, { ...z.record(z.string(), z.unknown()).parse(detail), said: 1 }),
      TypeError,
      kind,
    );
    assert.throws(() => parseAuditDetail(kind, {}), TypeError, kind);
  }
});

Deno.test("[RE4] a phase, a question and a reason are fixed names, never what somebody said", () => {
  assert.throws(
    () => parseAuditDetail("auto.handover", { requested_by: "agenda", phase: "ASKING" }),
    TypeError,
  );
  assert.throws(
    () => parseAuditDetail("auto.queue_answered", { item: "Does it hurt?" }),
    TypeError,
  );
  assert.throws(
    () => parseAuditDetail("auto.queue_dropped", { item: "q1", reason: "She said no" }),
    TypeError,
  );
});

Deno.test("[RE4] every kind of auto mode is registered under its own name", () => {
  for (const kind of Object.keys(AUTO_AUDIT_EVENTS)) {
    assert.match(kind, /^(auto|speech)\.[a-z_]+$/);
    assert.ok(Object.hasOwn(AUDIT_EVENTS, kind), kind);
  }
});
