import assert from "node:assert/strict";
import { manualClock } from "@/lib/clock.ts";
import type { CaptureEpoch } from "@/lib/consultation/slices/capture_state.ts";
import { RecordingPlaces } from "@/lib/rehearsal/round/recording_places.ts";

const FIRST: CaptureEpoch = { id: "e1", startSample: 0 };
/** It begins at 20 s, and a second of the silence before it is lacking. */
const SECOND: CaptureEpoch = { id: "e2", startSample: 19_000 * 16 };

Deno.test("[MP2] a moment is placed by the numbering that was in force then, and not by a later one", () => {
  const clock = manualClock();
  let epoch: CaptureEpoch | null = null;
  const places = new RecordingPlaces({ clock, epoch: () => epoch });
  assert.equal(places.placeOf(500), 500 * 16, "before there is any");
  epoch = FIRST;
  places.numbered("e1", 0);
  assert.equal(places.placeOf(10_000), 10_000 * 16);
  epoch = SECOND;
  assert.equal(places.placeOf(20_000), 20_000 * 16, "its first frame is still to come");
  places.numbered("e2", 20_000);
  assert.equal(places.placeOf(10_000), 10_000 * 16);
  assert.equal(
    places.placeOf(19_500),
    SECOND.startSample - 1,
    "in the silence, not in what follows",
  );
  assert.equal(places.placeOf(21_000), 20_000 * 16);
  places.numbered("e2", 20_100);
  assert.equal(
    places.placeOf(21_100),
    20_000 * 16,
    "a microphone opened anew lets some time go by",
  );
});

Deno.test("[MP2] a page that comes back to its numbering moves nothing that another has recorded", () => {
  const clock = manualClock();
  let epoch = FIRST;
  const places = new RecordingPlaces({ clock, epoch: () => epoch });
  places.numbered("e1", 0);
  epoch = SECOND;
  places.numbered("e2", 20_000);
  clock.advance(30_000 - clock.monotonicMs());
  epoch = FIRST;
  places.numbered("e1", 0);
  assert.equal(places.placeOf(25_000), 24_000 * 16);
  assert.equal(places.placeOf(31_000), 31_000 * 16);
});
