import { initialSchedule, type Job } from "@/lib/models/schedule_state.ts";
import { nextWakeMs, schedule, type ScheduleEvent } from "@/lib/models/scheduler.ts";
import { percentile, rounded } from "./percentile.ts";

/** The source's own call times: a short call about a second, a pass 17 s in all. */
const CALL_MS: Readonly<Record<Job["kind"], number>> = {
  officer: 700,
  rerank: 1_000,
  topic: 1_000,
  urgency: 4_000,
  assessment: 11_000,
  affect: 2_000,
  prepare: 1_000,
};

/** The officer is asked at 2.0 s of quiet; at 3.5 s the silence ends the turn without it. */
const OFFICER_USEFUL_MS = 1_500;
const OFFICER_BOUND_MS = 2_000;
const OFFICER_BOUND_BEHIND_PASS_MS = 30_000;
const SHORT_BOUND_MS = 2_000;

/** 150 characters of talk, after which a pass is wished for (CD2). */
const GROWTH_MS = 10_000;
const CONSULTATION_MS = 20 * 60_000;

/** A turn of talk, then quiet while Alba asks. */
const LEAST_TALK_MS = 8_000;
const MOST_TALK_MS = 30_000;
const QUIET_MS = 9_000;

export interface Layout {
  readonly rooms: number;
  readonly servers: 1 | 2;
}

export interface SimulatedWaits {
  readonly rooms: number;
  readonly servers: number;
  readonly officer_calls: number;
  readonly officer_answer_p50_s: number;
  readonly officer_answer_p95_s: number;
  /** Share answered before the silence would have ended the turn anyway. */
  readonly officer_useful_share: number;
  readonly officer_expired_share: number;
  readonly passes_landed: number;
  readonly wish_to_urgency_p50_s: number;
  readonly wish_to_urgency_p95_s: number;
}

type Timed = { readonly at: number; readonly event: ScheduleEvent };

/** Twenty minutes of turns in each room, through the real scheduler, at the source's call times. */
export function simulate({ rooms, servers }: Layout, seed: number): SimulatedWaits {
  const agenda = wishes(rooms, seed);
  const endings: Timed[] = [];
  const answers: number[] = [];
  const urgencies: number[] = [];
  const wished = new Map<string, number>();
  let state = initialSchedule(servers === 2);
  let expired = 0;
  let landed = 0;
  for (;;) {
    const wake = nextWakeMs(state);
    const next = [agenda[0], endings[0], wake === null ? undefined : tickAt(wake)]
      .filter((one) => one !== undefined).toSorted((a, b) => a.at - b.at)[0];
    if (next === undefined) break;
    if (next === agenda[0]) agenda.shift();
    else if (next === endings[0]) endings.shift();
    if (next.event.type === "pass_requested") wished.set(next.event.id, next.at);
    const step = schedule(state, next.event, next.at);
    state = step.state;
    for (const effect of step.effects) {
      if (effect.type === "start") {
        endings.push({
          at: next.at + CALL_MS[effect.job.kind],
          event: { type: "ended", job: effect.job.id },
        });
        endings.sort((a, b) => a.at - b.at);
      }
      if (effect.type === "pass_ended") landed += 1;
      if (effect.type !== "job_ended") continue;
      const { job, end } = effect;
      const waited = next.at - job.submittedMs;
      if (job.kind === "officer" && end === "ran") answers.push(waited);
      if (job.kind === "officer" && end === "expired") expired += 1;
      if (job.kind === "urgency") urgencies.push(next.at - (wished.get(job.pass ?? "") ?? next.at));
    }
  }
  const calls = answers.length + expired;
  return {
    rooms,
    servers,
    officer_calls: calls,
    officer_answer_p50_s: rounded(percentile(answers, 50) / 1000),
    officer_answer_p95_s: rounded(percentile(answers, 95) / 1000),
    officer_useful_share: rounded(answers.filter((ms) => ms <= OFFICER_USEFUL_MS).length / calls),
    officer_expired_share: rounded(expired / calls),
    passes_landed: landed,
    wish_to_urgency_p50_s: rounded(percentile(urgencies, 50) / 1000),
    wish_to_urgency_p95_s: rounded(percentile(urgencies, 95) / 1000),
  };
}

function tickAt(at: number): Timed {
  return { at, event: { type: "tick" } };
}

/** What each room asks for: passes while the patient talks, short calls when the talk ends. */
function wishes(rooms: number, seed: number): Timed[] {
  const all: Timed[] = [];
  let random = seed;
  const between = (low: number, high: number) => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return low + (random / 2 ** 32) * (high - low);
  };
  for (let index = 0; index < rooms; index++) {
    const room = `room-${index}`;
    const place = { room, consultation: `c-${room}` };
    let at = between(0, 10_000);
    let talked = 0;
    for (let turn = 0; at < CONSULTATION_MS; turn++) {
      const end = at + between(LEAST_TALK_MS, MOST_TALK_MS);
      for (talked += end - at; talked >= GROWTH_MS; talked -= GROWTH_MS) {
        const id = `p-${room}-${all.length}`;
        all.push({
          at: end - talked + GROWTH_MS,
          event: { type: "pass_requested", id, holdMs: 0, ...place },
        });
      }
      const short = (kind: "officer" | "rerank" | "topic", after: number, behindPassMs: number) => {
        const bounds = {
          boundMs: kind === "officer" ? OFFICER_BOUND_MS : SHORT_BOUND_MS,
          boundBehindPassMs: behindPassMs,
        };
        all.push({
          at: end + after,
          event: { type: "submit", id: `${kind}-${room}-${turn}`, kind, ...bounds, ...place },
        });
      };
      short("officer", 2_000, OFFICER_BOUND_BEHIND_PASS_MS);
      short("rerank", 3_500, SHORT_BOUND_MS);
      short("topic", 4_500, SHORT_BOUND_MS);
      at = end + QUIET_MS;
    }
  }
  return all.sort((a, b) => a.at - b.at);
}
