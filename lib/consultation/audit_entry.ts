import type { AuditDetail, AuditKind } from "@/lib/record/audit_events.ts";

/** One row to be audited; `text` holds words that may be purged later, never chained in clear. */
export type AuditEntry = {
  [Kind in AuditKind]: {
    readonly kind: Kind;
    readonly detail: AuditDetail<Kind>;
    readonly text?: string;
  };
}[AuditKind];
