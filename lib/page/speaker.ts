import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";

export type PlaybackEnd = PageMessageOf<"speak_ended">["reason"];

/** What the page reports of one utterance: begun at its first sound, then exactly one end. */
export interface SpeakerEvents {
  started(utteranceId: string): void;
  ended(utteranceId: string, reason: PlaybackEnd, rms?: number): void;
  /** Nothing was heard of it; another way of saying it may be tried. */
  unavailable(utteranceId: string, what: PageMessageOf<"speak_unavailable">["what"]): void;
}

/** Null for what is spoken whatever the room is doing. */
export type MayBeginNow = (() => Promise<boolean>) | null;

export interface SpeakerPort {
  /**
   * Plays a recording of the utterance from this box. `mayBegin`, if any, is asked when everything
   * is there and nothing sounds yet; after a no nothing is played, and nothing is reported.
   */
  play(utteranceId: string, url: string, mayBegin: MayBeginNow): void;
  /** Lets the browser's own voice say it, if one runs on this machine; `mayBegin` as in `play`. */
  sayLocally(utteranceId: string, text: string, maxMs: number, mayBegin: MayBeginNow): void;
  /** True when the browser has a voice that sends no text anywhere. */
  hasLocalVoice(): boolean;
  /** Silence at once; what was current ends so, with the level that ended it. */
  cancel(reason?: "cancelled" | "barge_in", rms?: number): void;
}

/** Sound that has not begun after this long will not begin; the service then tries otherwise. */
const START_MS = 4000;

/** The loudspeaker of this computer. */
export function browserSpeaker(events: SpeakerEvents): SpeakerPort {
  let stopCurrent: SpeakerRun["ended"] | null = null;

  const begin = (stop: SpeakerRun["ended"]) => {
    stopCurrent?.("cancelled");
    stopCurrent = stop;
  };

  return {
    play(utteranceId, url, mayBegin) {
      const audio = new Audio(url);
      const run = oneRun(utteranceId, "audio", events, () => {
        audio.oncanplay =
          audio.onplaying =
          audio.onended =
          audio.onerror =
            null;
        audio.pause();
        audio.removeAttribute("src");
        audio.load();
      });
      audio.onplaying = run.started;
      audio.onended = () => run.ended("completed");
      audio.onerror = run.failed;
      begin(run.ended);
      const sound = () => void audio.play().catch(run.failed);
      if (mayBegin === null) return sound();
      audio.oncanplay = () => {
        audio.oncanplay = null;
        void run.asked(mayBegin, sound);
      };
      audio.preload = "auto";
      audio.load();
    },
    sayLocally(utteranceId, text, maxMs, mayBegin) {
      const voice = localVoice();
      if (voice === null) return events.unavailable(utteranceId, "local_voice");
      const words = new SpeechSynthesisUtterance(text);
      words.voice = voice;
      words.lang = voice.lang;
      let longest: ReturnType<typeof setTimeout> | undefined;
      const run = oneRun(utteranceId, "local_voice", events, () => {
        clearTimeout(longest);
        words.onstart = words.onend = words.onerror = null;
        speechSynthesis.cancel();
      });
      words.onstart = () => {
        longest = setTimeout(() => run.ended("cancelled"), maxMs);
        run.started();
      };
      words.onend = () => run.ended("completed");
      words.onerror = run.failed;
      begin(run.ended);
      const say = () => speechSynthesis.speak(words);
      if (mayBegin === null) return say();
      void run.asked(mayBegin, say);
    },
    hasLocalVoice: () => localVoice() !== null,
    cancel(reason = "cancelled", rms) {
      stopCurrent?.(reason, rms);
      stopCurrent = null;
    },
  };
}

type SpeakerRun = ReturnType<typeof oneRun>;

/** Reports one utterance's start and its one end, whatever the browser calls and how often. */
function oneRun(
  utteranceId: string,
  what: PageMessageOf<"speak_unavailable">["what"],
  events: SpeakerEvents,
  release: () => void,
) {
  let phase: "waiting" | "sounding" | "over" = "waiting";
  const tooLate = setTimeout(() => run.failed(), START_MS);
  const over = () => {
    phase = "over";
    clearTimeout(tooLate);
    release();
  };
  const run = {
    started() {
      if (phase !== "waiting") return;
      phase = "sounding";
      clearTimeout(tooLate);
      events.started(utteranceId);
    },
    /** Begins after a yes, unless it was ended meanwhile; a no is told by whoever says it. */
    async asked(mayBegin: () => Promise<boolean>, begin: () => void) {
      if (phase !== "waiting") return;
      const may = await mayBegin();
      if (phase !== "waiting") return;
      if (may) begin();
      else over();
    },
    ended(reason: PlaybackEnd, rms?: number) {
      if (phase === "over") return;
      over();
      events.ended(utteranceId, reason, rms);
    },
    failed() {
      if (phase === "over") return;
      const wasSounding = phase === "sounding";
      over();
      if (wasSounding) events.ended(utteranceId, "failed");
      else events.unavailable(utteranceId, what);
    },
  };
  return run;
}

/** An English voice that runs on this machine (SK2); a remote one would send words off the box. */
function localVoice(): SpeechSynthesisVoice | null {
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  const local = voices.filter((voice) => voice.localService === true);
  return local.find((voice) => voice.lang.toLowerCase().startsWith("en")) ?? null;
}
