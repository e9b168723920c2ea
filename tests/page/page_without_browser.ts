import { signal } from "@preact/signals";
import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import { manualClock } from "@/lib/clock.ts";
import type { OpenAutoPage } from "@/lib/page/auto_page_port.ts";
import { LiveController } from "@/lib/page/live_controller.ts";
import { initialLiveView } from "@/lib/page/live_view.ts";
import type {
  MicrophoneEvents,
  MicrophonePort,
  MicrophoneRequest,
  OpenedMicrophone,
} from "@/lib/page/microphone.ts";
import type { MayBeginNow, SpeakerEvents, SpeakerPort } from "@/lib/page/speaker.ts";
import { fakeLine } from "./fake_line.ts";
import { snapshotForTest } from "./live_snapshot.ts";
import { DEFAULT_CHOICES } from "@/lib/page/page_choices.ts";

const CHOICE = {
  inputLabel: "Desk microphone",
  outputLabel: "Speakers",
  echoCancellation: true,
  noiseSuppression: false,
  autoGainControl: false,
};

/** A microphone whose answers and frames the test gives. */
function fakeMicrophone() {
  let events: MicrophoneEvents | null = null;
  let changed = () => {};
  const requests: MicrophoneRequest[] = [];
  const fake = {
    requests,
    isOn: false,
    /** Frames that come before `open` has answered, by their stamps. */
    early: [] as readonly number[],
    outcome: "ok" as "ok" | "denied" | "no_device",
    deviceIds: ["desk"] as readonly string[],
    frame(stampMs: number, rms = 0.1) {
      const pcm = new Int16Array(FRAME_SAMPLES).fill(Math.round(rms * 32_767));
      events?.frame({ pcm, rms, peak: rms, stampMs });
    },
    fail(trouble: "unplugged" | "muted_by_system") {
      if (trouble === "unplugged") fake.isOn = false;
      events?.stopped(trouble);
    },
    unmute: () => events?.unmuted(),
    plug: () => changed(),
  };
  const port: MicrophonePort = {
    open(request, given): Promise<OpenedMicrophone> {
      requests.push(request);
      if (fake.outcome !== "ok") return Promise.resolve({ ok: false, trouble: fake.outcome });
      events = given;
      fake.isOn = true;
      for (const stampMs of fake.early) fake.frame(stampMs);
      const close = () => {
        fake.isOn = false;
        if (events === given) events = null;
      };
      return Promise.resolve({ ok: true, choice: CHOICE, close });
    },
    devices: () => Promise.resolve(fake.deviceIds.map((id) => ({ id, label: id }))),
    onDevicesChanged(listener) {
      changed = listener;
      return () => changed = () => {};
    },
  };
  return { fake, port };
}

/** A live page without a browser: line, microphone, loudspeaker and time in the test's hands. */
export function setUp(openAuto: OpenAutoPage | null = null, startMs = 0) {
  const clock = manualClock(startMs);
  const line = fakeLine();
  const { fake: microphone, port } = fakeMicrophone();
  const view = signal(initialLiveView([]));
  const log: string[] = [];
  const choices = signal(DEFAULT_CHOICES);
  let report: SpeakerEvents | null = null;
  let playing: string | null = null;
  let epochs = 0;
  const stopPlaying: SpeakerPort["cancel"] = (reason = "cancelled", rms) => {
    const id = playing;
    playing = null;
    if (id !== null) report?.ended(id, reason, rms);
  };
  const begins = async (id: string, mayBegin: MayBeginNow) => {
    if (mayBegin === null || await mayBegin()) playing = id;
  };
  const controller = new LiveController({
    socketUrl: "ws://box/socket",
    room: "room-1",
    client: "tab",
    platform: "test",
    view,
    level: signal(0),
    clock,
    random: () => 0,
    newEpoch: () => `epoch-${epochs++}`,
    connect: line.connect,
    microphone: port,
    chime: { play: (chime, volume) => void (volume > 0 && log.push(chime)) },
    choices,
    openAuto,
    speaker: (events) => {
      report = events;
      return {
        play: (id, _url, mayBegin) => void begins(id, mayBegin),
        sayLocally: (id, _text, _maxMs, mayBegin) => void begins(id, mayBegin),
        hasLocalVoice: () => false,
        cancel: stopPlaying,
      };
    },
    reload: () => log.push("reload"),
    signIn: () => log.push("sign in"),
    stopByForm: () => log.push("form"),
  });
  const settled = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const begin = async (change = {}) => {
    line.open();
    line.say(snapshotForTest(change));
    await settled();
  };
  const said = () => line.said.map(({ type }) => type);
  const numbers = () => line.frames.map((frame) => new DataView(frame).getUint32(0, true));
  return {
    clock,
    line,
    microphone,
    choices,
    view,
    log,
    controller,
    settled,
    begin,
    said,
    numbers,
    report: () => report,
    playing: () => playing,
  };
}
