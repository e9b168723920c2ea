import type { Visit } from "./browser_test_case.ts";

/** A microphone in a quiet room, in which the test lets somebody speak. */
export const ROOM = `{
  let gain = null;
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const tone = new OscillatorNode(context, { frequency: 220 });
    gain = new GainNode(context, { gain: 0.002 });
    const room = new MediaStreamAudioDestinationNode(context);
    tone.connect(gain).connect(room);
    tone.start();
    await context.resume();
    return room.stream;
  };
  globalThis.speakIntoRoom = (loud) => { gain.gain.value = loud ? 0.3 : 0.002; };
}`;

/** Somebody begins to speak, or is done. */
export const speak = ({ page }: Visit, loud: boolean) =>
  page.evaluate((loud) => Reflect.get(globalThis, "speakIntoRoom")(loud), loud);

/** Of the newest consultation, as the record has them. */
export const utterances = ({ box }: Visit) => {
  const [{ id } = { id: undefined }] = box.services.record.consultations.list({ limit: 1 });
  return id === undefined ? [] : box.services.record.utterances.list(id);
};
