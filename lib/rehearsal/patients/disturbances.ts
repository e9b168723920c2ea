import { fateOf, type Fault, type Profile } from "@/lib/rehearsal/patients/profiles.ts";

/** A stretch of a consultation, in ms from its start. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** How long a fault holds each time, and how long it leaves alone between. */
interface Rhythm {
  readonly lastsMs: Bounds;
  readonly apartMs: Bounds;
}

/** The faults that come and go, by the clock and not with a message or a call. */
const RHYTHMS = {
  /** Gone for 1 to 30 s: the longest outlives every short wait. */
  dropped_socket: {
    lastsMs: { from: 1_000, to: 30_000 },
    apartMs: { from: 20_000, to: 240_000 },
  },
  /** A worker that is started again is back in seconds; one whose model is loaded anew in half a minute. */
  deaf_ears: { lastsMs: { from: 2_000, to: 40_000 }, apartMs: { from: 40_000, to: 300_000 } },
  /** Until somebody has made room. */
  full_disk: { lastsMs: { from: 500, to: 25_000 }, apartMs: { from: 60_000, to: 300_000 } },
  stuck_record: { lastsMs: { from: 500, to: 25_000 }, apartMs: { from: 60_000, to: 300_000 } },
  /** Shorter than a doctor at the first page would put up with. */
  second_page: { lastsMs: { from: 3_000, to: 15_000 }, apartMs: { from: 40_000, to: 240_000 } },
  /** What a model that is loaded takes of a small box. */
  busy_box: { lastsMs: { from: 500, to: 4_000 }, apartMs: { from: 15_000, to: 120_000 } },
} as const satisfies Readonly<Partial<Record<Fault, Rhythm>>>;

export type ComingFault = keyof typeof RHYTHMS;

/** When `fault` holds, of what begins within `lengthMs`: in order and apart; empty without it. */
export function stretches(profile: Profile, fault: ComingFault, lengthMs: number): Stretch[] {
  const rate = profile.rates[fault];
  if (rate === undefined) return [];
  const random = fateOf(profile, `stretches ${fault}`, 0);
  const { apartMs, lastsMs } = RHYTHMS[fault];
  const found: Stretch[] = [];
  // The more often it strikes, the shorter it leaves alone.
  const drawApartMs = () => random.between(apartMs.from, apartMs.to) * (1.25 - rate);
  for (let fromMs = drawApartMs(); fromMs < lengthMs;) {
    const toMs = fromMs + random.between(lastsMs.from, lastsMs.to);
    found.push({ fromMs: Math.round(fromMs), toMs: Math.round(toMs) });
    fromMs = toMs + drawApartMs();
  }
  return found;
}

/** A service is restarted while the history is taken, and is away for as long as its start takes. */
const RESTART_MS = { from: 5_000, to: 300_000 } as const;
export const RESTART_TAKES_MS = 3_000;

/** When the service is stopped, in ms from the start of the consultation; null when it is not. */
export function restartMs(profile: Profile): number | null {
  const random = fateOf(profile, "restart", 0);
  const atMs = Math.round(random.between(RESTART_MS.from, RESTART_MS.to));
  return profile.rates.restart === undefined ? null : atMs;
}

/** A network between rooms, or a page that follows from outside the house; one way. */
const LINE_TAKES_MS = { from: 20, to: 250 } as const;
const LINE_JITTER_MS = 50;

/** How long the line takes in one direction: at least, and by how much more at most, ms. */
export interface LineDelay {
  readonly leastMs: number;
  readonly jitterMs: number;
}

/** Null for a line whose time is not worth naming. */
export function lineDelay(profile: Profile, direction: "up" | "down"): LineDelay | null {
  if (profile.rates.slow_line === undefined) return null;
  const random = fateOf(profile, `line ${direction}`, 0);
  const leastMs = Math.round(random.between(LINE_TAKES_MS.from, LINE_TAKES_MS.to));
  return { leastMs, jitterMs: LINE_JITTER_MS };
}

/** The longest that a message is under way. */
export function longestWayMs(profile: Profile, direction: "up" | "down"): number {
  const delay = lineDelay(profile, direction);
  return delay === null ? 0 : delay.leastMs + delay.jitterMs;
}

/** The longest that what a page sends may wait until the box takes it in: the way, and a box that stands. */
export function longestWaitMs(profile: Profile): number {
  const standsMs = profile.rates.busy_box === undefined ? 0 : RHYTHMS.busy_box.lastsMs.to;
  return longestWayMs(profile, "up") + standsMs;
}
