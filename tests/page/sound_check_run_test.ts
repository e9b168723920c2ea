import assert from "node:assert/strict";
import { manualClock } from "@/lib/clock.ts";
import type { MicrophoneEvents, MicrophonePort } from "@/lib/page/microphone.ts";
import { QUIET_MS, soundCheckRun, SPEECH_MS } from "@/lib/page/sound_check_run.ts";

const CHOICE = {
  inputLabel: "Desk microphone",
  outputLabel: "Speakers",
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
};

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

function setUp() {
  const clock = manualClock();
  const steps: string[] = [];
  const played = Promise.withResolvers<void>();
  let events: MicrophoneEvents | null = null;
  let isOn = false;
  let echoCancellation: boolean | null = null;
  const microphone: MicrophonePort = {
    open(request, given) {
      events = given;
      isOn = true;
      echoCancellation = request.echoCancellation;
      return Promise.resolve({ ok: true, choice: CHOICE, close: () => void (isOn = false) });
    },
    devices: () => Promise.resolve([]),
    onDevicesChanged: () => () => {},
  };
  const outcome = soundCheckRun({
    clock,
    microphone,
    play: () => played.promise,
    onStep: (step) => steps.push(step),
    onLevel: () => {},
  });
  const hear = (rms: number, sample = 0) =>
    events?.frame({ pcm: new Int16Array(320).fill(sample), rms, peak: rms, stampMs: 0 });
  return {
    clock,
    steps,
    played,
    outcome,
    hear,
    unplug: () => events?.stopped("unplugged"),
    isOn: () => isOn,
    echoCancellation: () => echoCancellation,
  };
}

Deno.test("[TR6] each part is measured apart, with the echo left in so that Alba can be heard", async () => {
  const { clock, echoCancellation, hear, isOn, outcome, played, steps } = setUp();
  await settle();
  assert.equal(echoCancellation(), false);
  hear(0.125);
  hear(0.375);
  clock.advance(QUIET_MS);
  await settle();
  hear(0.2);
  played.resolve();
  await settle();
  hear(0.4, 32_767);
  hear(0.1);
  clock.advance(SPEECH_MS);
  assert.deepEqual(await outcome, {
    ok: true,
    report: {
      noise_floor_rms: 0.25,
      quiet_peak: 0.375,
      loopback_peak: 0.2,
      speech_peak: 0.4,
      clipped_share: 0.5,
      input_label: "Desk microphone",
      output_label: "Speakers",
    },
  });
  assert.deepEqual(steps, ["quiet", "playback", "speech"]);
  assert.equal(isOn(), false);
});

Deno.test("[TR6] a microphone that goes away ends the check in words", async () => {
  const { isOn, outcome, unplug } = setUp();
  await settle();
  unplug();
  assert.deepEqual(await outcome, { ok: false, trouble: "unplugged" });
  assert.equal(isOn(), false);
});
