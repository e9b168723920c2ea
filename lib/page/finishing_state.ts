import * as z from "zod/mini";
import { lifecycleState } from "@/lib/protocol/server_messages.ts";

/** What `/consultations/:id/state` answers. */
export const finishingState = z.strictObject({
  state: lifecycleState,
  progress: z.nullable(z.strictObject({ words: z.string(), share: z.number() })),
  /** Where “Who spoke?” stands. */
  declaration: z.discriminatedUnion("state", [
    z.strictObject({ state: z.literal("not_asked") }),
    z.strictObject({ state: z.literal("open"), leftS: z.nullable(z.number()) }),
    z.strictObject({ state: z.literal("answered"), speakers: z.nullable(z.number()) }),
  ]),
});
export type FinishingState = z.infer<typeof finishingState>;
