import { MODE_WORDS } from "@/lib/page/mode_words.ts";

/** Chosen before the start, because Alba's waits and what it can hear depend on it (SK5). */
export function ModeChoice() {
  return (
    <fieldset class="mode-choice">
      <legend>How you meet</legend>
      {MODE_WORDS.map(({ mode, label }, index) => (
        <label key={mode}>
          <input type="radio" name="mode" value={mode} checked={index === 0} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
