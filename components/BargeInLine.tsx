import type { BargeInAdvice } from "@/lib/protocol/sound_check.ts";

/** Whether a sound check leaves room for speech over Alba (DW4); nothing where there is no auto mode. */
export function BargeInLine({ advice }: { advice: BargeInAdvice | null }) {
  if (advice === null) return null;
  return <p class={advice.attention ? "notice notice-attention" : "soft"}>{advice.words}</p>;
}
