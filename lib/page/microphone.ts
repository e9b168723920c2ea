import { SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import { type MicrophoneTrouble, troubleOfError } from "@/lib/page/microphone_trouble.ts";

/** One 20 ms frame as the worklet made it; levels are of full scale 1. */
export interface CapturedFrame {
  readonly pcm: Int16Array;
  readonly rms: number;
  readonly peak: number;
  /** Wall clock at the frame's end, read on the audio thread. */
  readonly stampMs: number;
}

/** What was asked for and what the browser says it gave (TR1: shown and recorded). */
export interface CaptureChoice {
  readonly inputLabel: string;
  readonly outputLabel: string;
  readonly echoCancellation: boolean;
  readonly noiseSuppression: boolean;
  readonly autoGainControl: boolean;
}

export interface MicrophoneEvents {
  frame(frame: CapturedFrame): void;
  /** Sound stopped coming; the microphone has been let go, except while the system mutes it. */
  stopped(trouble: MicrophoneTrouble): void;
  /** The system no longer mutes it. */
  unmuted(): void;
}

export type OpenedMicrophone =
  | { readonly ok: true; readonly choice: CaptureChoice; close(): void }
  | { readonly ok: false; readonly trouble: MicrophoneTrouble };

export interface MicrophoneRequest {
  /** Null takes the system's default. */
  readonly deviceId: string | null;
  /** Off only where Alba's own sound is to be heard: in the sound check. */
  readonly echoCancellation: boolean;
}

export interface MicrophonePort {
  /** Never rejects: trouble is a value. */
  open(request: MicrophoneRequest, events: MicrophoneEvents): Promise<OpenedMicrophone>;
  devices(): Promise<readonly { readonly id: string; readonly label: string }[]>;
  /** Called whenever a device comes or goes; returns how to stop that. */
  onDevicesChanged(listener: () => void): () => void;
}

/** The browser's microphones; `workletUrl` is the address of `static/capture_worklet.js`. */
export function browserMicrophone(workletUrl: string): MicrophonePort {
  const media: MediaDevices | undefined = globalThis.navigator?.mediaDevices;
  return {
    async open(request, events) {
      if (media === undefined) {
        return { ok: false, trouble: isSecureContext ? "unsupported" : "insecure_context" };
      }
      if (typeof AudioWorkletNode === "undefined") return { ok: false, trouble: "unsupported" };
      let stream: MediaStream;
      try {
        stream = await media.getUserMedia({ audio: constraintsFor(request) });
      } catch (error) {
        return { ok: false, trouble: troubleOfError(error) };
      }
      const opened = await capture(stream, workletUrl, events);
      if (!opened.ok) { for (const track of stream.getTracks()) track.stop(); }
      return opened.ok ? { ...opened, choice: await choiceOf(stream, media) } : opened;
    },
    async devices() {
      const all = await media?.enumerateDevices() ?? [];
      return all.filter((device) => device.kind === "audioinput" && device.deviceId !== "").map((
        device,
        index,
      ) => ({ id: device.deviceId, label: device.label || `Microphone ${index + 1}` }));
    },
    onDevicesChanged(listener) {
      media?.addEventListener("devicechange", listener);
      return () => media?.removeEventListener("devicechange", listener);
    },
  };
}

/** TR1: the echo of Alba's voice is taken out; the patient's voice is left as it is. */
function constraintsFor(request: MicrophoneRequest): MediaTrackConstraints {
  const { deviceId, echoCancellation } = request;
  return {
    echoCancellation,
    autoGainControl: false,
    noiseSuppression: false,
    channelCount: 1,
    ...(deviceId === null ? {} : { deviceId: { exact: deviceId } }),
  };
}

async function capture(
  stream: MediaStream,
  workletUrl: string,
  events: MicrophoneEvents,
): Promise<{ ok: true; close(): void } | { ok: false; trouble: MicrophoneTrouble }> {
  const [track] = stream.getAudioTracks();
  const audio = await contextFor(stream);
  if (track === undefined || audio === null) return { ok: false, trouble: "failed" };
  const { context, source } = audio;
  try {
    await context.audioWorklet.addModule(workletUrl);
  } catch {
    await context.close();
    return { ok: false, trouble: "failed" };
  }
  if (!await isRunning(context)) {
    await context.close();
    return { ok: false, trouble: "needs_a_press" };
  }
  const node = new AudioWorkletNode(context, "alba-capture", {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: "explicit",
  });
  node.port.onmessage = (event: MessageEvent<CapturedFrame>) => events.frame(event.data);
  source.connect(node);

  const close = () => {
    track.onended =
      track.onmute =
      track.onunmute =
      node.port.onmessage =
        null;
    context.onstatechange = null;
    node.port.postMessage("close");
    source.disconnect();
    for (const each of stream.getTracks()) each.stop();
    void context.close();
  };
  track.onended = () => {
    close();
    events.stopped("unplugged");
  };
  track.onmute = () => events.stopped("muted_by_system");
  track.onunmute = () => events.unmuted();
  // A telephone call or the system's sleep suspends the context; it is woken without a press.
  context.onstatechange = () => {
    if (context.state !== "running" && context.state !== "closed") void context.resume();
  };
  return { ok: true, close };
}

/** A context at the wire's rate or, where the browser refuses to mix rates, at the device's own. */
async function contextFor(
  stream: MediaStream,
): Promise<{ context: AudioContext; source: MediaStreamAudioSourceNode } | null> {
  for (const options of [{ sampleRate: SAMPLE_RATE_HZ }, {}]) {
    let context: AudioContext | null = null;
    try {
      context = new AudioContext(options);
      return { context, source: context.createMediaStreamSource(stream) };
    } catch {
      await context?.close();
    }
  }
  return null;
}

/** How long a context may take to start; one that the browser blocks never settles its promise. */
const RESUME_MS = 1500;

async function isRunning(context: AudioContext): Promise<boolean> {
  const waited = new Promise<void>((resolve) => setTimeout(resolve, RESUME_MS));
  await Promise.race([context.resume(), waited]);
  return context.state === "running";
}

async function choiceOf(stream: MediaStream, media: MediaDevices): Promise<CaptureChoice> {
  const track = stream.getAudioTracks()[0];
  const given = track?.getSettings() ?? {};
  const devices = await media.enumerateDevices();
  const output = devices.find((device) => device.kind === "audiooutput");
  return {
    inputLabel: (track?.label ?? "").slice(0, 200),
    outputLabel: (output?.label ?? "").slice(0, 200),
    echoCancellation: given.echoCancellation === true,
    noiseSuppression: given.noiseSuppression === true,
    autoGainControl: given.autoGainControl === true,
  };
}
