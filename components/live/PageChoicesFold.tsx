import type { Signal } from "@preact/signals";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { keepChoices, type PageChoices } from "@/lib/page/page_choices.ts";

export interface PageChoicesFoldProps {
  readonly choices: Signal<PageChoices>;
  readonly controller: LiveController | null;
}

const WAITS = [
  { factor: 1, label: "As usual" },
  { factor: 2, label: "Twice as long" },
  { factor: 4, label: "Four times as long" },
] as const;

/** What this device does: the alarm's sound, large captions, and how soon a phrase is offered. */
export function PageChoicesFold({ choices, controller }: PageChoicesFoldProps) {
  const { alarmVolume, largeCaptions, waitFactor } = choices.value;
  const choose = (change: Partial<PageChoices>) => {
    choices.value = { ...choices.peek(), ...change };
    keepChoices(localStorage, choices.peek());
  };
  return (
    <details class="fold">
      <summary>Sound, captions and waits</summary>
      <div class="stack-tight page-choices">
        <label for="alarm-volume">
          Sound of a new alarm: {alarmVolume === 0 ? "off" : `${Math.round(alarmVolume * 100)} %`}
        </label>
        <input
          id="alarm-volume"
          type="range"
          min={0}
          max={1}
          step={0.1}
          value={alarmVolume}
          onInput={(event) => choose({ alarmVolume: event.currentTarget.valueAsNumber })}
        />
        <div class="row">
          <button class="button" type="button" onClick={() => choose({ alarmVolume: 0 })}>
            Off
          </button>
          <button
            class="button"
            type="button"
            disabled={controller === null || alarmVolume === 0}
            onClick={() => controller?.playAlarmSound()}
          >
            Hear it
          </button>
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={largeCaptions}
            onChange={(event) => choose({ largeCaptions: event.currentTarget.checked })}
          />
          Large captions of what Alba says
        </label>
        <label for="wait-factor">When it is quiet, wait before offering a phrase</label>
        <select
          class="input"
          id="wait-factor"
          value={waitFactor}
          onChange={(event) => {
            const chosen = WAITS.find(({ factor }) => String(factor) === event.currentTarget.value);
            choose({ waitFactor: chosen?.factor ?? 1 });
          }}
        >
          {WAITS.map(({ factor, label }) => <option key={factor} value={factor}>{label}</option>)}
        </select>
      </div>
    </details>
  );
}
