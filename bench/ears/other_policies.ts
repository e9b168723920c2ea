import { samples } from "@/lib/audio/units.ts";
import type { HeardWord } from "@/lib/engines/ports.ts";
import { agreedLength, repeatedLength } from "@/lib/engines/transcriber/hypothesis.ts";
import { emptySpeechMap, withProbabilities } from "@/lib/engines/transcriber/speech_map.ts";
import { hypothesisOf } from "./hypothesis_of.ts";
import type { Policy, Stage } from "./policy_run.ts";

const S = 16_000;

/** What most programs do: cut the stream every 5 s, decode, commit. */
export const FIXED_CHUNKS: Policy = {
  name: "fixed 5 s chunks",
  begin(stage: Stage) {
    let [from, through] = [0, 0];
    const cut = () => {
      const [start, end] = [from, through];
      from = through;
      if (end - start < S / 10) return;
      stage.decode(start, end, "final", (window) => {
        stage.commit(hypothesisOf(window, start, end).words);
      });
    };
    return {
      fed(end) {
        through = end;
        if (through - from >= 5 * S) cut();
        return Promise.resolve();
      },
      finish() {
        cut();
        return Promise.resolve();
      },
    };
  },
};

const STEP = S;
const LONGEST_WINDOW = 20 * S;

/**
 * Local agreement on its own: a decode each second of all since the last cut, the words of two
 * decodes in a row that agree are committed, silence ends nothing. Silent windows cost no decode.
 */
export const AGREEMENT_ONLY: Policy = {
  name: "agreement without phrase end",
  begin(stage: Stage) {
    let speech = emptySpeechMap(samples(0));
    let [anchor, asked, through] = [0, 0, 0];
    let busy = false;
    let committed: HeardWord[] = [];
    let before: readonly HeardWord[] = [];
    const commit = (words: readonly HeardWord[]) => {
      stage.commit(words);
      committed.push(...words);
    };
    const hear = (words: readonly HeardWord[], end: number) => {
      const fresh = words.slice(repeatedLength(committed, words));
      const agreed = agreedLength(before, fresh);
      commit(fresh.slice(0, agreed));
      before = fresh.slice(agreed);
      if (end - anchor < LONGEST_WINDOW) return;
      if (committed.length === 0) commit(before);
      anchor = committed.at(-1)?.end ?? end;
      committed = [];
      before = [];
    };
    const decode = (end: number) => {
      if (!speech.spans.some((span) => span.end > anchor)) {
        anchor = Math.max(anchor, end - S);
        return;
      }
      const start = anchor;
      busy = true;
      stage.decode(start, end, "draft", (window) => {
        busy = false;
        hear(hypothesisOf(window, start, end).words, end);
      });
    };
    return {
      async fed(end) {
        through = end;
        if (end - speech.through >= 1_536) {
          const whole = samples(speech.through + 1_536);
          const probabilities = await stage.detect(speech.through, whole);
          speech = withProbabilities(speech, probabilities, whole);
        }
        if (busy || end - asked < STEP) return;
        asked = end;
        decode(end);
      },
      finish() {
        const start = anchor;
        stage.decode(start, through, "final", (window) => {
          const words = hypothesisOf(window, start, through).words;
          commit(words.slice(repeatedLength(committed, words)));
        });
        return Promise.resolve();
      },
    };
  },
};
