import type { Clock } from "@/lib/clock.ts";
import type { Audit } from "@/lib/record/audit.ts";
import type { Database } from "@/lib/record/database.ts";
import type { IdSource } from "@/lib/record/ids.ts";

/** What every store is built from. */
export interface StoreParts {
  readonly database: Database;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly newId: IdSource;
}
