import type { Clock } from "@/lib/clock.ts";
import type { Box } from "@/lib/feed/box.ts";
import type { FeedEvent } from "@/lib/feed/feed_event.ts";
import { type FeedFailure, feedFailure } from "@/lib/feed/feed_failure.ts";
import { FeedPage } from "@/lib/feed/feed_page.ts";
import { type FeedOutcome, feedResult } from "@/lib/feed/feed_result.ts";
import { FileMicrophone } from "@/lib/feed/file_microphone.ts";
import { type Pace, Pacer } from "@/lib/feed/pacer.ts";
import type { Tap } from "@/lib/feed/taps.ts";
import type { TypedLine } from "@/lib/feed/typed_lines.ts";
import { Wakeups } from "@/lib/feed/wakeups.ts";

export type FeedSource =
  /** Samples of 16 kHz. */
  | { readonly kind: "sound"; readonly pcm: Int16Array }
  | { readonly kind: "text"; readonly lines: readonly TypedLine[] };

export interface FeedOptions {
  readonly box: Box;
  readonly clock: Clock;
  /** From 0 up to 1, as `Math.random` gives it. */
  readonly random: () => number;
  readonly newId: () => string;
  readonly source: FeedSource;
  /** In the order of time; only with sound. */
  readonly taps: readonly Tap[];
  readonly pace: Pace;
  /** How many people spoke, as the doctor says at the end; null says nothing. */
  readonly speakers: number | null;
  /** How loud Alba comes back through the microphone; null for not at all. */
  readonly echoLevel: number | null;
  /** Patient reference of the consultation. */
  readonly reference: string;
  readonly onEvent: (event: FeedEvent) => void;
}

/** This version stands in one room (docs/decisions/rooms.md). */
const ROOM = "room-1";

/** A service that has not shown the consultation after this long is not going to. */
const JOIN_TIMEOUT_MS = 15_000;

/** Loading the models of a slow box takes less; afterwards the feed begins without them. */
const WARM_UP_TIMEOUT_MS = 120_000;

/** A restart of the service, recovery of its recordings included, takes seconds. */
const LINE_TIMEOUT_MS = 60_000;

/** How long a phrase may take to be made, when audio time stands still for it. */
const TAP_TIMEOUT_MS = 30_000;

/** Last words and sealing: the service itself gives the ears a minute. */
const FINISH_TIMEOUT_MS = 180_000;

/** How soon a frame that the line would not take is tried again. */
const RETRY_MS = 20;

/** A typed line that is not on the page after this long is lost. */
const TYPED_TIMEOUT_MS = 10_000;

/**
 * Holds one consultation with the service as a live page does: starts it, speaks or types, taps,
 * stops, and waits for its review. Whatever goes wrong is a value with words.
 */
export async function feedConsultation(options: FeedOptions): Promise<FeedOutcome> {
  const { box, clock, source } = options;
  const started = await box.startConsultation(options.reference);
  if (!started.ok) return started;
  const { consultation } = started;
  const wakeups = new Wakeups(clock);
  const page = new FeedPage({ ...options, consultation, room: ROOM, wakeups });
  try {
    const feed = new Feed(options, page, wakeups);
    const microphone = source.kind === "sound" ? new FileMicrophone(source.pcm) : null;
    const failure = await feed.join() ??
      (source.kind === "text" ? await feed.type(source.lines) : null) ??
      (microphone !== null ? await feed.speak(microphone) : null) ??
      await feed.stop();
    if (failure !== null) return failure;
    const sent = microphone?.heard ?? null;
    return await feedResult(box, consultation, page, sent, options.pace === 1);
  } finally {
    page.close();
  }
}

/** The steps of a feed, each null when it went well. */
class Feed {
  readonly #options: FeedOptions;
  readonly #page: FeedPage;
  readonly #wakeups: Wakeups;
  readonly #taps: Tap[];

  constructor(options: FeedOptions, page: FeedPage, wakeups: Wakeups) {
    this.#options = options;
    this.#page = page;
    this.#wakeups = wakeups;
    this.#taps = [...options.taps];
  }

  async join(): Promise<FeedFailure | null> {
    const page = this.#page;
    await this.#wakeups.until(() => page.snapshot !== null || this.#isOver, JOIN_TIMEOUT_MS);
    const { snapshot } = page;
    if (snapshot === null) return this.#lineFailure();
    const { committed, in_control, position_ms } = snapshot;
    if (!in_control || position_ms > 0 || committed.length > 0) {
      const words = "Cannot feed: a consultation is live in this room. Stop it first.";
      return feedFailure("room_busy", words);
    }
    return null;
  }

  async type(lines: readonly TypedLine[]): Promise<FeedFailure | null> {
    const page = this.#page;
    for (const line of lines) {
      const before = page.segments.length;
      const cutOff = await this.#lineBack();
      if (cutOff !== null) return cutOff;
      page.send({ type: "typed", ...line });
      const shown = () => page.segments.length > before;
      if (!await this.#wakeups.until(() => shown() || this.#isOver, TYPED_TIMEOUT_MS)) {
        return feedFailure("refused", "Cannot go on typing: the service does not show the line.");
      }
      if (this.#isOver) return null;
    }
    return null;
  }

  async speak(microphone: FileMicrophone): Promise<FeedFailure | null> {
    const { clock, pace } = this.#options;
    const [page, wakeups] = [this.#page, this.#wakeups];
    await wakeups.until(() => !page.isWarmingUp || this.#isOver, WARM_UP_TIMEOUT_MS);
    page.capture(pace === 1 ? "live" : "lockstep");
    const pacer = new Pacer({ clock, wakeups, page, pace });
    while (microphone.taken < microphone.frames && !this.#isOver) {
      await this.#tap();
      const stuck = await pacer.turn();
      if (stuck !== null) return stuck;
      const frame = microphone.take(page.voice.echo);
      while (frame !== undefined && !page.sendFrame(frame)) {
        const cutOff = await this.#lineBack();
        if (cutOff !== null) return cutOff;
        if (this.#isOver) return null;
        await wakeups.until(() => false, RETRY_MS);
      }
    }
    return null;
  }

  /** Stops as the doctor does, again after a restart that forgot it, and waits for the review. */
  async stop(): Promise<FeedFailure | null> {
    const page = this.#page;
    let asked: object | null = null;
    while (!this.#isFinished) {
      if (page.lifecycle === "live" && !page.isCutOff && page.snapshot !== asked) {
        asked = page.snapshot;
        this.#sayStop();
      }
      const mustAsk = () => page.lifecycle === "live" && !page.isCutOff && page.snapshot !== asked;
      const moved = await this.#wakeups.until(
        () => this.#isFinished || this.#isShutOut || mustAsk(),
        FINISH_TIMEOUT_MS,
      );
      if (this.#isShutOut) return this.#lineFailure();
      if (!moved) {
        const words = `Cannot finish: no review after ${FINISH_TIMEOUT_MS / 1000} s.`;
        return feedFailure("unfinished", words);
      }
    }
    return null;
  }

  #sayStop(): void {
    const page = this.#page;
    const { speakers } = this.#options;
    if (speakers !== null) page.send({ type: "speakers", count: speakers });
    page.send({ type: "stop" });
  }

  /** Taps what is due. Except in real time, the sound waits for what is tapped. */
  async #tap(): Promise<void> {
    const page = this.#page;
    for (let tap = this.#taps[0]; tap !== undefined; tap = this.#taps[0]) {
      if (tap.atMs > page.audioMs) return;
      this.#taps.shift();
      if (tap.action.kind === "stop_speaking") {
        page.voice.stopSpeaking();
        continue;
      }
      page.voice.asked();
      page.send({ type: "speak", ref: { phrase: tap.action.phrase } });
      if (this.#options.pace === 1) continue;
      await this.#wakeups.until(() => !page.voice.isAwaited || this.#isOver, TAP_TIMEOUT_MS);
    }
  }

  async #lineBack(): Promise<FeedFailure | null> {
    const back = () => !this.#page.isCutOff || this.#isOver;
    if (!await this.#wakeups.until(back, LINE_TIMEOUT_MS)) return this.#lineFailure();
    return this.#isShutOut ? this.#lineFailure() : null;
  }

  get #isFinished(): boolean {
    return this.#page.connection === "over" || this.#page.lifecycle === "review";
  }

  /** The service will not have this page any more, or another one is in control. */
  get #isShutOut(): boolean {
    const { connection, snapshot } = this.#page;
    return connection === "outdated" || connection === "replaced" || snapshot?.in_control === false;
  }

  /** Nothing more can be said in this consultation. */
  get #isOver(): boolean {
    const { lifecycle } = this.#page;
    return this.#isShutOut || this.#isFinished || (lifecycle !== null && lifecycle !== "live");
  }

  #lineFailure(): FeedFailure {
    const { connection, snapshot } = this.#page;
    if (connection === "outdated") {
      const words =
        "Cannot go on: the service refuses what this feed sends. Is it another version?";
      return feedFailure("refused", words);
    }
    if (connection === "replaced" || (connection === "open" && snapshot !== null)) {
      return feedFailure("room_busy", "Cannot go on: another page took control.");
    }
    return feedFailure("unreachable", "Cannot go on: the connection to the service is lost.");
  }
}
