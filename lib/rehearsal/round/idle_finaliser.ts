import type { Finaliser } from "@/lib/consultation/finalise/finaliser.ts";

/** A round looks at the talk; what comes after Stop is done at once and changes nothing. */
export function idleFinaliser(): Finaliser {
  return {
    start: (_consultation, { onDone }) => onDone(),
    declared: () => {},
    redeclare: () => ({ ok: true }),
    cancel: () => {},
    state: () => null,
    close: () => Promise.resolve(),
  };
}
