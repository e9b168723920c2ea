import { samples } from "@/lib/audio/units.ts";
import { stepStream } from "@/lib/engines/transcriber/step.ts";
import {
  initialStream,
  type StreamEffect,
  type StreamEvent,
} from "@/lib/engines/transcriber/stream_state.ts";
import type { Policy, Stage } from "./policy_run.ts";
import { hypothesisOf } from "./hypothesis_of.ts";

type Detect = Extract<StreamEffect, { readonly type: "detect" }>;

/** The product's own reducer, as it is. */
export const OUR_POLICY: Policy = {
  name: "alba",
  begin(stage: Stage) {
    let state = initialStream(samples(0));
    let detect: Detect | null = null;
    const post = (event: StreamEvent) => {
      const step = stepStream(state, event);
      state = step.state;
      for (const effect of step.effects) {
        if (effect.type === "detect") detect = effect;
        if (effect.type === "decode") {
          const { id, start, end, quality } = effect;
          stage.decode(start, end, quality, (window, tookMs) => {
            post({ type: "decoded", id, hypothesis: hypothesisOf(window, start, end), tookMs });
          });
        }
        if (effect.type === "tell" && effect.event.type === "committed") {
          stage.commit(effect.event.speech.words);
        }
      }
    };
    const detectAll = async () => {
      for (let asked = detect; asked !== null; asked = detect) {
        detect = null;
        const probabilities = await stage.detect(asked.start, asked.end);
        post({ type: "detected", id: asked.id, probabilities });
      }
    };
    return {
      async fed(end, muted) {
        post({ type: "fed", count: end - state.fed, muted });
        await detectAll();
      },
      async finish() {
        post({ type: "flush" });
        await detectAll();
      },
    };
  },
};
