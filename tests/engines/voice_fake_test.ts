import { manualClock } from "@/lib/clock.ts";
import { fakeVoice } from "@/lib/engines/fake_voice.ts";
import { voiceContract } from "./voice_contract.ts";

/** More turns of the clock than any promise of the contract needs. */
const MAX_TURNS = 1_000;

voiceContract({
  name: "fake voice",
  ignore: false,
  open() {
    const clock = manualClock();
    const engine = fakeVoice({ clock });
    return {
      engine,
      crashNext: () => engine.script({ act: "crash" }),
      hangNext: () => engine.script({ act: "hang" }),
      slowNext: () => engine.script({ act: "slow", delayMs: 1_000 }),
      async until(condition) {
        for (let turn = 0; turn < MAX_TURNS; turn++) {
          await Promise.resolve();
          if (condition()) return;
          clock.advance(100);
        }
        throw new Error("the condition never held");
      },
    };
  },
});
