import { type ReadonlySignal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";

/** The quietest level shown, in dB of full scale: below it lies the noise of any microphone. */
const LOWEST_DB = -60;

/** Shown for the eye only; whether sound arrives is also said in words. */
export function LevelMeter({ level }: { level: ReadonlySignal<number> }) {
  const fill = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const db = 20 * Math.log10(Math.max(level.value, 1e-6));
    const share = Math.max(0, Math.min(1, 1 - db / LOWEST_DB));
    if (fill.current !== null) fill.current.style.transform = `scaleX(${share.toFixed(3)})`;
  });
  return (
    <div class="meter" aria-hidden="true">
      <div class="meter-fill" ref={fill} />
    </div>
  );
}
