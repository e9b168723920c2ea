import { flag, wholeMs } from "@/lib/record/columns.ts";
import type { ConsultationId, RoomId } from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

/** RE3: one call of a model, also one that never ran. Times in ms. */
export interface ModelCall {
  readonly id: string;
  readonly kind: string;
  readonly model: string;
  /** SHA-256 of the prompt file, hexadecimal (CD8). */
  readonly promptHash: string;
  readonly queuedMs: number;
  readonly runMs: number;
  readonly elapsedMs: number;
  readonly promptTokens: number | null;
  readonly replyTokens: number | null;
  readonly outcome: string;
  readonly passInFlight: boolean;
  /** What was sent and what came back; purged with the consultation. */
  readonly prompt: string | null;
  readonly reply: string | null;
  readonly startedWallMs: number;
}

/** Each call is audited with its numbers in the same transaction; its words can be purged. */
export interface ModelCallStore {
  add(
    place: { readonly consultation: ConsultationId; readonly room: RoomId },
    call: ModelCall,
  ): void;
}

export function modelCallStore({ audit, database }: StoreParts): ModelCallStore {
  const insert = database.command(
    `INSERT INTO model_call (id, consultation, room, kind, model, prompt_hash, queued_ms, run_ms,
       elapsed_ms, prompt_tokens, reply_tokens, outcome, pass_in_flight, prompt, reply,
       started_wall_ms)
     VALUES (:id, :consultation, :room, :kind, :model, :prompt_hash, :queued_ms, :run_ms,
       :elapsed_ms, :prompt_tokens, :reply_tokens, :outcome, :pass_in_flight, :prompt, :reply,
       :started_wall_ms)`,
  );
  return {
    add: ({ consultation, room }, call) =>
      database.atomically(() => {
        const numbers = {
          queued_ms: wholeMs(call.queuedMs),
          run_ms: wholeMs(call.runMs),
          elapsed_ms: wholeMs(call.elapsedMs),
          prompt_tokens: call.promptTokens,
          reply_tokens: call.replyTokens,
        };
        insert.run({
          id: call.id,
          consultation,
          room,
          kind: call.kind,
          model: call.model,
          prompt_hash: call.promptHash,
          ...numbers,
          outcome: call.outcome,
          pass_in_flight: flag(call.passInFlight),
          prompt: call.prompt,
          reply: call.reply,
          started_wall_ms: wholeMs(call.startedWallMs),
        });
        audit.append({
          room,
          consultation,
          kind: "model.call",
          detail: {
            call: call.id,
            kind: call.kind,
            ...numbers,
            outcome: call.outcome,
            pass_in_flight: call.passInFlight,
          },
        });
      }),
  };
}
