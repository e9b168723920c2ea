import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { MAX_TYPED_CHARACTERS } from "@/lib/protocol/shared.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { canSpeak, type LiveView } from "@/lib/page/live_view.ts";

const ROLES = [
  { role: "doctor", label: "Doctor" },
  { role: "patient", label: "Patient" },
  { role: "other", label: "Someone else" },
] as const;

type Role = (typeof ROLES)[number]["role"];

export interface TypedLineProps {
  readonly view: ReadonlySignal<LiveView>;
  readonly controller: LiveController | null;
}

/** A line written by hand: open where nothing listens, tucked away otherwise (TR3). */
export function TypedLine({ view, controller }: TypedLineProps) {
  const isNeeded = useComputed(() => view.value.stt.state === "absent").value;
  const isEnabled = useComputed(() => canSpeak(view.value)).value;
  const text = useSignal("");
  const role = useSignal<Role>("patient");

  const submit = (event: Event) => {
    event.preventDefault();
    const line = text.value.trim();
    // Kept in the field when the line is down, so that nothing typed is lost.
    if (line !== "" && controller?.type(line, role.value)) text.value = "";
  };

  return (
    <details class="fold" open={isNeeded}>
      <summary>Type a line</summary>
      <form class="typed" onSubmit={submit}>
        <fieldset class="roles">
          <legend class="visually-hidden">Who said it</legend>
          {ROLES.map((option) => (
            <label key={option.role}>
              <input
                type="radio"
                name="role"
                checked={role.value === option.role}
                onChange={() => role.value = option.role}
              />
              {option.label}
            </label>
          ))}
        </fieldset>
        <label class="visually-hidden" for="typed">Line to add to the transcript</label>
        <input
          class="input"
          id="typed"
          autoComplete="off"
          maxLength={MAX_TYPED_CHARACTERS}
          placeholder="What was said"
          value={text}
          onInput={(event) => text.value = event.currentTarget.value}
        />
        <button class="button" type="submit" disabled={!isEnabled}>Add line</button>
      </form>
    </details>
  );
}
