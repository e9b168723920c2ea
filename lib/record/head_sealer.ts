import type { Clock } from "@/lib/clock.ts";
import { writeAuditHead } from "@/lib/record/audit_head.ts";
import type { AuditKey } from "@/lib/record/audit_key.ts";
import { wholeMs } from "@/lib/record/columns.ts";

/** Keeps the signed head at most a second behind the rows. */
export interface HeadSealer {
  /** Signs the present end of the chain now, if rows came since the last time. */
  seal(): void;
  /** Notes that a row came, and signs within a second. */
  sealSoon(): void;
  /** Signs what is left and stops the clock. */
  close(): void;
}

/** A cut of the newest rows shows from one second on; sooner would cost an fsync per row. */
const SEAL_DELAY_MS = 1000;

/** `tail` reads the last committed row; it is called outside transactions only. */
export function headSealer(
  options: {
    readonly clock: Clock;
    readonly key: AuditKey;
    readonly headPath: string;
    readonly onSealError: (error: unknown) => void;
  },
  tail: () => { readonly seq: number; readonly hash: string },
): HeadSealer {
  const { clock, key, headPath, onSealError } = options;
  let unsealed = false;
  let cancelTimer: (() => void) | undefined;

  function seal(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    if (!unsealed) return;
    try {
      const { seq: rows, hash } = tail();
      writeAuditHead(headPath, { rows, hash, sealedWallMs: wholeMs(clock.wallMs()) }, key);
      unsealed = false;
    } catch (error) {
      // The rows are safe in the database; a full disk must not stop a consultation here.
      onSealError(error);
      sealSoon();
    }
  }

  function sealSoon(): void {
    unsealed = true;
    cancelTimer ??= clock.after(SEAL_DELAY_MS, seal);
  }

  return {
    seal,
    sealSoon,
    close() {
      seal();
      cancelTimer?.();
    },
  };
}
