import assert from "node:assert/strict";
import fc from "fast-check";
import type { Connection } from "@/lib/page/connection.ts";
import { liveNotice } from "@/lib/page/live_notice.ts";
import { initialLiveView, type LiveView, type Microphone } from "@/lib/page/live_view.ts";
import { MICROPHONE_TROUBLES } from "@/lib/page/microphone_trouble.ts";

const CHOICE = {
  inputLabel: "Desk microphone",
  outputLabel: "",
  echoCancellation: true,
  noiseSuppression: false,
  autoGainControl: false,
};

const RECORDING: LiveView = {
  ...initialLiveView([]),
  connection: { state: "open" },
  inControl: true,
  capture: { state: "recording", words: "Recording." },
  microphone: { state: "on", choice: CHOICE, silent: false },
  stt: { state: "ready", words: "Speech recognition is ready" },
  positionMs: 20_000,
  heardMs: 19_000,
};

const notice = (change: Partial<LiveView>) => liveNotice({ ...RECORDING, ...change });

Deno.test("[CD3] a model that is away is told at the top, and no longer when it is back", () => {
  const words = "The model's server does not answer. The embedded rules decide.";
  const away = notice({ cds: { state: "absent", words } });
  assert.equal(away.title, "Recording and listening");
  assert.equal(away.words, words);
  assert.match(away.spoken, /does not answer/);
  assert.doesNotMatch(notice({ cds: { state: "ready", words: "Ready" } }).words, /Ready/);
});

Deno.test("[TR1] recording and listening is said only when all of it is so", () => {
  assert.equal(liveNotice(RECORDING).title, "Recording and listening");
  const connections: Connection[] = [
    "connecting",
    "open",
    "lost",
    "sign_in",
    "replaced",
    "outdated",
    "over",
    "full",
    "signed_out",
  ]
    .map((state) => ({ state }) as Connection);
  const microphones: Microphone[] = [
    { state: "off" },
    { state: "asking" },
    { state: "on", choice: CHOICE, silent: false },
    { state: "on", choice: CHOICE, silent: true },
    ...MICROPHONE_TROUBLES.map((trouble) => ({ state: "trouble", trouble }) as const),
  ];
  const captures = (["waiting", "recording", "halted"] as const)
    .map((state) => ({ state, words: state }));
  fc.assert(fc.property(
    fc.constantFrom(...connections),
    fc.constantFrom(...microphones),
    fc.constantFrom(...captures),
    fc.constantFrom(null, true, false),
    fc.boolean(),
    (connection, microphone, capture, inControl, leaving) => {
      const view = { ...RECORDING, connection, microphone, capture, inControl, leaving };
      const { title } = liveNotice(view);
      const isSo = connection.state === "open" && capture.state === "recording" &&
        microphone.state === "on" && !microphone.silent && inControl !== false && !leaving;
      assert.equal(title === "Recording and listening", isSo);
      if (capture.state === "halted" || connection.state !== "open") {
        assert.ok(!/^Recording[;, ](and|the|nobody)/.test(title));
      }
    },
  ));
});

Deno.test("[TR4] lag is said in seconds once it is more than a phrase's end", () => {
  assert.equal(notice({ heardMs: 8000 }).title, "Catching up, 12 s behind");
  assert.doesNotMatch(notice({ heardMs: 8000 }).spoken, /\d/);
  assert.equal(notice({ heardMs: 15_001 }).title, "Recording and listening");
  const stt = { state: "catching_up", words: "" } as const;
  assert.equal(notice({ stt, heardMs: 17_000 }).title, "Catching up, 3 s behind");
});

Deno.test("[TR1] each failure offers the one thing that helps", () => {
  assert.equal(notice({ connection: { state: "lost" } }).action?.does, "reconnect");
  assert.equal(notice({ connection: { state: "sign_in" } }).action?.does, "sign_in");
  assert.equal(notice({ connection: { state: "replaced" } }).action?.does, "take_control");
  assert.equal(notice({ connection: { state: "outdated" } }).action?.does, "reload");
  const { action } = notice({ connection: { state: "signed_out" } });
  assert.deepEqual(action, { does: "reload", label: "Sign in" });
  assert.equal(notice({ inControl: false }).action?.does, "take_control");
  const denied = { state: "trouble", trouble: "denied" } as const;
  assert.equal(notice({ microphone: denied }).action?.does, "retry_microphone");
  const halted = { state: "halted", words: "The disk is full." } as const;
  assert.equal(notice({ capture: halted }).words, "The disk is full.");
  assert.equal(notice({ capture: halted }).action?.label, "Try again");
});

Deno.test("[TR3] without ears it says that nobody writes along", () => {
  const stt = { state: "absent", words: "No speech recognition is installed." } as const;
  assert.equal(notice({ stt }).title, "Recording; nobody writes along");
});
