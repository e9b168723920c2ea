import * as z from "zod/mini";
import { lifecycleState } from "@/lib/protocol/server_messages.ts";

/** What `/consultations/:id/state` answers. */
export const finishingState = z.strictObject({
  state: lifecycleState,
  progress: z.nullable(z.strictObject({ words: z.string(), share: z.number() })),
});
export type FinishingState = z.infer<typeof finishingState>;
