/** A calm tone, well below full scale, that every loudspeaker can play. */
const TONE_HZ = 440;
const TONE_GAIN = 0.2;
const TONE_S = 1.2;

/** A phrase that has not ended by then will not. */
const PHRASE_MS = 15_000;

/** Plays the test tone, then a phrase in Alba's voice where the box has one. Never rejects. */
export async function playTestSound(phraseUrl: string): Promise<void> {
  await playTone();
  await playPhrase(phraseUrl);
}

async function playTone(): Promise<void> {
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { frequency: TONE_HZ });
  const gain = new GainNode(context, { gain: TONE_GAIN });
  tone.connect(gain).connect(context.destination);
  await new Promise<void>((resolve) => {
    tone.onended = () => resolve();
    tone.start();
    tone.stop(context.currentTime + TONE_S);
    // A context that the browser keeps suspended never ends its tone.
    setTimeout(resolve, TONE_S * 2000);
  });
  await context.close();
}

function playPhrase(url: string): Promise<void> {
  const audio = new Audio(url);
  return new Promise((resolve) => {
    audio.onended = audio.onerror = () => resolve();
    setTimeout(resolve, PHRASE_MS);
    audio.play().catch(() => resolve());
  });
}
