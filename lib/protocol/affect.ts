import * as z from "zod/mini";
import { wholeNumber } from "@/lib/protocol/whole_number.ts";

export const AFFECTS = ["calm", "worried", "sad", "angry", "in_pain", "relieved"] as const;

/** How the patient sounds; intensity 0 (hardly) to 3 (overwhelmed). */
export const affectView = z.strictObject({
  affect: z.enum(AFFECTS),
  intensity: z.number().check(wholeNumber, z.gte(0), z.lte(3)),
});
export type AffectView = z.infer<typeof affectView>;
