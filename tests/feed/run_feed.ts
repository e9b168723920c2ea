import { openBox } from "@/lib/feed/box.ts";
import { feedConsultation, type FeedOptions } from "@/lib/feed/feed_consultation.ts";
import type { FeedEvent } from "@/lib/feed/feed_event.ts";
import type { FeedOutcome } from "@/lib/feed/feed_result.ts";
import type { TestBox } from "@/tests/ws/test_box.ts";

/** Smaller than a frame, so that nothing happens twice between two looks at the network. */
const STEP_MS = 5;

/** A feed of the test box takes seconds; one that takes this long hangs. */
const DEADLINE_MS = 30_000;

export interface FeedRun {
  readonly outcome: FeedOutcome;
  readonly events: readonly FeedEvent[];
}

/**
 * Runs a feed and the service on one clock, which goes on as fast as the sockets between them
 * allow. `during` is called after every step of it.
 */
export async function runFeed(
  box: TestBox,
  options: Partial<FeedOptions> & Pick<FeedOptions, "source">,
  during: (events: readonly FeedEvent[]) => void = () => {},
): Promise<FeedRun> {
  const opened = await openBox(box.origin, "");
  if (!opened.ok) throw new Error(opened.words);
  const events: FeedEvent[] = [];
  let ids = 0;
  let outcome: FeedOutcome | null = null;
  void feedConsultation({
    box: opened.box,
    clock: box.clock,
    random: () => 0,
    newId: () => `feed-${++ids}`,
    taps: [],
    pace: "max",
    speakers: null,
    echoLevel: null,
    reference: "",
    onEvent: (event) => void events.push(event),
    ...options,
  }).then((settled) => void (outcome = settled));
  const start = performance.now();
  while (outcome === null) {
    if (performance.now() - start > DEADLINE_MS) throw new Error("the feed never ended");
    box.clock.advance(STEP_MS);
    during(events);
    // Lets the sockets of this process have their turn.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return { outcome, events };
}
