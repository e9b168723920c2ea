/** What a short sound of the page says. */
export type Chime = "alarm" | "paused" | "resumed";

export interface ChimePort {
  /** `volume` from 0 to 1; 0 is silent. Never throws: a browser without sound stays silent. */
  play(chime: Chime, volume: number): void;
}

interface Note {
  readonly hz: number;
  readonly atS: number;
}

/** Soft notes of a sixth or so, so that nobody in the room is startled: down is off, up is on. */
const NOTES: Readonly<Record<Chime, readonly Note[]>> = {
  alarm: [{ hz: 659, atS: 0 }, { hz: 523, atS: 0.22 }],
  paused: [{ hz: 523, atS: 0 }, { hz: 392, atS: 0.14 }],
  resumed: [{ hz: 392, atS: 0 }, { hz: 523, atS: 0.14 }],
};

const NOTE_S = 0.3;
/** A slow attack: no click at the start. */
const ATTACK_S = 0.03;
/** At full volume a note still lies well below a voice. */
const LOUDEST = 0.25;
/** An exponential fade cannot end at zero. */
const SILENT = 0.0001;

/** Chimes through this browser's loudspeaker. */
export function browserChime(): ChimePort {
  let context: AudioContext | null = null;
  return {
    play(chime, volume) {
      if (volume <= 0 || typeof AudioContext === "undefined") return;
      context ??= new AudioContext();
      const { currentTime, destination } = context;
      for (const { hz, atS } of NOTES[chime]) {
        const start = currentTime + atS;
        const tone = new OscillatorNode(context, { frequency: hz });
        const gain = new GainNode(context, { gain: SILENT });
        gain.gain.exponentialRampToValueAtTime(LOUDEST * volume, start + ATTACK_S);
        gain.gain.exponentialRampToValueAtTime(SILENT, start + NOTE_S);
        tone.connect(gain).connect(destination);
        tone.start(start);
        tone.stop(start + NOTE_S);
      }
      // A browser that wants a press before any sound keeps the context asleep; it plays then.
      void context.resume();
    },
  };
}
