import { type Signal, useSignal } from "@preact/signals";
import { asset } from "fresh/runtime";
import { systemClock } from "@/lib/clock.ts";
import {
  type SoundCheckReply,
  soundCheckReply,
  type SoundCheckReport,
} from "@/lib/protocol/sound_check.ts";
import { browserMicrophone } from "@/lib/page/microphone.ts";
import { type MicrophoneTrouble, troubleWords } from "@/lib/page/microphone_trouble.ts";
import {
  SOUND_CHECK_STEPS,
  soundCheckRun,
  type SoundCheckStep,
} from "@/lib/page/sound_check_run.ts";
import { playTestSound } from "@/lib/page/test_sound.ts";
import { BargeInLine } from "@/components/BargeInLine.tsx";
import { LevelMeter } from "@/components/live/LevelMeter.tsx";
import { SoundFindings } from "@/components/SoundFindings.tsx";
import { SoundLevels } from "@/components/SoundLevels.tsx";

type Check =
  | { readonly state: "ready" }
  | { readonly state: "asking" }
  | { readonly state: "running"; readonly step: SoundCheckStep }
  | { readonly state: "trouble"; readonly trouble: MicrophoneTrouble }
  /** Measured, but the box did not take the result. */
  | { readonly state: "unsent" }
  | { readonly state: "done"; readonly report: SoundCheckReport; readonly reply: SoundCheckReply };

const STEP_WORDS: Record<SoundCheckStep, string> = {
  quiet: "Be quiet for three seconds, so that Alba hears the room.",
  playback: "Listen: a tone and a sentence come from the loudspeaker.",
  speech: "Speak for five seconds as you would to a patient.",
};

const SENTENCE = "“Good morning, please come in and take a seat. What can I do for you today?”";

/** The sound check: quiet, playback, speech; then words about each thing that is wrong. */
export function SoundCheck() {
  const check = useSignal<Check>({ state: "ready" });
  const level = useSignal(0);
  const { value } = check;
  const isBusy = value.state === "asking" || value.state === "running";
  const step = value.state === "running" ? value.step : null;
  return (
    <div class="stack">
      <div class="card stack">
        <ol class="steps">
          {SOUND_CHECK_STEPS.map((each) => (
            <li
              key={each}
              class={stepClass(each, step, value.state === "done")}
              aria-current={each === step ? "step" : undefined}
            >
              <div>
                <p>{STEP_WORDS[each]}</p>
                {each === "speech" && <p class="soft">{SENTENCE}</p>}
              </div>
            </li>
          ))}
        </ol>
        <div class="wide-meter">
          <LevelMeter level={level} />
        </div>
        <div class="row">
          <button
            class="button button-main"
            type="button"
            disabled={isBusy}
            onClick={() => void start(check, level)}
          >
            {value.state === "ready" ? "Start the sound check" : "Check again"}
          </button>
          <p role="status">{statusWords(value)}</p>
        </div>
      </div>
      {value.state === "done" && (
        <div class="card stack-tight">
          <h2>What Alba heard</h2>
          <SoundFindings findings={value.reply.findings.map(({ words }) => words)} />
          <BargeInLine advice={value.reply.barge_in} />
          <SoundLevels levels={value.report} />
        </div>
      )}
    </div>
  );
}

async function start(check: Signal<Check>, level: Signal<number>): Promise<void> {
  check.value = { state: "asking" };
  const outcome = await soundCheckRun({
    clock: systemClock(),
    microphone: browserMicrophone(asset("/capture_worklet.js")),
    play: () => playTestSound("/phrases/invitation.wav"),
    onStep: (step) => check.value = { state: "running", step },
    onLevel: (rms) => level.value = rms,
  });
  level.value = 0;
  if (!outcome.ok) {
    check.value = { state: "trouble", trouble: outcome.trouble };
    return;
  }
  const { report } = outcome;
  const reply = await send(report);
  check.value = reply === null ? { state: "unsent" } : { state: "done", report, reply };
}

/** Null when the box could not be reached or did not take the report. */
async function send(report: SoundCheckReport): Promise<SoundCheckReply | null> {
  try {
    const answer = await fetch("/api/sound-check", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(report),
    });
    const parsed = soundCheckReply.safeParse(answer.ok ? await answer.json() : null);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function statusWords(check: Check): string {
  switch (check.state) {
    case "ready":
      return "It takes about fifteen seconds.";
    case "asking":
      return "The browser asks for the microphone: choose Allow.";
    case "running":
      return STEP_WORDS[check.step];
    case "trouble": {
      const { title, next } = troubleWords(check.trouble);
      return `${title}. ${next.replace("Try again", "Check again")}`;
    }
    case "unsent":
      return "The box did not take the result. Reload this page, then check again.";
    case "done": {
      const { barge_in, findings } = check.reply;
      const isWell = findings.length === 0 && barge_in?.attention !== true;
      return isWell ? "Done: all is well." : "Done.";
    }
  }
}

function stepClass(each: SoundCheckStep, now: SoundCheckStep | null, isDone: boolean): string {
  if (each === now) return "step-now";
  const isPast = now !== null && SOUND_CHECK_STEPS.indexOf(each) < SOUND_CHECK_STEPS.indexOf(now);
  return isPast || isDone ? "step-done" : "";
}
