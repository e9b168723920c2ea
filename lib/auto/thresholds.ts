import type { AutoSettings } from "@/lib/auto/auto_settings.ts";

/** Every threshold of a run, named as its row has it (EN4): `goldenMs` becomes `golden_ms`. */
export function thresholdsOf(settings: AutoSettings): Record<string, unknown> {
  const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [column(name), value]));
}
