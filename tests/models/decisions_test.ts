import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { manualClock } from "@/lib/clock.ts";
import { parseConfig } from "@/lib/config.ts";
import { chooseModels } from "@/lib/models/choose_models.ts";
import { createDecisions } from "@/lib/models/create_decisions.ts";
import urgencyPrompt from "@/lib/models/prompts/urgency.md" with { type: "text" };
import { GONE, good, harness, wish } from "./decisions_harness.ts";

Deno.test("[CD1, CD2] a pass is three calls, one at a time, and lands once with all three results", async () => {
  const h = harness();
  await h.pass(0);
  assert.equal(h.decisions.requestPass(wish({ version: 4 })).accepted, true);
  await h.pass(5_000);
  assert.deepEqual(h.eventsOf("pass_started").map(({ pass }) => [pass.version, pass.throughLine]), [
    [4, 1],
  ]);
  const [landed, ...more] = h.eventsOf("pass_landed");
  assert.deepEqual(more, []);
  assert.equal(landed?.pass.version, 4);
  assert.equal(landed?.results.urgency?.urgentActions[0]?.action, "Arrange an ECG");
  assert.equal(landed?.results.assessment?.summary, "s");
  assert.deepEqual(landed?.results.affect, { affect: "worried", intensity: 2 });
  assert.deepEqual(landed?.calls.map(({ kind }) => kind), ["urgency", "assessment", "affect"]);
  assert.equal(h.mostAtOnce(), 1);
});

Deno.test("[UR10] the urgency call runs first and its alarm waits for no other call", async () => {
  const h = harness();
  h.script = (kind) => kind === "urgency" ? good(kind, 700) : { act: "hang" };
  await h.pass(0);
  const begunMs = h.clock.wallMs();
  h.decisions.requestPass(wish());
  await h.pass(1_000);
  const [landed] = h.eventsOf("urgency_landed");
  assert.equal(h.eventsOf("pass_landed").length, 0);
  assert.equal(
    (landed?.startedWallMs ?? 0) - begunMs,
    0,
    "[UR9] when it began, not when it landed",
  );
});

Deno.test("[CD4, UR10] a failed call costs only its own result; the pass lands with the others", async () => {
  for (const bad of ["urgency", "assessment", "affect"] as const) {
    const h = harness();
    h.script = (kind) => kind === bad ? { act: "reply", text: '{"urgent' } : good(kind);
    await h.pass(0);
    h.decisions.requestPass(wish());
    await h.pass(5_000);
    const results = h.eventsOf("pass_landed")[0]?.results;
    for (const kind of ["urgency", "assessment", "affect"] as const) {
      assert.equal(results?.[kind] === null, kind === bad, `${kind} when ${bad} fails`);
    }
    assert.equal(h.eventsOf("call").find(({ row }) => row.kind === bad)?.row.outcome, "truncated");
  }
});

Deno.test("[CD4] JSON of another shape is named in the ledger and lands nothing", async () => {
  const h = harness();
  h.script = (kind) => ({ ...good(kind), act: "reply", text: '{"hello":"world"}' });
  await h.pass(0);
  h.decisions.requestPass(wish());
  await h.pass(5_000);
  assert.deepEqual(h.eventsOf("call").map(({ row }) => row.outcome), Array(3).fill("wrong_shape"));
  assert.deepEqual(h.eventsOf("pass_landed")[0]?.results, {
    urgency: null,
    assessment: null,
    affect: null,
  });
  assert.equal(h.eventsOf("urgency_landed").length, 0);
});

Deno.test("[RE3, CD8] every call leaves one row: times, tokens, outcome, prompt hash, words", async () => {
  const h = harness();
  await h.pass(0);
  h.decisions.requestPass(wish());
  await h.pass(5_000);
  const rows = h.eventsOf("call").map(({ row }) => row);
  assert.equal(new Set(rows.map(({ id }) => id)).size, 3);
  const [urgency, assessment] = rows;
  assert.equal(urgency?.promptHash, createHash("sha256").update(urgencyPrompt).digest("hex"));
  assert.deepEqual([urgency?.queuedMs, urgency?.passInFlight], [0, false]);
  assert.ok((urgency?.runMs ?? 0) >= 1_000 && (assessment?.queuedMs ?? 0) >= 1_000);
  for (const row of rows) {
    assert.equal(row.elapsedMs, row.queuedMs + row.runMs);
    assert.deepEqual([row.outcome, row.room, row.consultation, row.model], [
      "ok",
      "room-1",
      "c1",
      "main",
    ]);
    assert.ok((row.replyTokens ?? 0) > 0);
    assert.match(row.prompt ?? "", /My chest hurts/);
    assert.match(row.reply ?? "", /^\{/);
  }
});

Deno.test("[CD5, RE3] a cap, a timeout and endless white space each leave a runaway", async () => {
  const h = harness({ CDS_AFFECT_TIMEOUT_S: "3" });
  h.script = (kind) =>
    kind === "urgency"
      ? { act: "reply", text: `{"urgent_actions":["${"Call 999 ".repeat(2_000)}` }
      : kind === "assessment"
      ? { act: "reply", text: "{" + " ".repeat(9_000) }
      : { act: "hang" };
  await h.pass(0);
  h.decisions.requestPass(wish());
  await h.pass(10_000);
  h.decisions.requestPass(wish({ version: 2 }));
  await h.pass(10_000);
  const told = h.eventsOf("runaway").map((
    { runaway },
  ) => [runaway.call, runaway.reason, runaway.limit, runaway.failures, runaway.versionKept]);
  assert.deepEqual(told, [
    ["urgency", "cap", 1_000, 1, 0],
    ["assessment", "white_space", 1_500, 1, 0],
    ["affect", "timeout", 3_000, 1, 0],
    ["urgency", "cap", 1_000, 2, 0],
    ["assessment", "white_space", 1_500, 2, 0],
    ["affect", "timeout", 3_000, 2, 0],
  ]);
});

Deno.test("[CD5] a runaway names the assessment that still stands", async () => {
  const h = harness({ CDS_ASSESSMENT_TIMEOUT_S: "2" });
  await h.pass(0);
  h.decisions.requestPass(wish({ version: 7 }));
  await h.pass(5_000);
  h.script = (kind) => kind === "assessment" ? { act: "hang" } : good(kind);
  h.decisions.requestPass(wish({ version: 8 }));
  await h.pass(8_000);
  const [runaway] = h.eventsOf("runaway");
  assert.deepEqual([runaway?.runaway.versionKept, runaway?.runaway.failures], [7, 1]);
});

Deno.test("[CD2] what is asked for during a pass runs after it, with the newest words", async () => {
  const h = harness();
  const line = (n: number) => ({ line: n, role: "patient" as const, text: `line ${n}` });
  await h.pass(0);
  h.decisions.requestPass(wish({ version: 1, transcript: [line(1)] }));
  await h.pass(500);
  h.decisions.requestPass(wish({ version: 2, transcript: [line(1), line(2)] }));
  h.decisions.requestPass(wish({ version: 3, transcript: [line(1), line(2), line(3)] }));
  await h.pass(9_000);
  assert.deepEqual(h.eventsOf("pass_landed").map(({ pass }) => pass.version), [1, 3]);
  assert.deepEqual(h.eventsOf("pass_dropped").map(({ pass, by }) => [pass.version, by !== null]), [[
    2,
    true,
  ]]);
});

Deno.test("[CD10] the second pass appends to each call's own chat; a failed one begins anew", async () => {
  const h = harness();
  const line = (n: number) => ({ line: n, role: "patient" as const, text: `line ${n}` });
  await h.pass(0);
  for (let version = 1; version <= 4; version++) {
    if (version === 3) {
      h.script = (kind) => kind === "urgency" ? { act: "reply", text: "no" } : good(kind);
    }
    if (version === 4) h.script = (kind) => good(kind);
    const transcript = Array.from({ length: version }, (_, n) => line(n + 1));
    h.decisions.requestPass(wish({ version, transcript }));
    await h.pass(5_000);
  }
  const sizes = (call: number) =>
    h.requests.filter((_, n) => n % 3 === call).map(({ messages }) => messages.length);
  assert.deepEqual(sizes(0), [2, 4, 6, 2]);
  assert.deepEqual(sizes(1), [2, 4, 6, 8]);
  const [first, second] = [h.requests[0], h.requests[3]];
  assert.deepEqual(second?.messages.slice(0, 2), first?.messages);
});

Deno.test("[CD3] a server that dies in mid-pass: words at once, the pass ends, and it comes back by itself", async () => {
  const h = harness();
  await h.pass(0);
  assert.equal(h.decisions.state().state, "ready");
  h.script = (kind) => kind === "urgency" ? good(kind) : GONE;
  h.probe = () => ({ ok: false, outcome: "refused", words: "The model's server does not answer" });
  h.decisions.requestPass(wish());
  await h.pass(1_200);
  const { state, words } = h.decisions.state();
  assert.equal(state, "absent");
  assert.match(words, /broke the connection\. The embedded rules decide\./);
  assert.equal(h.eventsOf("pass_landed").length, 1);
  assert.notEqual(h.eventsOf("pass_landed")[0]?.results.urgency, null);
  const refused = h.decisions.requestPass(wish({ version: 2 }));
  assert.ok(!refused.accepted && refused.words.length > 10);
  await h.pass(20_000);
  assert.equal(h.eventsOf("pass_started").length, 1, "nothing is asked of a server that is gone");
  h.probe = () => ({ ok: true });
  h.script = (kind) => good(kind);
  await h.pass(35_000);
  assert.equal(h.decisions.state().state, "ready");
  const back = h.eventsOf("pass_landed").at(-1)?.pass;
  assert.deepEqual([back?.version, back?.reason], [2, "engine_back"]);
});

Deno.test("[CD3] a missing model is told with the command that brings it", async () => {
  const words = "run: ollama pull medgemma";
  const h = harness({}, { probe: () => ({ ok: false, outcome: "model_missing", words }) });
  await h.pass(0);
  assert.match(h.decisions.state().words, /ollama pull medgemma/);
  assert.equal(h.eventsOf("engine").at(-1)?.engine.state, "absent");
});

Deno.test("[CD3] probes come ever more slowly while the server is away", async () => {
  const probes: number[] = [];
  const h = harness({}, {
    probe: () => {
      probes.push(probes.length === 0 ? 1_000 : h.clock.monotonicMs());
      return { ok: false, outcome: "refused", words: "away" };
    },
  });
  await h.pass(100_000);
  const gaps = probes.map((at, n) => at - (probes[n - 1] ?? at)).slice(1);
  assert.deepEqual(gaps.map((gap) => Math.round(gap / 1_000)), [1, 2, 4, 8, 16, 30, 30]);
});

Deno.test("[CD3, CD4] a model that answers only what nobody can use is told, and forgiven", async () => {
  const h = harness({});
  h.script = () => ({ act: "reply", text: "<html>no</html>" });
  await h.pass(0);
  h.decisions.requestPass(wish());
  await h.pass(10_000);
  assert.match(h.decisions.state().words, /last 3 answers could not be used.*rules decide/);
  h.script = (kind) => good(kind, 100);
  h.decisions.requestPass(wish({ version: 2 }));
  await h.pass(10_000);
  assert.doesNotMatch(h.decisions.state().words, /could not be used/);
});

Deno.test("[CD3] answers that never come in time are told, and the model is still asked", async () => {
  const h = harness({
    CDS_URGENCY_TIMEOUT_S: "1",
    CDS_ASSESSMENT_TIMEOUT_S: "1",
    CDS_AFFECT_TIMEOUT_S: "1",
  });
  h.script = () => ({ act: "hang" });
  await h.pass(0);
  h.decisions.requestPass(wish());
  await h.pass(5_000);
  assert.match(h.decisions.state().words, /ready, but its last 3 answers did not come in time/);
  h.script = (kind) => good(kind, 100);
  assert.equal(h.decisions.requestPass(wish({ version: 2 })).accepted, true);
  await h.pass(5_000);
  assert.match(h.decisions.state().words, /is ready$/);
});

Deno.test("[CD2] the end of a consultation ends its pass, and only its own", async () => {
  const h = harness();
  await h.pass(0);
  h.decisions.requestPass(wish());
  h.decisions.requestPass(wish({ consultation: "c2", room: "room-2" }));
  await h.pass(500);
  h.decisions.cancel("c1");
  await h.pass(9_000);
  assert.deepEqual(h.eventsOf("pass_cancelled").map(({ pass }) => pass.consultation), ["c1"]);
  assert.deepEqual(h.eventsOf("pass_landed").map(({ pass }) => pass.consultation), ["c2"]);
  const ofFirst = h.eventsOf("call").filter(({ row }) => row.consultation === "c1");
  assert.deepEqual(ofFirst.map(({ row }) => [row.kind, row.outcome, row.prompt === null]).sort(), [
    ["affect", "cancelled", true],
    ["assessment", "cancelled", true],
    ["urgency", "cancelled", false],
  ]);
});

Deno.test("[LA4, RE3] a short call goes before the pass's next call, with its own row", async () => {
  for (const short of [false, true]) {
    const h = harness({}, { short });
    await h.pass(0);
    h.decisions.requestPass(wish());
    await h.pass(200);
    const read: string[] = [];
    h.decisions.shortCall({
      kind: "officer",
      consultation: "c1",
      room: "room-1",
      boundMs: 2_000,
      boundBehindPassMs: 30_000,
      content: {
        promptHash: "0".repeat(64),
        build: () => ({
          messages: [{ role: "user", content: "Finished?" }],
          fresh: [],
          answer: { kind: "letter", letters: "YN" },
          maxTokens: 4,
          timeoutMs: 30_000,
        }),
        read: (outcome) => {
          read.push(outcome.outcome);
          return outcome.outcome;
        },
      },
    });
    await h.pass(9_000);
    assert.deepEqual(read, ["ok"]);
    const rows = h.eventsOf("call").map(({ row }) => row);
    const kinds = rows.map(({ kind }) => kind);
    const expected = short ? ["urgency", "officer"] : ["urgency", "officer", "assessment"];
    assert.deepEqual(kinds.slice(0, expected.length).sort(), [...expected].sort());
    const officer = rows.find(({ kind }) => kind === "officer");
    assert.deepEqual(
      [officer?.model, officer?.passInFlight],
      short ? ["short", false] : ["main", true],
    );
    assert.equal(h.eventsOf("deferred").length, short ? 0 : 1);
  }
});

Deno.test("[CD3] CDS_ENGINE=rules asks no model and says so", () => {
  const parsed = parseConfig({ CDS_ENGINE: "rules" });
  assert.ok(parsed.ok);
  const events: unknown[] = [];
  const decisions = createDecisions({
    config: parsed.config,
    clock: manualClock(),
    newId: () => "id",
    onEvent: (event) => void events.push(event),
  });
  assert.equal(decisions.requestPass(wish()).accepted, false);
  assert.equal(decisions.state().state, "ready");
  assert.match(decisions.state().words, /rules/);
  decisions.close();
  assert.deepEqual(events, []);
});

Deno.test("[CD3, LA4] the settings name the model, its server and a second one for short calls", () => {
  const models = (env: Record<string, string>) => {
    const parsed = parseConfig(env);
    assert.ok(parsed.ok);
    const chosen = chooseModels(parsed.config, manualClock());
    return chosen === null ? null : [chosen.main.model, chosen.short?.model ?? null];
  };
  assert.deepEqual(models({}), ["medgemma", null]);
  assert.deepEqual(models({ CDS_ENGINE: "rules" }), null);
  assert.deepEqual(models({ CDS_MODEL: "m", CDS_SHORT_URL: "http://127.0.0.1:9" }), ["m", "m"]);
  assert.deepEqual(models({ CDS_SHORT_MODEL: "small" }), ["medgemma", "small"]);
  assert.deepEqual(
    models({ CDS_ENGINE: "openai", OPENAI_BASE_URL: "http://127.0.0.1:9/v1", CDS_MODEL: "m" }),
    ["m", null],
  );
});

Deno.test("[CD3, CD5] contradicting model settings are named at start", () => {
  const problems = (env: Record<string, string>) => {
    const parsed = parseConfig(env);
    return parsed.ok ? [] : parsed.problems.map(({ name }) => name);
  };
  assert.deepEqual(problems({ CDS_ENGINE: "openai" }), ["OPENAI_BASE_URL"]);
  assert.deepEqual(problems({ CDS_NUM_CTX: "2048" }), ["CDS_NUM_CTX"]);
  assert.deepEqual(problems({ CDS_NUM_CTX: "2048", CDS_ASSESSMENT_MAX_TOKENS: "1024" }), []);
  assert.deepEqual(problems({ CDS_NUM_CTX: "much" }), ["CDS_NUM_CTX"]);
  assert.deepEqual(problems({ OLLAMA_URL: "http://models.example.org" }), ["OLLAMA_URL"]);
});

Deno.test("[CD3, LA4] a lost server for short calls is told, is not asked meanwhile, and comes back", async () => {
  const h = harness({}, { short: true });
  await h.pass(0);
  assert.equal(h.decisions.state().words, "The model “main” is ready");
  h.script = (kind) => kind === "other" ? GONE : good(kind);
  h.probe = () => ({ ok: false, outcome: "refused", words: "The model's server is not running" });
  const ask = () =>
    h.decisions.shortCall({
      kind: "officer",
      consultation: "c1",
      room: "room-1",
      boundMs: 2_000,
      boundBehindPassMs: 30_000,
      content: {
        promptHash: "",
        build: () => ({
          messages: [{ role: "user", content: "Is the patient done?" }],
          fresh: [],
          answer: { kind: "letter", letters: "YN" },
          maxTokens: 2,
          timeoutMs: 2_000,
        }),
        read: ({ outcome }) => outcome,
      },
    });
  assert.notEqual(ask(), null);
  await h.pass(500);
  const told = h.eventsOf("engine").at(-1)?.engine;
  assert.equal(told?.state, "ready", "passes go on");
  assert.match(told?.words ?? "", /“main” is ready\. Short questions: The model's server broke/);
  assert.equal(ask(), null);
  h.probe = () => ({ ok: true });
  await h.pass(5_000);
  assert.equal(h.eventsOf("engine").at(-1)?.engine.words, "The model “main” is ready");
  assert.notEqual(ask(), null);
});
