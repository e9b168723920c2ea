import type { ChatFailureCode } from "@/lib/engines/chat/port.ts";
import type { JobKind } from "@/lib/models/schedule_state.ts";

/**
 * How a call ended: as its engine named it, or because its turn never came (`expired`, `abandoned`),
 * or because the answer was JSON of another shape than asked for, or because a mistake of ours in
 * asking or reading ended it (`failed`).
 */
export type CallOutcome =
  | "ok"
  | ChatFailureCode
  | "wrong_shape"
  | "expired"
  | "abandoned"
  | "failed";

/** RE3: what the ledger keeps of every call, those included that never ran. */
export interface ModelCallRow {
  readonly id: string;
  readonly room: string;
  readonly consultation: string;
  readonly pass: string | null;
  readonly kind: JobKind;
  readonly model: string;
  /** SHA-256 of the prompt file, in hexadecimal (CD8); empty where nobody could say what it asks. */
  readonly promptHash: string;
  readonly queuedMs: number;
  readonly runMs: number;
  /** From the moment it was wanted to its end. */
  readonly elapsedMs: number;
  readonly promptTokens: number | null;
  readonly replyTokens: number | null;
  readonly outcome: CallOutcome;
  readonly passInFlight: boolean;
  /** JSON of the messages that were new to the chat; null when the call never ran. */
  readonly prompt: string | null;
  readonly reply: string | null;
  readonly startedWallMs: number;
}
