import { z } from "zod";
import type { PassCall } from "@/lib/models/calls/pass_call.ts";
import { AFFECTS } from "@/lib/protocol/affect.ts";
import promptFile from "@/lib/models/prompts/affect.md" with { type: "text" };

/** How the patient sounds; intensity 0 (hardly) to 3 (overwhelmed). It moves the face, no more. */
const affect = z.strictObject({ affect: z.enum(AFFECTS), intensity: z.int().min(0).max(3) });
export type Affect = Readonly<z.infer<typeof affect>>;

export const affectCall: PassCall<Affect> = {
  kind: "affect",
  promptFile,
  task: "Say how the patient sounds now, as JSON.",
  schema: z.toJSONSchema(affect),
  read: (value) => affect.safeParse(value).data ?? null,
};
